import type { IncomingMessage, ServerResponse } from 'node:http'
import { checkResult } from '../../interface/check.ts'
import { ServiceError } from '../../interface/errors.ts'
import { printJson } from '../../interface/json.ts'
import { isStoreFailure } from '../../stores/storeError.ts'
import { showLimits } from '../access/accessChecks.ts'
import { giveBack } from '../access/quotaCheck.ts'
import { type AdminExchange, isAdmin, serveAdmin } from '../admin/serveAdmin.ts'
import { callHandler } from './callHandler.ts'
import { checksInOrder, type RpcExchange } from './checks.ts'
import { preflightHeaders } from './cors.ts'
import type { Exchange } from './exchange.ts'
import type { RawReply } from './handler.ts'
import type { RouteTable } from './matchRoute.ts'
import { envelopeText, reply, replyEmpty } from './reply.ts'
import { createRequestIds } from './requestIds.ts'
import type { ServerContext } from './serverContext.ts'

/** Answers one request for an operation, and everything that is no request for anything we have. Never rejects. */
export type RpcHandler = (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void>

export function createRpcHandler(context: ServerContext, routeOf: RouteTable): RpcHandler {
  const { observe, clock, random } = context.world
  const idOf = createRequestIds(random)
  return async (incoming, outgoing) => {
    observe.requestStarted()
    context.inFlight.enter(outgoing)
    const exchange: Exchange = {
      id: idOf(incoming.headers),
      startedMs: clock.monotonicMs(),
      incoming,
      outgoing,
      route: undefined,
      project: undefined,
      bytesIn: 0,
      bytes: noBytes,
      known: undefined,
      body: undefined,
      headers: {},
    }
    let error: ServiceError | undefined
    let status = 200
    let bytesOut = 0
    try {
      const routed = route(exchange, routeOf)
      if (isAdmin(routed)) {
        bytesOut = reply(exchange, status, printChecked(await serveAdmin(routed, context), routed))
      } else if (incoming.method === 'OPTIONS') {
        status = 204
        Object.assign(exchange.headers, preflightHeaders)
        bytesOut = replyEmpty(exchange, status)
      } else {
        // Awaits only what has to be waited for, which for most operations is the body alone.
        for (const check of checksInOrder) {
          const pending = check(routed, context)
          if (pending) await pending
        }
        exchange.handling = true
        const result = callHandler(routed, context)
        bytesOut = reply(
          exchange,
          status,
          printResult(result instanceof Promise ? await result : result, routed, context),
        )
      }
    } catch (thrown) {
      error = toServiceError(thrown, exchange, context)
      status = error.status
      showLimits(exchange, context)
      if (!outgoing.destroyed) bytesOut = reply(exchange, status, envelopeText(error, exchange))
    }
    observe.requestDone({
      requestId: exchange.id,
      operation: exchange.route?.name,
      projectId: exchange.project?.id,
      status,
      error: error?.error,
      cause: error?.detail,
      tookMs: Math.round((clock.monotonicMs() - exchange.startedMs) * 1_000) / 1_000,
      bytesIn: exchange.bytesIn,
      bytesOut,
    })
  }
}

const noBytes = Buffer.alloc(0)

function route(exchange: Exchange, routeOf: RouteTable): RpcExchange | AdminExchange {
  const { incoming } = exchange
  if (incoming.httpVersion === '1.1' && incoming.headers.host === undefined) {
    throw new ServiceError('WebrpcBadRequest', 'an HTTP/1.1 request needs a Host header')
  }
  const found = routeOf(incoming.url ?? '')
  if (!found)
    throw new ServiceError('WebrpcBadRoute', 'operations are at /rpc/<service>/<operation>; see /openapi.json')
  exchange.route = found
  const deprecated = found.admin ? undefined : found.row.deprecated
  if (deprecated) {
    exchange.headers.Deprecation = 'true'
    exchange.headers.Link = `<${found.codec.path(deprecated)}>; rel="successor-version"`
  }
  return exchange as RpcExchange | AdminExchange
}

function printResult(result: object | string, exchange: RpcExchange, { replyCache }: ServerContext): Buffer | string {
  if (typeof result === 'string' || Buffer.isBuffer(result)) return result
  if (!isRaw(result)) return printChecked(result, exchange)
  if (result.lasting) replyCache.keep(exchange.route, exchange.bytes, result.raw)
  return result.raw
}

function printChecked(result: object, { route, incoming }: RpcExchange | AdminExchange): string {
  const checked = checkResult(route.row.response, result)
  return printJson(route.codec.toWire(checked), { bigAsString: wantsStrings(incoming) })
}

function isRaw(result: object): result is RawReply {
  return 'raw' in result && (typeof result.raw === 'string' || Buffer.isBuffer(result.raw))
}

/** Generated RPC clients send `Webrpc`; they hold numbers as doubles, so big ones reach them as strings. */
function wantsStrings({ headers }: IncomingMessage): boolean {
  if (headers.webrpc !== undefined) return true
  const accept = headers.accept
  return (
    accept !== undefined && accept.length < 1_024 && /application\/json\s*;[^,]*\bbigint\s*=\s*"?string\b/i.test(accept)
  )
}

export function toServiceError(thrown: unknown, exchange: Exchange, context: ServerContext): ServiceError {
  const error = thrown instanceof ServiceError ? thrown : unexpected(thrown, exchange, context)
  if (error.error !== 'WebrpcClientAborted') giveBack(exchange, context)
  return error
}

/** What no check and no handler meant to throw: a database that fails, or a mistake of ours. */
function unexpected(thrown: unknown, exchange: Exchange, { world }: ServerContext): ServiceError {
  world.observe.panic({ requestId: exchange.id, operation: exchange.route?.name, error: thrown })
  const quote = `quote request id ${exchange.id}`
  if (!isStoreFailure(thrown)) return new ServiceError('WebrpcServerPanic', `something unexpected happened; ${quote}`)
  return exchange.handling
    ? new ServiceError('Unexpected', `the database failed in the middle of the operation; ${quote}`)
    : new ServiceError('WebrpcInternalError', `the database cannot be reached; ${quote}`)
}
