import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { findBatchRun } from '../books/batchReceipt.ts'
import type { World } from '../world.ts'
import { bookFinalRun } from './awaitOrigin.ts'
import { batchSearchOf } from './batchSearchOf.ts'
import { nextBlock } from './common.ts'
import { runAtHead } from './mined.ts'
import { type Move, moveTo, type Wait, wait } from './outcome.ts'

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
  if (final.is === 'proven')
    return bookWhereItIs(record, await bookFinalRun(record, world, where.chain, final.value, attempts))
  const atHead = await runAtHead(where, attempts, record, 'origin')
  const isGone = final.is === 'provenNot' || atHead?.is === 'notFound' || atHead?.is === 'provenNot'
  if (!isGone) return undefined
  // Whatever the intent comes to now, a filler may have paid out for the run that is gone.
  const progress = withProgress(record.progress, 'lateRefunds', { crossed: true })
  return moveTo('awaitOrigin', { progress }, nextBlock(where.chain))
}

/** The intent is past the step that the booking leads to; an end is one all the same: mined again, the batch failed and paid back. */
function bookWhereItIs(
  { progress }: IntentRecord,
  booked: Awaited<ReturnType<typeof bookFinalRun>>,
): Move<'refunded'> | Wait {
  if (booked.kind === 'wait') return booked
  const { to, look: _, kind: __, ...effects } = booked
  if (to !== 'refunded') return wait({ afterMs: 0 }, effects)
  // What a filler paid out for the run that is gone is looked after like any payment that comes after the end.
  return moveTo(to, {
    ...effects,
    progress: withProgress(booked.progress ?? progress, 'lateRefunds', { crossed: true }),
  })
}
