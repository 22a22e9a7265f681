import type { IntentRecord } from '../../intents/intentRecord.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import type { Request } from '../../interface/operations.ts'
import type { DepositSignature } from '../../interface/receiptShapes.ts'
import { paysDeposit } from '../books/depositPayments.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { executeSigned } from './executeSigned.ts'

/**
 * Replaces the arguments of an intent that awaits its deposit; returns whether it did. Access keys are public: anyone
 * who knows the id may have executed it with a hash that was never mined, or with none, which moves nothing. The
 * owner's signature or a paying hash replaces that; a signature only before the deposit came, or it would pay twice.
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
 * A deposit that a reorg removed may return, and the sender still holds the batch sent for it: a signed deposit would
 * duplicate both.
 */
const wasSeen = ({ progress }: IntentRecord): boolean =>
  progress.origin?.handedOver === true || progress.deposit?.reorged === true

/** Whether the deposit came, by the newest block or by its hash. Throws if nodes cannot tell about the hash. */
async function isPaid(record: IntentRecord, world: World): Promise<boolean> {
  const { tokenAddress, chainId, amount } = record.intent.depositTransaction
  const chain = chainOf(world, chainId)
  const { hash } = record.progress.deposit ?? {}
  const evidence = hash && (await chain.receipt(hash))
  if (evidence && evidence.is === 'unknown') throw new ServiceError('ChainNodeHealth', evidence.why)
  if (evidence && (await paysDeposit(record, evidence, chain))) return true
  return (await chain.balance(tokenAddress, record.intent.originIntentAddress)) >= amount
}

/**
 * Replaces the hash of an awaited deposit; returns whether the new one pays. Only a proven hash is taken, and only if
 * the old one does not pay. Access keys are public: anyone may name any hash, within the rate limit. The worker keeps
 * its lease and the row is woken: no hash, right or wrong, keeps the deposit from being found.
 */
export async function replaceDepositHash(
  record: IntentRecord,
  hash: Hex,
  executedWith: string | undefined,
  world: World,
): Promise<boolean> {
  const { intentId, intent } = record
  const chain = chainOf(world, intent.originChainId)
  const isPaying = async (one: Hex) => paysDeposit(record, await chain.receipt(one), chain)
  const pays = await isPaying(hash)
  const before = record.progress.deposit?.hash
  if (pays && !(before && (await isPaying(before))))
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
 * Writes an intent that awaits its deposit, without a lease; returns whether it did. If a worker wrote in between,
 * reads again while the deposit is awaited: the worker's findings must not be overwritten.
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
