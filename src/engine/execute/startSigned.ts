import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'
import type { Fence, Transition } from '../../stores/store.ts'
import type { World } from '../world.ts'
import { requireGoodSignature } from './requireGoodSignature.ts'
import { sponsorHold, withinBudget } from './sponsorHold.ts'

/** Starts an intent with a deposit that its owner signed, once the signature is found good. False if the intent has moved on meanwhile. */
export async function startSigned(
  record: IntentRecord,
  signature: DepositSignature,
  { fence, started }: { fence: Fence; started: Transition },
  world: World,
): Promise<boolean> {
  await requireGoodSignature(record, signature, world)
  const held = await sponsorHold(record, signature, world)
  const change: Transition = { ...started, ...held, step: 'sendDeposit', dueAtMs: started.nowMs }
  return withinBudget(change, world, () => world.store.intents.transition(fence, change))
}
