import type { IncomingMessage } from 'node:http'
import type { Clock } from '../clock.ts'
import { ServiceError } from '../interface/errors.ts'
import type { Visit } from './visit.ts'

/**
 * Reads the body of a visit, of bounded size in bounded time. Whoever sends more, or slower, gets an answer while the
 * rest of the body is still on its way; `reply.ts` then closes the connection.
 */
export type BodyReader = (visit: Visit) => Promise<void>

export type BodyBounds = { bytesMax: number; timeoutMs: number }

export function bodyReader(bounds: BodyBounds, clock: Clock): BodyReader {
  const open = openReadings(bounds, clock)
  return (visit) => {
    const incoming: Read = visit.incoming
    const declared = incoming.headers['content-length']
    if (declared !== undefined && Number(declared) > bounds.bytesMax) return Promise.reject(tooLarge(bounds.bytesMax))
    return new Promise((resolve, reject) => {
      const reading: Reading = { visit, open, resolve, reject, startedMs: clock.monotonicMs(), rest: undefined }
      incoming[reads] = reading
      open.add(reading)
      incoming.on('data', onData).on('end', onEnd).on('close', onLost).on('error', onLost)
    })
  }
}

// The listeners are shared by all requests and find their state on the message: closures and a map cost more.
const reads = Symbol('reading')
type Read = IncomingMessage & { [reads]?: Reading }

type Reading = {
  visit: Visit
  open: OpenReadings
  resolve(): void
  reject(error: ServiceError): void
  startedMs: number
  /** All parts of a body that came in more than one. */
  rest: Buffer[] | undefined
}

function onData(this: Read, chunk: Buffer): void {
  const reading = this[reads]
  if (!reading) return
  const { visit, open } = reading
  const first = visit.bytesIn === 0
  visit.bytesIn += chunk.length
  if (visit.bytesIn > open.bounds.bytesMax) fail(this, reading, tooLarge(open.bounds.bytesMax))
  else if (first) visit.bytes = chunk
  else if (reading.rest) reading.rest.push(chunk)
  else reading.rest = [visit.bytes, chunk]
}

function onEnd(this: Read): void {
  const reading = this[reads]
  if (!reading) return
  settle(this, reading)
  if (reading.rest) reading.visit.bytes = Buffer.concat(reading.rest, reading.visit.bytesIn)
  reading.resolve()
}

function onLost(this: Read): void {
  const reading = this[reads]
  if (!reading) return
  fail(this, reading, new ServiceError('WebrpcClientAborted', 'the connection closed before the body was complete'))
}

function fail(incoming: Read, reading: Reading, error: ServiceError): void {
  settle(incoming, reading)
  incoming.off('data', onData)
  reading.reject(error)
}

/** The listeners stay, with nothing to do: an error of the connection must not find nobody listening. */
function settle(incoming: Read, reading: Reading): void {
  incoming[reads] = undefined
  reading.open.remove(reading)
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError('WebrpcBadRequest', `the body is larger than ${bytesMax} bytes`)
}

type OpenReadings = { bounds: BodyBounds; add(reading: Reading): void; remove(reading: Reading): void }

/** All bodies have the same time, so they are late in the order they began, and one timer watches the oldest. */
function openReadings(bounds: BodyBounds, clock: Clock): OpenReadings {
  const open = new Set<Reading>()
  let watched = false
  const watch = (ms: number) => {
    watched = true
    setTimeout(look, Math.ceil(ms)).unref() // the connection keeps the process, not the timer
  }
  const look = () => {
    watched = false
    for (const reading of open) {
      const leftMs = reading.startedMs + bounds.timeoutMs - clock.monotonicMs()
      if (leftMs > 0) return watch(leftMs)
      const late = new ServiceError('Timeout', `the body did not arrive within ${bounds.timeoutMs} ms`)
      fail(reading.visit.incoming, reading, late)
    }
  }
  return {
    bounds,
    add: (reading) => {
      open.add(reading)
      if (!watched) watch(bounds.timeoutMs)
    },
    remove: (reading) => open.delete(reading),
  }
}
