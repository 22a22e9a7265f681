import type { FastifyInstance } from 'fastify'
import type { FollowIntent } from '../../engine/read/followIntent.ts'
import { preflightHeaders } from '../http/cors.ts'
import type { ServerContext } from '../http/serverContext.ts'
import { createEventStreams } from './eventStreams.ts'

const url = '/intents/:intentId/events'

const streamPreflightHeaders = {
  ...preflightHeaders,
  Allow: 'GET, OPTIONS',
  'Access-Control-Allow-Methods': 'GET',
  'Access-Control-Allow-Headers': `${preflightHeaders['Access-Control-Allow-Headers']}, Last-Event-ID`,
}

/** The GET route of an intent's event stream. */
export function addEventStreams(app: FastifyInstance, context: ServerContext, follow: FollowIntent): void {
  const serve = createEventStreams(context, follow)
  app.get<{ Params: { intentId: string } }>(url, (request, reply) => serve(request, reply, request.params.intentId))
  app.options(url, (request, reply) =>
    reply
      .code(204)
      .headers({ 'X-Request-Id': context.requestIdOf(request.headers), ...streamPreflightHeaders })
      .send(),
  )
}
