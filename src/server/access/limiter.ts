import { setImmediate as endOfTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../host/clock.ts'
import type { AccessStore, BucketGrant, BucketRequest } from '../../stores/accessStore.ts'
import { withTimeout } from './withTimeout.ts'

/**
 * A call is admitted only after the Postgres bucket granted it. A process sees a bucket in one of these states:
 *
 * | state      | means                                           | `take` answers                                    |
 * |------------|-------------------------------------------------|---------------------------------------------------|
 * | prefetched | fresh grants are left from an earlier statement | admitted at once, one grant fewer                 |
 * | empty      | the last known level, refilled, is below one    | refused at once, without a statement              |
 * | down       | the store failed less than `downMs` ago         | rejects with `LimiterDown`, without a statement   |
 * | asking     | none of these                                   | waits for the next statement: admitted or refused |
 *
 * - asking → prefetched: the statement granted more calls than were waiting.
 * - asking → empty: it granted fewer; the calls that came last are refused. Time alone leads from empty to asking.
 * - asking → down: the statement failed or took longer than `withTimeout` allows; all waiting calls are rejected.
 * - prefetched → asking: the grants are used up, or older than `prefetchMs`.
 * - down → asking: `downMs` are over. Until then the checks admit reads by `takeLocal`, and refuse what moves value.
 *
 * Postgres counts a grant before its call is admitted. A process that ends with unused grants, or abandons a statement
 * that Postgres still executes, wastes grants: it admits less, never more.
 *
 * It is fast because one statement at a time serves all buckets and all calls that came meanwhile, an empty bucket
 * costs no statement, and large buckets are prefetched. The price of prefetching: a window's calls may be granted up to
 * `prefetchMs` before it, at most burst + rate · (window + prefetchMs). So the bucket is made that much smaller, and
 * burst + rate · window holds for any number of processes. Small buckets are not prefetched; their burst stays whole.
 */

/** A bucket that holds `burst` calls and fills with `ratePerS`. */
export type Limit = { ratePerS: number; burst: number }

export const perMinute = (count: number): Limit => ({ ratePerS: count / 60, burst: count })

export type LimitVerdict = {
  allowed: boolean
  /** Calls added per second. */
  ratePerS: number
  /** Calls that a full bucket holds. */
  limit: number
  remaining: number
  /** Seconds until the bucket is full. */
  resetS: number
  /** Seconds until the next call is allowed; 0 if this one was. */
  retryAfterS: number
}

/** Bounds calls across all processes. Rejects with `LimiterDown` if the store does not answer. */
export type Limiter = {
  take(name: string, limit: Limit): LimitVerdict | Promise<LimitVerdict>
  /** Counts in this process alone, while the store does not answer. */
  takeLocal(name: string, limit: Limit): LimitVerdict
  /** The last known level, without taking a call. */
  look(name: string, limit: Limit): LimitVerdict
}

export class LimiterDown extends Error {
  override readonly name = 'LimiterDown'
}

/** A process's view of one bucket. */
type Bucket = {
  /** Grants not used yet; they lapse at `prefetchedUntilMs`. */
  prefetched: number
  prefetchedUntilMs: number
  /** Prefetched grants used since the last statement; the next one prefetches these plus one per waiting call. */
  used: number
  /** The level of the Postgres bucket when it last answered. */
  left: number
  leftAtMs: number
  waiting: Waiting[]
}

type Waiting = { resolve(verdict: LimitVerdict): void; reject(error: Error): void }

const bucketsMax = 50_000
const namesPerStatementMax = 500
const prefetchShareMax = 0.02
const prefetchMin = 8
const prefetchMsMax = 100
// After a failure, reject calls for this long without a statement, so that a store that is down is not flooded.
const downMs = 1_000

type LimiterPorts = { access?: Pick<AccessStore, 'take'>; clock: Clock }

export function createLimiter({ access, clock }: LimiterPorts): Limiter {
  const buckets = new LRUCache<string, Bucket>({ max: bucketsMax })
  const local = new LRUCache<string, { tokens: number; atMs: number }>({ max: bucketsMax })
  let queue = new Map<string, { bucket: Bucket; limit: Limit }>()
  let asking = false
  let downUntilMs = 0

  const bucketOf = (name: string, limit: Limit, nowMs: number): Bucket => {
    const kept = buckets.get(name)
    if (kept) return kept
    const fresh = { prefetched: 0, prefetchedUntilMs: 0, used: 0, left: limit.burst, leftAtMs: nowMs, waiting: [] }
    buckets.set(name, fresh)
    return fresh
  }

  const askStore = async (): Promise<void> => {
    asking = true
    await endOfTurn() // so that calls of the same turn share a statement
    while (queue.size > 0) {
      const batch = [...queue].slice(0, namesPerStatementMax)
      for (const [name] of batch) queue.delete(name)
      const requests = batch.map(([name, { bucket, limit }]) => {
        const waiting = bucket.waiting
        bucket.waiting = []
        return { name, bucket, limit, waiting, askedMs: clock.monotonicMs() }
      })
      try {
        const grants = await withTimeout(access!.take(requests.map(bucketRequestOf), clock.nowMs()), clock)
        for (const [index, request] of requests.entries()) applyGrant(request, grants[index]!, clock.monotonicMs())
      } catch {
        // Every waiting call gets `LimiterDown`; its check falls back to the limit of this process, or refuses.
        downUntilMs = clock.monotonicMs() + downMs
        const failed = [
          ...requests.map(({ waiting }) => waiting),
          ...[...queue.values()].map(({ bucket }) => takeWaiting(bucket)),
        ]
        queue = new Map()
        for (const { reject } of failed.flat()) reject(new LimiterDown('the store of limits does not answer'))
      }
    }
    asking = false
  }

  const takeLocal = (name: string, limit: Limit): LimitVerdict => {
    const nowMs = clock.monotonicMs()
    const kept = local.get(name)
    const level = kept ? levelAt(kept.tokens, kept.atMs, limit, nowMs) : limit.burst
    const allowed = level >= 1
    local.set(name, { tokens: allowed ? level - 1 : level, atMs: nowMs })
    return verdictOf(allowed, limit, allowed ? level - 1 : level)
  }

  return {
    takeLocal,
    look(name, limit) {
      const nowMs = clock.monotonicMs()
      const bucket = access ? buckets.peek(name) : undefined
      const own = access ? undefined : local.peek(name)
      if (bucket) return verdictOf(true, limit, levelAt(bucket.left, bucket.leftAtMs, limit, nowMs))
      return verdictOf(true, limit, own ? levelAt(own.tokens, own.atMs, limit, nowMs) : limit.burst)
    },
    take(name, limit) {
      if (!access) return takeLocal(name, limit)
      const nowMs = clock.monotonicMs()
      const bucket = bucketOf(name, limit, nowMs)
      if (bucket.prefetched > 0 && nowMs < bucket.prefetchedUntilMs) {
        bucket.prefetched -= 1
        bucket.used += 1
        return verdictOf(true, limit, bucket.left + bucket.prefetched)
      }
      const level = levelAt(bucket.left, bucket.leftAtMs, limit, nowMs)
      if (level < 1) return verdictOf(false, limit, level)
      if (nowMs < downUntilMs) return Promise.reject(new LimiterDown('the store of limits did not answer'))
      return new Promise((resolve, reject) => {
        bucket.waiting.push({ resolve, reject })
        queue.set(name, { bucket, limit })
        if (!asking) void askStore()
      })
    },
  }
}

type GrantRequest = { name: string; bucket: Bucket; limit: Limit; waiting: Waiting[]; askedMs: number }

function bucketRequestOf({ name, bucket, limit, waiting }: GrantRequest): BucketRequest {
  const { prefetchMax } = prefetchOf(limit)
  // Prefetch as many as came since the last statement, so that a quiet process leaves grants to the others.
  const ahead = Math.min(prefetchMax, waiting.length + bucket.used)
  bucket.used = 0
  return { name, want: waiting.length + ahead, ratePerS: limit.ratePerS, burst: limit.burst - prefetchMax }
}

function applyGrant(
  { bucket, limit, waiting, askedMs }: GrantRequest,
  { granted, left }: BucketGrant,
  nowMs: number,
): void {
  const { prefetchMs } = prefetchOf(limit)
  bucket.left = left
  bucket.leftAtMs = nowMs
  bucket.prefetched = Math.max(0, granted - waiting.length)
  bucket.prefetchedUntilMs = askedMs + prefetchMs
  for (const [index, { resolve }] of waiting.entries()) {
    resolve(verdictOf(index < granted, limit, index < granted ? left + bucket.prefetched : Math.min(left, belowOne)))
  }
}

const belowOne = 1 - 1e-9

/** The number of calls that a process may prefetch from a bucket, and their lifetime. */
export function prefetchOf({ ratePerS, burst }: Limit): { prefetchMax: number; prefetchMs: number } {
  const prefetchMax = Math.floor(Math.min(burst * prefetchShareMax, (ratePerS * prefetchMsMax) / 1_000))
  return prefetchMax < prefetchMin
    ? { prefetchMax: 0, prefetchMs: 0 }
    : { prefetchMax, prefetchMs: (prefetchMax / ratePerS) * 1_000 }
}

const levelAt = (tokens: number, atMs: number, { ratePerS, burst }: Limit, nowMs: number): number =>
  Math.min(burst, tokens + ((nowMs - atMs) / 1_000) * ratePerS)

function verdictOf(allowed: boolean, { ratePerS, burst }: Limit, level: number): LimitVerdict {
  return {
    allowed,
    ratePerS,
    limit: burst,
    remaining: Math.max(0, Math.floor(level)),
    resetS: Math.ceil((burst - level) / ratePerS),
    retryAfterS: allowed ? 0 : Math.max(1, Math.ceil((1 - level) / ratePerS)),
  }
}

function takeWaiting(bucket: Bucket): Waiting[] {
  const { waiting } = bucket
  bucket.waiting = []
  return waiting
}
