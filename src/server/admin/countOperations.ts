import { isoTime } from '../../intents/receipt.ts'
import { adminLimits } from '../../interface/adminShapes.ts'
import { type HourCount, recentCallsMax } from '../../stores/boardStore.ts'
import type { AdminHandlers, AdminPorts } from './adminHandler.ts'

type CountHandlers = Pick<AdminHandlers, 'GetProviderHistory' | 'GetUsageByHour' | 'ListRequests'>

const hourMs = 3_600_000
/** Hourly counts. */
export function countOperations({ config, store: { access, board }, clock }: AdminPorts): CountHandlers {
  const limit = adminLimits.hoursMax
  const read = (kind: HourCount['kind'], fromTime: number | undefined, hours: number, projectId?: number) =>
    board.counts({
      kind,
      projectId,
      fromMs: fromTime === undefined ? clock.nowMs() - hours * hourMs : fromTime * 1_000,
      limit,
    })
  return {
    async GetProviderHistory({ fromTime }) {
      const groups = groupBy(await read('provider', fromTime, 24), (one) => `${one.hourMs} ${one.subject}`)
      return { hours: groups.map(providerHour) }
    },
    async GetUsageByHour({ projectId, fromTime }) {
      const [counts, project] = await Promise.all([read('request', fromTime, 48, projectId), access.project(projectId)])
      const hours = groupBy(counts, (one) => String(one.hourMs)).map((group) => ({
        start: isoTime(group[0]!.hourMs),
        requests: sum(group, 'count'),
        errors: countOf(group, (outcome) => outcome !== 'ok'),
        units: sum(group, 'units'),
      }))
      return { hours, requestsPerS: (project?.limits.requestsPerS ?? config.limits.projectPerS) || undefined }
    },
    async ListRequests({ projectId, fromTime }) {
      const counts = await read('request', fromTime, 24, projectId)
      const groups = groupBy(counts, (one) => `${one.subject} ${one.outcome}`).map((group) => {
        const last = group.toSorted((a, b) => b.lastAtMs - a.lastAtMs)[0]!
        return {
          operation: last.subject,
          outcome: last.outcome,
          count: sum(group, 'count'),
          averageMs: average(group),
          lastAt: isoTime(last.lastAtMs),
          lastNote: last.lastNote,
          recent: group
            .flatMap(({ recent }) => recent)
            .toSorted((a, b) => b.atMs - a.atMs)
            .slice(0, recentCallsMax)
            .map(({ atMs, ...call }) => ({ ...call, at: isoTime(atMs) })),
        }
      })
      const isOk = ({ outcome }: { outcome: string }) => Number(outcome === 'ok')
      return {
        groups: groups.toSorted((a, b) => isOk(a) - isOk(b) || b.count - a.count).slice(0, adminLimits.groupsMax),
      }
    },
  }
}

function providerHour(group: readonly HourCount[]) {
  // A failure of the provider itself, not of the request or our nodes.
  const isFailure = (outcome: string) => outcome === 'failed'
  const newest = group.filter(({ outcome }) => isFailure(outcome)).toSorted((a, b) => b.lastAtMs - a.lastAtMs)[0]
  return {
    provider: group[0]!.subject,
    start: isoTime(group[0]!.hourMs),
    asked: sum(group, 'count'),
    answered: countOf(group, (outcome) => outcome === 'ok'),
    refused: countOf(group, (outcome) => outcome !== 'ok' && !isFailure(outcome)),
    failed: countOf(group, isFailure),
    averageMs: average(group),
    lastFailure: newest?.lastNote,
  }
}

const countOf = (counts: readonly HourCount[], isIn: (outcome: string) => boolean): number =>
  sum(
    counts.filter(({ outcome }) => isIn(outcome)),
    'count',
  )

const sum = (counts: readonly HourCount[], of: 'count' | 'units' | 'tookMs'): number =>
  counts.reduce((total, count) => total + count[of], 0)

const average = (counts: readonly HourCount[]): number => {
  const count = sum(counts, 'count')
  return count === 0 ? 0 : Math.round((sum(counts, 'tookMs') / count) * 10) / 10
}

/** Groups in order of their first count. */
function groupBy(counts: readonly HourCount[], keyOf: (count: HourCount) => string): HourCount[][] {
  const groups = new Map<string, HourCount[]>()
  for (const count of counts) {
    const group = groups.get(keyOf(count))
    if (group) group.push(count)
    else groups.set(keyOf(count), [count])
  }
  return [...groups.values()]
}
