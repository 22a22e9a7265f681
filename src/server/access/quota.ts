import { setImmediate as endOfTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../host/clock.ts'
import type { Random } from '../../host/random.ts'
import type { AccessStore } from '../../stores/accessStore.ts'
import { withTimeout } from './withTimeout.ts'

/** Units that a call has cost; returned if a later check refuses the call. */
export type UnitCharge = { projectId: number; cycleStartMs: number; units: number }

export type QuotaRequest = {
  projectId: number
  anchorDay: number
  units: number
  unitsMax: number
  /** The call moves value, so it is never admitted before its units are in the store. */
  movesValue: boolean
}

export type QuotaAnswer = { spent: boolean; remaining: number; cycleEndMs: number; charge: UnitCharge }

/** Counts units by project and month. Never prefetches: a crash would charge the project for calls never made. */
export type Quota = {
  /** Synchronous if the units are counted later. */
  spend(request: QuotaRequest): QuotaAnswer | Promise<QuotaAnswer>
  /** Whether the units are there, without spending them. */
  peek(request: QuotaRequest): Promise<QuotaAnswer>
  giveBack(charge: UnitCharge): Promise<void>
  /** Units used by the store's last answer, plus those not counted yet. */
  lastUsed(request: QuotaRequest): number | undefined
  /** At shutdown: writes units not counted yet, and checks once more the statements without an answer. */
  flush(): Promise<void>
}

/** The beginning of the monthly cycle that `nowMs` is in: midnight UTC of the anchor day. */
export function cycleStartMs(nowMs: number, anchorDay: number): number {
  const now = new Date(nowMs)
  const thisMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), anchorDay)
  return thisMonthMs <= nowMs ? thisMonthMs : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, anchorDay)
}

/** The beginning of the cycle after the one that begins at `startMs`. */
export function cycleEndMs(startMs: number): number {
  const start = new Date(startMs)
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, start.getUTCDate())
}

type Waiting = {
  request: QuotaRequest
  resolve(outcome: { spent: boolean; usedUnits: number }): void
  reject(error: unknown): void
}

/**
 * A process's view of a project's cycle. A call waits until one atomic statement has spent its units, so the quota is
 * never exceeded, unless all of these hold: the call moves no value, a statement for this project runs or is due, the
 * store answered at most `knownMsMax` ago, at most `lateShareOfUsed` of the quota is used, and this process has at most
 * `lateShare` of it uncounted. Then the call is admitted; the next statement, within `lateMs`, counts it.
 *
 * So a caller that waits for each answer is always counted first, and quotas below `lateUnitsMin` / `lateShare` are
 * exact. Each process can exceed a larger one by at most `lateShare` of it, if half of the quota is spent within
 * `knownMsMax`. A crashed process or a failed statement loses uncounted units; the project gets those for free.
 */
type Tally = {
  readonly projectId: number
  readonly startMs: number
  running: number
  waiting: Waiting[]
  /** Units of admitted calls that are not in the store yet. */
  lateUnits: number
  /** Whether a statement for `lateUnits` will be made. */
  lateDue: boolean
  /** Units in the store when it last answered, and when that was. */
  usedUnits: number | undefined
  usedAtMs: number
}

const projectsRemembered = 10_000
const runningMax = 4
const lateMs = 25
const knownMsMax = 250
const lateShareOfUsed = 0.5
const lateShare = 0.001
const lateUnitsMin = 100

/** Checks an unanswered statement after 1 s, then every 10 s; after 20 s Postgres must have ended it. */
const firstLookMs = 1_000
const lookMs = 10_000
const looksMax = 60
const underWayMs = 20_000
/** How many unanswered statements are checked at a time; the units of further ones stay spent. */
const lostMax = 1_000

export type QuotaOptions = {
  access: AccessStore
  clock: Clock
  random: Random
  /** Projects whose usage is cached; memory is allocated up front. */
  projectsMax?: number
}

export function createQuota({ access, clock, random, projectsMax = projectsRemembered }: QuotaOptions): Quota {
  const lost = new Set<Promise<void>>()
  const ending = new AbortController()
  const tallies = new LRUCache<number, Tally>({ max: projectsMax })
  const withLateUnits = new Set<Tally>()
  const counting = new Set<Promise<void>>()
  const cycles = new Map<number, { startMs: number; endMs: number }>()

  /** Computed once a month, not at every call. */
  const startOf = (anchorDay: number): number => {
    const nowMs = clock.nowMs()
    const kept = cycles.get(anchorDay)
    if (kept && kept.startMs <= nowMs && nowMs < kept.endMs) return kept.startMs
    const startMs = cycleStartMs(nowMs, anchorDay)
    cycles.set(anchorDay, { startMs, endMs: cycleEndMs(startMs) })
    return startMs
  }

  const tallyOf = ({ projectId, anchorDay }: QuotaRequest): Tally => {
    const startMs = startOf(anchorDay)
    const kept = tallies.get(projectId)
    if (kept?.startMs === startMs) return kept
    const unknown = { usedUnits: undefined, usedAtMs: 0 }
    const fresh = { projectId, startMs, running: 0, waiting: [], lateUnits: 0, lateDue: false, ...unknown }
    tallies.set(projectId, fresh)
    return fresh
  }

  const answerOf = ({ projectId, units, unitsMax }: QuotaRequest, tally: Tally, spent: boolean): QuotaAnswer => {
    const used = (tally.usedUnits ?? 0) + tally.lateUnits
    const charge = { projectId, cycleStartMs: tally.startMs, units }
    return { spent, remaining: Math.max(0, unitsMax - used), cycleEndMs: cycleEndMs(tally.startMs), charge }
  }

  /** `refusedUnits`: those of calls that are refused if no answer comes. `findOut` returns them if they were spent. */
  const spendNow = async (tally: Tally, units: number, unitsMax: number, refusedUnits: number) => {
    const { projectId, startMs } = tally
    const mark = random.hex(8)
    const spending = access.spend({ projectId, cycleStartMs: startMs, units, unitsMax, mark })
    const outcome = await withTimeout(spending, clock).catch((error: unknown) => {
      if (refusedUnits > 0 && lost.size < lostMax) {
        const charge = { projectId, cycleStartMs: startMs, units: refusedUnits, mark }
        const found = findOut(charge).finally(() => lost.delete(found))
        lost.add(found)
      }
      throw error
    })
    tally.usedUnits = outcome.usedUnits
    tally.usedAtMs = clock.monotonicMs()
    return outcome
  }

  const findOut = async (charge: UnitCharge & { mark: string }): Promise<void> => {
    const sinceMs = clock.monotonicMs()
    for (let look = 0; look < looksMax; look++) {
      await clock.sleep(look === 0 ? firstLookMs : lookMs, ending.signal)
      // A stalled process may see the answer much later, but the answer describes the moment of asking.
      const askedMs = clock.monotonicMs()
      // The store may still be down: then the outcome is unknown, so ask again.
      const isBack = await access.takeBack(charge).catch(() => undefined)
      const isOver = isBack === false && askedMs - sinceMs > underWayMs
      if (isBack || isOver || ending.signal.aborted) return
    }
  }

  const spendFor = async (batch: Waiting[], tally: Tally): Promise<void> => {
    const { lateUnits } = tally
    tally.lateUnits = 0
    const units = batch.reduce((sum, { request }) => sum + request.units, lateUnits)
    const unitsMax = Math.min(...batch.map(({ request }) => request.unitsMax), Number.MAX_SAFE_INTEGER)
    const together = await spendNow(tally, units, unitsMax, units - lateUnits)
    if (together.spent || (batch.length === 1 && lateUnits === 0)) {
      for (const { resolve } of batch) resolve(together)
      return
    }
    // Not all fit. Count admitted calls regardless of the quota; try the others one by one, in order of arrival.
    if (lateUnits > 0) await spendNow(tally, lateUnits, Number.MAX_SAFE_INTEGER, 0)
    for (const { request, resolve } of batch)
      resolve(await spendNow(tally, request.units, request.unitsMax, request.units))
  }

  /**
   * Up to `runningMax` of these run at a time for a project, each for all calls that came meanwhile. More would wait
   * for each other's row lock; with just one, no caller would be served while its statement runs.
   */
  const serve = async (tally: Tally): Promise<void> => {
    tally.running += 1
    await endOfTurn() // so that calls of the same turn share a statement
    for (let more = true; more; more = tally.waiting.length > 0) {
      const batch = tally.waiting
      tally.waiting = []
      if (batch.length === 0 && tally.lateUnits === 0) continue
      try {
        await spendFor(batch, tally)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    tally.running -= 1
  }

  const maySpendLater = ({ units, unitsMax, movesValue }: QuotaRequest, tally: Tally): boolean => {
    const lateMax = unitsMax * lateShare
    return (
      !movesValue &&
      (tally.running > 0 || tally.lateDue) &&
      lateMax >= lateUnitsMin &&
      tally.lateUnits + units <= lateMax &&
      tally.usedUnits !== undefined &&
      tally.usedUnits + tally.lateUnits + units <= unitsMax * lateShareOfUsed &&
      clock.monotonicMs() - tally.usedAtMs <= knownMsMax
    )
  }

  const spendLater = (tally: Tally, units: number): void => {
    tally.lateUnits += units
    if (tally.lateDue) return
    tally.lateDue = true
    withLateUnits.add(tally)
    void clock.sleep(lateMs).then(() => countLate(tally))
  }

  const countLate = (tally: Tally): void => {
    tally.lateDue = false
    withLateUnits.delete(tally)
    const served = serve(tally).finally(() => counting.delete(served))
    counting.add(served)
  }

  return {
    spend(request) {
      const tally = tallyOf(request)
      if (maySpendLater(request, tally)) {
        spendLater(tally, request.units)
        return answerOf(request, tally, true)
      }
      return new Promise<{ spent: boolean; usedUnits: number }>((resolve, reject) => {
        tally.waiting.push({ request, resolve, reject })
        // Otherwise, a statement that has not started yet will include this call.
        if (tally.waiting.length === 1 && tally.running < runningMax) void serve(tally)
      }).then(({ spent }) => answerOf(request, tally, spent))
    },
    async peek(request) {
      const tally = tallyOf(request)
      const [cycle] = await access.usage(request.projectId, tally.startMs)
      tally.usedUnits = cycle?.units ?? 0
      tally.usedAtMs = clock.monotonicMs()
      return answerOf(request, tally, tally.usedUnits + tally.lateUnits + request.units <= request.unitsMax)
    },
    async giveBack(charge) {
      const tally = tallies.get(charge.projectId)
      if (tally?.startMs === charge.cycleStartMs && tally.lateUnits >= charge.units) tally.lateUnits -= charge.units
      else await access.giveBack(charge)
    },
    lastUsed(request) {
      const { usedUnits, lateUnits } = tallyOf(request)
      return usedUnits === undefined ? undefined : usedUnits + lateUnits
    },
    async flush() {
      for (const tally of withLateUnits) countLate(tally)
      await Promise.all(counting)
      ending.abort()
      await Promise.all(lost)
    },
  }
}
