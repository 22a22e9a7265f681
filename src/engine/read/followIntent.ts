import { setImmediate as endOfTurn } from 'node:timers/promises'
import { createTurns, type Turns } from '../../host/createTurns.ts'
import { type EventFold, foldEvents, type LogEvent } from '../../intents/foldEvents.ts'
import { isFinal } from '../../interface/enums.ts'
import type { IntentEvent } from '../../interface/eventShapes.ts'
import type { Hex } from '../../interface/fields.ts'
import type { World } from '../world.ts'
import { findOwn } from './findOwn.ts'
import type { Waiters } from './waitReceipt.ts'

export type FollowRequest = {
  intentId: Hex
  projectId: number
  /** The caller has seen the events up to this id. */
  afterId: number
  signal: AbortSignal
}

/** `ended`: the caller has already seen the final event, so no more will come. */
export type Followed = { ended: boolean; events: AsyncIterable<IntentEvent> }

/** Follows intents as their events are written, from any place in the log. */
export type FollowIntent = (request: FollowRequest) => Promise<Followed>

// Most intents leave about twenty rows.
const rowsARead = 200
/** Followers woken in one turn of the event loop: each costs about 0.05 ms before it reads. */
const wakesPerTurn = 100

export function createFollowIntent(world: World, waiters: Waiters): FollowIntent {
  const rowsAfter = shareReads(world)
  const turns = createTurns(wakesPerTurn)
  return async (request) => {
    const record = await findOwn(request.intentId, request, world)
    const reader = { fold: foldEvents(record), lastId: 0 }
    const seen = await read(reader, request, rowsAfter)
    const end = seen.find(({ status }) => isFinal(status))
    if (end && end.id <= request.afterId) return { ended: true, events: none() }
    return { ended: false, events: follow(seen, reader, request, { waiters, rowsAfter, turns }) }
  }
}

type Reader = { fold: EventFold; lastId: number }
type Rows = readonly LogEvent[]
type RowsAfter = (intentId: Hex, afterId: number) => Promise<Rows>

/**
 * Followers that a notice wakes share one read of the log, where 500 followers would cost 500 reads of the same rows.
 * A read is shared only until it begins, in the next turn: a follower that joined later could miss a row written since.
 */
function shareReads({ store }: Pick<World, 'store'>): RowsAfter {
  const planned = new Map<string, Promise<Rows>>()
  return (intentId, afterId) => {
    const key = `${intentId} ${afterId}`
    const known = planned.get(key)
    if (known) return known
    const read = endOfTurn().then(() => {
      planned.delete(key)
      return store.events.ofIntent({ intentId, afterId, limit: rowsARead })
    })
    planned.set(key, read)
    return read
  }
}

/** Events since the last read, as callers see them. Folds from the first row, wherever the caller resumes. */
async function read(reader: Reader, { intentId }: FollowRequest, rowsAfter: RowsAfter): Promise<IntentEvent[]> {
  const shown: IntentEvent[] = []
  for (;;) {
    const rows = await rowsAfter(intentId, reader.lastId)
    for (const row of rows) {
      const event = reader.fold(row)
      if (event) shown.push(event)
      reader.lastId = row.id
    }
    if (rows.length < rowsARead) return shown
  }
}

/** Ends with the event that makes the intent final, or when the signal does. */
async function* follow(
  seen: readonly IntentEvent[],
  reader: Reader,
  request: FollowRequest,
  { waiters, rowsAfter, turns }: { waiters: Waiters; rowsAfter: RowsAfter; turns: Turns },
): AsyncGenerator<IntentEvent> {
  let events = seen
  while (!request.signal.aborted) {
    for (const event of events) {
      if (event.id > request.afterId) yield event
      if (isFinal(event.status)) return
    }
    const waitOver = new AbortController()
    const stop = () => waitOver.abort()
    request.signal.addEventListener('abort', stop, { once: true })
    if (request.signal.aborted) stop()
    // Registered before the read, so that a row written between reading and waiting is not missed.
    const moved = waiters.moved(request.intentId, waitOver.signal)
    try {
      events = await read(reader, request, rowsAfter)
      if (events.length === 0) await moved.then(turns)
    } finally {
      request.signal.removeEventListener('abort', stop)
      stop()
    }
  }
}

async function* none(): AsyncGenerator<IntentEvent> {}
