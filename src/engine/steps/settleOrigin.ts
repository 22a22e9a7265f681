import { type IntentProgress, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { type BatchRun, findBatchRun } from '../books/batchReceipt.ts'
import type { World } from '../world.ts'
import { bookFinalRun } from './awaitOrigin.ts'
import { batchSearchOf } from './batchSearchOf.ts'
import { runAtHead } from './mined.ts'
import { type Move, moveTo, type Wait, wait } from './outcome.ts'
import { nextBlock } from './pollSchedule.ts'

/** Whether the steps after the origin batch went on before its run was final, and it is not booked yet. */
export function originIsOpen({ legs, progress }: IntentRecord): boolean {
  const status = legs.find(({ leg }) => leg === 'origin')?.status
  return progress.origin?.ahead === true && !progress.origin.lost && status !== 'SUCCEEDED' && status !== 'FAILED'
}

/**
 * Looks after the origin batch from the steps that follow it. Its run is booked once it is final; if a reorganisation took it back, the intent
 * returns to the step that sends it again. Undefined while nothing is to be done about it.
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

/** Whatever the intent comes to, a filler may have paid out for the run that is gone: the destination is looked after when it has ended. */
const withCrossed = (progress: IntentProgress): IntentProgress =>
  withProgress(progress, 'lateRefunds', { crossed: true })

/** Whether the run is not the one that the steps after it went on with: it was taken back and mined again between two polls. */
function isAnother({ legs }: IntentRecord, { receipt }: BatchRun): boolean {
  const seen = legs.find(({ leg }) => leg === 'origin')
  return seen?.txnHash !== receipt.hash || seen.minedAtMs !== receipt.minedAtMs
}

/** The intent is past the step that the booking leads to; an end is one all the same: mined again, the batch failed and paid back. */
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
