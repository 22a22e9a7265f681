import type { IntentStatus } from '../interface/enums.ts'
import { type IntentEvent, intentEvent } from '../interface/eventShapes.ts'
import { parseJson } from '../interface/json.ts'
import { CausewayError, isError, isErrorName } from './causewayError.ts'
import { checkEvent, endsStream } from './checkEvent.ts'
import { readEventStream } from './readEventStream.ts'
import { passing, pause } from './retry.ts'

export type { IntentEvent } from '../interface/eventShapes.ts'

/** The server's URL, headers and `fetch`; the client's `Transport` fits. */
export type FollowTransport = { url: string; headers: Readonly<Record<string, string>>; fetch: typeof fetch }

export type FollowOptions = {
  signal?: AbortSignal | undefined
  /** Resumes after the event with this id. */
  afterId?: number | undefined
  /** Most failed connections in a row without an event; one more throws its error. Default 8. */
  failuresMax?: number | undefined
  /** Called with the final event before it is yielded; an exception ends the stream. */
  confirmEnd?: ((event: IntentEvent) => Promise<void>) | undefined
}

const failuresMaxDefault = 8
const retryMsDefault = 2_000
const retryMsMax = 30_000
/** The server sends a heartbeat every 15 s; silence for longer than this means the connection is dead. */
const silenceMsMax = 60_000

/**
 * The events of an intent, past and new, each once and in order, until it is final. Reconnects a lost connection
 * after the last event seen. Throws `UntrustedEvent` for an event that is impossible for this intent.
 */
export async function* followIntent(
  transport: FollowTransport,
  intentId: string,
  options: FollowOptions = {},
): AsyncGenerator<IntentEvent, void, void> {
  const { signal, failuresMax = failuresMaxDefault } = options
  const place: Place = { lastId: options.afterId ?? 0, retryMs: retryMsDefault, ended: false }
  for (let failures = 0; ; ) {
    try {
      for await (const event of readOnce(transport, intentId, place, options)) {
        failures = 0
        yield event
      }
      if (place.ended) return
    } catch (error) {
      if (signal?.aborted) throw new CausewayError('WebrpcClientAborted', { cause: signal.reason })
      if (!isError(error) || !passingHere.has(error.error) || ++failures > failuresMax) throw error
      const askedMs = (error.retryAfterSeconds ?? 0) * 1_000
      await pause(Math.max(askedMs, Math.min(place.retryMs * 2 ** (failures - 1), retryMsMax)), signal)
      continue
    }
    await pause(place.retryMs, signal)
  }
}

type Place = { lastId: number; status?: IntentStatus; retryMs: number; ended: boolean }

/** A stream that is `Unavailable` may come back. `passing` omits it: for a quote it can mean that no route exists. */
const passingHere = new Set<string>([...passing, 'Unavailable'])

async function* readOnce(
  transport: FollowTransport,
  intentId: string,
  place: Place,
  options: FollowOptions,
): AsyncGenerator<IntentEvent> {
  const { signal } = options
  const here = new AbortController()
  const stop = () => here.abort()
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  let silence = setTimeout(stop, silenceMsMax)
  try {
    const reply = await connect(transport, intentId, place, here.signal)
    if (reply.status === 204) {
      place.ended = true
      return
    }
    const stream = readEventStream()
    for await (const text of textOf(reply)) {
      clearTimeout(silence)
      silence = setTimeout(stop, silenceMsMax)
      for (const { event, data, id } of stream.push(text)) {
        place.retryMs = stream.retryMs() ?? place.retryMs
        if (event === 'end') {
          place.ended = true
          return
        }
        if (Number(id) <= place.lastId) continue
        const read = intentEvent.safeParse(parseJson(data))
        if (!read.success) throw new CausewayError('WebrpcBadResponse', { detail: 'an event of another form' })
        const checked = checkEvent(read.data, id, { ...place, intentId })
        if (endsStream(checked)) await options.confirmEnd?.(checked)
        place.lastId = checked.id
        place.status = checked.status
        yield checked
        if (!endsStream(checked)) continue
        place.ended = true
        return
      }
      place.retryMs = stream.retryMs() ?? place.retryMs
    }
  } finally {
    clearTimeout(silence)
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

async function connect(
  transport: FollowTransport,
  intentId: string,
  place: Place,
  signal: AbortSignal,
): Promise<Response> {
  const { 'Content-Type': _, ...headers } = transport.headers
  const url = `${transport.url}/intents/${encodeURIComponent(intentId)}/events`
  const reply = await transport
    .fetch(url, {
      redirect: 'error',
      headers: { ...headers, Accept: 'text/event-stream', 'Last-Event-ID': String(place.lastId) },
      signal,
    })
    .catch((cause: unknown) => {
      throw new CausewayError('WebrpcRequestFailed', { detail: 'no reply from the server', cause })
    })
  if (reply.status === 204 || (reply.ok && typeOf(reply).startsWith('text/event-stream'))) return reply
  throw await refusal(reply)
}

const typeOf = ({ headers }: Response): string => headers.get('content-type') ?? 'no type'

async function refusal(reply: Response): Promise<CausewayError> {
  const text = await reply.text().catch(() => '') // if the body breaks off, the status decides the error
  const asked = Number(reply.headers.get('retry-after') ?? Number.NaN)
  const context = {
    ...(Number.isFinite(asked) && { retryAfterSeconds: asked }),
    ...(reply.headers.get('x-request-id') && { requestId: reply.headers.get('x-request-id')! }),
  }
  try {
    const { error, cause } = JSON.parse(text) as { error?: unknown; cause?: unknown }
    if (isErrorName(error))
      return new CausewayError(error, { ...context, ...(typeof cause === 'string' && { detail: cause }) })
  } catch {
    // not our server's JSON: a proxy answered
  }
  return new CausewayError(reply.status >= 500 ? 'WebrpcRequestFailed' : 'WebrpcBadResponse', {
    ...context,
    detail: `status ${reply.status}, ${typeOf(reply)}`,
  })
}

async function* textOf({ body }: Response): AsyncGenerator<string> {
  if (!body) return
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause: unknown) => {
        throw new CausewayError('WebrpcStreamLost', { detail: 'the connection broke', cause })
      })
      if (done) return
      yield decoder.decode(value, { stream: true })
    }
  } finally {
    void reader.cancel().catch(() => {}) // fails if the connection is already closed
  }
}
