import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { FollowIntent } from '../../engine/read/followIntent.ts'
import { ServiceError } from '../../interface/errors.ts'
import { openAccess } from '../access/access.ts'
import type { Admin } from '../admin/admin.ts'
import { addEventStreams } from '../events/addEventStreams.ts'
import { createBodyReader } from './bodyReader.ts'
import { answerBroken, type FramingError, framingError } from './brokenRequest.ts'
import { drainServer } from './drainServer.ts'
import { addGetRoutes } from './getRoutes.ts'
import type { Handlers } from './handler.ts'
import { createInFlight } from './inFlight.ts'
import { createRouteTable, withoutOrigin } from './matchRoute.ts'
import { createReplyCache } from './replyCache.ts'
import { createRpcHandler, type RpcHandler } from './rpcHandler.ts'
import type { ServerContext } from './serverContext.ts'
import type { ServerPorts } from './serverPorts.ts'

export type RunningServer = {
  /** `http://127.0.0.1:4180` */
  url: string
  port: number
  /** Refuses new calls, lets running ones finish within `http.drainMs`, closes. Twice is once. */
  drain(): Promise<void>
}

export type ServerOptions = {
  config: Config
  world: ServerPorts
  handlers: Handlers
  admin?: Admin
  follow?: FollowIntent
}

// How often Node looks for connections that are late; a late one is noticed at most this much later.
const lateCheckMs = 500

export async function startServer({ config, world, handlers, admin, follow }: ServerOptions): Promise<RunningServer> {
  const draining = new AbortController()
  const { bodyBytesMax: bytesMax, bodyTimeoutMs: timeoutMs } = config.http
  const access = await openAccess({ config, ...world })
  const context: ServerContext = {
    config,
    access,
    world,
    handlers,
    admin,
    drain: draining.signal,
    inFlight: createInFlight(),
    readBody: createBodyReader({ bytesMax, timeoutMs }, world.clock),
    replyCache: createReplyCache(),
  }
  const routeOf = createRouteTable(config.brands)
  const door = createRpcHandler(context, routeOf)
  const serve = (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    void door(request.raw, reply.raw)
  }
  const refuse = (socket: Socket, error: ServiceError) => answerBroken(socket, error, world)
  const app = createApp(config, {
    door,
    serve,
    clientError: (error, socket) => refuse(socket, framingError(error, routeOf)),
  })

  // Before the framework reads or judges anything: its own answers to a bad content type, method or length are not ours.
  app.addHook('onRequest', (request, reply, done) => {
    if (isPage(request)) return done()
    serve(request, reply)
  })
  app.setNotFoundHandler(serve)
  app.setErrorHandler((_error, request, reply) => serve(request, reply))
  addGetRoutes(app, context)
  if (follow) addEventStreams(app, context, follow)

  const { server } = app
  server.maxConnections = config.http.connectionsMax
  server.keepAliveTimeout = config.http.keepAliveMs
  server.on('connect', (_request, socket) =>
    refuse(socket as Socket, new ServiceError('WebrpcBadRoute', 'this server is not a proxy')),
  )
  // "Expect: 100-continue" is answered when the body is wanted, after access is granted; other expectations are ignored.
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))

  await app.listen({ host: config.http.host, port: config.http.port }).catch((error: unknown) => {
    access.stop()
    throw error
  })
  const { port } = server.address() as AddressInfo
  const url = `http://${hostOf(config.http.host)}:${port}`
  world.observe.serverStarted({ url })
  let drained: Promise<void> | undefined
  return {
    url,
    port,
    drain: () => {
      drained ??= drainServer(app, context, draining)
      return drained
    },
  }
}

type Doors = {
  door: RpcHandler
  serve(request: FastifyRequest, reply: FastifyReply): void
  clientError(error: FramingError, socket: Socket): void
}

function createApp({ http }: Config, { door, serve, clientError }: Doors): FastifyInstance {
  return fastify({
    serverFactory: (handler) =>
      createServer(
        {
          maxHeaderSize: http.headerBytesMax,
          headersTimeout: http.headersTimeoutMs,
          // The body has a clock of its own, which starts when it is wanted; this one is for bodies that nobody reads.
          requestTimeout: http.headersTimeoutMs + http.bodyTimeoutMs + lateCheckMs,
          connectionsCheckingInterval: lateCheckMs,
          requireHostHeader: false, // Node would answer without our envelope
          noDelay: true,
        },
        // The raw route: an operation needs no router, no parser and no serializer of a framework.
        (incoming, outgoing) => {
          if (incoming.url?.startsWith('/rpc/')) void door(incoming, outgoing)
          else handler(incoming, outgoing)
        },
      ),
    logger: false,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    clientErrorHandler: (error, socket) => clientError(error, socket),
    rewriteUrl: ({ url = '/' }) => withoutOrigin(url),
    frameworkErrors: (_error, request, reply) => serve(request as FastifyRequest, reply as FastifyReply),
  })
}

function isPage(request: FastifyRequest): boolean {
  return (request.routeOptions.config as { page?: boolean } | undefined)?.page === true
}

export function hostOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
