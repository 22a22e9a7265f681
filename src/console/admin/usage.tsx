import { useState } from 'preact/hooks'
import { callAdmin } from '../data/wire.ts'
import { percent } from '../view/format.ts'
import { Chip } from '../view/parts.tsx'
import { useLoad } from '../view/useLoad.ts'
import { type CallBar, Chart } from './chart.tsx'
import { hourMs, lastSpans } from './lastSpans.ts'

const refreshMs = 5_000
const spans = { 'By hour': { each: hourMs, bars: 48 }, 'By day': { each: 24 * hourMs, bars: 30 } } as const

/** The project's calls by hour or day, against its quota. */
export function Usage({ projectId }: { projectId: number }) {
  const [span, setSpan] = useState<keyof typeof spans>('By hour')
  const { each, bars } = spans[span]
  const { value, error } = useLoad(
    async (signal) => {
      const fromTime = lastSpans(bars, each)[0]!.fromMs / 1_000
      const [byHour, cycles] = await Promise.all([
        callAdmin('GetUsageByHour', { projectId, fromTime }, signal),
        callAdmin('GetUsage', { projectId }, signal),
      ])
      return { byHour, cycles }
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
            <Chip key={name} aria-pressed={span === name} onClick={() => setSpan(name)}>
              {name}
            </Chip>
          ))}
        </div>
      </header>
      <div class="body stack tight">
        {error && <p>{error}</p>}
        {value && (
          <Chart about={`Calls ${span.toLowerCase()}, with errors`} bars={barsOf(value.byHour.hours, each, bars)} />
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

function barsOf(hours: readonly Hour[], each: number, count: number): CallBar[] {
  return lastSpans(count, each).map(({ fromMs, ...span }) => {
    const own = hours.filter(({ start }) => Date.parse(start) >= fromMs && Date.parse(start) < fromMs + each)
    const sum = (of: 'requests' | 'errors') => own.reduce((total, hour) => total + hour[of], 0)
    return { ...span, answered: sum('requests') - sum('errors'), failed: sum('errors') }
  })
}
