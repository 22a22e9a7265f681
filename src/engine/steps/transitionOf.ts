import type { IntentRecord } from '../../intents/intentRecord.ts'
import { isFinalStep } from '../../intents/lifecycle.ts'
import { worthOf } from '../../intents/worthOf.ts'
import type { Transition } from '../../stores/store.ts'
import type { Outcome } from './outcome.ts'

/** What is written for an outcome. An end is due again when refunds are allowed, to poll for late deposits. */
export function transitionOf(record: IntentRecord, outcome: Outcome, nowMs: number): Transition {
  const { look, progress, legs, ledger, outbox, reserve, sponsoredMicroUsd } = outcome
  const effects = {
    nowMs,
    ...(arrives(record, outcome) && { arrivedAtMs: nowMs }),
    ...turns(record, outcome),
    progress,
    legs: legs?.filter((one) => one.leg !== 'refund' || !isShownRefund(record)),
    ledger: ledger?.map((entry) => ({ ...entry, ...worthOf(entry, record.intent) })),
    outbox,
    sponsoredMicroUsd,
    ...(reserve && { reserve, release: true }),
  }
  // Whole milliseconds, as the store keeps them: a monotonic clock has fractions.
  const dueAtMs = look === 'never' ? null : nowMs + Math.ceil(look.afterMs)
  if (outcome.kind === 'wait') return { ...effects, dueAtMs }
  // No call of ExecuteIntent: the payment started it.
  const started = record.startedAtMs === undefined && outcome.to !== 'lapsed' ? { startedAtMs: nowMs } : {}
  if (!isFinalStep(outcome.to)) return { ...effects, ...started, step: outcome.to, dueAtMs }
  const refundAtMs = record.plan.refundAtS * 1_000
  return { ...effects, ...started, step: outcome.to, dueAtMs: refundAtMs, finishedAtMs: nowMs, release: true }
}

/** A shown refund stays: if another bridge returned its part before, later refunds are only in the ledger. */
const isShownRefund = ({ legs }: IntentRecord): boolean =>
  legs.some(({ leg, status }) => leg === 'refund' && status === 'SUCCEEDED')

/** The event when an arrival that is not booked appears or disappears. An end has an event of its own. */
function turns({ progress }: IntentRecord, outcome: Outcome): { arrived?: boolean } {
  const isEnd = outcome.kind === 'move' && isFinalStep(outcome.to)
  if (isEnd || !outcome.progress) return {}
  const [before, after] = [progress.arrived !== undefined, outcome.progress.arrived !== undefined]
  return before === after ? {} : { arrived: after }
}

/** Whether this is the first sign of the payment to the recipient: a block that holds it, or else the end. */
function arrives({ progress }: IntentRecord, outcome: Outcome): boolean {
  if (progress.arrived) return false
  return outcome.progress?.arrived !== undefined || (outcome.kind === 'move' && outcome.to === 'succeeded')
}
