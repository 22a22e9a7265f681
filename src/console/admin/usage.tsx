import { useState } from 'preact/hooks'
import { callAdmin } from '../data/wire.ts'
import { clock, duration, fullTime, percent } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { Card, Empty, Pill } from '../view/parts.tsx'
import { useLoad } from '../view/useLoad.ts'
import { type Bar, Chart } from './chart.tsx'

const refreshMs = 5_000
const hourMs = 3_600_000
const spans = { 'By hour': { each: hourMs, bars: 48 }, 'By day': { each: 24 * hourMs, bars: 30 } } as const

/** What the project called, by hour or day, against what it may. */
export function Usage({ projectId }: { projectId: number }) {
  const [span, setSpan] = useState<keyof typeof spans>('By hour')
  const { each, bars } = spans[span]
  const { value, error } = useLoad(
    async (signal) => {
      const startMs = (Math.floor(Date.now() / each) - bars + 1) * each
      const [byHour, cycles] = await Promise.all([
        callAdmin('GetUsageByHour', { projectId, fromTime: startMs / 1_000 }, signal),
        callAdmin('GetUsage', { projectId }, signal),
      ])
      return { byHour, cycles, startMs }
    },
    [projectId, span],
    refreshMs,
  )
  const now = value?.cycles.cycles[0]
  const limit = value?.cycles.unitsPerCycle
  const most = value?.byHour.requestsPerS
  return (
    <section class="card" aria-labelledby="use">
      <header>
        <h2 id="use">Use</h2>
        <div class="chips end">
          {(Object.keys(spans) as (keyof typeof spans)[]).map((name) => (
            <button key={name} type="button" class="chip" aria-pressed={span === name} onClick={() => setSpan(name)}>
              {name}
            </button>
          ))}
        </div>
      </header>
      <div class="body stack tight">
        {error && <p>{error}</p>}
        {value && (
          <Chart
            about={`Calls ${span.toLowerCase()}, with errors`}
            units="calls"
            bars={barsOf(value.byHour.hours, value.startMs, each, bars)}
          />
        )}
        <dl class="facts">
          <div>
            <dt>Units in this cycle</dt>
            <dd>
              {(now?.units ?? 0).toLocaleString('en-US')}
              <small>
                {limit
                  ? `of ${limit.toLocaleString('en-US')}, ${percent((now?.units ?? 0) / limit)}`
                  : 'there is no limit'}
              </small>
            </dd>
          </div>
          <div>
            <dt>Calls a second</dt>
            <dd>
              {most ? `${most.toLocaleString('en-US')} allowed` : 'no limit'}
              <small>{most ? `${(most * 3_600).toLocaleString('en-US')} in an hour` : 'for this project'}</small>
            </dd>
          </div>
        </dl>
      </div>
    </section>
  )
}

type Hour = Awaited<ReturnType<typeof callAdmin<'GetUsageByHour'>>>['hours'][number]

function barsOf(hours: readonly Hour[], startMs: number, each: number, count: number): Bar[] {
  return Array.from({ length: count }, (_, index) => {
    const fromMs = startMs + index * each
    const own = hours.filter(({ start }) => Date.parse(start) >= fromMs && Date.parse(start) < fromMs + each)
    const sum = (of: 'requests' | 'errors') => own.reduce((total, hour) => total + hour[of], 0)
    return {
      key: String(fromMs),
      label: fullTime(fromMs),
      parts: [
        { name: 'answered', value: sum('requests') - sum('errors'), tone: 'ink' },
        { name: 'errors', value: sum('errors'), tone: 'act' },
      ],
    }
  })
}

/** How calls ended, those that ended alike in one row: errors first. */
export function Requests({ projectId }: { projectId: number }) {
  const { value, error } = useLoad((signal) => callAdmin('ListRequests', { projectId }, signal), [projectId], refreshMs)
  return (
    <Card id="requests" title="Requests" note="the last 24 hours, those that ended alike in one row">
      {error && <p class="pad">{error}</p>}
      {value && value.groups.length === 0 && (
        <Empty title="No calls yet">
          <p>Calls with a key of this project appear here within seconds.</p>
        </Empty>
      )}
      {value && value.groups.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section class="scroll" tabIndex={0} aria-label="Rows of requests">
          <table>
            <thead>
              <tr>
                <th>Operation</th>
                <th>Ended</th>
                <th class="num">Calls</th>
                <th class="num">Took</th>
                <th class="num">Last</th>
                <th>Of the last one</th>
              </tr>
            </thead>
            <tbody>
              {value.groups.map(({ operation, outcome, count, averageMs, lastAt, lastNote }) => (
                <tr key={operation + outcome}>
                  <td class="mono">{operation}</td>
                  <td>
                    <Pill
                      bare
                      status={outcome === 'ok' ? { tone: 'ok', word: 'Answered' } : { tone: 'back', word: outcome }}
                    />
                  </td>
                  <td class="num">{count.toLocaleString('en-US')}</td>
                  <td class="num">{averageMs} ms</td>
                  <td class="num" title={fullTime(lastAt)}>
                    {clock(lastAt)}, {duration(nowMs.value - Date.parse(lastAt))} ago
                  </td>
                  <td class="small muted">{lastNote}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  )
}
