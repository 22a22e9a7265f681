import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Clock } from '../../host/clock.ts'
import type { ServiceError } from '../../interface/errors.ts'
import { limits } from '../../interface/limits.ts'
import { exposedHeaders } from './cors.ts'
import type { Exchange } from './exchange.ts'

// Reading the rest of a small body is cheaper than opening a new connection.
const leftoverBytesMax = 64 * 1024
// A caller that is still sending would see a reset instead of our answer if we closed at once, so read on for a while.
const lingerBytesMax = 8 * 1024 * 1024
const lingerMs = 2_000

/** Writes one JSON reply without fastify (the RPC path). Returns the bytes of the body. */
export function writeReply(exchange: Exchange, status: number, body: Buffer | string): number {
  const { outgoing, incoming } = exchange
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  const rest = hasLongRest(exchange)
  outgoing.writeHead(status, headersOf(exchange, bytes))
  if (rest) {
    outgoing.write(body)
    void readRest(incoming).then(() => outgoing.end())
  } else {
    // As many bytes as characters means ASCII, which goes out in one piece with the head and needs no encoding.
    outgoing.end(body, bytes === body.length ? 'latin1' : 'utf8')
  }
  return bytes
}

/** Sends the same reply through fastify. Returns the bytes of the body. */
export function sendReply(reply: FastifyReply, exchange: Exchange, status: number, text: string): number {
  const body = Buffer.from(text) // fastify adds a charset to the content type of a string
  const rest = hasLongRest(exchange)
  const headers = headersOf(exchange, body.length)
  reply.code(status)
  for (let at = 0; at < headers.length; at += 2) reply.header(String(headers[at]), headers[at + 1])
  void reply.send(rest ? Readable.from(thenRest(body, exchange.incoming)) : body)
  return body.length
}

/** Sends the reply at once, and ends the response after the rest of the request has been read. */
async function* thenRest(body: Buffer, incoming: IncomingMessage): AsyncGenerator<Buffer> {
  yield body
  await readRest(incoming)
}

export function writeEmptyReply(exchange: Exchange, status: number): number {
  exchange.outgoing.writeHead(status, { 'X-Request-Id': exchange.id, 'Content-Length': 0, ...exchange.headers })
  exchange.outgoing.end()
  return 0
}

/** Alternates names and values, the form that Node writes fastest. */
function headersOf({ id, route, incoming, headers }: Exchange, bytes: number): (string | number)[] {
  const list = [
    'Content-Type',
    'application/json',
    'Content-Length',
    bytes,
    'X-Request-Id',
    id,
    'Cache-Control',
    'no-store',
  ]
  // No foreign page may call admin operations: without CORS headers a browser hides even their refusals.
  if (!route?.admin) {
    list.push('Access-Control-Allow-Origin', '*')
    // Only browsers need the list of readable headers, and browsers send Origin.
    if (incoming.headers.origin !== undefined) list.push('Access-Control-Expose-Headers', exposedHeaders)
  }
  for (const name in headers) list.push(name, headers[name]!)
  return list
}

/** The body of a failed call, with the field names of the caller's brand in its cause. */
export function envelopeText(error: ServiceError, exchange: Exchange): string {
  const envelope = error.toEnvelope()
  if (envelope.cause !== undefined && exchange.route) envelope.cause = exchange.route.codec.toWireText(envelope.cause)
  return JSON.stringify(envelope)
}

/** Whether too much of the body is missing to keep the connection. */
function hasLongRest(exchange: Exchange): boolean {
  if (unreadBytes(exchange) <= leftoverBytesMax) return false
  exchange.headers.Connection = 'close'
  return exchange.incoming.method !== 'HEAD'
}

/** Bytes of the body still to come; infinite if not stated. */
function unreadBytes({ incoming, bytesIn }: Exchange): number {
  if (incoming.complete || incoming.destroyed) return 0
  const { 'content-length': declared, 'transfer-encoding': encoding } = incoming.headers
  if (encoding !== undefined) return Number.POSITIVE_INFINITY
  return declared === undefined ? 0 : Number(declared) - bytesIn
}

/** Reads and drops the rest of a request until it ends, `lingerBytesMax` have come or `lingerMs` are over. */
function readRest(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0
    const stop = () => {
      clearTimeout(timer)
      incoming.off('data', count)
      resolve()
    }
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > lingerBytesMax) stop()
    }
    const timer = setTimeout(stop, lingerMs)
    incoming.on('data', count).once('end', stop).once('close', stop)
    incoming.resume()
  })
}

/** Bounds replies that callers have not read: each in time, all together in bytes. */
export type UnreadReplies = {
  /** Watches a reply from its end until its last byte is sent. */
  watch(outgoing: ServerResponse, callerOf: () => string): void
}

type Bounds = {
  /** Every reply has this long, plus its length at `readerBytesPerSMin`. */
  graceMs: number
  bytesMax?: number
  onCut?(why: string): void
}
type Unread = { outgoing: ServerResponse; caller: string; dueMs: number }

const lookEveryMs = 500
/** Cutting the unread replies of thousands of callers in one turn held the event loop for seconds. */
const cutsAtOnce = 32

export function createUnreadReplies(clock: Clock, bounds: Bounds): UnreadReplies {
  const { graceMs, bytesMax = limits.unreadBytesMax, onCut } = bounds
  const unread = new Set<Unread>()
  let isWatched = false

  const bytesOf = ({ outgoing }: Unread): number => outgoing.socket?.writableLength ?? 0
  const cut = (one: Unread, why: string): void => {
    unread.delete(one)
    onCut?.(`${why}: ${bytesOf(one)} bytes of an answer were not taken`)
    one.outgoing.destroy()
  }
  /** Past `bytesMax`, cuts the longest reply of the caller with most unread. True: continue in a later turn. */
  const cutGreediest = (): boolean => {
    const byCaller = new Map<string, { bytes: number; replies: Unread[] }>()
    let bytes = 0
    for (const one of unread) {
      const theirs = byCaller.get(one.caller) ?? { bytes: 0, replies: [] }
      byCaller.set(one.caller, theirs)
      theirs.replies.push(one)
      theirs.bytes += bytesOf(one)
      bytes += bytesOf(one)
    }
    for (let cuts = 0; bytes > bytesMax; cuts++) {
      if (cuts === cutsAtOnce) return true
      const greediest = [...byCaller.values()].reduce((most, one) => (one.bytes > most.bytes ? one : most))
      const longest = greediest.replies.reduce((most, one) => (bytesOf(one) > bytesOf(most) ? one : most))
      greediest.replies.splice(greediest.replies.indexOf(longest), 1)
      greediest.bytes -= bytesOf(longest)
      bytes -= bytesOf(longest)
      cut(longest, 'too much lies unread')
    }
    return false
  }
  const look = (): void => {
    isWatched = false
    const nowMs = clock.monotonicMs()
    for (const one of unread) if (nowMs > one.dueMs) cut(one, 'the caller reads too slowly')
    if (cutGreediest()) setImmediate(look)
    else if (unread.size > 0) lookLater()
  }
  const lookLater = (): void => {
    if (isWatched) return
    isWatched = true
    setTimeout(look, lookEveryMs).unref()
  }

  return {
    watch(outgoing, callerOf) {
      outgoing.on('prefinish', () => {
        const bytes = outgoing.socket?.writableLength ?? 0
        if (bytes === 0) return
        const readingMs = (1_000 * bytes) / limits.readerBytesPerSMin
        const one = { outgoing, caller: callerOf(), dueMs: clock.monotonicMs() + graceMs + readingMs }
        unread.add(one)
        outgoing.on('close', () => unread.delete(one))
        lookLater()
      })
    },
  }
}
