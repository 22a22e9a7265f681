import type { Chain } from '../../chains/chain.ts'
import { type IntentProgress, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { reason, reasons } from '../../intents/reasons.ts'
import { encodeDeployAndExecute } from '../../intents/wallet.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { type Effects, type Move, moveTo } from './outcome.ts'
import { inTime, markPending, whenMined } from './pollSchedule.ts'
import { runData, simulateAsRelayer } from './strictFailure.ts'

/** Hands the origin batch to the sender. */
export async function sendOrigin(record: IntentRecord, world: World): Promise<Move<'awaitOrigin' | 'refund'>> {
  const { intent, plan } = record
  const chain = chainOf(world, intent.originChainId)
  const { contract, input } = intent.originMetaTxn
  const late = (await inTime(chain, plan.origin)) ? await lookAtLate(record, world, chain) : refuse(reason('LATE'))
  if ('why' in late)
    return moveTo('refund', { progress: withProgress(record.progress, 'refund', { reason: late.why }) })
  const progress = withProgress(late.progress, 'origin', { handedOver: true })
  const data = runData(progress.origin, plan.origin, intent.originCalls, input)
  const sent: Effects = {
    progress,
    legs: [{ leg: 'origin', chainId: chain.id, ...markPending(record, 'origin') }],
    outbox: [
      {
        chainId: chain.id,
        leg: 'origin',
        to: contract,
        data,
        value: 0n,
        gasLimit: plan.originGasLimit,
        lastAtMs: plan.refundAtS * 1_000,
      },
    ],
  }
  return moveTo('awaitOrigin', sent, whenMined(chain, record, 'origin'))
}

type Late = { progress: IntentProgress } | { why: string }
const refuse = (why: string): Late => ({ why })

/**
 * How to send a batch past its execution time: unchanged if it would meet its minimum. Else tolerantly: its fallback
 * refunds the owner in that transaction, up to an hour before anyone may refund. Not at all if that would fail too.
 */
async function lookAtLate(record: IntentRecord, { clock }: World, chain: Chain): Promise<Late> {
  const { executeByMs = 0, intent, plan, progress } = record
  // Marked tolerant because a strict run or its simulation failed: do not simulate that again.
  if (clock.nowMs() <= executeByMs || progress.origin?.tolerant) return { progress }
  const { contract, input } = intent.originMetaTxn
  const misses = await simulateAsRelayer(chain, contract, input)
  if (misses === undefined) return { progress }
  const tolerant = encodeDeployAndExecute(plan.origin, intent.originCalls, 'tolerantly')
  const failure = await simulateAsRelayer(chain, contract, tolerant)
  if (failure !== undefined) return refuse(reason('LATE', `${reasons.LATE} (${failure})`))
  return { progress: withProgress(progress, 'origin', { tolerant: true }) }
}
