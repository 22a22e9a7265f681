import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../interface/errors.ts'

export type BodyBounds = { bytesMax: number; timeoutMs: number }

/**
 * Reads a body of bounded size in bounded time. Whoever sends more, or slower, gets an answer while the rest of the
 * body is still on its way; `reply.ts` then closes the connection.
 */
export function readBody(incoming: IncomingMessage, bounds: BodyBounds): Promise<Buffer> {
  const declared = incoming.headers['content-length']
  if (declared !== undefined && Number(declared) > bounds.bytesMax) return Promise.reject(tooLarge(bounds.bytesMax))
  return new Promise((resolve, reject) => {
    const reading: Reading = { incoming, bounds, resolve, reject, first: undefined, rest: undefined, bytes: 0 }
    reading.timer = setTimeout(onLate, bounds.timeoutMs, reading)
    readings.set(incoming, reading)
    incoming.on('data', onData).on('end', onEnd).on('close', onLost).on('error', onLost)
  })
}

// The listeners are shared by all requests and find their state here: four closures a request, named at run time by
// tsx, were about 7 % of the samples in a profile of Ping.
type Reading = {
  incoming: IncomingMessage
  bounds: BodyBounds
  resolve(body: Buffer): void
  reject(error: ServiceError): void
  timer?: NodeJS.Timeout
  first: Buffer | undefined
  rest: Buffer[] | undefined
  bytes: number
}

const readings = new WeakMap<IncomingMessage, Reading>()
const empty = Buffer.alloc(0)

function onData(this: IncomingMessage, chunk: Buffer): void {
  const reading = readings.get(this)
  if (!reading) return
  reading.bytes += chunk.length
  if (reading.bytes > reading.bounds.bytesMax) fail(reading, tooLarge(reading.bounds.bytesMax))
  else if (!reading.first) reading.first = chunk
  else if (reading.rest) reading.rest.push(chunk)
  else reading.rest = [chunk]
}

function onEnd(this: IncomingMessage): void {
  const reading = readings.get(this)
  if (!reading) return
  settle(reading)
  const { first = empty, rest, bytes } = reading
  reading.resolve(rest ? Buffer.concat([first, ...rest], bytes) : first)
}

function onLost(this: IncomingMessage): void {
  const reading = readings.get(this)
  if (reading)
    fail(reading, new ServiceError('WebrpcClientAborted', 'the connection closed before the body was complete'))
}

function onLate(reading: Reading): void {
  fail(reading, new ServiceError('Timeout', `the body did not arrive within ${reading.bounds.timeoutMs} ms`))
}

function fail(reading: Reading, error: ServiceError): void {
  settle(reading)
  reading.incoming.off('data', onData)
  reading.reject(error)
}

/** The listeners stay, with nothing to do: an error of the connection must not find nobody listening. */
function settle({ incoming, timer }: Reading): void {
  clearTimeout(timer)
  readings.delete(incoming)
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError('WebrpcBadRequest', `the body is larger than ${bytesMax} bytes`)
}
