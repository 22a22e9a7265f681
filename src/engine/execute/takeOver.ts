import type { ChainReceipt } from '../../chains/chain.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Request } from '../../interface/operations.ts'
import { paymentsIn } from '../books/depositPayments.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { saidOfDeposit } from './saidOfDeposit.ts'
import { startSigned } from './startSigned.ts'

/**
 * Takes other arguments for an intent whose deposit is awaited, and returns whether it did. Access keys are published, so whoever knows the
 * id may have executed it with a hash that nobody mined, or with none; no such call moves anything. The owner's signature or a hash that
 * pays takes its place. A signature does so only while the deposit has not come: it would pay a second time.
 */
export async function takeOver(
  record: IntentRecord,
  request: Request<'ExecuteIntent'>,
  executedWith: string,
  world: World,
): Promise<boolean> {
  const { depositSignature: signature, depositTransactionHash: hash } = request
  const nowMs = world.clock.nowMs()
  const progress = { ...record.progress, executedWith, deposit: { hash, signature } }
  const started = { nowMs, progress, legs: [saidOfDeposit(record, request)] }
  const fence = { intentId: record.intentId, step: 'awaitDeposit' as const }
  if (hash && (await paysIn(record, hash, world)))
    return world.store.intents.transition(fence, { ...started, dueAtMs: nowMs })
  if (!signature || nowMs > (record.executeByMs ?? 0) || (await isPaid(record, world))) return false
  return startSigned({ ...record, progress }, signature, { fence, started }, world)
}

/** A hash that is in no block, or in one that did not pay the deposit here, is worth as much as the one before it. */
async function paysIn(record: IntentRecord, hash: `0x${string}`, world: World): Promise<boolean> {
  const evidence = await chainOf(world, record.intent.originChainId).receipt(hash)
  return evidence.is === 'proven' && paysAll(evidence.value, record)
}

/** Anyone may pay a unit of dust, so only the whole deposit counts. Of a native payment the amount is not in the receipt. */
function paysAll(receipt: ChainReceipt, record: IntentRecord): boolean {
  const { amount } = record.intent.depositTransaction
  return paymentsIn(receipt, record, amount).reduce((sum, one) => sum + one.amount, 0n) >= amount
}

/** Whether the deposit has come, by the newest block or by the hash that was given. Nodes that cannot tell are no proof that it has not. */
async function isPaid(record: IntentRecord, world: World): Promise<boolean> {
  const { tokenAddress, chainId, amount } = record.intent.depositTransaction
  const chain = chainOf(world, chainId)
  const { hash } = record.progress.deposit ?? {}
  const evidence = hash && (await chain.receipt(hash))
  if (evidence && evidence.is === 'unknown') throw new ServiceError('ChainNodeHealth', evidence.why)
  if (evidence && evidence.is === 'proven' && paysAll(evidence.value, record)) return true
  return (await chain.balance(tokenAddress, record.intent.originIntentAddress)) >= amount
}
