import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { addHealthPages, type HealthWorld } from './pages.ts'

/** A process that answers no operations can still be looked at: /health, /ready and /metrics, and nothing else. */
export async function startPages(options: { host: string; port: number; world: HealthWorld }): Promise<{
  url: string
  stop(): Promise<void>
}> {
  const { host, port, world } = options
  const draining = new AbortController()
  const app = fastify({ logger: false, forceCloseConnections: true })
  addHealthPages(app, { world, drain: draining.signal })
  await app.listen({ host, port })
  return {
    url: `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${(app.server.address() as AddressInfo).port}`,
    stop: async () => {
      draining.abort()
      await app.close()
    },
  }
}
