import type { Clock } from '../../host/clock.ts'
import { createWaker } from '../../host/waker.ts'
import type { Head } from '../chain.ts'
import type { ChainDefinition } from '../chainDefinition.ts'
import { type ChainEvents, silentEvents } from '../chainEvents.ts'
import type { ChainLimits } from '../chainLimits.ts'
import type { Node } from './node.ts'
import { type Header, quantity, type RpcBlock, toHeader } from './parseRpc.ts'
import { type NodeState, probeNode } from './probeNode.ts'

/**
 * The chain as a quorum of nodes sees it. Each node is polled; rarely, if its socket announces blocks. The head is the
 * newest block that a quorum has under one hash. It moves along parent hashes: a gap is filled before the head is
 * announced; after a reorg, blocks from the fork on are announced again. A gap is skipped, if the last head is still
 * canonical (`follows`): after a long outage, or on an idle chain whose blocks come faster than its polls.
 */
export type Heads = {
  current(): Header | undefined
  /** A canonical header of the newest `windowBlocks`; undefined outside of them. */
  at(number: number): Header | undefined
  /** Nodes that passed their last probe, in the order of the configuration. */
  healthy(): NodeState[]
  states(): readonly NodeState[]
  onHead(listener: (head: Head) => void): () => void
  onReorg(listener: (forkBlock: number) => void): () => void
  /** Probes the healthy nodes now instead of at the next poll. */
  refresh(): Promise<void>
  /** A caller waits for blocks: for `activeMs`, nodes are polled at the chain's pace. */
  markActive(): void
  /**
   * Probes other nodes and returns a function that installs them. Throws unless each answers, serves this chain and is
   * not behind. Known headers stay, so listeners miss no block and see none twice.
   */
  tryNodes(nodes: readonly Node[]): Promise<() => void>
  /** The socket of the node at `index` announced a block. */
  announced(index: number, header: Header): void
  start(): Promise<void>
  stop(): void
}

type Options = {
  definition: ChainDefinition
  nodes: readonly Node[]
  /** Nodes that must have a block; asked each time, because nodes may be replaced. */
  quorum(): number
  clock: Clock
  limits: ChainLimits
  events: ChainEvents
}

export function createHeads({ definition, nodes, quorum, clock, limits, events }: Options): Heads {
  const unasked = (node: Node): NodeState => ({ node, failures: 0, healthy: false, why: 'not asked yet' })
  const states: NodeState[] = nodes.map(unasked)
  const window = new Map<number, Header>()
  /** The newest blocks of each socket. Sockets are not in step; nodes vote on the highest block that a quorum has. */
  const announcedBy = new Map<Node, Map<number, Header>>()
  const headListeners = new Set<(head: Head) => void>()
  const reorgListeners = new Set<(forkBlock: number) => void>()
  /** Woken to end the sleeps between polls; renewed until `isStopped`. */
  let sleeping = createWaker()
  let isStopped = false
  let activeUntilMs = Number.NEGATIVE_INFINITY
  let startedAtMs = 0
  let current: Header | undefined
  let advancing: Promise<void> | undefined
  let advanceAgain = false

  const healthy = () => states.filter((state) => state.healthy)
  const pollMs = Math.min(limits.pollMsMax, Math.max(limits.pollMsMin, definition.blockTimeMs / 4))
  const isActive = () => clock.monotonicMs() < activeUntilMs
  /** Whether blocks come faster than the idle polls of one node. */
  const isFast = () => definition.blockTimeMs * limits.idleCallsPerS < states.length * 1_000
  /** Calls per idle poll: the newest block; on fast chains also the last head, the tip's parent and the skipped logs. */
  const callsPerPoll = () => (isFast() ? 4 : 1)
  const idlePollMs = (callsPerS: number) => Math.max(pollMs, (states.length * callsPerPoll() * 1_000) / callsPerS)
  const socketLagBlocks = Math.max(limits.socketLagBlocksMax, limits.socketLagMs / definition.blockTimeMs)
  const socketPollMs = () => Math.max(pollMs, (states.length * 1_000) / limits.socketCallsPerS)

  /** Its socket announced a block recently; `pollForever` clears the time of a socket that fell behind. */
  function isAnnouncing({ announcedAtMs }: NodeState): boolean {
    const silentMs = Math.max(limits.socketSilentMs, 4 * definition.blockTimeMs)
    return announcedAtMs !== undefined && clock.monotonicMs() - announcedAtMs < silentMs
  }

  function pollEveryMs(state: NodeState): number {
    if (isAnnouncing(state)) return socketPollMs()
    if (isActive()) return pollMs
    return idlePollMs(states.some(isAnnouncing) ? limits.socketCallsPerS : limits.idleCallsPerS)
  }

  async function pollForever(state: NodeState): Promise<void> {
    const isOver = () => isStopped || !states.includes(state)
    while (!isOver()) {
      await clock.sleep(waitMs(state), sleeping.signal)
      if (isOver()) return
      const announced = state.announcedAtMs !== undefined ? state.head?.number : undefined
      await probe(state)
      if (announced !== undefined && state.head!.number > announced + socketLagBlocks) state.announcedAtMs = undefined
      await advance()
    }
  }

  /**
   * Doubles with each failed probe, except before the first block: nothing can be quoted without one. On a busy
   * machine the first probes time out together; with backoff, a chain had no block for another ten seconds.
   */
  function waitMs(state: NodeState): number {
    const isStarting = !current && clock.monotonicMs() - startedAtMs < limits.startingMs
    const everyMs = current ? pollEveryMs(state) : pollMs
    const most = isStarting ? limits.startingRetryMs : limits.retryMsMax
    return Math.min(everyMs * 2 ** Math.min(state.failures, 10), Math.max(everyMs, most))
  }

  const probe = (state: NodeState) => probeNode(state, { states, definition, clock, limits, events, pollEveryMs })

  /** Runs `step` one at a time. A call during a run triggers one more, so that no probe's result is missed. */
  async function advance(): Promise<void> {
    if (advancing) {
      advanceAgain = true
      return advancing
    }
    advancing = (async () => {
      do {
        advanceAgain = false
        // Ignored: the next poll tries again, and a node that failed here fails its own probe too.
        await step().catch(() => undefined)
      } while (advanceAgain && !isStopped)
    })()
    await advancing
    advancing = undefined
  }

  async function step(): Promise<void> {
    const voters = healthy().filter((state) => state.head)
    const needed = Math.min(quorum(), states.length)
    if (voters.length < needed) return
    const heights = voters.map((state) => state.head!.number).sort((a, b) => b - a)
    const target = heights[needed - 1]!
    if (current && target < current.number && voters.every((state) => agreesWithWindow(state.head!))) return
    const agreed = await agreedBlock(voters, target, needed)
    if (!agreed || agreed.block.hash === current?.hash) return
    if (current && agreed.block.number < current.number && window.get(target)?.hash === agreed.block.hash) return
    const below = (number: number) => agreedBlock(voters, number, needed).then((found) => found?.block)
    const path = (await leap(agreed, below)) ?? (await pathFromWindow(agreed.block, below))
    if (path) announce(path)
  }

  /**
   * The tip alone, if the last head is still canonical and the gap is too long to read each block. Throws unless the
   * nodes also have the tip's parent: a newest block with a wrong number is no tip.
   */
  async function leap({ node, block: tip }: Agreed, below: Below): Promise<Header[] | undefined> {
    const gap = current ? tip.number - current.number - 1 : 0
    const isLong = gap > limits.gapBlocksMax
    if (!current || gap < 1 || !(isLong || (isFast() && !isActive()))) return undefined
    const [{ hash }, parent] = await Promise.all([headerAt(node, quantity(current.number)), below(tip.number - 1)])
    if (parent?.hash !== tip.parentHash) throw new Error(`block ${tip.number} follows none that is there`)
    return hash === current.hash ? [{ ...tip, follows: hash }] : undefined
  }

  const agreesWithWindow = (head: Header) => window.get(head.number)?.hash === head.hash

  /**
   * The block at a height, if at least `needed` voters agree on its content: no header is hashed here, so the hash
   * proves nothing. If blooms differ or one node has none, the block has none and its logs are read.
   */
  async function agreedBlock(voters: NodeState[], number: number, needed: number): Promise<Agreed | undefined> {
    const asked = voters.filter((state) => state.head!.number >= number)
    const blocks = await Promise.all(
      asked.map(async ({ node, head }) => {
        // A node that does not answer has no vote. Without a quorum of the others the head stays until the next poll.
        const known = head!.number === number ? head! : announcedBy.get(node)?.get(number)
        const block = known ?? (await headerAt(node, quantity(number)).catch(() => undefined))
        return block && { node, block }
      }),
    )
    const votes = new Map<string, { node: Node; block: Header }[]>()
    for (const vote of blocks) if (vote) votes.set(keyOf(vote.block), [...(votes.get(keyOf(vote.block)) ?? []), vote])
    const winner = [...votes.values()].find((same) => same.length >= needed)
    if (!winner && votes.size > 1) {
      const names = blocks.flatMap((vote) => (vote ? [vote.node.name] : [])).join(', ')
      events.nodesDisagree({ chainId: definition.id, about: `block ${number}: ${names} name different ones` })
    }
    const [first] = winner ?? []
    if (!first || winner!.every(({ block }) => block.logsBloom === first.block.logsBloom)) return first
    return { node: first.node, block: { ...first.block, logsBloom: undefined } }
  }

  /** Headers from just above the last canonical ancestor up to `tip`; undefined when they do not link (try again). */
  async function pathFromWindow(tip: Header, below: Below): Promise<Header[] | undefined> {
    const gap = current
      ? Math.min(tip.number - current.number - 1, limits.gapBlocksMax)
      : Math.min(tip.number, limits.primeBlocks)
    const numbers = Array.from({ length: Math.max(0, gap) }, (_, index) => tip.number - gap + index)
    const found = [...(await Promise.all(numbers.map(below))), tip]
    const broken = found.findLastIndex((header, at) => !header || (at > 0 && header.parentHash !== found[at - 1]?.hash))
    // Before the first head, blocks that link to the tip are enough. On a local node loaded from saved state, the next
    // block's parent hash is not its last block's hash; waiting until that left the window took half a minute.
    const path = found.slice(found[broken] ? broken : broken + 1) as Header[]
    if (!current) return path
    if (broken > 0) return undefined
    const lowest = Math.min(...window.keys())
    while (path[0]!.number > lowest && window.get(path[0]!.number - 1)?.hash !== path[0]!.parentHash) {
      if (path.length > limits.gapBlocksMax + limits.windowBlocks) break
      const parent = await below(path[0]!.number - 1)
      if (parent?.hash !== path[0]!.parentHash) return undefined
      path.unshift(parent)
    }
    return path
  }

  async function headerAt(node: Node, block: string): Promise<Header> {
    const found = await node.call<RpcBlock | null>('eth_getBlockByNumber', [block, false], {
      timeoutMs: limits.headerTimeoutMs,
    })
    if (!found) throw new Error(`${node.name} has no block ${block}`)
    return toHeader(found)
  }

  function announce(path: Header[]): void {
    const forkBlock = path[0]!.number - 1
    if (current && forkBlock < current.number) {
      events.reorg({ chainId: definition.id, forkBlock, depth: current.number - forkBlock })
      for (const number of window.keys()) if (number > forkBlock) window.delete(number)
      for (const listener of reorgListeners) listener(forkBlock)
    }
    for (const header of path) {
      window.set(header.number, header)
      current = header
      for (const listener of headListeners) listener(header)
    }
    for (const number of window.keys()) if (number <= current!.number - limits.windowBlocks) window.delete(number)
    events.head({ chainId: definition.id, number: current!.number, timestampS: current!.timestampS })
  }

  async function refresh(): Promise<void> {
    await Promise.all(healthy().map(probe))
    await advance()
  }

  async function tryNodes(next: readonly Node[]): Promise<() => void> {
    const fresh = next.map(unasked)
    // Compared with copies of the present nodes, so that a node behind them is refused and the probe emits no event.
    const among = [...states.map((state) => ({ ...state })), ...fresh]
    const quiet = { states: among, definition, clock, limits, events: silentEvents, pollEveryMs }
    await Promise.all(fresh.map((state) => probeNode(state, quiet)))
    const sick = fresh.find((state) => !state.healthy)
    if (sick) throw new Error(sick.why.startsWith(sick.node.name) ? sick.why : `${sick.node.name} ${sick.why}`)
    return () => {
      states.splice(0, states.length, ...fresh)
      announcedBy.clear()
      for (const { node } of fresh)
        events.nodeHealth({ chainId: definition.id, node: node.name, healthy: true, why: '' })
      wakePolls()
      for (const state of fresh) void pollForever(state)
      void advance()
    }
  }

  function markActive(): void {
    const wasActive = isActive()
    activeUntilMs = clock.monotonicMs() + limits.activeMs
    if (!wasActive) wakePolls()
  }

  function wakePolls(): void {
    sleeping.wake()
    sleeping = createWaker()
  }

  function announced(index: number, header: Header): void {
    const state = states[index]
    if (!state?.healthy || isStopped) return
    state.head = header
    const line = announcedBy.get(state.node) ?? new Map<number, Header>()
    // Headers that do not lead to the newest block have no vote.
    if (line.get(header.number - 1)?.hash !== header.parentHash) line.clear()
    for (const number of line.keys()) if (number <= header.number - limits.announcedBlocks) line.delete(number)
    announcedBy.set(state.node, line.set(header.number, header))
    state.announcedAtMs = clock.monotonicMs()
    const others = healthy().filter((each) => !isAnnouncing(each))
    // Without a quorum of sockets, poll the other nodes while a caller waits for the block.
    const isShort = healthy().length - others.length < quorum()
    void (isShort && isActive() ? Promise.all(others.map(probe)).then(advance) : advance())
  }

  return {
    current: () => current,
    at: (number) => window.get(number),
    healthy,
    states: () => states,
    refresh,
    markActive,
    tryNodes,
    announced,
    onHead: (listener) => {
      headListeners.add(listener)
      return () => headListeners.delete(listener)
    },
    onReorg: (listener) => {
      reorgListeners.add(listener)
      return () => reorgListeners.delete(listener)
    },
    start: async () => {
      startedAtMs = clock.monotonicMs()
      await Promise.all(states.map(probe))
      await advance()
      for (const state of states) void pollForever(state)
    },
    stop: () => {
      isStopped = true
      sleeping.wake()
    },
  }
}

type Agreed = { node: Node; block: Header }
/** The block that a quorum has at a height below the tip's. */
type Below = (number: number) => Promise<Header | undefined>

/** What voters must agree on in a header. */
const keyOf = ({ hash, parentHash, timestampS }: Header): string => `${hash} ${parentHash} ${timestampS}`
