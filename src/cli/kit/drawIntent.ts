import { formatEstimate, formatMeasured } from '../../intents/formatSeconds.ts'
import type { TransactionStatus } from '../../interface/enums.ts'
import type { IntentReceipt } from '../../interface/receiptShapes.ts'
import { amountOfLeg, type NamedLeg, namedLegs } from './describeReceipt.ts'
import { columnsMin } from './layout.ts'

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const
const marks: Partial<Record<TransactionStatus, string>> = { SUCCEEDED: '✓', FAILED: '✗', UNKNOWN: '·' }

/** Share of its part of the line that a leg fills, by status. */
const filled: Record<string, number> = { SUCCEEDED: 1, FAILED: 1, MINING: 0.7, PENDING: 0.35 }

export type Moment = { elapsedS: number; frame: number; chainName(id: number): string }

/**
 * A running intent as a few lines for a terminal: the money's way as a line that fills leg by leg, each leg with its
 * amount, and what it waits for. Pure, and within 80 columns.
 */
export function drawIntent(receipt: IntentReceipt, { elapsedS, frame, chainName }: Moment): string[] {
  const legs = namedLegs(receipt)
  const [from, to] = [chainName(receipt.originChainId), chainName(receipt.destinationChainId)]
  const bar = drawBar(legs, Math.max(4, columnsMin - from.length - to.length - 6))
  const spinner = frames[frame % frames.length]!
  const rows = legs.map((leg) => {
    const { status, chainId } = leg.transaction
    const mark = marks[status] ?? spinner
    const amount = amountOfLeg(leg.transaction, receipt)
    return `  ${mark} ${leg.name.padEnd(11)} ${chainName(chainId).padEnd(10)} ${status.padEnd(9)} ${amount}`.trimEnd()
  })
  const { estimatedDuration } = receipt.summary
  const about = estimatedDuration === undefined ? '' : ` of about ${formatEstimate(estimatedDuration)}`
  const waits = waitsFor(receipt, chainName)
  return [
    `  ${from} ${bar} ${to}`,
    ...rows,
    `  ${formatMeasured(elapsedS)}${about}${waits ? `, waits for ${waits}` : ''}`,
  ].map((line) => line.slice(0, columnsMin))
}

function drawBar(legs: readonly NamedLeg[], width: number): string {
  const asked = legs.filter(({ name }) => name !== 'refund')
  const share = asked.reduce((sum, { transaction }) => sum + (filled[transaction.status] ?? 0), 0) / asked.length
  const done = Math.round(share * width)
  return done >= width ? '━'.repeat(width) : `${'━'.repeat(done)}╸${'┄'.repeat(width - done - 1)}`
}

/** What has to happen next, by the first leg that has not ended. */
function waitsFor(receipt: IntentReceipt, chainName: (id: number) => string): string | undefined {
  const open = namedLegs(receipt).find(({ transaction }) => !['SUCCEEDED', 'FAILED'].includes(transaction.status))
  if (!open) return receipt.status === 'EXECUTING' ? 'finality' : undefined
  const chain = chainName(open.transaction.chainId)
  if (open.transaction.status === 'MINING') return `a block of ${chain} and its finality`
  if (open.transaction.status === 'PENDING') return `${chain} to mine the ${open.name} transaction`
  if (open.name === 'deposit') return `the deposit on ${chain}`
  if (open.name === 'destination') return `the bridge to pay on ${chain}`
  return `the service to act on ${chain}`
}
