import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FollowIntent } from '../../engine/read/followIntent.ts'
import { createTurns } from '../../host/createTurns.ts'
import { brandCodec, defaultBrand } from '../../interface/brand.ts'
import { checkRequest } from '../../interface/check.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import { operations } from '../../interface/operations.ts'
import type { StreamEnd } from '../../observe/observeStreams.ts'
import { callerOf } from '../access/accessChecks.ts'
import { watchKey } from '../access/watchKey.ts'
import { checksWithout } from '../http/checks.ts'
import { keepExchange } from '../http/errorReplies.ts'
import type { RpcExchange } from '../http/exchange.ts'
import { createExchange, intentOf, reportExchange } from '../http/openExchange.ts'
import { createPlaces } from '../http/places.ts'
import type { ServerContext } from '../http/serverContext.ts'
import { writeStream } from './writeStream.ts'

/** Answers `GET /intents/<intentId>/events`. Rejects with the error that refuses the stream. */
export type EventStreams = (request: FastifyRequest, reply: FastifyReply, intentId: string) => Promise<void>

// Streams pass the checks of this operation: they show no more than its receipts.
const admittedAs = 'GetIntentReceipt'
const checks = checksWithout('method', 'body', 'schema', 'intentsSwitch')

/** A write takes at most 0.2 ms, so a turn of the event loop stays far below 25 ms. */
const writesPerTurn = 32

export function createEventStreams(context: ServerContext, follow: FollowIntent): EventStreams {
  const { observe, clock } = context.ports
  const { events } = context.config
  const route = {
    codec: brandCodec(context.config.brands[0] ?? defaultBrand),
    name: admittedAs,
    row: operations[admittedAs],
  } as const
  const places = createPlaces({
    what: 'streams',
    max: events.streamsMax,
    perCallerMax: events.streamsPerCallerMax,
    instead: 'close one, or use WaitIntentReceipt',
    retryAfterS: Math.ceil(events.retryMs / 1_000),
  })
  const turns = createTurns(writesPerTurn)

  /** Runs the checks, takes a place and begins to follow the intent. */
  const admit = async (exchange: RpcExchange, intentId: string, signal: AbortSignal) => {
    const { incoming } = exchange
    takeKeyFromQuery(incoming)
    for (const check of checks) await check(exchange, context)
    const request = checkRequest(admittedAs, { intentId })
    exchange.body = request
    const afterId = readLastEventId(incoming)
    const projectId = exchange.project?.id ?? 1
    const leave = places.take(callerOf(exchange, context), exchange)
    exchange.handling = true
    try {
      return { leave, followed: await follow({ intentId: request.intentId as Hex, projectId, afterId, signal }) }
    } catch (thrown) {
      leave()
      throw thrown
    }
  }

  return async (request, reply, intentId) => {
    const exchange: RpcExchange = createExchange(context, request.raw, reply.raw, route)
    exchange.operation = undefined
    keepExchange(request, exchange)
    const caller = new AbortController()
    reply.raw.once('close', () => caller.abort())
    // An open stream is counted as a stream, any other answer as a request.
    const { leave, followed } = await admit(exchange, intentId, caller.signal).catch((thrown: unknown) => {
      observe.requestStarted()
      throw thrown
    })
    // 204 stops an EventSource that reconnects after the last event.
    if (followed.ended) {
      leave()
      observe.requestStarted()
      reportExchange(exchange, context, { status: 204, bytesOut: 0 })
      return void reply
        .code(204)
        .headers({ 'X-Request-Id': exchange.id, ...exchange.headers })
        .send()
    }
    // Take over the response from fastify: ending a stream by lifetime, slow reader or drain needs the socket.
    reply.hijack()
    observe.streamOpened()
    const watch = watchKey(exchange, context)
    let end: StreamEnd = 'failed'
    let sent = 0
    let error: unknown
    try {
      end = await writeStream(
        {
          exchange,
          caller,
          settings: { ...events, streamMs: Math.min(events.streamMs, keyLifeMs(exchange, context)) },
          drain: context.drain,
          revoked: watch.revoked,
          events: followed.events,
          turns,
        },
        () => sent++,
      )
    } catch (thrown) {
      error = thrown
      reply.raw.destroy()
    } finally {
      leave()
      watch.stop()
      caller.abort()
      const tookMs = Math.round(clock.monotonicMs() - exchange.startedMs)
      const { id: requestId, project } = exchange
      observe.streamClosed({
        requestId,
        projectId: project?.id,
        intentId: intentOf(exchange),
        end,
        sent,
        tookMs,
        error,
      })
    }
  }
}

function keyLifeMs({ key }: RpcExchange, { ports }: ServerContext): number {
  return key?.expiresAtMs === undefined ? Number.POSITIVE_INFINITY : Math.max(0, key.expiresAtMs - ports.clock.nowMs())
}

const queryOf = ({ url = '' }: IncomingMessage): URLSearchParams => new URLSearchParams(url.split('?', 2)[1] ?? '')

/** A browser's EventSource cannot send headers, so here, and only here, the key may be in the URL. */
function takeKeyFromQuery(incoming: IncomingMessage): void {
  const key = queryOf(incoming).get('accessKey')
  if (key !== null) incoming.headers['x-access-key'] ??= key
}

function readLastEventId(incoming: IncomingMessage): number {
  const lastId = incoming.headers['last-event-id'] ?? queryOf(incoming).get('lastEventId') ?? ''
  if (lastId === '') return 0
  const id = /^\d{1,16}$/.test(String(lastId)) ? Number(lastId) : Number.NaN
  if (Number.isSafeInteger(id)) return id
  throw new ServiceError('InvalidArgument', 'Last-Event-ID must be the id of an event of this stream')
}
