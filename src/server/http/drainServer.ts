import { Server as NetServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ServerContext } from './serverContext.ts'

/** Time to write the refusals of calls that were waiting for their turn. */
const refuseMs = 10

/**
 * Stops a server without dropping a call: accepts no connections; answers new calls on open connections with
 * `Connection: close`; ends long polls with their current state; gives running calls `http.drainMs`; closes everything.
 */
export async function drainServer(
  apps: readonly FastifyInstance[],
  context: ServerContext,
  draining: AbortController,
): Promise<void> {
  const { clock, observe } = context.ports
  const startedMs = clock.monotonicMs()
  observe.drainStarted({ inFlight: context.inFlight.count() })
  // HTTP's close would also cut idle connections, whose next call would see a reset instead of an answer.
  for (const { server } of apps) NetServer.prototype.close.call(server)
  draining.abort()

  const waiting = new AbortController()
  await Promise.race([context.inFlight.whenEmpty(), clock.sleep(context.config.http.drainMs, waiting.signal)])
  waiting.abort()
  // Answer calls still waiting for their turn, so that their callers ask another process at once.
  context.workQueue.clear()
  await clock.sleep(refuseMs)
  const abandoned = context.inFlight.count()
  for (const { server } of apps) server.closeAllConnections()
  await closeServer(apps, context)
  observe.drainDone({ tookMs: clock.monotonicMs() - startedMs, abandoned })
}

export async function closeServer(apps: readonly FastifyInstance[], context: ServerContext): Promise<void> {
  await Promise.all(apps.map((app) => app.close()))
  await context.access.stop()
  context.watchdog.stop()
}
