import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { shareAnswer } from '../../host/shareAnswer.ts'
import { deploymentPath } from '../../intents/deployment.ts'
import { type Brand, defaultBrand } from '../../interface/brand.ts'
import { openapiDocument } from '../../interface/openapi.ts'
import { interfaceVersion } from '../../interface/operations.ts'
import { callerAddress } from '../access/callerAddress.ts'
import { runtimeChecks } from '../operations/runtimeChecks.ts'
import { isLoopback } from './requireGuarded.ts'
import type { ServerContext } from './serverContext.ts'
import type { RuntimeCheck } from './serverPorts.ts'

/** The GET routes for people, load balancers and Prometheus. */
export function addGetRoutes(app: FastifyInstance, context: ServerContext, { metrics }: { metrics: boolean }): void {
  const { ports, config } = context
  const brand = config.brands[0] ?? defaultBrand
  // Made on first request: it takes a quarter of a second, and few processes need it.
  const documents = new Map<string, Buffer>()
  const openapi = (one: Brand): Buffer => {
    const bytes = documents.get(one.service) ?? Buffer.from(JSON.stringify(openapiDocument(one), null, 2))
    documents.set(one.service, bytes)
    return bytes
  }

  app.get('/', (_request, reply) =>
    json(reply, 200, {
      service: 'Causeway, a cross-chain intent service',
      version: ports.version,
      interfaceVersion,
      operations: `POST /rpc/${brand.service}/<operation>`,
      openapi: '/openapi.json',
      docs: '/docs/',
      health: '/health',
      ready: '/ready',
      ...(metrics && { metrics: '/metrics' }),
    }),
  )
  const sendOpenapi = (reply: FastifyReply, one: Brand) =>
    reply
      .type('application/json')
      .headers({ 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=3600' })
      .send(openapi(one))
  app.get('/openapi.json', (_request, reply) => sendOpenapi(reply, brand))
  for (const one of config.brands) app.get(`/openapi/${one.service}.json`, (_request, reply) => sendOpenapi(reply, one))
  const { identity } = ports
  if (identity)
    app.get(deploymentPath, (_request, reply) =>
      json(reply.header('Access-Control-Allow-Origin', '*'), 200, identity.signed),
    )
  addProbeRoutes(app, { ports, drain: context.drain })
  if (metrics)
    addMetricsRoute(app, ports, (incoming) => isLoopback(callerAddress(incoming, context.access.trustedProxies)))
}

/** The routes for load balancers and Prometheus, which any process may serve. */
export function addHealthRoutes(app: FastifyInstance, health: Health): void {
  addProbeRoutes(app, health)
  addMetricsRoute(app, health.ports)
}

type Health = { ports: HealthPorts; drain: AbortSignal }

function addProbeRoutes(app: FastifyInstance, { ports, drain }: Health): void {
  app.get('/health', (_request, reply) => json(reply, 200, { status: 'alive' }))
  app.get('/ready', async (_request, reply) => {
    if (drain.aborted) return json(reply, 503, { status: 'draining', failing: [] })
    const checks = await runtimeChecks(ports)
    const failing = checks.filter(({ healthy, kind }) => !healthy && kind !== 'provider')
    const ready = isReady(checks)
    return json(reply, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', failing })
  })
}

/** Ready needs the database, every worker loop and one chain: while others are down, it still serves that one. */
function isReady(checks: readonly RuntimeCheck[]): boolean {
  const of = (wanted: RuntimeCheck['kind']) => checks.filter(({ kind }) => kind === wanted)
  const chains = of('chain')
  const anyChain = chains.length === 0 || chains.some(({ healthy }) => healthy)
  return anyChain && [...of('store'), ...of('worker')].every(({ healthy }) => healthy)
}

/** Printing takes 4 ms. On the public port, callers from elsewhere share a print for 50 times as long (200 ms). */
function addMetricsRoute(
  app: FastifyInstance,
  { observe, clock }: HealthPorts,
  isTrusted: (incoming: IncomingMessage) => boolean = () => true,
): void {
  const now = shareAnswer(async () => Buffer.from(await observe.metrics()), clock, 0)
  const lately = shareAnswer(now, clock, 50)
  app.get('/metrics', async (request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await (isTrusted(request.raw) ? now() : lately())),
  )
}

export type HealthPorts = Parameters<typeof runtimeChecks>[0] & Pick<ServerContext['ports'], 'observe'>

function json(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.status(status).type('application/json').header('Cache-Control', 'no-store').send(JSON.stringify(body))
}
