import { providerTitle } from '../data/directory.ts'
import type { callAdmin, callService } from '../data/wire.ts'
import { percent } from '../view/format.ts'
import { Card, numHead, Pill, Table } from '../view/parts.tsx'
import { Chart } from './chart.tsx'
import { hourMs, lastSpans } from './lastSpans.ts'

type Hour = Awaited<ReturnType<typeof callAdmin<'GetProviderHistory'>>>['hours'][number]
type Check = Awaited<ReturnType<typeof callService<'RuntimeStatus'>>>['status']['checks'][number]

const hoursShown = 24

/** Each provider's circuit breaker now, and its answers in the last 24 hours. */
export function Providers({ checks, hours }: { checks: readonly Check[]; hours: readonly Hour[] }) {
  const names = [
    ...new Set([
      ...checks.filter(({ kind }) => kind === 'provider').map(({ name }) => name),
      ...hours.map((one) => one.provider),
    ]),
  ]
  const bars = lastSpans(hoursShown, hourMs).map(({ fromMs, ...span }) => {
    const own = hours.filter(({ start }) => Date.parse(start) === fromMs)
    const failed = own.reduce((sum, one) => sum + one.failed, 0)
    return { ...span, answered: own.reduce((sum, one) => sum + one.asked, 0) - failed, failed }
  })
  return (
    <Card id="providers" title="Providers" note="the last 24 hours">
      <Table
        label="Rows of providers"
        heads={['Provider', numHead('Asked'), numHead('Failed'), numHead('Took'), 'Breaker']}
      >
        {names.map((name) => (
          <Row
            key={name}
            name={name}
            check={checks.find((one) => one.kind === 'provider' && one.name === name)}
            hours={hours.filter(({ provider }) => provider === name)}
          />
        ))}
      </Table>
      <div class="body">
        <Chart about="Questions to providers by hour, with failures" bars={bars} />
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
        <strong>{providerTitle(name)}</strong>
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
