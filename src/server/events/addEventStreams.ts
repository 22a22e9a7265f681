import type { FastifyInstance } from 'fastify'
import type { FollowIntent } from '../../engine/read/followIntent.ts'
import type { ServerContext } from '../http/serverContext.ts'
import { createEventStreams } from './eventStreams.ts'

/** The one address that is read with GET for as long as something happens. */
export function addEventStreams(app: FastifyInstance, context: ServerContext, follow: FollowIntent): void {
  const serve = createEventStreams(context, follow)
  app.route<{ Params: { intentId: string } }>({
    method: ['GET', 'OPTIONS'],
    url: '/intents/:intentId/events',
    config: { page: true },
    handler: (request, reply) => {
      reply.hijack()
      void serve(request.raw, reply.raw, request.params.intentId)
    },
  })
}
