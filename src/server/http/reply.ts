import type { ServiceError } from '../../interface/errors.ts'
import { exposedHeaders } from './cors.ts'
import type { Exchange } from './exchange.ts'

// What is left of a small body is cheaper to read than a new connection is to open.
const leftoverBytesMax = 64 * 1024
// A caller that is still sending sees a reset instead of our answer if we close at once, so we read on for a while.
const lingerBytesMax = 8 * 1024 * 1024
const lingerMs = 2_000

/** Sends one JSON reply. The only place that writes to a response of an operation. */
export function reply(exchange: Exchange, status: number, body: Buffer | string): number {
  const { outgoing, incoming } = exchange
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : body.length
  const unread = unreadBytes(exchange)
  if (unread > leftoverBytesMax) exchange.headers.Connection = 'close'
  const headers = [
    'Content-Type',
    'application/json',
    'Content-Length',
    bytes,
    'X-Request-Id',
    exchange.id,
    'Cache-Control',
    'no-store',
  ]
  // Admin operations are not for pages of any kind, so a browser keeps even their refusals to itself.
  if (!exchange.route?.admin) {
    headers.push('Access-Control-Allow-Origin', '*')
    // Only a page in a browser needs leave to read them, and it says that it is one.
    if (incoming.headers.origin !== undefined) headers.push('Access-Control-Expose-Headers', exposedHeaders)
  }
  for (const name in exchange.headers) headers.push(name, exchange.headers[name]!)
  outgoing.writeHead(status, headers)
  if (unread <= leftoverBytesMax || incoming.method === 'HEAD') {
    // As many bytes as characters: plain ASCII, which goes out in one piece with the head and without encoding.
    outgoing.end(body, bytes === body.length ? 'latin1' : 'utf8')
    return bytes
  }
  outgoing.write(body)
  linger(exchange)
  return bytes
}

export function replyEmpty(exchange: Exchange, status: number): number {
  exchange.outgoing.writeHead(status, { 'X-Request-Id': exchange.id, 'Content-Length': 0, ...exchange.headers })
  exchange.outgoing.end()
  return 0
}

/** The body of a failed call; field names in its cause are those of the caller's brand. */
export function envelopeText(error: ServiceError, exchange: Exchange): string {
  const envelope = error.toEnvelope()
  if (envelope.cause !== undefined && exchange.route) envelope.cause = exchange.route.codec.toWireText(envelope.cause)
  return JSON.stringify(envelope)
}

/** Bytes of the body still to come; infinite where the sender did not say. */
function unreadBytes({ incoming, bytesIn }: Exchange): number {
  if (incoming.complete || incoming.destroyed) return 0
  const { 'content-length': declared, 'transfer-encoding': encoding } = incoming.headers
  if (encoding !== undefined) return Number.POSITIVE_INFINITY
  return declared === undefined ? 0 : Number(declared) - bytesIn
}

/** The reply is out; reads and forgets what still comes, within bounds, then closes. */
function linger({ incoming, outgoing }: Exchange): void {
  let bytes = 0
  const close = () => {
    clearTimeout(timer)
    incoming.off('data', count)
    outgoing.end()
  }
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > lingerBytesMax) close()
  }
  const timer = setTimeout(close, lingerMs)
  incoming.on('data', count).once('end', close).once('close', close)
  incoming.resume()
}
