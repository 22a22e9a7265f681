import type { IntentRecord } from '../../intents/intentRecord.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import type { Request } from '../../interface/operations.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'
import { paysAll, paysDeposit } from '../books/depositPayments.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { executeSigned } from './executeSigned.ts'

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
  return retryStale(record, world, (read) => executeSignedInstead(read, signature, executedWith, world))
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
  const fence = { intentId, step: 'awaitDeposit' as const, updatedAtMs }
  return executeSigned({ ...record, progress }, signature, { fence, started: { nowMs, progress } }, world)
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
    await retryStale(record, world, ({ progress, updatedAtMs }) =>
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

/** A worker writes a waiting intent once a block, so losing that race three times in a row does not happen. */
const triesMax = 3

/**
 * Writes an intent whose deposit is awaited without a lease, from what was read of it, and returns whether it was written. Where a worker wrote in between, it is read again,
 * as long as its deposit is awaited: what the worker found out must not be written over.
 */
async function retryStale(
  record: IntentRecord,
  { store }: World,
  write: (record: IntentRecord) => Promise<boolean>,
): Promise<boolean> {
  let read: IntentRecord | undefined = record
  for (let i = 0; i < triesMax && read?.step === 'awaitDeposit'; i++) {
    if (await write(read)) return true
    read = await store.intents.find(record.intentId)
  }
  return false
}
