import type { IntentRecord } from '../../intents/intentRecord.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Request } from '../../interface/operations.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'
import { paysAll } from '../books/paysDeposit.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { executeSigned } from './executeSigned.ts'
import { replaceDepositHash } from './replaceDepositHash.ts'
import { retryStale } from './retryStale.ts'
import { saidOfDeposit } from './saidOfDeposit.ts'

/**
 * Takes other arguments for an intent whose deposit is awaited, and returns whether it did. Access keys are published, so any caller who knows the
 * id may have executed it with a hash that was never mined, or with none; no such call moves anything. The owner's signature or a hash that
 * pays takes its place. A signature does so only while the deposit has not come: it would pay a second time.
 */
export async function replaceDeposit(
  record: IntentRecord,
  request: Request<'ExecuteIntent'>,
  executedWith: string,
  world: World,
): Promise<boolean> {
  const { depositSignature: signature, depositTransactionHash: hash } = request
  if (hash) return replaceDepositHash(record, hash, executedWith, world)
  if (!signature) return false
  return retryStale(record, 'awaitDeposit', world, (read) => executeSignedInstead(read, signature, executedWith, world))
}

async function executeSignedInstead(
  record: IntentRecord,
  signature: DepositSignature,
  executedWith: string,
  world: World,
): Promise<boolean> {
  const { intentId, updatedAtMs, progress: known } = record
  const nowMs = world.clock.nowMs()
  if (nowMs > (record.executeByMs ?? 0) || wasSeen(record) || (await isPaid(record, world))) return false
  const progress = { ...known, executedWith, deposit: { ...known.deposit, hash: undefined, signature } }
  const started = { nowMs, progress, legs: [saidOfDeposit(record, { intentId, depositSignature: signature })] }
  const fence = { intentId, step: 'awaitDeposit' as const, updatedAtMs }
  return executeSigned({ ...record, progress }, signature, { fence, started }, world)
}

/**
 * A deposit that was in a block before a reorganisation may come again, and the batch that was sent for it is still with the sender: a signed
 * deposit would be a second one of each.
 */
const wasSeen = ({ progress }: IntentRecord): boolean =>
  progress.origin?.handedOver === true || progress.deposit?.reorged === true

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
