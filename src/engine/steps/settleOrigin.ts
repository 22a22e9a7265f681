import { type IntentProgress, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { type BatchRun, findBatchRun } from '../books/batchReceipt.ts'
import type { World } from '../world.ts'
import { bookFinalRun } from './awaitOrigin.ts'
import { batchSearchOf } from './batchSearchOf.ts'
import { runAtHead } from './mined.ts'
import { type Move, moveTo, type Wait, wait } from './outcome.ts'
import { nextBlock } from './pollSchedule.ts'

/** Whether a later step began before the origin run was final, and the run is not booked yet. */
export function originIsOpen({ legs, progress }: IntentRecord): boolean {
  const status = legs.find(({ leg }) => leg === 'origin')?.status
  return progress.origin?.ahead === true && !progress.origin.lost && status !== 'SUCCEEDED' && status !== 'FAILED'
}

/**
 * Watches the origin batch from the steps after it. Books its run once it is final; if a reorganisation took it back,
 * returns the intent to the step that resends it. Undefined while there is nothing to do.
 */
export async function settleOrigin(
  record: IntentRecord,
  world: World,
): Promise<Move<'awaitOrigin' | 'refunded'> | Wait | undefined> {
  if (!originIsOpen(record)) return undefined
  const { where, attempts } = await batchSearchOf(record, 'origin', world)
  const final = await findBatchRun(where, attempts)
  if (final.is === 'proven') {
    const booked = bookFinalRun(record, world, where.chain, final.value, attempts)
    return bookWhereItIs(record, booked, isAnother(record, final.value))
  }
  const atHead = await runAtHead(where, attempts, record, 'origin')
  const isGone = final.is === 'provenNot' || atHead?.is === 'notFound' || atHead?.is === 'provenNot'
  if (!isGone) return undefined
  return moveTo('awaitOrigin', { progress: withCrossed(record.progress) }, nextBlock(where.chain))
}

/** A filler may have paid for the run that is gone, so the destination is polled after any end. */
const withCrossed = (progress: IntentProgress): IntentProgress =>
  withProgress(progress, 'lateRefunds', { crossed: true })

/** Whether the run was taken back and mined again between two polls: the later steps went on with another run. */
function isAnother({ legs }: IntentRecord, { receipt }: BatchRun): boolean {
  const seen = legs.find(({ leg }) => leg === 'origin')
  return seen?.txnHash !== receipt.hash || seen.minedAtMs !== receipt.minedAtMs
}

/** Books the run and stays in the later step. Ends only if the batch was mined again, failed and repaid the owner. */
function bookWhereItIs(
  record: IntentRecord,
  booked: ReturnType<typeof bookFinalRun>,
  isAnotherRun: boolean,
): Move<'refunded'> | Wait {
  const crossed = { progress: withCrossed(booked.progress ?? record.progress) }
  const { to, look: _, kind: __, ...effects } = booked
  if (to === 'refunded') return moveTo(to, { ...effects, ...crossed })
  return wait({ afterMs: 0 }, isAnotherRun ? { ...effects, ...crossed } : effects)
}
