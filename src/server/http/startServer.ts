import { setMaxListeners } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, BlockList, Socket } from 'node:net'
import { type FastifyInstance, fastify } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { FollowIntent } from '../../engine/read/followIntent.ts'
import { watchLoop } from '../../host/watchLoop.ts'
import { ServiceError } from '../../interface/errors.ts'
import { limits } from '../../interface/limits.ts'
import { openAccess } from '../access/access.ts'
import { callerAddress, isIn, networkOf, plainAddress } from '../access/callerAddress.ts'
import { addAdminRoutes } from '../admin/addAdminRoutes.ts'
import type { Admin } from '../admin/admin.ts'
import { addConsoleRoutes } from '../console/addConsoleRoutes.ts'
import { addEventStreams } from '../events/addEventStreams.ts'
import { addDocsRoutes } from '../pages/addDocsRoutes.ts'
import { createBodyReader } from './bodyReader.ts'
import { answerBroken, framingError } from './brokenRequest.ts'
import { oneAtATime } from './callHandler.ts'
import { createConnectionBound } from './connectionBound.ts'
import { closeServer, drainServer } from './drainServer.ts'
import { addErrorReplies, answerError, unknownRoute } from './errorReplies.ts'
import { addGetRoutes, addHealthRoutes } from './getRoutes.ts'
import type { Handlers } from './handler.ts'
import { createInFlight } from './inFlight.ts'
import { createRouteTable, type RouteTable, withoutOrigin } from './matchRoute.ts'
import { openExchange } from './openExchange.ts'
import { createPlaces } from './places.ts'
import { createUnreadReplies } from './reply.ts'
import { createReplyCache } from './replyCache.ts'
import { createRequestIds } from './requestIds.ts'
import { isLoopback, requireGuarded } from './requireGuarded.ts'
import { createRpcHandler } from './rpcHandler.ts'
import type { ServerContext } from './serverContext.ts'
import type { ServerPorts } from './serverPorts.ts'
import { createWorkQueue } from './workQueue.ts'

export type RunningServer = {
  /** `http://127.0.0.1:4180` */
  url: string
  port: number
  /** The URL of admin operations and metrics, if on another port. */
  adminUrl?: string
  /** Refuses new calls, lets running ones finish within `http.drainMs`, closes. A second call joins the first. */
  drain(): Promise<void>
}

export type ServerOptions = {
  config: Config
  ports: ServerPorts
  handlers: Handlers
  admin?: Admin
  follow?: FollowIntent
  /** The built pages, if not in the default place. */
  consoleFolder?: string
  docsFolder?: string
}

// How often Node looks for late requests, and so the longest delay in detecting one.
const lateCheckMs = 500

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, ports, handlers, admin, follow, consoleFolder, docsFolder } = options
  requireGuarded(config)
  const draining = new AbortController()
  // Up to `events.streamsMax` streams listen to this signal, so disable Node's leak warning at eleven.
  setMaxListeners(0, draining.signal)
  const { bodyBytesMax: bytesMax, bodyTimeoutMs: timeoutMs } = config.http
  const access = await openAccess({ config, ...ports, tokens: admin?.tokens })
  const watchdog = watchLoop({
    clock: ports.clock,
    room: { least: limits.costlyAtOnceMin, most: limits.costlyAtOnceMax },
    onHeld: ports.observe.loopHeld,
  })
  const context: ServerContext = {
    config,
    access,
    ports,
    handlers,
    admin,
    drain: draining.signal,
    inFlight: createInFlight(),
    readBody: createBodyReader({ bytesMax, timeoutMs }, ports.clock),
    replyCache: createReplyCache(),
    requestIdOf: createRequestIds(ports.random),
    workQueue: createWorkQueue({
      atOnce: watchdog.room,
      waitingMax: limits.costlyWaitingMax,
      waitMs: limits.costlyWaitMs,
      clock: ports.clock,
    }),
    watchdog,
    longPolls: createPlaces({
      what: 'calls of WaitIntentReceipt',
      max: Number.POSITIVE_INFINITY, // the engine bounds the total; past it, it still answers calls that need not wait
      perCallerMax: config.engine.longPollsPerCallerMax,
      instead: 'read the event streams, register a webhook or use GetIntentReceipt',
      retryAfterS: Math.ceil(config.http.waitHoldMs / 1_000),
    }),
  }
  const routeOf = createRouteTable(config.brands)
  const { adminPort } = config.http
  const app = createApp(context, adminPort === undefined ? routeOf : onlyRpc(routeOf))
  addGetRoutes(app, context, { metrics: adminPort === undefined })
  if (follow) addEventStreams(app, context, follow)
  addConsoleRoutes(app, context, adminPort === undefined ? 'all' : 'operations', consoleFolder)
  await addDocsRoutes(app, docsFolder)
  boundConnections(app.server, config.http.connectionsMax, access.trustedProxies)
  const apps = [app]
  if (adminPort === undefined) addAdminRoutes(app, context)
  else {
    const adminApp = createApp(context, onlyAdmin(routeOf))
    addHealthRoutes(adminApp, { ports, drain: draining.signal })
    addAdminRoutes(adminApp, context)
    addConsoleRoutes(adminApp, context, 'admin', consoleFolder)
    adminApp.server.maxConnections = adminConnectionsMax
    apps.push(adminApp)
  }

  const listen = async () => {
    await app.listen({ host: config.http.host, port: config.http.port })
    if (apps[1]) await apps[1].listen({ host: config.http.adminHost, port: adminPort })
  }
  await listen().catch(async (error: unknown) => {
    await closeServer(apps, context)
    throw error
  })
  const url = urlOf(config.http.host, app)
  ports.observe.serverStarted({ url })
  let drained: Promise<void> | undefined
  return {
    url,
    port: portOf(app),
    ...(apps[1] && { adminUrl: urlOf(config.http.adminHost, apps[1]) }),
    drain: () => {
      drained ??= drainServer(apps, context, draining)
      return drained
    },
  }
}

/** Enough for operators and scrapers; callers connect elsewhere. */
const adminConnectionsMax = 256
/** Reserved on the public port for programs on this machine, so that an operator can always connect. */
const localConnections = 64

const onlyRpc = (routeOf: RouteTable): RouteTable => {
  return (target) => {
    const route = routeOf(target)
    return route?.admin ? undefined : route
  }
}

const onlyAdmin = (routeOf: RouteTable): RouteTable => {
  return (target) => {
    const route = routeOf(target)
    return route?.admin ? route : undefined
  }
}

/** Never closes connections of programs on this machine, or of trusted proxies, which carry many callers. */
function boundConnections(server: Server, connectionsMax: number, trusted: BlockList | undefined): void {
  const bound = createConnectionBound(connectionsMax)
  server.maxConnections = connectionsMax + localConnections
  server.on('connection', (socket) => {
    const address = plainAddress(socket.remoteAddress ?? '') ?? ''
    bound(socket, isLoopback(address) || (trusted && isIn(trusted, address)) ? undefined : address)
  })
}

const portOf = (app: FastifyInstance): number => (app.server.address() as AddressInfo).port
const urlOf = (host: string, app: FastifyInstance): string => `http://${hostOf(host)}:${portOf(app)}`

function createApp(context: ServerContext, routeOf: RouteTable): FastifyInstance {
  const { http } = context.config
  const serveRpc = createRpcHandler(context)
  const unread = createUnreadReplies(context.ports.clock, {
    graceMs: http.bodyTimeoutMs,
    onCut: (cause) =>
      context.ports.observe.requestBroken({
        requestId: context.ports.random.hex(12),
        status: 408,
        error: 'Timeout',
        cause,
      }),
  })
  const app = fastify({
    serverFactory: (handler) =>
      createServer(
        {
          maxHeaderSize: http.headerBytesMax,
          headersTimeout: http.headersTimeoutMs,
          // The body has its own timeout, from when it is read; this one is for bodies that are never read.
          requestTimeout: http.headersTimeoutMs + http.bodyTimeoutMs + lateCheckMs,
          connectionsCheckingInterval: lateCheckMs,
          requireHostHeader: false, // `requireHost` answers instead, with the envelope
          noDelay: true,
        },
        // The only path without fastify, for speed: a Ping has 53 % of a bare server's speed with fastify's router,
        // request and reply, 63 % without (by CPU, docs/decisions/wire-and-errors.md, 0022). Fastify serves the rest.
        oneAtATime((incoming, outgoing) => {
          unread.watch(outgoing, () => networkOf(callerAddress(incoming, context.access.trustedProxies)))
          const route = routeOf(incoming.url ?? '')
          if (route && !route.admin) void serveRpc(incoming, outgoing, route)
          else handler(incoming, outgoing)
        }),
      ),
    logger: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    clientErrorHandler: (error, socket) =>
      answerBroken(socket, framingError(error, routeOf, context.config.http.headerBytesMax), context.ports),
    rewriteUrl: ({ url = '/' }) => withoutOrigin(url),
    // Fastify could not decode the target, before routing.
    frameworkErrors: (_error, request, reply) => {
      const exchange = openExchange(context, request.raw, reply.raw, undefined)
      answerError(unknownRoute(exchange), exchange, reply, context)
    },
  })
  addErrorReplies(app, context, routeOf)
  const { server } = app
  server.keepAliveTimeout = http.keepAliveMs
  server.on('connect', (_request, socket) =>
    answerBroken(socket as Socket, new ServiceError('WebrpcBadRoute', 'this server is not a proxy'), context.ports),
  )
  // Answer "Expect: 100-continue" when the body is read, after access is granted; ignore other expectations.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  return app
}

export function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
