import { LRUCache } from 'lru-cache'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { isFinalStep } from '../../intents/lifecycle.ts'
import { receiptOf, receiptStates } from '../../intents/receipt.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import type { Request, Response } from '../../interface/operations.ts'
import type { World } from '../world.ts'
import { findOwn, intentNamesOf } from './findOwn.ts'

/** Wakes this process's waiting calls when their intent moves. It learns of moves from the store's notices. */
export type Waiters = {
  /** True once the intent has moved, or with `onlyEnd` has ended. False once the signal aborts. */
  moved(intentId: Hex, signal: AbortSignal, onlyEnd?: boolean): Promise<boolean>
  /** How many wait now. */
  count(): number
  /** Whether this process has reported the arrival. */
  knowsArrival(intentId: Hex): boolean
  noteArrival(intentId: Hex, hasArrived: boolean): void
  stop(): void
}

/** Remembers this many intents that have arrived and not ended. The arrival of an evicted one is reported again. */
const toldMaxDefault = 10_000

export async function startWaiters(world: Pick<World, 'store'>, toldMax = toldMaxDefault): Promise<Waiters> {
  const told = new LRUCache<Hex, true>({ max: toldMax })
  const waiting = new Map<Hex, Set<(ended: boolean) => void>>()
  let count = 0
  const stopListening = await world.store.listen((note) => {
    if (note.kind === 'moved') for (const listener of waiting.get(note.intentId) ?? []) listener(note.ended === true)
    // Some notices were lost: any intent may have moved.
    if (note.kind === 'missed')
      for (const listeners of waiting.values()) for (const listener of listeners) listener(true)
  })
  return {
    count: () => count,
    knowsArrival: (intentId) => told.has(intentId),
    noteArrival: (intentId, hasArrived) => void (hasArrived ? told.set(intentId, true) : told.delete(intentId)),
    stop: stopListening,
    moved: (intentId, signal, onlyEnd = false) =>
      new Promise((resolve) => {
        const listeners = waiting.get(intentId) ?? new Set()
        waiting.set(intentId, listeners)
        count++
        const end = (moved: boolean) => {
          if (!listeners.delete(listener)) return
          count--
          if (listeners.size === 0) waiting.delete(intentId)
          signal.removeEventListener('abort', giveUp)
          resolve(moved)
        }
        const listener = (ended: boolean): void => {
          if (ended || !onlyEnd) end(true)
        }
        const giveUp = (): void => end(false)
        listeners.add(listener)
        if (signal.aborted) giveUp()
        else signal.addEventListener('abort', giveUp)
      }),
  }
}

type LongPoll = { projectId: number; signal: AbortSignal; waiters: Waiters }

/** Answers when the intent is final, when it has changed since `lastReceiptStates`, or when the hold time is over. */
export async function waitReceipt(
  request: Request<'WaitIntentReceipt'>,
  call: LongPoll,
  world: World,
): Promise<Response<'WaitIntentReceipt'>> {
  const { waiters, signal } = call
  const last = request.lastReceiptStates
  /**
   * Whether this process had reported the arrival when the call began. An arrival changes no status, because its leg is
   * MINING already, but it must answer the call, also if it came between two calls of a caller.
   */
  let hadArrived: boolean | undefined
  /** The answer, if there is one now. Retains no record, to save memory: thousands of calls may wait. */
  const look = async (evenIfSame = false): Promise<Response<'WaitIntentReceipt'> | undefined> => {
    if (last === undefined && !evenIfSame && !(await hasEnded(request.intentId, call, world))) return undefined
    const record = await findOwn(request.intentId, call, world)
    const hasArrived = record.progress.arrived !== undefined
    hadArrived ??= hasArrived && waiters.knowsArrival(request.intentId)
    const changed = last !== undefined && (hasArrived !== hadArrived || !sameStates(last, receiptStates(record)))
    if (!evenIfSame && !changed && !isFinalStep(record.step)) return undefined
    waiters.noteArrival(request.intentId, hasArrived && !isFinalStep(record.step))
    return answer(record, world)
  }
  if (waiters.count() >= world.settings.longPollsMax) {
    const atOnce = await look()
    if (atOnce) return atOnce
    throw new ServiceError(
      'Unavailable',
      `${world.settings.longPollsMax} calls are waiting already, as many as one process holds; use GetIntentReceipt, or try again in ${Math.ceil(world.settings.waitHoldMs / 1_000)} s`,
    )
  }
  // Not AbortSignal.timeout: Node may collect one that only AbortSignal.any refers to, and then it never fires.
  const waitOver = new AbortController()
  // A text as the reason: the default is an error with a stack, for each of thousands of calls.
  const end = (): void => waitOver.abort('over')
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  void world.clock.sleep(holdMs(world), waitOver.signal).then(end)
  try {
    for (;;) {
      // Registered before the row is read, so that a move between reading and waiting is not missed.
      const moved = waiters.moved(request.intentId, waitOver.signal, last === undefined)
      const found = await look()
      if (found) return found
      if (!(await moved)) return (await look(true))!
    }
  } finally {
    // Ends the wait in `waiters` too: a call that has its answer must not count against `longPollsMax`.
    signal.removeEventListener('abort', end)
    end()
  }
}

/**
 * Reads only the step, because most looks find nothing to answer. Also true for an unknown intent or one of another
 * project: the full read that follows throws NotFound.
 */
async function hasEnded(intentId: Hex, { projectId }: LongPoll, { store }: World): Promise<boolean> {
  const found = await store.intents.stepOf(intentId)
  return found?.projectId !== projectId || isFinalStep(found.step)
}

/** Subtracts up to 10 % jitter, so that calls that began together do not end together. */
const holdMs = ({ settings, random }: World): number => Math.round(settings.waitHoldMs * (1 - 0.1 * random.next()))

const sameStates = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((state, i) => state === b[i])

async function answer(record: IntentRecord, world: World): Promise<Response<'WaitIntentReceipt'>> {
  const ledger = await world.store.intents.ledger(record.intentId)
  return {
    intentReceipt: receiptOf(record, ledger, intentNamesOf(world)),
    receiptStates: receiptStates(record, ledger),
    done: isFinalStep(record.step),
  }
}
