import { providerName } from '../data/directory.ts'
import type { call, callAdmin } from '../data/wire.ts'
import { fullTime, percent } from '../view/format.ts'
import { Card, Pill } from '../view/parts.tsx'
import { Chart } from './chart.tsx'

type Hour = Awaited<ReturnType<typeof callAdmin<'GetProviderHistory'>>>['hours'][number]
type Check = Awaited<ReturnType<typeof call<'RuntimeStatus'>>>['status']['checks'][number]

const hourMs = 3_600_000
const hoursShown = 24

/** What each provider answers now and answered in the last day. */
export function Providers({ checks, hours }: { checks: readonly Check[]; hours: readonly Hour[] }) {
  const names = [
    ...new Set([
      ...checks.filter(({ kind }) => kind === 'provider').map(({ name }) => name),
      ...hours.map((one) => one.provider),
    ]),
  ]
  const firstMs = (Math.floor(Date.now() / hourMs) - hoursShown + 1) * hourMs
  const bars = Array.from({ length: hoursShown }, (_, index) => {
    const fromMs = firstMs + index * hourMs
    const own = hours.filter(({ start }) => Date.parse(start) === fromMs)
    const failed = own.reduce((sum, one) => sum + one.failed, 0)
    const asked = own.reduce((sum, one) => sum + one.asked, 0)
    return {
      key: String(fromMs),
      label: fullTime(fromMs),
      parts: [
        { name: 'answered', value: asked - failed, tone: 'ink' as const },
        { name: 'failed', value: failed, tone: 'act' as const },
      ],
    }
  })
  return (
    <Card id="providers" title="Providers" note="the last 24 hours">
      <table>
        <thead>
          <tr>
            <th>Provider</th>
            <th class="num">Asked</th>
            <th class="num">Failed</th>
            <th class="num">Took</th>
            <th>Breaker</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <Row
              key={name}
              name={name}
              check={checks.find((one) => one.kind === 'provider' && one.name === name)}
              hours={hours.filter(({ provider }) => provider === name)}
            />
          ))}
        </tbody>
      </table>
      <div class="body">
        <Chart about="Questions to providers by hour, with failures" units="questions" bars={bars} />
      </div>
    </Card>
  )
}

function Row({ name, check, hours }: { name: string; check: Check | undefined; hours: readonly Hour[] }) {
  const sum = (of: 'asked' | 'failed') => hours.reduce((total, hour) => total + hour[of], 0)
  const tookMs = hours.reduce((total, { averageMs, asked }) => total + averageMs * asked, 0)
  const last = hours.find(({ lastFailure }) => lastFailure !== undefined)
  const isOpen = check?.healthy === false
  return (
    <tr>
      <td>
        <strong>{providerName(name)}</strong>
        {last && <div class="tiny">last failure: {last.lastFailure}</div>}
      </td>
      <td class="num">{sum('asked').toLocaleString('en-US')}</td>
      <td class="num">{sum('failed') === 0 ? '0' : `${sum('failed')}, ${percent(sum('failed') / sum('asked'))}`}</td>
      <td class="num">{sum('asked') === 0 ? '' : `${Math.round(tookMs / sum('asked'))} ms`}</td>
      <td>
        <Pill
          bare
          status={isOpen ? { tone: 'back', word: `Open: ${check?.detail}` } : { tone: 'ok', word: 'Closed' }}
        />
      </td>
    </tr>
  )
}
