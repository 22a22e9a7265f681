import type { Clock } from '../host/clock.ts'
import { type BridgeProvider, type Deadline, ProviderRefusal, type SwapProvider } from './provider.ts'

export type BreakerSettings = {
  /** Failures in a row that take a provider out. Of those of one quote, which asks for many ways at once, the first counts. */
  failuresMax: number
  /** How long it stays out before one question is let through; doubles with each try that fails. */
  restMs: number
  restMsMax: number
}

export const breakerDefaults: BreakerSettings = { failuresMax: 5, restMs: 5_000, restMsMax: 300_000 }

export type ProviderHealth = { inService: boolean; detail: string }
type Guarded<P> = P & { health(): ProviderHealth }
export type GuardedProvider = Guarded<SwapProvider> | Guarded<BridgeProvider>

/** What became of one question, for those who count. */
export type ProviderAnswer = { name: string; outcome: 'ok' | ProviderRefusal['reason']; tookMs: number; why: string }

type Quoting<L, Q> = { name: string; quote(leg: L, deadline: Deadline): Promise<Q> }

/**
 * A provider that fails: its errors become refusals with a reason, its answers are awaited only until the deadline, and after
 * `failuresMax` quotes in a row that it failed it is not asked for `restMs`. Then one question probes it: an answer closes the breaker, a failure
 * doubles the rest. A refusal such as "too small" is an answer; only timeouts and errors count as failures.
 */
export function createCircuitBreaker<P, L, Q>(
  provider: P & Quoting<L, Q>,
  clock: Clock,
  settings: BreakerSettings = breakerDefaults,
  onAnswer: (answer: ProviderAnswer) => void = () => {},
): Guarded<P> {
  let failures = 0
  let restMs = settings.restMs
  let outUntilMs: number | undefined
  let probing = false
  const counted = new WeakSet<Deadline>()

  const failed = (deadline: Deadline): void => {
    if (counted.has(deadline)) return
    counted.add(deadline)
    failures++
    if (outUntilMs !== undefined) restMs = Math.min(restMs * 2, settings.restMsMax)
    if (failures >= settings.failuresMax) outUntilMs = clock.nowMs() + restMs
  }
  const answered = (): void => {
    failures = 0
    restMs = settings.restMs
    outUntilMs = undefined
  }

  const quote = async (leg: L, deadline: Deadline): Promise<Q> => {
    if (outUntilMs !== undefined && (probing || clock.nowMs() < outUntilMs)) {
      throw new ProviderRefusal('outOfService', `${provider.name} has failed repeatedly and rests`)
    }
    const isProbe = outUntilMs !== undefined
    if (isProbe) probing = true
    const startedMs = clock.monotonicMs()
    const tell = (outcome: ProviderAnswer['outcome'], why: string) =>
      onAnswer({ name: provider.name, outcome, tookMs: clock.monotonicMs() - startedMs, why })
    try {
      const found = await withDeadline(provider.quote(leg, deadline), deadline.signal)
      answered()
      tell('ok', '')
      return found
    } catch (error) {
      const refusal = error instanceof ProviderRefusal ? error : new ProviderRefusal('failed', 'it failed to answer')
      if (refusal.reason === 'failed' || refusal.reason === 'timedOut') failed(deadline)
      else if (refusal.reason !== 'outOfService') answered()
      tell(refusal.reason, refusal.message)
      throw refusal
    } finally {
      if (isProbe) probing = false
    }
  }

  const health = (): ProviderHealth =>
    outUntilMs === undefined
      ? { inService: true, detail: 'ok' }
      : { inService: false, detail: `${failures} failures in a row` }
  return { ...provider, quote, health }
}

function withDeadline<Q>(answer: Promise<Q>, signal: AbortSignal): Promise<Q> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new ProviderRefusal('timedOut', 'it did not answer in time'))
    if (signal.aborted) late()
    signal.addEventListener('abort', late, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
  })
}
