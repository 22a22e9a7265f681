import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Side } from '../../intents/wallet.ts'
import type { LegAttempt } from '../../stores/store.ts'
import type { BatchSearch } from '../books/batchReceipt.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'

/** Where to search for the run of an intent's batch, and our transactions that may have carried it. */
export async function batchSearchOf(
  record: IntentRecord,
  side: Side,
  world: World,
): Promise<{ where: BatchSearch; attempts: LegAttempt[] }> {
  const { intent, plan, progress } = record
  const isOrigin = side === 'origin'
  const config = isOrigin ? plan.origin : plan.destination
  const wallet = isOrigin ? intent.originIntentAddress : intent.destinationIntentAddress
  if (!config || !wallet) throw new Error(`intent ${record.intentId} has no batch at the ${side}`)
  const chain = chainOf(world, isOrigin ? intent.originChainId : intent.destinationChainId)
  const finalBlock = await chain.finalBlock(plan.valueUsd)
  const where = {
    chain,
    wallet,
    guest: config.executor,
    digest: config.batches[0]!,
    roles: (isOrigin ? plan.originRoles : plan.destinationRoles) ?? [],
    fromBlock: progress[side]?.fromBlock ?? finalBlock,
    finalBlock,
  }
  return { where, attempts: await world.store.attempts.ofLeg(record.intentId, side) }
}
