import type { IntentRecord } from '../../intents/intentRecord.ts'
import { withProgress } from '../../intents/intentRecord.ts'
import type { Side } from '../../intents/wallet.ts'
import { findBatchRun } from '../books/batchReceipt.ts'
import type { World } from '../world.ts'
import { batchSearchOf } from './batchSearchOf.ts'
import type { Effects } from './outcome.ts'

/**
 * Books a batch that ran after the intent had ended: a late payer may also run it while it is open. The status of the intent
 * stays, and so does a leg that has failed; the ledger says where the money went. Undefined if nothing ran or all is booked.
 */
export async function bookLateRun(record: IntentRecord, side: Side, world: World): Promise<Effects | undefined> {
  const leg = record.legs.find((one) => one.leg === side)
  if (!leg || leg.status === 'SUCCEEDED') return undefined
  const { where, attempts } = await batchSearchOf(record, side, world)
  const evidence = await findBatchRun(where, attempts)
  if (evidence.is !== 'proven') return undefined
  const run = evidence.value
  const { hash: txnHash, blockNumber, minedAtMs } = run.receipt
  const place = side === 'origin' ? 'originIntent' : 'destinationIntent'
  const booked = await world.store.intents.ledger(record.intentId)
  if (booked.some((entry) => entry.txnHash === txnHash && entry.from === place)) return undefined
  const status = run.failed.has('main') || run.failed.has('deliver') ? 'FAILED' : 'SUCCEEDED'
  const crossed = side === 'origin' && record.plan.destination !== undefined && status === 'SUCCEEDED'
  return {
    legs:
      leg.status === 'FAILED' ? [] : [{ leg: side, chainId: where.chain.id, status, txnHash, blockNumber, minedAtMs }],
    books: {},
    ...(crossed && { progress: withProgress(record.progress, 'lateRefunds', { crossed }) }),
  }
}
