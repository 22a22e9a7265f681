import { Server as NetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ServerContext } from './serverContext.ts'

/** For refusals to be written. */
const refuseMs = 10

/**
 * Stops a server without dropping a call: no new connections; new calls on kept connections are answered with `Connection: close`;
 * long polls answer with what they have; running ones get `http.drainMs` to finish; then everything is closed.
 */
export async function drainServer(
  apps: readonly FastifyInstance[],
  context: ServerContext,
  draining: AbortController,
): Promise<void> {
  const { clock, observe } = context.ports
  const startedMs = clock.monotonicMs()
  observe.drainStarted({ inFlight: context.inFlight.count() })
  // The close of an HTTP server also cuts idle connections, whose next call would see a reset instead of an answer.
  for (const { server } of apps) NetServer.prototype.close.call(server)
  draining.abort()

  const waiting = new AbortController()
  await Promise.race([context.inFlight.whenEmpty(), clock.sleep(context.config.http.drainMs, waiting.signal)])
  waiting.abort()
  // What never got its turn is answered, so that its caller asks another process at once.
  context.workQueue.clear()
  await clock.sleep(refuseMs)
  const abandoned = context.inFlight.count()
  for (const { server } of apps) server.closeAllConnections()
  await Promise.all(apps.map((app) => app.close()))
  await context.access.stop()
  observe.drainDone({ tookMs: clock.monotonicMs() - startedMs, abandoned })
}
