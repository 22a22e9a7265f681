import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { LegAttempt } from '../../stores/store.ts'
import { batchEntries, type Side } from '../books/batchEntries.ts'
import { findBatchRun } from '../books/batchReceipt.ts'
import type { World } from '../world.ts'
import type { Effects } from './outcome.ts'

type Found = {
  where: Parameters<typeof findBatchRun>[0]
  attempts: readonly LegAttempt[]
  /** As `batchEntries` takes it. */
  balanceBefore: bigint
}

/**
 * What the newest blocks show of a batch that is mined and not final: when, and whether it paid the recipient. Nothing is booked for it,
 * and a reorganisation takes it back. Written only when it changes: an intent may wait for many blocks.
 */
export async function sayMined(record: IntentRecord, side: Side, found: Found, world: World): Promise<Effects> {
  const { progress, plan } = record
  const { where, attempts, balanceBefore } = found
  const { chain } = where
  const leg = record.legs.find((one) => one.leg === side)
  if (leg?.status !== 'MINING') return {}
  // It is news for the reader, and no reason to put the step off.
  const evidence = await chain
    .head()
    .then(({ number }) => findBatchRun({ ...where, finalBlock: number }, attempts))
    .catch(() => undefined)
  if (!evidence || evidence.is === 'unknown') return {}
  const run = evidence.is === 'proven' ? evidence.value : undefined
  const pays =
    run && (side === 'destination' || !plan.destination) && !run.failed.has('main') && !run.failed.has('deliver')
  const wrapped = chain.definition.wrappedNative
  const arrived = pays
    ? {
        txnHash: run.receipt.hash,
        amount: batchEntries(record, side, run, balanceBefore, { settings: world.settings, wrapped }).delivered,
      }
    : undefined
  const isNews = run !== undefined && leg.minedAtMs !== run.receipt.minedAtMs
  return {
    ...(arrived?.txnHash !== progress.arrived?.txnHash && { progress: { ...progress, arrived } }),
    ...(isNews && {
      legs: [{ leg: side, chainId: chain.id, txnHash: run.receipt.hash, minedAtMs: run.receipt.minedAtMs }],
    }),
  }
}
