import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { reason } from '../../intents/reasons.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { type Effects, type Move, moveTo } from './outcome.ts'
import { inTime, lostLegs, markPending, whenMined } from './pollSchedule.ts'
import { runData } from './strictFailure.ts'

/** Hands the destination batch to the sender. The money it needs has arrived. */
export async function sendDestination(
  record: IntentRecord,
  world: World,
): Promise<Move<'awaitDestination' | 'refund'>> {
  const { intent, plan, progress } = record
  const { destinationMetaTxn: meta, destinationCalls: batch } = intent
  if (!meta || !batch || !plan.destination || !plan.destinationGasLimit)
    throw new Error(`intent ${record.intentId} has no destination batch`)
  const chain = chainOf(world, intent.destinationChainId)
  if (!(await inTime(chain, plan.destination))) return refundOnDestination(record)
  const data = runData(progress.destination, plan.destination, batch, meta.input)
  // The bridge message was sent under this leg too; skip its attempts, which say nothing about the batch.
  const [message] = progress.bridge?.message
    ? await world.store.attempts.ofLeg(record.intentId, 'destination')
    : [undefined]
  const handedOver: Effects = {
    progress: withProgress(progress, 'destination', {
      handedOver: true,
      ...(message && { lastAttempt: message.id }),
    }),
    legs: [
      {
        leg: 'destination',
        chainId: chain.id,
        ...markPending(record, 'destination'),
        context: (progress.bridge?.message && record.legs.find(({ leg }) => leg === 'destination')?.context) ?? 'NONE',
      },
    ],
    outbox: [
      {
        chainId: chain.id,
        leg: 'destination',
        to: meta.contract,
        data,
        value: 0n,
        gasLimit: plan.destinationGasLimit,
        lastAtMs: Number(plan.destination.refundAt) * 1_000,
      },
    ],
  }
  return moveTo('awaitDestination', handedOver, whenMined(chain, record, 'destination'))
}

/** The batch cannot run, or not in time: the value goes to the owner on this side. */
export function refundOnDestination(
  record: IntentRecord,
  code: 'REFUND_TIME' | 'OWNER_ACTED' | 'PART_EXPIRED' = 'REFUND_TIME',
): Move<'refund'> {
  const why = reason(code)
  const { progress, intent } = record
  const { destinationChainId: chainId } = intent
  return moveTo('refund', {
    legs: [...lostLegs(record), { leg: 'destination', chainId, statusReason: why }],
    progress: withProgress(progress, 'refund', { reason: why, side: 'destination', failedLeg: 'destination' }),
  })
}
