import { type Signal, signal } from '@preact/signals'
import type { IntentEvent } from '../../interface/eventShapes.ts'
import type { Intent } from '../../interface/intentShapes.ts'
import { readEventStream } from '../../sdk/readEventStream.ts'
import { heldKey, serviceOrigin } from '../data/session.ts'
import { callService, describeFailure, ServiceRefusal, type Wire } from '../data/wire.ts'
import { parseShown } from '../view/format.ts'
import { now } from '../view/now.ts'
import type { Receipt } from './state.ts'

export type Feed = {
  receipt: Signal<Receipt | undefined>
  /** The intent as quoted: promise, fees, calls. */
  intent: Signal<Wire<Intent> | undefined>
  events: Signal<readonly IntentEvent[]>
  /** The connection's state and since when. */
  link: Signal<Link>
  /** Why there is no receipt yet. While `link` is `cut`, the feed tries again. */
  error: Signal<string>
  /** Reconnects now instead of after the pause. */
  tryNow(): void
  stop(): void
}

/** `live`: the stream is open. `cut`: it broke; next attempt at `retryAtMs`. `ended`: the intent is final. */
export type Link = { is: 'opening' | 'live' | 'cut' | 'ended'; heardAtMs: number; retryAtMs: number }

const retryMsFirst = 1_000
const retryMsMax = 15_000
/** The server sends a heartbeat every 15 s. */
const silenceMsMax = 40_000
const eventsMax = 2_000
/** If more bytes than this hold no end of a message, it is no event stream. An event is about 2 kB. */
const unreadBytesMax = 4 * 1024 * 1024
/** Events are shown in bundles, with at most one receipt read each: 200 events/s redraw the page 4 times/s. */
const bundleMs = 250

/** The receipt of an intent and its events until it is final. A broken stream resumes where it broke. */
export function startFeed(intentId: string): Feed {
  const ended = new AbortController()
  const feed: Omit<Feed, 'tryNow' | 'stop'> = {
    receipt: signal(undefined),
    intent: signal(undefined),
    events: signal([]),
    link: signal({ is: 'opening', heardAtMs: now(), retryAtMs: now() }),
    error: signal(''),
  }
  let wake = () => {}
  const refresh = coalesced(async () => {
    const { intentReceipt } = await callService('GetIntentReceipt', { intentId }, ended.signal)
    feed.receipt.value = intentReceipt
    feed.error.value = ''
  })
  const bundle = createBundle((fresh) => {
    feed.events.value = [...feed.events.value, ...fresh].slice(-eventsMax)
    // A failed read is repeated at the next event or at the end of the stream.
    void refresh().catch(() => undefined)
  })
  const readIntent = async () => {
    feed.intent.value ??= (await callService('GetIntent', { intentId }, ended.signal)).intent
  }
  /** Reads the receipt, and the quote until known; then follows one connection. True once the intent is final. */
  const turn = async (): Promise<boolean> => {
    await refresh()
    if (feed.link.value.is === 'cut') feed.link.value = { is: 'opening', heardAtMs: now(), retryAtMs: 0 }
    // The page works without the quote: the receipt says where the money is.
    await readIntent().catch(() => undefined)
    const isOver = await readOnce(intentId, feed, bundle.add, ended.signal)
    bundle.show()
    if (isOver) await refresh()
    return isOver
  }
  const run = async () => {
    for (let failures = 0; !ended.signal.aborted; ) {
      const before = feed.events.value.length
      try {
        if (await turn()) {
          feed.link.value = { ...feed.link.value, is: 'ended', heardAtMs: now() }
          return
        }
      } catch (error) {
        bundle.show()
        if (feed.receipt.value === undefined && !ended.signal.aborted) feed.error.value = describeFailure(error)
        if (feed.receipt.value === undefined && isFinalRefusal(error)) return
      }
      failures = feed.events.value.length > before ? 0 : failures + 1
      const pauseMs = Math.min(retryMsFirst * 2 ** Math.min(failures, 4), retryMsMax)
      feed.link.value = { ...feed.link.value, is: 'cut', retryAtMs: now() + pauseMs }
      await pause(pauseMs, ended.signal, (end) => {
        wake = end
      })
    }
  }
  void run()
  return { ...feed, tryNow: () => wake(), stop: () => ended.abort() }
}

/** A refusal that a retry does not change: no such intent, or not for this key. A rate limit (429) passes. */
const isFinalRefusal = (error: unknown): boolean =>
  error instanceof ServiceRefusal && error.status >= 400 && error.status < 500 && error.status !== 429

/** One connection. True once the intent is final. */
async function readOnce(
  intentId: string,
  feed: Pick<Feed, 'events' | 'link'>,
  add: (event: IntentEvent) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const here = new AbortController()
  const stop = () => here.abort()
  signal.addEventListener('abort', stop, { once: true })
  let silence = setTimeout(stop, silenceMsMax)
  try {
    let lastId = feed.events.value.at(-1)?.id ?? 0
    const reply = await fetch(`${serviceOrigin}/intents/${encodeURIComponent(intentId)}/events`, {
      headers: {
        Accept: 'text/event-stream',
        'Last-Event-ID': String(lastId),
        ...(heldKey.value && { 'X-Access-Key': heldKey.value }),
      },
      signal: here.signal,
    })
    if (reply.status === 204) return true
    if (!reply.ok || !reply.body) return false
    feed.link.value = { is: 'live', heardAtMs: now(), retryAtMs: 0 }
    let unreadBytes = 0
    const [reader, decoder, stream] = [reply.body.getReader(), new TextDecoder(), readEventStream()]
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return false
      clearTimeout(silence)
      silence = setTimeout(stop, silenceMsMax)
      // The page shows the age in tenths of a second at best, so a busy stream need not redraw it for each chunk.
      if (now() - feed.link.value.heardAtMs >= bundleMs)
        feed.link.value = { is: 'live', heardAtMs: now(), retryAtMs: 0 }
      const messages = stream.push(decoder.decode(value, { stream: true }))
      unreadBytes = messages.length > 0 ? 0 : unreadBytes + value.length
      if (unreadBytes > unreadBytesMax) return false
      const fresh = messages.filter(({ event }) => event.startsWith('intent.')).map(({ data }) => parseShown(data))
      for (const event of fresh) {
        if (!isEvent(event) || event.id <= lastId) continue
        lastId = event.id
        add(event)
      }
      if (messages.some(({ event }) => event === 'end')) return true
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
    stop()
  }
}

/** Whether the event has all fields that the page draws. Other messages of the stream are skipped. */
function isEvent(told: unknown): told is IntentEvent {
  const { id, kind, status, createdAt, transactions } = (told ?? {}) as Partial<Record<keyof IntentEvent, unknown>>
  return (
    Number.isSafeInteger(id) &&
    [kind, status, createdAt].every((text) => typeof text === 'string') &&
    Array.isArray(transactions) &&
    transactions.every(({ type, status }) => typeof type === 'string' && typeof status === 'string')
  )
}

/** Shows the first event at once and those that follow within `bundleMs` together. `show` flushes. */
function createBundle(onEvents: (fresh: readonly IntentEvent[]) => void) {
  let waiting: IntentEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    const fresh = waiting
    waiting = []
    onEvents(fresh)
    timer = setTimeout(show, bundleMs)
  }
  return {
    add(event: IntentEvent): void {
      waiting.push(event)
      if (timer === undefined) timer = setTimeout(show, 0)
    },
    show,
  }
}

/** At most one read at a time. A request during a read causes one more after it. */
function coalesced(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let again = false
  const run = async (): Promise<void> => {
    do {
      again = false
      await read()
    } while (again)
  }
  return () => {
    if (running) {
      again = true
      return running
    }
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
}

function pause(ms: number, signal: AbortSignal, onWake: (now: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const now = () => {
      clearTimeout(timer)
      resolve()
    }
    onWake(now)
    signal.addEventListener('abort', now, { once: true })
  })
}
