import type { Clock } from '../../host/clock.ts'
import type { Random } from '../../host/random.ts'
import type { ChainLimits } from '../chainLimits.ts'

/** When a node may be called, and with how many calls. */
export type RateLimiter = {
  /** Milliseconds until a call may be sent; 0 when one may now. */
  restMs(): number
  /** Calls that may be sent now: at least 1 while `restMs` is 0. */
  room(): number
  sent(calls: number): void
  /** The node answered without a rate error. */
  accepted(): void
  /** The node refused because of the rate; `retryAfterMs` is what it asked for. */
  refused(retryAfterMs: number | undefined): void
}

/** The rate that a node refused is measured over this window. */
const rateWindowMs = 1_000

/**
 * A token bucket of `callsPerS`, and a rest after each refusal. Without a configured rate there is no limit until the
 * first refusal; then half of the last second's calls, and a fifth more per `rateGrowMs` without another refusal.
 */
export function createRateLimiter(options: { limits: ChainLimits; clock: Clock; random: Random }): RateLimiter {
  const { limits, clock, random } = options
  const most = limits.callsPerS > 0 ? limits.callsPerS : Number.POSITIVE_INFINITY
  let rate = most
  let rateChangedAtMs = 0
  let level = burstOf(rate)
  let filledAtMs = clock.monotonicMs()
  let restUntilMs = 0
  /** Refusals in a row. */
  let streak = 0
  const recent: { atMs: number; calls: number }[] = []

  function refill(): void {
    const nowMs = clock.monotonicMs()
    if (rate < most && nowMs - rateChangedAtMs >= limits.rateGrowMs) {
      // No second needs more than `learntCallsPerSMax`, so a higher learnt rate is dropped.
      rate = rate > limits.learntCallsPerSMax ? most : Math.min(most, rate * 1.2)
      rateChangedAtMs = nowMs
    }
    if (rate === Number.POSITIVE_INFINITY) level = rate
    else level = Math.min(burstOf(rate), level + ((nowMs - filledAtMs) / 1_000) * rate)
    filledAtMs = nowMs
  }

  function sentLately(): number {
    const sinceMs = clock.monotonicMs() - rateWindowMs
    while (recent.length > 0 && recent[0]!.atMs < sinceMs) recent.shift()
    return recent.reduce((sum, { calls }) => sum + calls, 0)
  }

  return {
    restMs: () => {
      const restMs = restUntilMs - clock.monotonicMs()
      if (restMs > 0) return Math.ceil(restMs)
      refill()
      return level >= 1 ? 0 : Math.max(1, Math.ceil(((1 - level) / rate) * 1_000))
    },
    room: () => Math.max(1, Math.floor(level)),
    sent: (calls) => {
      recent.push({ atMs: clock.monotonicMs(), calls })
      sentLately()
      level -= calls
    },
    accepted: () => {
      streak = 0
    },
    refused: (retryAfterMs) => {
      const nowMs = clock.monotonicMs()
      // Concurrent requests are refused together; the first refusal has set the rest.
      if (restUntilMs > nowMs && retryAfterMs === undefined) return
      const slower = Math.max(1, Math.min(rate, sentLately()) / 2)
      if (restUntilMs <= nowMs && slower < rate) {
        rate = slower
        rateChangedAtMs = nowMs
        level = 0
      }
      const asked = retryAfterMs ?? Math.min(limits.restMsMax, limits.restMs * 2 ** Math.min(streak++, 10))
      // Jitter only lengthens the rest: a node that named a time refuses earlier calls.
      restUntilMs = Math.max(restUntilMs, nowMs + asked * (1 + random.next() / 4))
    },
  }
}

/** A quarter second's calls: providers count per second, and a burst of a full second would double the first one. */
const burstOf = (rate: number): number => Math.max(1, rate / 4)
