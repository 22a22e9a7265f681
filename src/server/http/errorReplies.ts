import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../interface/errors.ts'
import { refusalOfPage, showLimits } from '../access/accessChecks.ts'
import type { Exchange } from './exchange.ts'
import type { RouteTable } from './matchRoute.ts'
import { openExchange, reportExchange, requireHost } from './openExchange.ts'
import { envelopeText, sendReply } from './reply.ts'
import type { ServerContext } from './serverContext.ts'
import { toServiceError } from './toServiceError.ts'

/** Makes fastify answer every failure, in any hook or handler, with the error envelope. */
export function addErrorReplies(app: FastifyInstance, context: ServerContext, routeOf: RouteTable): void {
  app.decorateRequest('exchange', null)
  // A hook, because fastify reads the body before it calls a not-found handler.
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return limitPage(request, reply, context)
    const exchange = openExchange(context, request.raw, reply.raw, routeOf(request.raw.url ?? ''))
    keepExchange(request, exchange)
    requireHost(exchange)
    throw unknownRoute(exchange)
  })
  app.setErrorHandler((thrown, request, reply) => {
    const exchange =
      request.getDecorator<Exchange | null>('exchange') ?? openExchange(context, request.raw, reply.raw, undefined)
    answerError(thrown, exchange, reply, context)
  })
}

/** GET routes without the page limit: event streams have limits of their own. A refusal costs as much as a probe. */
const limitedElsewhere: readonly (string | undefined)[] = ['/health', '/ready', '/intents/:intentId/events']

function limitPage(request: FastifyRequest, reply: FastifyReply, context: ServerContext): void {
  if (request.method !== 'GET' || limitedElsewhere.includes(request.routeOptions.url)) return
  const refuse = refusalOfPage(request.raw, context)
  if (!refuse) return
  const exchange = openExchange(context, request.raw, reply.raw, undefined)
  keepExchange(request, exchange)
  refuse(exchange)
}

/** Keeps the exchange with its request, for hooks, handler and error handler alike. */
export function keepExchange(request: FastifyRequest, exchange: Exchange): void {
  request.setDecorator('exchange', exchange)
}

export function answerError(thrown: unknown, exchange: Exchange, reply: FastifyReply, context: ServerContext): void {
  const error = toServiceError(thrown, exchange, context)
  showLimits(exchange, context)
  const callerIsGone = exchange.outgoing.destroyed
  const bytes = sendReply(reply, exchange, error.status, envelopeText(error, exchange))
  reportExchange(exchange, context, { status: error.status, error, bytesOut: callerIsGone ? 0 : bytes })
}

/** Fastify routes admin operations only by POST, so a call of one with another method also ends here. */
export function unknownRoute({ route, headers }: Exchange): ServiceError {
  if (!route)
    return new ServiceError('WebrpcBadRoute', 'operations are at /rpc/<service>/<operation>; see /openapi.json')
  headers.Allow = 'POST'
  return new ServiceError('WebrpcBadMethod', 'operations are called with POST')
}
