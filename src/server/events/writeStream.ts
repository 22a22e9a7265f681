import type { EventsConfig } from '../../config/eventsConfig.ts'
import type { Turns } from '../../host/createTurns.ts'
import { isFinal } from '../../interface/enums.ts'
import type { IntentEvent } from '../../interface/eventShapes.ts'
import { printJson } from '../../interface/json.ts'
import type { StreamEnd } from '../../observe/observeStreams.ts'
import { exposedHeaders } from '../http/cors.ts'
import type { Exchange } from '../http/exchange.ts'

export type Stream = {
  exchange: Exchange
  /** Aborts when the reader hangs up, and is aborted to end the stream. */
  caller: AbortController
  settings: EventsConfig
  drain: AbortSignal
  /** Aborts when the caller's key ends. */
  revoked: AbortSignal
  events: AsyncIterable<IntentEvent>
  /** Shared by all streams of the server. */
  turns: Turns
}

/**
 * Writes events as they come, as server-sent events: `id` is its log position, `event` the kind, `data` the event.
 * Comments in between keep the connection alive. After the final event comes an event of kind `end`.
 */
export async function writeStream(stream: Stream, onSent: () => void): Promise<StreamEnd> {
  const { exchange, caller, settings, drain, revoked, events, turns } = stream
  const { outgoing } = exchange
  let end = 'hungUp' as StreamEnd
  const stop = (why: StreamEnd) => () => {
    if (caller.signal.aborted) return
    end = why
    caller.abort()
  }
  const onDrain = stop('draining')
  const onRevoked = stop('revoked')
  drain.addEventListener('abort', onDrain, { once: true })
  revoked.addEventListener('abort', onRevoked, { once: true })
  if (revoked.aborted) onRevoked()
  const life = setTimeout(stop('life'), settings.streamMs)
  const heartbeat = setInterval(() => {
    if (outgoing.writableNeedDrain) stop('slow')()
    else outgoing.write(':\n\n')
  }, settings.heartbeatMs)
  try {
    open(exchange, settings)
    for await (const event of events) {
      await turns()
      const taken = await write(outgoing, printEvent(event), settings.slowReaderMs, caller.signal)
      if (!taken) stop('slow')()
      if (caller.signal.aborted) break
      onSent()
      if (isFinal(event.status)) {
        outgoing.write(printEnd(event))
        stop('final')()
      }
    }
  } finally {
    clearTimeout(life)
    clearInterval(heartbeat)
    drain.removeEventListener('abort', onDrain)
    revoked.removeEventListener('abort', onRevoked)
  }
  if (end === 'slow') outgoing.destroy()
  else outgoing.end()
  return end
}

function open({ outgoing, id, headers }: Exchange, { retryMs }: EventsConfig): void {
  outgoing.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no', // keeps nginx from buffering, which would delay events
    'X-Request-Id': id,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposedHeaders,
    ...headers,
  })
  outgoing.write(`retry: ${retryMs}\n\n`)
}

const printEvent = (event: IntentEvent): string =>
  `id: ${event.id}\nevent: ${event.kind}\ndata: ${printJson(event)}\n\n`

const printEnd = ({ id, intentId, status }: IntentEvent): string =>
  `id: ${id}\nevent: end\ndata: ${printJson({ intentId, status })}\n\n`

/** True once the bytes are written; false if the reader is too slow or gone. */
function write(outgoing: Exchange['outgoing'], text: string, slowMs: number, gone: AbortSignal): Promise<boolean> {
  if (outgoing.destroyed) return Promise.resolve(false)
  if (outgoing.write(text)) return Promise.resolve(true)
  return new Promise((resolve) => {
    const finish = (taken: boolean) => () => {
      clearTimeout(timer)
      outgoing.off('drain', onTaken)
      gone.removeEventListener('abort', onGone)
      resolve(taken)
    }
    const onTaken = finish(true)
    const onGone = finish(false)
    const timer = setTimeout(onGone, slowMs)
    outgoing.once('drain', onTaken)
    gone.addEventListener('abort', onGone, { once: true })
  })
}
