import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Hex } from '../../interface/fields.ts'
import { paysDeposit } from '../books/paysDeposit.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { retryStale } from './retryStale.ts'

/**
 * Takes another hash for a deposit that is awaited, and returns whether it pays: only one that is proven to is taken, and only if the one before
 * does not. Access keys are published, so anyone may name any hash, as often as the rate allows. The lease of a worker goes on and the row is
 * woken: neither a wrong hash nor a right one can keep the deposit from being found.
 */
export async function replaceDepositHash(
  record: IntentRecord,
  hash: Hex,
  executedWith: string | undefined,
  world: World,
): Promise<boolean> {
  const { intentId, intent } = record
  const chain = chainOf(world, intent.originChainId)
  const pays = await paysDeposit(record, hash, chain)
  const before = record.progress.deposit?.hash
  if (pays && !(before && (await paysDeposit(record, before, chain))))
    await retryStale(record, 'awaitDeposit', world, ({ progress, updatedAtMs }) =>
      world.store.intents.transition(
        { intentId, step: 'awaitDeposit', updatedAtMs },
        {
          nowMs: world.clock.nowMs(),
          progress: { ...progress, ...(executedWith && { executedWith }), deposit: { ...progress.deposit, hash } },
          legs: [{ leg: 'deposit', chainId: chain.id, txnHash: hash }],
        },
      ),
    )
  await world.store.intents.wake([intentId], world.clock.nowMs())
  return pays
}
