import type { callAdmin } from '../data/wire.ts'
import { clockTime, count, duration } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { Card, Empty, hiddenHead, numHead, Table } from '../view/parts.tsx'

type Waiting = Awaited<ReturnType<typeof callAdmin<'GetBacklog'>>>

/** Names of the engine's steps for a reader. */
const names: Readonly<Record<string, string>> = {
  committed: 'waiting for deposit',
  awaitDeposit: 'deposit mining',
  sendDeposit: 'deposit to be sent',
  sendOrigin: 'origin to be sent',
  awaitOrigin: 'origin mining',
  awaitBridge: 'crossing',
  sendDestination: 'destination to be sent',
  awaitDestination: 'destination mining',
  refund: 'refund to be sent',
  awaitRefund: 'going back',
}
/** Steps of ended intents. The service still watches their addresses: late money goes back by itself. */
const ended: Readonly<Record<string, string>> = {
  succeeded: 'settled',
  refunded: 'refunded',
  bridgeRefunded: 'refunded by the bridge',
  paidOnDestination: 'paid at the destination',
  held: 'needs its owner',
  lapsed: 'lapsed',
  dust: 'dust',
  aborted: 'taken out by the owner',
}

/** How many intents wait at each step and when the first is due; how old the oldest unfinished work is. */
export function Backlog({ backlog }: { backlog: Waiting }) {
  const since = (at: string | undefined) => (at === undefined ? 'none' : duration(nowMs.value - Date.parse(at)))
  const { steps } = backlog
  const most = Math.max(1, ...steps.map((one) => one.count))
  const underWay = steps.filter(({ step }) => !(step in ended)).reduce((sum, one) => sum + one.count, 0)
  return (
    <Card id="backlog" title="Backlog" note={`${count(underWay, 'intent')} under way`}>
      {steps.length === 0 ? (
        <Empty title="Nothing waits">
          <p>No intent is scheduled for a next step.</p>
        </Empty>
      ) : (
        <Table label="Rows of steps" heads={['Step', hiddenHead('Share'), numHead('Intents'), numHead('First due')]}>
          {steps.map(({ step, count: intents, dueAt }) => (
            <tr key={step}>
              <td title={step}>{step in ended ? `${ended[step]}, watched` : (names[step] ?? step)}</td>
              <td class="share" aria-hidden="true">
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <rect class="ink" width={(intents / most) * 100} height={8} rx={1} />
                </svg>
              </td>
              <td class="num">{intents.toLocaleString('en-US')}</td>
              <td class="num nowrap">
                {Date.parse(dueAt) <= nowMs.value ? `${since(dueAt)} ago` : `at ${clockTime(dueAt)}`}
              </td>
            </tr>
          ))}
        </Table>
      )}
      <p class="pad small muted">
        Oldest under way {since(backlog.executingSince)}, unsent {since(backlog.unsentSince)}, unmined{' '}
        {since(backlog.unminedSince)}. Watched: late money goes back by itself.
      </p>
    </Card>
  )
}
