import type { IntentRecord } from '../../intents/intentRecord.ts'
import { reason } from '../../intents/reasons.ts'
import type { World } from '../world.ts'
import { chainOf, inTime, markPending, waitForMined } from './common.ts'
import type { Outcome } from './outcome.ts'

/** Hands the origin batch to the sender. */
export async function sendOrigin(record: IntentRecord, world: World): Promise<Outcome> {
  const { intent, plan } = record
  const chain = chainOf(world, intent.originChainId)
  if (!(await inTime(chain, plan))) {
    return { move: 'refund', progress: { ...record.progress, reason: reason('TOO_LATE') } }
  }
  const { contract, input } = intent.originMetaTxn
  return {
    move: 'awaitOrigin',
    ...waitForMined(chain, record, 'origin'),
    legs: [{ leg: 'origin', chainId: chain.id, ...markPending(record, 'origin') }],
    outbox: [{ chainId: chain.id, leg: 'origin', to: contract, data: input, value: 0n, gasLimit: plan.originGasLimit }],
  }
}
