import { type EventFold, foldEvents } from '../../intents/foldEvents.ts'
import { isFinal } from '../../interface/enums.ts'
import type { IntentEvent } from '../../interface/eventShapes.ts'
import type { Hex } from '../../interface/fields.ts'
import type { World } from '../world.ts'
import { findOwn } from './findOwn.ts'
import type { Waiters } from './waitReceipt.ts'

export type FollowAsk = {
  intentId: Hex
  projectId: number
  /** Events up to this one have been seen. */
  afterId: number
  signal: AbortSignal
}

/** `ended`: what comes to an end has been seen to its end, so nothing will come. */
export type Followed = { ended: boolean; events: AsyncIterable<IntentEvent> }

/** Follows intents as their events are written, from any place in the log. */
export type FollowIntent = (ask: FollowAsk) => Promise<Followed>

// Most intents leave about twenty rows.
const rowsARead = 200

export function createFollow(world: World, waiters: Waiters): FollowIntent {
  return async (ask) => {
    const record = await findOwn(ask.intentId, ask, world)
    const reader = { fold: foldEvents(record), lastId: 0 }
    const seen = await read(reader, ask, world)
    const end = seen.find(({ status }) => isFinal(status))
    if (end && end.id <= ask.afterId) return { ended: true, events: none() }
    return { ended: false, events: follow(seen, reader, ask, { waiters, world }) }
  }
}

type Reader = { fold: EventFold; lastId: number }

/** What was written since the last look, as callers see it. Folded from the first row on, wherever the caller goes on from. */
async function read(reader: Reader, { intentId }: FollowAsk, { store }: World): Promise<IntentEvent[]> {
  const shown: IntentEvent[] = []
  for (;;) {
    const rows = await store.events.ofIntent({ intentId, afterId: reader.lastId, limit: rowsARead })
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
  ask: FollowAsk,
  { waiters, world }: { waiters: Waiters; world: World },
): AsyncGenerator<IntentEvent> {
  let news = seen
  while (!ask.signal.aborted) {
    for (const event of news) {
      if (event.id > ask.afterId) yield event
      if (isFinal(event.status)) return
    }
    const held = new AbortController()
    const stop = () => held.abort()
    ask.signal.addEventListener('abort', stop, { once: true })
    if (ask.signal.aborted) stop()
    // Registered before the log is read again, so that a row between reading and waiting is not missed.
    const moved = waiters.moved(ask.intentId, held.signal)
    try {
      news = await read(reader, ask, world)
      if (news.length === 0) await moved
    } finally {
      ask.signal.removeEventListener('abort', stop)
      stop()
    }
  }
}

async function* none(): AsyncGenerator<IntentEvent> {}
