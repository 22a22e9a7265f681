import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { reason } from '../../intents/reasons.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { inTime, markPending, whenMined } from './common.ts'
import { type Effects, type Move, moveTo } from './outcome.ts'

/** Hands the origin batch to the sender. */
export async function sendOrigin(record: IntentRecord, world: World): Promise<Move<'awaitOrigin' | 'refund'>> {
  const { intent, plan } = record
  const chain = chainOf(world, intent.originChainId)
  if (!(await inTime(chain, plan))) {
    return moveTo('refund', {
      progress: withProgress(record.progress, 'refund', { reason: reason('TOO_LATE') }),
    })
  }
  const { contract, input } = intent.originMetaTxn
  const sent: Effects = {
    legs: [{ leg: 'origin', chainId: chain.id, ...markPending(record, 'origin') }],
    outbox: [{ chainId: chain.id, leg: 'origin', to: contract, data: input, value: 0n, gasLimit: plan.originGasLimit }],
  }
  return moveTo('awaitOrigin', sent, whenMined(chain, record, 'origin'))
}
