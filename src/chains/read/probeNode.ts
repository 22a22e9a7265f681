import type { Clock } from '../../host/clock.ts'
import type { ChainDefinition } from '../chainDefinition.ts'
import type { ChainEvents } from '../chainEvents.ts'
import type { ChainLimits } from '../chainLimits.ts'
import { type Node, NodeError } from './node.ts'
import { type Header, type RpcBlock, toHeader } from './parseRpc.ts'

/** Result of the latest probes of one node. */
export type NodeState = {
  readonly node: Node
  head?: Header
  /** Probes in a row that failed. */
  failures: number
  healthy: boolean
  /** Why it is not healthy; empty when it is. */
  why: string
  chainCheckedAtMs?: number
  /** When its socket last announced a block (monotonic clock); absent without a socket or if it fell behind. */
  announcedAtMs?: number
  wrongChain?: boolean
  /** Its health was reported at least once: a node that fails its first probe is reported too. */
  isTold?: boolean
}

type ProbeContext = {
  states: readonly NodeState[]
  definition: ChainDefinition
  clock: Clock
  limits: ChainLimits
  events: ChainEvents
  /** Present poll interval of a node: blocks since its last poll do not count as lag. */
  pollEveryMs(state: NodeState): number
}

/** Reads a node's newest block, every `chainCheckMs` its chain id. Updates all nodes: lag is relative to the best. */
export async function probeNode(state: NodeState, context: ProbeContext): Promise<void> {
  const { definition, clock, limits } = context
  const { node } = state
  const nowMs = clock.monotonicMs()
  const checkChain =
    state.chainCheckedAtMs === undefined || state.failures > 0 || nowMs - state.chainCheckedAtMs > limits.chainCheckMs
  try {
    const [block, chainId] = await Promise.all([
      node.call<RpcBlock | null>('eth_getBlockByNumber', ['latest', false], { timeoutMs: limits.probeTimeoutMs }),
      checkChain ? node.call<string>('eth_chainId', [], { timeoutMs: limits.probeTimeoutMs }) : undefined,
    ])
    if (!block) throw new NodeError('answer', `${node.name} has no blocks`)
    if (chainId !== undefined) {
      state.chainCheckedAtMs = nowMs
      state.wrongChain = Number(chainId) !== definition.id
    }
    state.head = toHeader(block)
    state.failures = 0
  } catch (error) {
    // A rate-limited node is alive: keep its last head.
    if (!(error instanceof NodeError && error.kind === 'busy')) state.failures++
    state.why = error instanceof Error ? error.message : 'failed'
  }
  for (const each of context.states) updateHealth(each, context)
}

function updateHealth(
  state: NodeState,
  { states, definition, clock, limits, events, pollEveryMs }: ProbeContext,
): void {
  const why = fault()
  const healthy = why === ''
  const wasAsked = state.head !== undefined || state.failures > 0
  const changed = healthy !== state.healthy || (wasAsked && !state.isTold)
  state.isTold ||= changed
  state.healthy = healthy
  state.why = why
  if (changed) events.nodeHealth({ chainId: definition.id, node: state.node.name, healthy, why })

  function fault(): string {
    if (!state.head) return state.failures > 0 ? state.why || 'does not answer' : 'not asked yet'
    if (state.failures >= limits.probeFailuresMax) return state.why || 'does not answer'
    if (state.wrongChain) return 'serves another chain'
    const best = Math.max(
      ...states.map((each) => (each.wrongChain || each.failures > 0 ? 0 : (each.head?.number ?? 0))),
    )
    const since = Math.ceil(pollEveryMs(state) / definition.blockTimeMs)
    if (best - state.head.number > limits.lagBlocksMax + since) return `is ${best - state.head.number} blocks behind`
    const skewMs = state.node.clockSkewMs() ?? 0
    if (Math.abs(skewMs) > limits.clockSkewMsMax) return `has a clock that is ${Math.round(skewMs / 1_000)} s off`
    const ageMs = clock.nowMs() - state.head.timestampS * 1_000
    if (definition.staleAfterMs !== undefined && ageMs > definition.staleAfterMs) {
      return `has had no new block for ${Math.round(ageMs / 1_000)} s`
    }
    return ''
  }
}
