import type { Clock } from '../host/clock.ts'
import { ServiceError } from '../interface/errors.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { BroadcastOutcome, CallRequest, Chain, ChainTransaction, StateOverride } from './chain.ts'
import type { ChainDefinition } from './chainDefinition.ts'
import { type ChainEvents, silentEvents } from './chainEvents.ts'
import { type ChainLimits, chainLimits } from './chainLimits.ts'
import { createCanonical, createReceipts } from './read/evidence.ts'
import { createFees } from './read/feeEstimate.ts'
import { createFinality } from './read/finality.ts'
import { createHeads, type Heads } from './read/heads.ts'
import { listenHeads } from './read/listenHeads.ts'
import { createLogReader } from './read/logReader.ts'
import { createNode, type Node } from './read/node.ts'
import { quantity, type RpcBlock, type RpcTransaction, toHeader, toTransaction } from './read/parse.ts'
import { createQuorum, type Quorum } from './read/quorum.ts'
import { createReads, ethCall } from './read/reads.ts'
import { classifyRpcError, combineOutcomes } from './send/classifyRpcError.ts'

export type ChainOptions = {
  definition: ChainDefinition
  endpoints: readonly { url: string }[]
  /** How an endpoint is reached: JSON-RPC over HTTP unless given. */
  openNode?: typeof createNode
  /** WebSocket addresses of nodes that announce blocks. */
  sockets?: readonly string[]
  /** Nodes that must agree on reads that decide about money. Default: all of them. */
  quorum?: number
  clock: Clock
  observe?: Partial<ChainEvents>
  limits?: Partial<ChainLimits>
}

/** A chain behind one or more JSON-RPC nodes. Starts even if none answers: `health` then reports it and reads throw ChainNodeHealth. */
export async function createChain(options: ChainOptions): Promise<Chain> {
  const { definition, endpoints, clock, openNode = createNode } = options
  const limits: ChainLimits = { ...chainLimits, ...options.limits }
  const events: ChainEvents = { ...silentEvents, ...options.observe }
  const size = options.quorum ?? endpoints.length
  if (endpoints.length === 0) throw new Error(`${definition.name} has no endpoints`)
  if (!Number.isInteger(size) || size < 1 || size > endpoints.length) {
    throw new Error(`the quorum of ${definition.name} must be between 1 and its ${endpoints.length} endpoints`)
  }
  const nodes = endpoints.map(({ url }, index) => openNode({ url, name: `node ${index + 1}`, clock, limits }))
  const heads = createHeads({ definition, nodes, quorum: size, clock, limits, events })
  const quorum = createQuorum({ chain: definition, size, healthy: heads.healthy, states: heads.states, events })
  const canonical = createCanonical(heads, quorum)
  const finalBlock = createFinality({ definition, heads, quorum, events })
  const head = async () => {
    const current = heads.current()
    if (!current) throw new ServiceError('ChainNodeHealth', `no node of ${definition.name} has named a block yet`)
    return current
  }
  const finalNonce = async (address: Address) => nonceAt(quorum, address, await finalBlock(Number.POSITIVE_INFINITY))
  await heads.start()
  const sockets = (options.sockets ?? []).map((url) => listenHeads(url, () => void heads.refresh()))

  return {
    id: definition.id,
    definition,
    head,
    onHead: heads.onHead,
    finalBlock,
    ...createReads({
      multicall3: definition.multicall3,
      quorum,
      headNumber: async () => (await head()).number,
      clock,
      limits,
    }),
    simulate: (call, overrides) => quorum.any((node) => simulateOn(node, call, overrides)),
    code: (address, { quorum: byQuorum = false } = {}) => {
      const question = (node: Node) => node.call<Hex>('eth_getCode', [address, 'latest'])
      return byQuorum ? quorum.agree(`code of ${address}`, question) : quorum.any(question)
    },
    fees: createFees({ definition, heads, quorum, limits }),
    receipt: createReceipts({ heads, quorum, canonical, finalNonce }),
    transaction: (hash) => quorum.any((node) => transactionOn(node, hash)),
    logs: createLogReader({ definition, heads, quorum, canonical, limits }),
    block: (number) => fullBlock(quorum, number),
    broadcast: (raw) => broadcast(heads, raw),
    nonce: (address, at) =>
      at === 'final'
        ? // A node that pruned the state of that block cannot answer; zero claims no used nonce, so nothing is disproven by it.
          finalNonce(address).catch(() => 0)
        : highestConfirmed(heads, size, (node) =>
            node.call<Hex>('eth_getTransactionCount', [address, at]).then(Number),
          ),
    health: async () => describeHealth(heads, size),
    close: async () => {
      heads.stop()
      await Promise.all(sockets.map((socket) => socket.close()))
      for (const node of nodes) node.close()
    },
  }
}

function simulateOn(node: Node, call: CallRequest, overrides: StateOverride = []): ReturnType<Chain['simulate']> {
  return ethCall(node, call, 'latest', overrides.length > 0 ? rpcOverrides(overrides) : undefined)
}

function rpcOverrides(overrides: StateOverride): Record<Address, unknown> {
  return Object.fromEntries(
    overrides.map(({ address, balance, code, stateDiff }) => [
      address,
      {
        ...(balance !== undefined && { balance: quantity(balance) }),
        ...(code && { code }),
        ...(stateDiff && { stateDiff: Object.fromEntries(stateDiff.map(({ slot, value }) => [slot, value])) }),
      },
    ]),
  )
}

async function transactionOn(node: Node, hash: Hex): Promise<ChainTransaction | undefined> {
  const found = await node.call<(RpcTransaction & { input: Hex }) | null>('eth_getTransactionByHash', [hash])
  return found?.hash.toLowerCase() === hash.toLowerCase() ? { ...toTransaction(found), data: found.input } : undefined
}

async function fullBlock(quorum: Quorum, number: number): ReturnType<Chain['block']> {
  const found = await quorum.agree(
    `block ${number}`,
    (node) => node.call<RpcBlock | null>('eth_getBlockByNumber', [quantity(number), true]),
    (block) => block?.hash ?? 'none',
  )
  if (!found) throw new ServiceError('NotFound', `block ${number} does not exist yet`)
  const { logsBloom: _, ...header } = toHeader(found)
  return { ...header, transactions: (found.transactions as RpcTransaction[]).map(toTransaction) }
}

/** Every node that serves this chain gets the bytes, healthy or not: one that lags may still forward them to a block producer. */
async function broadcast(heads: Heads, raw: Hex): Promise<BroadcastOutcome> {
  const nodes = heads.states().filter((state) => !state.wrongChain && state.chainCheckedAtMs !== undefined)
  return combineOutcomes(
    await Promise.all(
      nodes.map(({ node }) =>
        node.call('eth_sendRawTransaction', [raw]).then((): BroadcastOutcome => ({ is: 'accepted' }), classifyRpcError),
      ),
    ),
  )
}

/** The largest count that a quorum of nodes has reached. Transaction counts only grow, so a node that reports 9 also confirms 8. */
async function highestConfirmed(heads: Heads, size: number, read: (node: Node) => Promise<number>): Promise<number> {
  const answers = await Promise.allSettled(heads.healthy().map(({ node }) => read(node)))
  const numbers = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  if (numbers.length < size)
    throw new ServiceError('ChainNodeHealth', `${numbers.length} of ${size} needed nodes answered`)
  return numbers.toSorted((a, b) => b - a)[size - 1] ?? 0
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
