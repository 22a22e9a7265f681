import type { Clock } from '../../host/clock.ts'
import { ServiceError } from '../../interface/errors.ts'
import { formatMs } from '../../interface/formatMs.ts'
import { limits } from '../../interface/limits.ts'
import type { OperationName } from '../../interface/operations.ts'
import type { Exchange } from './exchange.ts'

const KiB = 1_024

/** Covers every request of ids, addresses and a few settings. */
const bodyBytesDefault = limits.smallBodyBytesMax

/** Operations whose requests carry more: call data (twice its bytes in hex digits) or long lists. */
const bodyBytesByOperation: Partial<Record<OperationName, number>> = {
  QuoteIntent: 2 * limits.callDataBytesMax + bodyBytesDefault,
  // The quoted intent comes back, with the call data in its request, its calls and its transactions.
  CommitIntent: limits.bodyBytesMax,
  GetTokenList: 128 * KiB,
  GetExactOutputRoutes: 128 * KiB,
}

/** The body limit of this route: the need of its operation, at most `http.bodyBytesMax`. */
export function bodyBytesMaxOf(route: Exchange['route'], configured: number): number {
  // An operator's lists of ranges are long. Only callers with a token get here, except for CreateOperatorToken.
  if (route?.admin) return configured
  return Math.min((route && bodyBytesByOperation[route.name]) ?? bodyBytesDefault, configured)
}

/**
 * Reads the body of an exchange, with a bound on its size and its time. A caller that sends more, or slower, gets its
 * answer before the rest of the body has come; `reply.ts` then closes the connection.
 */
export type BodyReader = (exchange: Exchange) => Promise<void>

export type BodyBounds = { bytesMax: number; timeoutMs: number }

export function createBodyReader(bounds: BodyBounds, clock: Clock): BodyReader {
  const open = createReadings(bounds, clock)
  return (exchange) => {
    const { incoming } = exchange
    const bytesMax = bodyBytesMaxOf(exchange.route, bounds.bytesMax)
    const declared = incoming.headers['content-length']
    if (declared !== undefined && Number(declared) > bytesMax) return Promise.reject(tooLarge(bytesMax))
    return new Promise((resolve, reject) => {
      const reading: Reading = {
        reject,
        open: true,
        startedMs: clock.monotonicMs(),
        before: undefined,
        after: undefined,
      }
      let rest: Buffer[] | undefined
      let pieces = 0
      open.add(reading)
      // The listeners stay when the reading is over: Node throws an 'error' event that has no listener.
      incoming
        .on('data', (chunk: Buffer) => {
          if (!reading.open) return
          if (exchange.bytesIn === 0) exchange.bytes = chunk
          else if (rest) rest.push(chunk)
          else rest = [exchange.bytes, chunk]
          exchange.bytesIn += chunk.length
          pieces++
          if (exchange.bytesIn > bytesMax) open.fail(reading, tooLarge(bytesMax))
          else if (pieces > piecesFree && exchange.bytesIn < pieces * limits.bodyPieceBytesMin) {
            open.fail(reading, new ServiceError('WebrpcBadRequest', 'the body comes in too many small pieces'))
            // No honest client sends like this: drop it now instead of reading on until it has seen the answer.
            incoming.destroy()
          }
        })
        .on('end', () => {
          if (!open.remove(reading)) return
          if (rest) exchange.bytes = Buffer.concat(rest, exchange.bytesIn)
          resolve()
        })
        .on('close', () => {
          if (reading.open) open.fail(reading, lost())
        })
        .on('error', ignore)
    })
  }
}

/** Pieces before `bodyPieceBytesMin` applies. A one-byte piece takes 100 bytes: 1 MB of them took 100 MB and 40 ms. */
const piecesFree = 1_000

/** The 'close' event that follows an error fails the reading. */
function ignore(): void {}

function lost(): ServiceError {
  return new ServiceError('WebrpcClientAborted', 'the connection closed before the body was complete')
}

function tooLarge(bytesMax: number): ServiceError {
  return new ServiceError('WebrpcBadRequest', `the body is larger than ${bytesMax} bytes`)
}

/** A body being read, linked to its neighbours by start time. */
type Reading = {
  open: boolean
  readonly startedMs: number
  reject(error: ServiceError): void
  before: Reading | undefined
  after: Reading | undefined
}

type OpenReadings = {
  add(reading: Reading): void
  /** True if the reading was still open. */
  remove(reading: Reading): boolean
  fail(reading: Reading, error: ServiceError): void
}

/**
 * One timer for all bodies, set for the oldest: all have the same time limit, so they expire in order of start. A
 * linked list keeps that order; a Set would cost 1.2 µs a request, a thirtieth of a Ping.
 */
function createReadings({ timeoutMs }: BodyBounds, clock: Clock): OpenReadings {
  let oldest: Reading | undefined
  let newest: Reading | undefined
  let watched = false
  const watch = (ms: number) => {
    watched = true
    setTimeout(look, Math.ceil(ms)).unref() // an open connection keeps the process alive; the timer need not
  }
  const look = () => {
    watched = false
    while (oldest) {
      const leftMs = oldest.startedMs + timeoutMs - clock.monotonicMs()
      if (leftMs > 0) return watch(leftMs)
      fail(oldest, new ServiceError('Timeout', `the body did not arrive within ${formatMs(timeoutMs)}`))
    }
  }
  const remove = (reading: Reading) => {
    if (!reading.open) return false
    reading.open = false
    if (reading.before) reading.before.after = reading.after
    else oldest = reading.after
    if (reading.after) reading.after.before = reading.before
    else newest = reading.before
    // Through these links, a removed body in the old generation would keep every later one alive.
    reading.before = undefined
    reading.after = undefined
    return true
  }
  const fail = (reading: Reading, error: ServiceError) => {
    if (remove(reading)) reading.reject(error)
  }
  const add = (reading: Reading) => {
    reading.before = newest
    if (newest) newest.after = reading
    else oldest = reading
    newest = reading
    if (!watched) watch(timeoutMs)
  }
  return { add, remove, fail }
}
