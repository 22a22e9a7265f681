import { setImmediate as endOfTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../host/clock.ts'
import type { AccessStore } from '../../stores/accessStore.ts'
import { withTimeout } from './withTimeout.ts'

/** Units that a call has cost, so that they can be given back if it is refused after all. */
export type Charge = { projectId: number; cycleStartMs: number; units: number }

export type QuotaRequest = { projectId: number; anchorDay: number; units: number; unitsMax: number }

export type QuotaAnswer = { spent: boolean; remaining: number; cycleEndMs: number; charge: Charge }

/** Counts units by project and month, in the store alone: units that a process prefetched and lost would be charged for no call. */
export type Quota = {
  spend(request: QuotaRequest): Promise<QuotaAnswer>
  /** Whether the units are there, without spending them. */
  peek(request: QuotaRequest): Promise<QuotaAnswer>
  giveBack(charge: Charge): Promise<void>
  /** Units used when the store last said so. */
  lastUsed(request: QuotaRequest): number | undefined
}

/** The beginning of the monthly cycle that `nowMs` is in: midnight UTC of the anchor day. */
export function cycleStartMs(nowMs: number, anchorDay: number): number {
  const now = new Date(nowMs)
  const thisMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), anchorDay)
  return thisMonthMs <= nowMs ? thisMonthMs : Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, anchorDay)
}

/** The beginning of the one after. */
export function cycleEndMs(startMs: number): number {
  const start = new Date(startMs)
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, start.getUTCDate())
}

type Waiting = {
  request: QuotaRequest
  resolve(outcome: { spent: boolean; usedUnits: number }): void
  reject(error: unknown): void
}

type Queue = { running: number; waiting: Waiting[] }

const projectsMax = 10_000
const runningMax = 4

export function createQuota({ access, clock }: { access: AccessStore; clock: Clock }): Quota {
  const used = new LRUCache<number, { startMs: number; units: number }>({ max: projectsMax })
  const queues = new Map<string, Queue>()
  const cycles = new Map<number, { startMs: number; endMs: number }>()

  /** Reckoned once a month, not for every call. */
  const startOf = (anchorDay: number): number => {
    const nowMs = clock.nowMs()
    const kept = cycles.get(anchorDay)
    if (kept && kept.startMs <= nowMs && nowMs < kept.endMs) return kept.startMs
    const startMs = cycleStartMs(nowMs, anchorDay)
    cycles.set(anchorDay, { startMs, endMs: cycleEndMs(startMs) })
    return startMs
  }

  const answerOf = (request: QuotaRequest, startMs: number, spent: boolean, units: number): QuotaAnswer => {
    used.set(request.projectId, { startMs, units })
    return {
      spent,
      remaining: Math.max(0, request.unitsMax - units),
      cycleEndMs: cycleEndMs(startMs),
      charge: { projectId: request.projectId, cycleStartMs: startMs, units: request.units },
    }
  }

  /**
   * A few statements at a time for a project, each for all calls that came meanwhile: more would only wait for each other's
   * row, and with one alone nobody would be served while it is under way.
   */
  const serve = async (name: string, queue: Queue, projectId: number, startMs: number): Promise<void> => {
    queue.running += 1
    await endOfTurn() // calls that were read together are counted together
    for (let batch = queue.waiting; batch.length > 0; batch = queue.waiting) {
      queue.waiting = []
      try {
        await spendFor(batch, projectId, startMs)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queue.running -= 1
    if (queue.running === 0) queues.delete(name)
  }

  const spendFor = async (batch: Waiting[], projectId: number, startMs: number): Promise<void> => {
    const units = batch.reduce((sum, { request }) => sum + request.units, 0)
    const unitsMax = Math.min(...batch.map(({ request }) => request.unitsMax))
    const together = await withTimeout(access.spend({ projectId, cycleStartMs: startMs, units, unitsMax }), clock)
    if (together.spent || batch.length === 1) for (const { resolve } of batch) resolve(together)
    // Not all of them fit: each for itself, in the order they came.
    else
      for (const { request, resolve } of batch)
        resolve(
          await access.spend({ projectId, cycleStartMs: startMs, units: request.units, unitsMax: request.unitsMax }),
        )
  }

  return {
    async spend(request) {
      const startMs = startOf(request.anchorDay)
      const name = `${request.projectId} ${startMs}`
      const outcome = await new Promise<{ spent: boolean; usedUnits: number }>((resolve, reject) => {
        const queue = queues.get(name) ?? { running: 0, waiting: [] }
        queues.set(name, queue)
        queue.waiting.push({ request, resolve, reject })
        // One that has not begun yet takes this call along.
        if (queue.waiting.length === 1 && queue.running < runningMax)
          void serve(name, queue, request.projectId, startMs)
      })
      return answerOf(request, startMs, outcome.spent, outcome.usedUnits)
    },
    async peek(request) {
      const startMs = startOf(request.anchorDay)
      const [cycle] = await access.usage(request.projectId, startMs)
      const units = cycle?.units ?? 0
      return answerOf(request, startMs, units + request.units <= request.unitsMax, units)
    },
    giveBack: (charge) => access.giveBack(charge),
    lastUsed({ projectId, anchorDay }) {
      const kept = used.get(projectId)
      return kept?.startMs === startOf(anchorDay) ? kept.units : undefined
    },
  }
}
