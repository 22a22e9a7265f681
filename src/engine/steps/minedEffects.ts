import type { Chain, Evidence } from '../../chains/chain.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Side } from '../../intents/wallet.ts'
import { batchEntries } from '../books/batchEntries.ts'
import type { BatchRun } from '../books/batchReceipt.ts'
import { type Effects, type Wait, waitMs } from './outcome.ts'

type Found = {
  chain: Chain
  /** What the newest blocks show of the batch. */
  atHead: Evidence<BatchRun> | undefined
}

/**
 * What the newest blocks show of a batch that is mined and not final: when, and whether it paid the recipient. Nothing is booked for it,
 * and a reorganisation takes it back. Written only when it changes: an intent may wait for many blocks.
 */
export function minedEffects(record: IntentRecord, side: Side, found: Found): Effects {
  const { progress, plan } = record
  const { atHead, chain } = found
  const leg = record.legs.find((one) => one.leg === side)
  if (!leg || !atHead || atHead.is === 'unknown') return {}
  const run = atHead.is === 'proven' ? atHead.value : undefined
  const isLast = side === 'destination' || !plan.destination
  const pays = run && isLast && !run.failed.has('main') && !run.failed.has('deliver')
  const wrapped = chain.definition.wrappedNative
  const arrived = pays
    ? {
        txnHash: run.receipt.hash,
        amount: batchEntries(record, side, run, { wrapped }).delivered,
      }
    : undefined
  const isNews = run !== undefined && (leg.minedAtMs !== run.receipt.minedAtMs || leg.status !== 'MINING')
  const { hash: txnHash, minedAtMs } = run?.receipt ?? {}
  return {
    ...(isLast && arrived?.txnHash !== progress.arrived?.txnHash && { progress: { ...progress, arrived } }),
    ...(isNews && { legs: [{ leg: side, chainId: chain.id, status: 'MINING', txnHash, minedAtMs }] }),
  }
}

/** A payment is told as soon as it is in a block, also where that block is final at once: before the end that books it. */
export function arrivalFirst(record: IntentRecord, side: Side, found: Found): Wait | undefined {
  const effects = minedEffects(record, side, found)
  return effects.progress?.arrived && !record.progress.arrived ? waitMs(0, effects) : undefined
}
