import { setImmediate as endOfTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../host/clock.ts'
import type { AccessStore, BucketAsk, BucketGrant } from '../../stores/accessStore.ts'
import { withTimeout } from './withTimeout.ts'

/** A bucket that holds `burst` calls and fills with `ratePerS`. */
export type Limit = { ratePerS: number; burst: number }

export const perMinute = (count: number): Limit => ({ ratePerS: count / 60, burst: count })

export type Verdict = {
  allowed: boolean
  limit: number
  remaining: number
  /** Until the bucket is full. */
  resetS: number
  /** Until the next call is allowed; 0 when one is. */
  retryAfterS: number
}

/** Bounds calls across all processes. Rejects with `LimiterDown` where the store does not answer. */
export type Limiter = {
  take(name: string, limit: Limit): Verdict | Promise<Verdict>
  /** In this process alone: for the time without a store. */
  takeHere(name: string, limit: Limit): Verdict
  /** What was last known, without taking anything. */
  look(name: string, limit: Limit): Verdict
}

export class LimiterDown extends Error {
  override readonly name = 'LimiterDown'
}

/**
 * The shared bucket is the only law: nobody is let in without a call granted by it. What makes it fast:
 *
 * - One statement is under way at a time, for all buckets and all calls that came meanwhile.
 * - A process that was refused knows when the bucket can have its next call, and does not ask before.
 * - Of a large bucket a process takes some more than it needs and uses them within `holdMs`. Calls of a window are then
 *   granted in that window or `holdMs` before it: at most burst + rate · (window + holdMs). So the bucket is asked to hold
 *   that much less, and burst + rate · window is kept whatever the number of processes. Small buckets are never held from.
 */
type Pocket = {
  /** Granted and not used, good until then. */
  held: number
  heldUntilMs: number
  /** Used of what was granted in advance since the last question: as many are asked for next time. */
  used: number
  /** In the shared bucket when it last answered. */
  left: number
  leftAtMs: number
  waiting: Waiting[]
}

type Waiting = { resolve(verdict: Verdict): void; reject(error: Error): void }

const pocketsMax = 50_000
const namesPerStatementMax = 500
const heldShareMax = 0.02
const heldMin = 8
const holdMsMax = 100
// A store that does not answer is not asked by every call.
const downMs = 1_000

type LimiterWorld = { access?: Pick<AccessStore, 'take'>; clock: Clock }

export function createLimiter({ access, clock }: LimiterWorld): Limiter {
  const pockets = new LRUCache<string, Pocket>({ max: pocketsMax })
  const here = new LRUCache<string, { tokens: number; atMs: number }>({ max: pocketsMax })
  let queue = new Map<string, { pocket: Pocket; limit: Limit }>()
  let asking = false
  let downUntilMs = 0

  const pocketOf = (name: string, limit: Limit, nowMs: number): Pocket => {
    const kept = pockets.get(name)
    if (kept) return kept
    const fresh = { held: 0, heldUntilMs: 0, used: 0, left: limit.burst, leftAtMs: nowMs, waiting: [] }
    pockets.set(name, fresh)
    return fresh
  }

  const ask = async (): Promise<void> => {
    asking = true
    await endOfTurn() // calls that were read together are asked for together
    while (queue.size > 0) {
      const batch = [...queue].slice(0, namesPerStatementMax)
      for (const [name] of batch) queue.delete(name)
      const rounds = batch.map(([name, { pocket, limit }]) => {
        const waiting = pocket.waiting
        pocket.waiting = []
        return { name, pocket, limit, waiting, askedMs: clock.monotonicMs() }
      })
      try {
        const grants = await withTimeout(access!.take(rounds.map(askOf), clock.nowMs()), clock)
        for (const [index, round] of rounds.entries()) settle(round, grants[index]!, clock.monotonicMs())
      } catch {
        downUntilMs = clock.monotonicMs() + downMs
        const failed = [
          ...rounds.map(({ waiting }) => waiting),
          ...[...queue.values()].map(({ pocket }) => emptied(pocket)),
        ]
        queue = new Map()
        for (const { reject } of failed.flat()) reject(new LimiterDown('the store of limits does not answer'))
      }
    }
    asking = false
  }

  const takeHere = (name: string, limit: Limit): Verdict => {
    const nowMs = clock.monotonicMs()
    const kept = here.get(name)
    const level = kept ? levelAt(kept.tokens, kept.atMs, limit, nowMs) : limit.burst
    const allowed = level >= 1
    here.set(name, { tokens: allowed ? level - 1 : level, atMs: nowMs })
    return verdictOf(allowed, limit, allowed ? level - 1 : level)
  }

  return {
    takeHere,
    look(name, limit) {
      const nowMs = clock.monotonicMs()
      const pocket = access ? pockets.peek(name) : undefined
      const local = access ? undefined : here.peek(name)
      if (pocket) return verdictOf(true, limit, levelAt(pocket.left, pocket.leftAtMs, limit, nowMs))
      return verdictOf(true, limit, local ? levelAt(local.tokens, local.atMs, limit, nowMs) : limit.burst)
    },
    take(name, limit) {
      if (!access) return takeHere(name, limit)
      const nowMs = clock.monotonicMs()
      const pocket = pocketOf(name, limit, nowMs)
      if (pocket.held > 0 && nowMs < pocket.heldUntilMs) {
        pocket.held -= 1
        pocket.used += 1
        return verdictOf(true, limit, pocket.left + pocket.held)
      }
      const level = levelAt(pocket.left, pocket.leftAtMs, limit, nowMs)
      if (level < 1) return verdictOf(false, limit, level)
      if (nowMs < downUntilMs) return Promise.reject(new LimiterDown('the store of limits did not answer'))
      return new Promise((resolve, reject) => {
        pocket.waiting.push({ resolve, reject })
        queue.set(name, { pocket, limit })
        if (!asking) void ask()
      })
    },
  }
}

type Round = { name: string; pocket: Pocket; limit: Limit; waiting: Waiting[]; askedMs: number }

function askOf({ name, pocket, limit, waiting }: Round): BucketAsk {
  const { heldMax } = holdingOf(limit)
  // As many in advance as came in the last round, so that a quiet process leaves the calls to the others.
  const ahead = Math.min(heldMax, waiting.length + pocket.used)
  pocket.used = 0
  return { name, want: waiting.length + ahead, ratePerS: limit.ratePerS, burst: limit.burst - heldMax }
}

function settle({ pocket, limit, waiting, askedMs }: Round, { granted, left }: BucketGrant, nowMs: number): void {
  const { holdMs } = holdingOf(limit)
  pocket.left = left
  pocket.leftAtMs = nowMs
  pocket.held = Math.max(0, granted - waiting.length)
  pocket.heldUntilMs = askedMs + holdMs
  for (const [index, { resolve }] of waiting.entries()) {
    resolve(verdictOf(index < granted, limit, index < granted ? left + pocket.held : Math.min(left, belowOne)))
  }
}

const belowOne = 1 - 1e-9

/** How many calls of a bucket may be held in advance, and for how long. */
export function holdingOf({ ratePerS, burst }: Limit): { heldMax: number; holdMs: number } {
  const heldMax = Math.floor(Math.min(burst * heldShareMax, (ratePerS * holdMsMax) / 1_000))
  return heldMax < heldMin ? { heldMax: 0, holdMs: 0 } : { heldMax, holdMs: (heldMax / ratePerS) * 1_000 }
}

const levelAt = (tokens: number, atMs: number, { ratePerS, burst }: Limit, nowMs: number): number =>
  Math.min(burst, tokens + ((nowMs - atMs) / 1_000) * ratePerS)

function verdictOf(allowed: boolean, { ratePerS, burst }: Limit, level: number): Verdict {
  return {
    allowed,
    limit: burst,
    remaining: Math.max(0, Math.floor(level)),
    resetS: Math.ceil((burst - level) / ratePerS),
    retryAfterS: allowed ? 0 : Math.max(1, Math.ceil((1 - level) / ratePerS)),
  }
}

function emptied(pocket: Pocket): Waiting[] {
  const { waiting } = pocket
  pocket.waiting = []
  return waiting
}
