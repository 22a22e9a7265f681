import type { Clock } from '../host/clock.ts'
import { createSystemRandom, type Random } from '../host/random.ts'
import { ServiceError } from '../interface/errors.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { BroadcastOutcome, Chain, ChainTransaction } from './chain.ts'
import type { ChainDefinition } from './chainDefinition.ts'
import { type ChainEvents, silentEvents } from './chainEvents.ts'
import { type ChainLimits, chainLimits } from './chainLimits.ts'
import { createReads } from './read/createReads.ts'
import { createCanonical, createReceipts, headerKey } from './read/evidence.ts'
import { createFees } from './read/feeEstimate.ts'
import { createFinality } from './read/finality.ts'
import { createHeads, type Heads } from './read/heads.ts'
import { type HeadSocket, listenHeads } from './read/listenHeads.ts'
import { createLogReader } from './read/logReader.ts'
import { createNode, type Node } from './read/node.ts'
import { quantity, type RpcBlock, type RpcTransaction, toHeader, toTransaction } from './read/parseRpc.ts'
import { createQuorum, createRound, type Quorum } from './read/quorum.ts'
import { withChecks } from './read/withChecks.ts'
import { classifyRpcError, combineOutcomes } from './send/classifyRpcError.ts'

/** Limits that may differ from endpoint to endpoint. */
export type EndpointLimits = Partial<
  Pick<ChainLimits, 'callsPerS' | 'callsPerRequestMax' | 'logBlocksPerCall' | 'requestsInFlightMax'>
>

/** `socketUrl`: where the same node announces blocks. */
export type Endpoint = { url: string; socketUrl?: string; limits?: EndpointLimits }

/** `quorum`: how many endpoints must agree on reads that decide about money. Default: `defaultQuorum`. */
export type NodeSet = { endpoints: readonly Endpoint[]; quorum?: number }

export type ChainOptions = NodeSet & {
  definition: ChainDefinition
  /** How to reach an endpoint; default JSON-RPC over HTTP. */
  openNode?: typeof createNode
  /** How to receive a node's block announcements; default WebSocket. */
  openSocket?: typeof listenHeads
  clock: Clock
  random?: Random
  observe?: Partial<ChainEvents>
  limits?: Partial<ChainLimits>
}

/**
 * Of three or more nodes all but one, so that the loss of one never stops the chain. Of two both, so that no single
 * node decides about money; an operator who wants the second only as a reserve sets `quorum: 1`.
 */
export const defaultQuorum = (nodes: number): number => (nodes > 2 ? nodes - 1 : nodes)

export type OpenedChain = Chain & {
  /**
   * Replaces the nodes without losing a block. Throws, with nothing changed, unless each of them answers, serves this
   * chain and is not behind. Calls already sent to the old ones may still end there.
   */
  changeNodes(nodes: NodeSet): Promise<void>
}

/** A chain behind JSON-RPC nodes. Starts even if none answers: `health` reports it, reads throw ChainNodeHealth. */
export async function openChain(options: ChainOptions): Promise<OpenedChain> {
  const { definition, clock, openNode = createNode, openSocket = listenHeads } = options
  const limits: ChainLimits = { ...chainLimits, ...options.limits }
  const events: ChainEvents = { ...silentEvents, ...options.observe }
  let size = quorumOf(definition, options)
  const openNodes = (endpoints: readonly Endpoint[]): Node[] =>
    endpoints.map(({ url, limits: own }, index) => {
      const opened = { url, name: `node ${index + 1}`, clock, limits: { ...limits, ...own }, random: options.random }
      return withChecks(openNode(opened), definition, (about) =>
        events.nodesDisagree({ chainId: definition.id, about }),
      )
    })
  let nodes = openNodes(options.endpoints)
  const heads = createHeads({ definition, nodes, quorum: () => size, clock, limits, events })
  const quorum = createQuorum({
    chain: definition,
    size: () => size,
    healthy: heads.healthy,
    states: heads.states,
    events,
    clock,
    hedgeMs: limits.hedgeMs,
  })
  const canonical = createCanonical(heads, quorum, limits)
  const finalBlock = createFinality({ definition, heads, quorum, events })
  const head = async () => {
    const current = heads.current()
    if (!current) throw new ServiceError('ChainNodeHealth', `no node of ${definition.name} has named a block yet`)
    return current
  }
  const finalNonce = async (address: Address) => nonceAt(quorum, address, await finalBlock(Number.POSITIVE_INFINITY))
  /** Callers of `receipt`, `simulate` and `broadcast` wait for blocks, so heads are polled at the chain's pace. */
  const markingActive =
    <A extends unknown[], R>(ask: (...args: A) => R) =>
    (...args: A): R => {
      heads.markActive()
      return ask(...args)
    }
  const reads = createReads({
    multicall3: definition.multicall3,
    quorum,
    headNumber: async () => (await head()).number,
    clock,
    limits,
  })
  await heads.start()
  const openSockets = (endpoints: readonly Endpoint[]): HeadSocket[] =>
    endpoints.flatMap(({ socketUrl }, index) =>
      socketUrl
        ? [
            openSocket({
              url: socketUrl,
              chainId: definition.id,
              clock,
              random: options.random ?? createSystemRandom(),
              limits,
              onHead: (header) => heads.announced(index, header),
              onWrongChain: () =>
                events.nodeHealth({
                  chainId: definition.id,
                  node: `socket ${index + 1}`,
                  healthy: false,
                  why: 'serves another chain',
                }),
            }),
          ]
        : [],
    )
  let sockets = openSockets(options.endpoints)
  const closeSockets = () => Promise.all(sockets.map((socket) => socket.close()))
  /** Replaced nodes, kept open until their pending calls have ended. */
  const leaving = new Set<Node>()
  const isClosed = new AbortController()

  async function changeNodes(next: NodeSet): Promise<void> {
    const nextSize = quorumOf(definition, next)
    const opened = openNodes(next.endpoints)
    const swap = await heads.tryNodes(opened).catch((error: unknown) => {
      for (const node of opened) node.close()
      throw error
    })
    // A socket reports heads by the index of its node, so all sockets are closed while the indexes change.
    await closeSockets()
    const old = nodes
    nodes = opened
    size = nextSize
    swap()
    sockets = openSockets(next.endpoints)
    for (const node of old) leaving.add(node)
    void clock.sleep(limits.callTimeoutMs, isClosed.signal).then(() => {
      for (const node of old) if (leaving.delete(node)) node.close()
    })
    events.nodesChanged({ chainId: definition.id, before: old.length, nodes: opened.length })
  }

  return {
    id: definition.id,
    definition,
    head,
    onHead: heads.onHead,
    markActive: heads.markActive,
    finalBlock,
    ...reads,
    simulate: markingActive(reads.simulate),
    accessList: ({ to, data }) =>
      quorum.any(async (node) => {
        type Reply = { accessList: { address: Address; storageKeys: Hex[] }[] }
        const { accessList } = await node.call<Reply>('eth_createAccessList', [{ to, data }, 'latest'])
        return accessList
      }),
    fees: createFees({ definition, heads, quorum, limits }),
    receipt: markingActive(
      createReceipts({ chainId: definition.id, heads, quorum, canonical, finalNonce, clock, events }),
    ),
    transaction: (hash) => quorum.any((node) => transactionOn(node, hash)),
    logs: createLogReader({ definition, heads, quorum, canonical, limits }),
    block: (number) => fullBlock(quorum, number),
    broadcast: markingActive((raw) => broadcast(heads, raw, clock, limits)),
    nonce: (address, at) =>
      at === 'final'
        ? // Nodes that pruned the state of that block cannot answer. 0 is safe: no nonce counts as used.
          finalNonce(address).catch(() => 0)
        : highestConfirmed(quorum, (node) => node.call<Hex>('eth_getTransactionCount', [address, at]).then(Number)),
    health: async () => describeHealth(heads, size),
    changeNodes,
    close: async () => {
      heads.stop()
      await closeSockets()
      isClosed.abort()
      for (const node of [...nodes, ...leaving]) node.close()
      leaving.clear()
    },
  }
}

function quorumOf({ name }: ChainDefinition, { endpoints, quorum }: NodeSet): number {
  const size = quorum ?? defaultQuorum(endpoints.length)
  if (endpoints.length === 0) throw new Error(`${name} has no endpoints`)
  if (!Number.isInteger(size) || size < 1 || size > endpoints.length)
    throw new Error(`the quorum of ${name} must be between 1 and its ${endpoints.length} endpoints`)
  return size
}

async function transactionOn(node: Node, hash: Hex): Promise<ChainTransaction | undefined> {
  const found = await node.call<(RpcTransaction & { input: Hex }) | null>('eth_getTransactionByHash', [hash])
  return found?.hash.toLowerCase() === hash.toLowerCase() ? { ...toTransaction(found), data: found.input } : undefined
}

const transactionKey = ({ hash, from, to, value }: RpcTransaction): string =>
  `${hash}${from}${to ?? ''}${BigInt(value)}`.toLowerCase()

async function fullBlock(quorum: Quorum, number: number): ReturnType<Chain['block']> {
  const found = await quorum.agree(
    `block ${number}`,
    (node) => node.call<RpcBlock | null>('eth_getBlockByNumber', [quantity(number), true]),
    (block) => [headerKey(block), ...((block?.transactions ?? []) as RpcTransaction[]).map(transactionKey)].join(),
  )
  if (!found) throw new ServiceError('NotFound', `block ${number} does not exist yet`)
  const { logsBloom: _, ...header } = toHeader(found)
  return { ...header, transactions: (found.transactions as RpcTransaction[]).map(toTransaction) }
}

/**
 * Sends to every node of this chain, healthy or not: one that lags may still forward to a block producer. Waits at most
 * `hedgeMs` for all answers, then only until one node has accepted: a dead node must not delay the next transaction.
 */
async function broadcast(heads: Heads, raw: Hex, clock: Clock, limits: ChainLimits): Promise<BroadcastOutcome> {
  const nodes = heads.states().filter((state) => !state.wrongChain && state.chainCheckedAtMs !== undefined)
  const outcomes: BroadcastOutcome[] = []
  const round = createRound(clock)
  for (const { node } of nodes)
    round.add(
      node
        .call('eth_sendRawTransaction', [raw])
        .then((): BroadcastOutcome => ({ is: 'accepted' }), classifyRpcError)
        .then((outcome) => void outcomes.push(outcome)),
    )
  await round.until(() => false, limits.hedgeMs)
  await round.until(() => outcomes.some(({ is }) => is === 'accepted' || is === 'known'))
  return combineOutcomes(outcomes)
}

/** The largest count that a quorum has reached. Counts only grow, so a node that reports 9 also confirms 8. */
async function highestConfirmed(quorum: Quorum, read: (node: Node) => Promise<number>): Promise<number> {
  const numbers = await quorum.gather(read)
  return numbers.toSorted((a, b) => b - a)[quorum.size() - 1] ?? 0
}

function nonceAt(quorum: Quorum, address: Address, block: number): Promise<number> {
  return quorum
    .agree(`the nonce at block ${block}`, (node) =>
      node.call<Hex>('eth_getTransactionCount', [address, quantity(block)]),
    )
    .then(Number)
}

function describeHealth(heads: Heads, size: number): { healthy: boolean; detail: string } {
  const nodes = heads.states()
  const healthyCount = heads.healthy().length
  const unhealthy = nodes.filter((state) => !state.healthy).map((state) => `${state.node.name}: ${state.why}`)
  const detail = [`${healthyCount} of ${nodes.length} nodes healthy, ${size} needed`, ...unhealthy].join('; ')
  return { healthy: healthyCount >= size && heads.current() !== undefined, detail }
}
