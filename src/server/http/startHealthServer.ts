import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { addHealthRoutes, type HealthPorts } from './getRoutes.ts'
import { hostOf } from './startServer.ts'

/** Enough for probes and scrapers; callers connect elsewhere. */
const connectionsMax = 64

/** Serves /health, /ready and /metrics, and nothing else, for a process that answers no operations. */
export async function startHealthServer(options: { host: string; port: number; ports: HealthPorts }): Promise<{
  url: string
  stop(): Promise<void>
}> {
  const { host, port, ports } = options
  const draining = new AbortController()
  const app = fastify({ logger: false, forceCloseConnections: true })
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ pages: ['/health', '/ready', '/metrics'] }))
  app.setErrorHandler((_error, _request, reply) => reply.status(500).send({ status: 'failed' }))
  app.server.maxConnections = connectionsMax
  addHealthRoutes(app, { ports, drain: draining.signal })
  await app.listen({ host, port })
  return {
    url: `http://${hostOf(host)}:${(app.server.address() as AddressInfo).port}`,
    stop: async () => {
      draining.abort()
      await app.close()
    },
  }
}
