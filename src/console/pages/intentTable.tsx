import { providerName, unitOf } from '../data/directory.ts'
import { type Receipt, type StateName, stateOf } from '../intent/state.ts'
import { statusOf } from '../intent/statusOf.ts'
import { duration, exact, rounded, tinyHash } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { ChainBadge, Pill } from '../view/parts.tsx'
import { to } from '../view/router.ts'

export type Listed = Receipt

const moving: readonly StateName[] = ['committed', 'awaitDeposit', 'mining', 'crossing', 'lastStep', 'goingBack']
const cameBack: readonly StateName[] = ['refunded', 'bridgeRefunded', 'paidOnDestination']
const all: readonly StateName[] = [...moving, ...cameBack, 'held', 'quoted', 'ended', 'succeeded', 'lapsed']

/** The filters above the table. */
export const groups = {
  All: new Set(all),
  'Under way': new Set(moving),
  'Came back': new Set(cameBack),
  'Needs its owner': new Set<StateName>(['held']),
} as const

export function IntentTable({ receipts }: { receipts: readonly Listed[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="scroll" tabIndex={0} aria-label="Intents">
      <table class="rows">
        <thead>
          <tr>
            <th>Intent</th>
            <th>State</th>
            <th class="num">Paid</th>
            <th>On</th>
            <th class="num">Arrived</th>
            <th>On</th>
            <th>Route</th>
            <th class="num">Took</th>
            <th class="num">Age</th>
          </tr>
        </thead>
        <tbody>
          {receipts.map((receipt) => (
            <Row key={receipt.intentId} receipt={receipt} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ receipt }: { receipt: Listed }) {
  const { summary, intentId } = receipt
  const state = stateOf(receipt, nowMs.value)
  const paid = unitOf(summary.originChainId, summary.originTokenAddress)
  return (
    <tr>
      <td>
        <a class="rowlink addr" href={to(`/intents/${intentId}`)} title={intentId}>
          {tinyHash(intentId)}
        </a>
      </td>
      <td>
        <Pill bare status={statusOf(state, receipt)} />
      </td>
      <td class="num">
        {exact(BigInt(summary.originTokenAmount), paid.decimals)} {paid.symbol}
      </td>
      <td>
        <ChainBadge id={receipt.originChainId} />
      </td>
      <td class="num">
        <Arrived receipt={receipt} state={state} />
      </td>
      <td>
        <ChainBadge id={receipt.destinationChainId} />
      </td>
      <td class="muted">{summary.routeProviders.map(providerName).join(', ')}</td>
      <td class="num muted">{took(receipt, nowMs.value)}</td>
      <td class="num faint">{duration(nowMs.value - Date.parse(receipt.createdAt))}</td>
    </tr>
  )
}

/** What came: exact where it is known, marked as an estimate or as money that came back where it is not. */
function Arrived({ receipt, state }: { receipt: Listed; state: StateName }) {
  const { summary } = receipt
  const unit = unitOf(summary.destinationChainId, summary.destinationTokenAddress)
  const amount = BigInt(summary.destinationTokenAmount)
  if (summary.arrived) return <>{`${exact(amount, unit.decimals)} ${unit.symbol}`}</>
  if (receipt.status === 'FAILED') {
    if (state === 'lapsed') return <span class="faint">nothing moved</span>
    return <span class={state === 'held' ? 'c-act' : 'c-back'}>{state === 'held' ? 'rests' : 'came back'}</span>
  }
  return <span class="faint">{`about ${rounded(amount, unit.decimals).text} ${unit.symbol}`}</span>
}

function took({ summary, status }: Listed, now: number): string {
  if (!summary.startedAt) return ''
  const startMs = Date.parse(summary.startedAt)
  if (summary.finishedAt) return duration(Date.parse(summary.finishedAt) - startMs)
  return status === 'EXECUTING' ? `${duration(now - startMs)} so far` : ''
}
