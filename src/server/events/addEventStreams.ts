import type { FastifyInstance } from 'fastify'
import type { FollowIntent } from '../../engine/followIntent.ts'
import type { House } from '../house.ts'
import { eventStreams } from './eventStreams.ts'

/** The one address that is read with GET for as long as something happens. */
export function addEventStreams(app: FastifyInstance, house: House, follow: FollowIntent): void {
  const serve = eventStreams(house, follow)
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
