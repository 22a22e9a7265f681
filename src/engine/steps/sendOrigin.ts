import type { Chain } from '../../chains/chain.ts'
import { explainRevert } from '../../intents/explainRevert.ts'
import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { reason, reasons } from '../../intents/reasons.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { inTime, markPending, whenMined } from './common.ts'
import { type Effects, type Move, moveTo } from './outcome.ts'

/** Hands the origin batch to the sender. */
export async function sendOrigin(record: IntentRecord, world: World): Promise<Move<'awaitOrigin' | 'refund'>> {
  const { intent, plan } = record
  const chain = chainOf(world, intent.originChainId)
  const { contract, input } = intent.originMetaTxn
  const why = (await inTime(chain, plan)) ? await whyNotNow(record, world, chain) : reason('LATE')
  if (why) return moveTo('refund', { progress: withProgress(record.progress, 'refund', { reason: why }) })
  const sent: Effects = {
    legs: [{ leg: 'origin', chainId: chain.id, ...markPending(record, 'origin') }],
    outbox: [{ chainId: chain.id, leg: 'origin', to: contract, data: input, value: 0n, gasLimit: plan.originGasLimit }],
  }
  return moveTo('awaitOrigin', sent, whenMined(chain, record, 'origin'))
}

/**
 * Why a batch whose time to be executed is over cannot run now. One that can run is sent: whether the minimum is still met is decided by
 * the batch itself, which otherwise pays the owner back in the same transaction, sooner than any refund.
 */
async function whyNotNow(record: IntentRecord, { clock }: World, chain: Chain): Promise<string | undefined> {
  const { executeByMs = 0, intent } = record
  if (clock.nowMs() <= executeByMs) return undefined
  const { contract, input } = intent.originMetaTxn
  const outcome = await chain.simulate({ to: contract, data: input })
  if (outcome.ok) return undefined
  return reason(
    'LATE',
    `${reasons.LATE} (${outcome.revert === '0x' ? outcome.message : explainRevert(outcome.revert)})`,
  )
}
