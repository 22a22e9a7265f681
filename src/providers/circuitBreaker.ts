import type { Chain } from '../chains/chain.ts'
import { addressKey } from '../evm/address.ts'
import type { Clock } from '../host/clock.ts'
import { ServiceError } from '../interface/errors.ts'
import {
  type BridgeProvider,
  type Corridor,
  type Deadline,
  type ProviderHealth,
  ProviderRefusal,
  type ProviderRest,
  type RefusalReason,
  type RouteLeg,
  type SwapProvider,
} from './provider.ts'

/**
 * A breaker per provider and corridor: a chain for swaps, a pair of chains and a token for bridges. States:
 *
 * | state   | means                                             | a request                                      |
 * |---------|---------------------------------------------------|------------------------------------------------|
 * | closed  | fewer than `failuresMax` failures in a row        | is sent                                        |
 * | resting | that many quotes in a row failed                  | is refused until `untilMs`                     |
 * | probing | the rest is over, and one request is under way    | is refused; that one decides                   |
 *
 * - closed → resting: the `failuresMax`th failed quote in a row. A quote makes many requests and counts once.
 * - probing → closed: an answer. probing → resting: a failure, with twice the rest. Any other outcome decides
 *   nothing: the next request probes.
 * - Requests sent before the rest began change nothing, whether they fail or not.
 *
 * Only `failed` is the provider's failure: its service or contract is away or answers nonsense. Silent nodes, an
 * oracle without a price, the caller's time limit and a busy event loop are ours (`timedOut`) and open nothing.
 */
export type BreakerSettings = {
  failuresMax: number
  /** How long the first rest is. */
  restMs: number
  restMsMax: number
}

export const breakerDefaults: BreakerSettings = { failuresMax: 5, restMs: 5_000, restMsMax: 300_000 }

type Guarded<P> = P & { health(corridor?: Corridor): ProviderHealth }
export type GuardedProvider = Guarded<SwapProvider> | Guarded<BridgeProvider>

/** The outcome of one request, for metrics. */
export type ProviderAnswer = { name: string; outcome: 'ok' | RefusalReason; tookMs: number; why: string }

export type BreakerOptions = {
  clock: Clock
  /** For their names and the health of their nodes. */
  chains: ReadonlyMap<number, Pick<Chain, 'definition' | 'health'>>
  settings?: BreakerSettings
  onAnswer?(answer: ProviderAnswer): void
  onRest?(event: ProviderRest): void
}

type Rest = { sinceMs: number; untilMs: number; restMs: number; isProbing: boolean }
/** Kept only while the last request failed. These are few: a provider fails on configured corridors only. */
type Failing = { corridor: Corridor; failures: number; why: string; counted: WeakSet<Deadline>; rest?: Rest }

type Quoting<L, Q> = { name: string; quote(leg: L, deadline: Deadline): Promise<Q> }

/** Refusals that show that the provider was asked and answered. */
const answers: readonly RefusalReason[] = ['tooSmall', 'tooLarge', 'noLiquidity']

export function createCircuitBreaker<P, L extends RouteLeg, Q>(
  provider: P & Quoting<L, Q>,
  { clock, chains, settings = breakerDefaults, onAnswer, onRest }: BreakerOptions,
): Guarded<P> {
  const failing = new Map<string, Failing>()

  const emitRest = (state: ProviderRest['state'], { corridor, failures, why }: Failing, { sinceMs, untilMs }: Rest) =>
    onRest?.({ provider: provider.name, corridor, state, failures, why, sinceMs, untilMs })

  const failed = (leg: RouteLeg, deadline: Deadline, why: string, probed: Rest | undefined): void => {
    const corridor = corridorOf(leg)
    const key = keyOf(corridor)
    const known = failing.get(key) ?? { corridor, failures: 0, why, counted: new WeakSet() }
    if (known.rest !== probed || known.counted.has(deadline)) return
    failing.set(key, known)
    known.counted.add(deadline)
    known.failures++
    known.why = why
    if (!probed && known.failures < settings.failuresMax) return
    const nowMs = clock.nowMs()
    const restMs = probed ? Math.min(probed.restMs * 2, settings.restMsMax) : settings.restMs
    known.rest = { sinceMs: probed?.sinceMs ?? nowMs, untilMs: nowMs + restMs, restMs, isProbing: false }
    emitRest(probed ? 'restsOn' : 'resting', known, known.rest)
  }
  const answered = (leg: RouteLeg, probed: Rest | undefined): void => {
    const key = keyOf(corridorOf(leg))
    const known = failing.get(key)
    if (!known || known.rest !== probed) return
    failing.delete(key)
    if (probed) emitRest('served', known, probed)
  }

  const quote = async (leg: L, deadline: Deadline): Promise<Q> => {
    const known = failing.get(keyOf(corridorOf(leg)))
    const probed = known?.rest
    if (known && probed && (probed.isProbing || clock.nowMs() < probed.untilMs))
      throw new ProviderRefusal('outOfService', describeRest(known, probed))
    if (deadline.signal.aborted) throw new ProviderRefusal('timedOut', await describeLateLeg(leg))
    if (probed) probed.isProbing = true
    const startedMs = clock.monotonicMs()
    const tell = (outcome: ProviderAnswer['outcome'], why: string) =>
      onAnswer?.({ name: provider.name, outcome, tookMs: clock.monotonicMs() - startedMs, why })
    try {
      const found = await withDeadline(provider.quote(leg, deadline), deadline.signal, () => describeLateLeg(leg))
      answered(leg, probed)
      tell('ok', '')
      return found
    } catch (error) {
      const refusal = error instanceof ProviderRefusal ? error : refusalOf(error)
      // Nonsense from a contract may be a node's lie: refuse now, do not open the breaker.
      const isOwn = !(error instanceof ServiceError)
      if (refusal.reason === 'failed' && isOwn && isOfEverybody(leg)) failed(leg, deadline, refusal.message, probed)
      else if (answers.includes(refusal.reason)) answered(leg, probed)
      tell(refusal.reason, refusal.message)
      throw refusal
    } finally {
      if (probed) probed.isProbing = false
    }
  }

  const nameOf = (chainId: number): string => chains.get(chainId)?.definition.name ?? `chain ${chainId}`

  const describeRest = ({ corridor, failures, why }: Failing, { sinceMs, untilMs }: Rest): string => {
    const { chainId, destinationChainId } = corridor
    const where =
      destinationChainId === undefined
        ? `on ${nameOf(chainId)}`
        : `from ${nameOf(chainId)} to ${nameOf(destinationChainId)}`
    return `it failed ${failures} times in a row ${where} (${why}); it rests since ${timeOf(sinceMs)} until ${timeOf(untilMs)} UTC, and then one quote tries it`
  }

  /** Why an answer is late: unhealthy nodes of the leg's chains, or this service. */
  const describeLateLeg = async (leg: RouteLeg): Promise<string> => {
    const { chainId, destinationChainId = chainId } = corridorOf(leg)
    for (const id of new Set([chainId, destinationChainId]))
      if ((await chains.get(id)?.health())?.healthy === false)
        return `the nodes of ${nameOf(id)} did not answer in time`
    return 'this service or its nodes are too slow at the moment'
  }

  const health = (corridor?: Corridor): ProviderHealth => {
    const wanted = corridor && keyOf(corridor)
    const resting = [...failing].flatMap(([key, one]) =>
      one.rest && (wanted ?? key) === key ? [describeRest(one, one.rest)] : [],
    )
    return { inService: resting.length === 0, detail: resting.join('; ') || 'ok' }
  }
  return { ...provider, quote, health }
}

const corridorOf = (leg: RouteLeg): Corridor =>
  leg.kind === 'bridge'
    ? { chainId: leg.chainId, destinationChainId: leg.destinationChainId, token: leg.tokenIn }
    : { chainId: leg.chainId }

const keyOf = ({ chainId, destinationChainId, token }: Corridor): string =>
  [chainId, destinationChainId, token && addressKey(token)].join(' ')

/** A caller's own token can make an aggregator answer nonsense at will, so such failures do not count. */
const isOfEverybody = (leg: RouteLeg): boolean => leg.kind === 'bridge' || leg.trial?.isListed !== false

/** Errors other than refusals. Chain reads throw ServiceError (no node, bad contract answer) or NodeError (refused). */
function refusalOf(error: unknown): ProviderRefusal {
  if (error instanceof ServiceError)
    return new ProviderRefusal(error.error === 'QueryFailed' ? 'failed' : 'timedOut', error.detail ?? error.message)
  const isNode = error instanceof Error && error.name === 'NodeError'
  return isNode
    ? new ProviderRefusal('timedOut', `a node refused a read: ${error.message}`)
    : new ProviderRefusal('failed', 'it failed to answer')
}

const timeOf = (atMs: number): string => new Date(atMs).toISOString().slice(11, 19)

function withDeadline<Q>(answer: Promise<Q>, signal: AbortSignal, describeLateLeg: () => Promise<string>): Promise<Q> {
  return new Promise((resolve, reject) => {
    const late = () => void describeLateLeg().then((why) => reject(new ProviderRefusal('timedOut', why)), reject)
    signal.addEventListener('abort', late, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
  })
}
