import { useEffect, useRef } from 'preact/hooks'
import { providerTitle, tokenUnit } from '../data/directory.ts'
import { pillOf } from '../intent/pillOf.ts'
import type { StateName } from '../intent/state.ts'
import { duration, exact, rounded, tinyHash } from '../view/format.ts'
import { nowMs } from '../view/now.ts'
import { ChainBadge, Pill } from '../view/parts.tsx'
import { to } from '../view/router.ts'
import { useRowWindow } from '../view/useRowWindow.ts'
import { type Listed, stateAt } from './listed.ts'

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

/** Which rows are near the window, and how many follow them. */
export type ViewListener = (rows: readonly Listed[], left: number) => void
type Props = { rows: readonly Listed[]; onView?: ViewListener }

const columns = 9

/** Only rows near the window are in the page; an empty row above and below has the height of the others. */
export function IntentTable({ rows, onView }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { from, to: end, rowPx } = useRowWindow(body, rows.length)
  useEffect(() => onView?.(rows.slice(from, end), rows.length - end), [rows, from, end])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="scroll" tabIndex={0} aria-label="Intents">
      <table class="rows long" aria-rowcount={rows.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
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
        <tbody ref={body}>
          {from > 0 && <Gap px={from * rowPx} />}
          {rows.slice(from, end).map((row, index) => (
            <Row key={row.intentId} row={row} rowIndex={from + index + 2} />
          ))}
          {end < rows.length && <Gap px={(rows.length - end) * rowPx} />}
        </tbody>
      </table>
    </section>
  )
}

function Gap({ px }: { px: number }) {
  return (
    <tr class="gap">
      <td colSpan={columns} style={{ height: `${px}px` }} />
    </tr>
  )
}

function Row({ row, rowIndex }: { row: Listed; rowIndex: number }) {
  const state = stateAt(row, nowMs.value)
  return (
    <tr aria-rowindex={rowIndex}>
      <td>
        <a class="rowlink addr" href={to(`/intents/${row.intentId}`)} title={row.intentId}>
          {tinyHash(row.intentId)}
        </a>
      </td>
      <td>
        <Pill bare status={pillOf(state, row)} />
      </td>
      <td class="num">{amountText(row.paid)}</td>
      <td>
        <ChainBadge id={row.originChainId} />
      </td>
      <td class="num">
        <Arrived row={row} state={state} />
      </td>
      <td>
        <ChainBadge id={row.destinationChainId} />
      </td>
      <td class="muted">{row.route.map(providerTitle).join(', ')}</td>
      <td class="num muted">{took(row, nowMs.value)}</td>
      <td class="num faint">{duration(nowMs.value - Date.parse(row.createdAt))}</td>
    </tr>
  )
}

function amountText({ chainId, token, amount }: Listed['paid']): string {
  const unit = tokenUnit(chainId, token)
  return `${exact(amount, unit.decimals)} ${unit.symbol}`
}

/** What arrived if known, else an estimate or what came back, marked as such. */
function Arrived({ row, state }: { row: Listed; state: StateName }) {
  if (row.hasArrived) return <>{amountText(row.out)}</>
  if (row.status === 'FAILED') {
    if (state === 'lapsed') return <span class="faint">nothing moved</span>
    if (state === 'held') return <span class="c-act">rests</span>
    return <span class="c-back">{row.back.map(amountText).join(', ')} came back</span>
  }
  const { text } = rounded(row.out.amount, tokenUnit(row.out.chainId, row.out.token).decimals)
  return <span class="faint">{`about ${text} ${tokenUnit(row.out.chainId, row.out.token).symbol}`}</span>
}

function took({ startedAtMs, finishedAtMs, status }: Listed, now: number): string {
  if (startedAtMs === undefined) return ''
  if (finishedAtMs !== undefined) return duration(finishedAtMs - startedAtMs)
  return status === 'EXECUTING' ? `${duration(now - startedAtMs)} so far` : ''
}
