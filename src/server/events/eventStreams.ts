import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Followed, FollowIntent } from '../../engine/read/followIntent.ts'
import { brandCodec, defaultBrand } from '../../interface/brand.ts'
import { checkRequest } from '../../interface/check.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import { operations } from '../../interface/operations.ts'
import type { StreamEnd } from '../../observe/observeStreams.ts'
import { addressOf, showLimits } from '../access/accessChecks.ts'
import { networkOf } from '../access/callerAddress.ts'
import { checksWithout, type RpcExchange } from '../http/checks.ts'
import { preflightHeaders } from '../http/cors.ts'
import type { Exchange } from '../http/exchange.ts'
import { envelopeText, reply, replyEmpty } from '../http/reply.ts'
import { createRequestIds } from '../http/requestIds.ts'
import { toServiceError } from '../http/rpcHandler.ts'
import type { ServerContext } from '../http/serverContext.ts'
import { writeStream } from './writeStream.ts'

/** Answers `GET /intents/<intentId>/events`. Never rejects. */
export type EventStreams = (incoming: IncomingMessage, outgoing: ServerResponse, intentId: string) => Promise<void>

// A stream is let in as a call of this operation would be: it shows no more than its receipts do.
const asIf = 'GetIntentReceipt'
const checks = checksWithout('method', 'body', 'schema', 'intentsSwitch')

export function createEventStreams(context: ServerContext, follow: FollowIntent): EventStreams {
  const { observe, clock, random } = context.world
  const { events } = context.config
  const idOf = createRequestIds(random)
  const route = {
    codec: brandCodec(context.config.brands[0] ?? defaultBrand),
    name: asIf,
    row: operations[asIf],
  } as const
  const places = newPlaces(events)

  return async (incoming, outgoing, intentId) => {
    context.inFlight.enter(outgoing)
    const startedMs = clock.monotonicMs()
    const exchange: RpcExchange = { ...newVisit(incoming, outgoing), id: idOf(incoming.headers), startedMs, route }
    const caller = new AbortController()
    outgoing.once('close', () => caller.abort())
    let leave: (() => void) | undefined
    let opened: Followed
    try {
      if (incoming.method === 'OPTIONS') return void replyEmpty(withPreflight(exchange), 204)
      takeKeyFromQuery(incoming)
      for (const check of checks) await check(exchange, context)
      const ask = checkRequest(asIf, { intentId })
      const afterId = readLastEventId(incoming)
      const projectId = exchange.project?.id ?? 1
      leave = places.take(`${projectId} ${networkOf(addressOf(exchange, context))}`)
      exchange.handling = true
      opened = await follow({ intentId: ask.intentId as Hex, projectId, afterId, signal: caller.signal })
    } catch (thrown) {
      leave?.()
      return refuse(exchange, context, thrown)
    }
    // A reader that comes back after the end is told not to come again.
    if (opened.ended) {
      leave()
      return void replyEmpty(exchange, 204)
    }
    observe.streamOpened()
    let end: StreamEnd = 'failed'
    let sent = 0
    let error: unknown
    try {
      end = await writeStream(
        { exchange, caller, settings: events, drain: context.drain, events: opened.events },
        () => sent++,
      )
    } catch (thrown) {
      error = thrown
      outgoing.destroy()
    } finally {
      leave()
      caller.abort()
      const tookMs = Math.round(clock.monotonicMs() - exchange.startedMs)
      observe.streamClosed({ requestId: exchange.id, projectId: exchange.project?.id, end, sent, tookMs, error })
    }
  }
}

const newVisit = (incoming: IncomingMessage, outgoing: ServerResponse) => ({
  incoming,
  outgoing,
  project: undefined as Exchange['project'],
  bytesIn: 0,
  bytes: Buffer.alloc(0),
  known: undefined,
  body: undefined,
  headers: {} as Record<string, string>,
})

function withPreflight(exchange: Exchange): Exchange {
  Object.assign(exchange.headers, preflightHeaders, {
    Allow: 'GET, OPTIONS',
    'Access-Control-Allow-Methods': 'GET',
    'Access-Control-Allow-Headers': `${preflightHeaders['Access-Control-Allow-Headers']}, Last-Event-ID`,
  })
  return exchange
}

function refuse(exchange: Exchange, context: ServerContext, thrown: unknown): void {
  const { observe, clock } = context.world
  const error = toServiceError(thrown, exchange, context)
  showLimits(exchange, context)
  const bytesOut = exchange.outgoing.destroyed ? 0 : reply(exchange, error.status, envelopeText(error, exchange))
  observe.requestStarted()
  observe.requestDone({
    requestId: exchange.id,
    projectId: exchange.project?.id,
    status: error.status,
    error: error.error,
    cause: error.detail,
    tookMs: Math.round((clock.monotonicMs() - exchange.startedMs) * 1_000) / 1_000,
    bytesIn: 0,
    bytesOut,
  })
}

const queryOf = ({ url = '' }: IncomingMessage): URLSearchParams => new URLSearchParams(url.split('?', 2)[1] ?? '')

/** A browser's EventSource cannot send headers, so here, and only here, the key may stand in the address. */
function takeKeyFromQuery(incoming: IncomingMessage): void {
  const key = queryOf(incoming).get('accessKey')
  if (key !== null) incoming.headers['x-access-key'] ??= key
}

function readLastEventId(incoming: IncomingMessage): number {
  const given = incoming.headers['last-event-id'] ?? queryOf(incoming).get('lastEventId') ?? ''
  if (given === '') return 0
  const id = /^\d{1,16}$/.test(String(given)) ? Number(given) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new ServiceError('InvalidArgument', 'Last-Event-ID must be the id of an event of this stream')
}

/** Counts streams: in all, and for each caller. */
function newPlaces({ streamsMax, streamsPerCallerMax }: ServerContext['config']['events']) {
  const byCaller = new Map<string, number>()
  let taken = 0
  return {
    take(caller: string): () => void {
      const theirs = byCaller.get(caller) ?? 0
      const instead = 'close one, use WaitIntentReceipt, or try again'
      if (taken >= streamsMax) throw new ServiceError('Unavailable', `${taken} streams are open; ${instead}`)
      if (theirs >= streamsPerCallerMax)
        throw new ServiceError('Unavailable', `${theirs} streams of this caller are open; ${instead}`)
      taken++
      byCaller.set(caller, theirs + 1)
      return () => {
        taken--
        const left = byCaller.get(caller)! - 1
        if (left > 0) byCaller.set(caller, left)
        else byCaller.delete(caller)
      }
    },
  }
}
