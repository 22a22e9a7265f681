import type { IntentRecord } from '../../intents/intentRecord.ts'
import { withProgress } from '../../intents/intentRecord.ts'
import type { Side } from '../books/batchEntries.ts'
import { findBatchRun } from '../books/batchReceipt.ts'
import type { World } from '../world.ts'
import { destinationEntries } from './awaitDestination.ts'
import { originEntries } from './awaitOrigin.ts'
import { batchSearchOf } from './batchSearchOf.ts'
import type { Effects } from './outcome.ts'

/**
 * Books a batch that somebody ran after the intent had ended: whoever pays late may also run it while it is open. The status of the intent
 * stays; its leg and the ledger say where the money went. Undefined if nothing ran or all is booked.
 */
export async function bookLateRun(record: IntentRecord, side: Side, world: World): Promise<Effects | undefined> {
  const leg = record.legs.find((one) => one.leg === side)
  if (!leg || leg.status === 'SUCCEEDED' || leg.status === 'FAILED') return undefined
  const { where, attempts } = await batchSearchOf(record, side, world)
  const evidence = await findBatchRun(where, attempts)
  if (evidence.is !== 'proven') return undefined
  const run = evidence.value
  const entriesOf = side === 'origin' ? originEntries : destinationEntries
  const { ledger } = await entriesOf(record, world, where.chain, run)
  const { hash: txnHash, blockNumber, minedAtMs } = run.receipt
  const status = run.failed.has('main') || run.failed.has('deliver') ? 'FAILED' : 'SUCCEEDED'
  const crossed = side === 'origin' && record.plan.destination !== undefined && status === 'SUCCEEDED'
  return {
    legs: [{ leg: side, chainId: where.chain.id, status, txnHash, blockNumber, minedAtMs }],
    ledger,
    ...(crossed && { progress: withProgress(record.progress, 'lateRefunds', { crossed }) }),
  }
}
