import type { Clock } from '../host/clock.ts'
import type { ProviderAnswer } from '../providers/circuitBreaker.ts'
import type { RequestCount } from '../server/http/serverPorts.ts'
import { type BoardStore, type HourCount, type RecentCall, recentCallsMax } from '../stores/boardStore.ts'

const hourMs = 3_600_000
/** Flush interval: the boards' counts lag by up to this. */
const flushEveryMs = 5_000
const keptMs = 90 * 24 * hourMs
const forgetEveryMs = hourMs
const forgottenMax = 10_000
/** Most rows of one flush, bounded because projects are many. Excess rows are not counted. */
const rowsMax = 20_000
const noteCharsMax = 300

export type HourCounts = {
  request(call: RequestCount): void
  provider(answer: ProviderAnswer): void
  /** Flushes the rest. */
  stop(): Promise<void>
}

/** Counts in memory and flushes every few seconds: a call costs no statement; a crash loses a few seconds of counts. */
export function startHourCounts({ board, clock }: { board: BoardStore; clock: Clock }): HourCounts {
  const stopped = new AbortController()
  let rows = new Map<string, HourCount>()
  let forgetAtMs = clock.nowMs()

  function add(
    row: Pick<HourCount, 'kind' | 'projectId' | 'subject' | 'outcome' | 'units' | 'tookMs'>,
    note: string,
    nowMs: number,
    call?: RecentCall,
  ): void {
    const startMs = nowMs - (nowMs % hourMs)
    const key = `${row.kind} ${row.projectId} ${startMs} ${row.subject} ${row.outcome}`
    const known = rows.get(key)
    const last = { lastAtMs: nowMs, lastNote: note.slice(0, noteCharsMax) }
    if (!known) {
      if (rows.size < rowsMax) rows.set(key, { ...row, hourMs: startMs, count: 1, ...last, recent: call ? [call] : [] })
      return
    }
    // Updated in place: this runs for every request.
    known.count += 1
    known.units += row.units
    known.tookMs += row.tookMs
    Object.assign(known, last)
    if (call && known.recent.unshift(call) > recentCallsMax) known.recent.pop()
  }

  async function flush(): Promise<void> {
    const counted = [...rows.values()]
    rows = new Map()
    await board.addCounts(counted)
    if (clock.nowMs() < forgetAtMs) return
    forgetAtMs = clock.nowMs() + forgetEveryMs
    await board.forgetCounts({ beforeMs: clock.nowMs() - keptMs, limit: forgottenMax })
  }

  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await clock.sleep(flushEveryMs, stopped.signal)
      // On failure, the counts since the last flush are lost. Charges do not depend on them.
      await flush().catch(() => undefined)
    }
  }
  const running = run()
  return {
    request: ({ projectId = 0, operation, outcome, units, tookMs, requestId, status, bytesIn, bytesOut, cause }) => {
      const nowMs = clock.nowMs()
      const call = { requestId, atMs: nowMs, tookMs, status, bytesIn, bytesOut, cause: cause.slice(0, noteCharsMax) }
      const row = { kind: 'request' as const, projectId, subject: operation, outcome, units, tookMs }
      add(row, `${requestId} ${cause}`.trim(), nowMs, call)
    },
    provider: ({ name, outcome, tookMs, why }) =>
      add({ kind: 'provider', projectId: 0, subject: name, outcome, units: 0, tookMs }, why, clock.nowMs()),
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
