import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onThread } from '../../host/callCost.ts'
import { adminOperationNames, adminOperations } from '../../interface/adminOperations.ts'
import { brandCodec } from '../../interface/brand.ts'
import { checkBody } from '../../interface/check.ts'
import { ServiceError } from '../../interface/errors.ts'
import { adminOpenapiDocument } from '../../interface/openapi.ts'
import { addressOf, geoblock, limitAccount, limitAddress, showLimits } from '../access/accessChecks.ts'
import type { Token } from '../access/tokens.ts'
import { bounded, costOf } from '../http/callHandler.ts'
import { bodyKind, draining, parseBytes } from '../http/checks.ts'
import { keepExchange } from '../http/errorReplies.ts'
import type { AdminExchange, AdminRoute } from '../http/exchange.ts'
import { openExchange, reportExchange, requireHost } from '../http/openExchange.ts'
import { printResult } from '../http/printResult.ts'
import { sendReply } from '../http/reply.ts'
import type { ServerContext } from '../http/serverContext.ts'
import type { Admin } from './admin.ts'
import type { AdminCall } from './adminHandler.ts'

const exchangeOf = (request: FastifyRequest) => request.getDecorator<AdminExchange>('exchange')

/**
 * The operations of the admin interface as a fastify plugin. Checks run in the order of RPC operations as far as they
 * apply: `onRequest` checks the caller, `preParsing` the kind of body, `preValidation` reads it, the handler checks its
 * fields and project. Keys, quotas, project limits and the operator's switches do not apply: an operator must be able
 * to switch on again what is off.
 */
export function addAdminRoutes(app: FastifyInstance, context: ServerContext): void {
  let document: Buffer | undefined
  app.get('/openapi-admin.json', (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(adminOpenapiDocument(context.config.brands[0]), null, 2))
    return reply.type('application/json').header('Cache-Control', 'public, max-age=3600').send(document)
  })
  void app.register(async (plugin) => {
    // Fastify's parsers bound only a body's size and close the connection after any failure, so none of them reads it.
    // The hooks around them do, with the size and time bounds of RPC operations.
    plugin.removeAllContentTypeParsers()
    plugin.addContentTypeParser('*', (_request, _payload, done) => done(null))
    plugin.addHook('preParsing', async (request) => bodyKind(exchangeOf(request)))
    plugin.addHook('preValidation', (request) => context.readBody(exchangeOf(request)))
    for (const route of adminRoutes(context)) addRoute(plugin, context, route)
  })
}

function adminRoutes({ config }: ServerContext): AdminRoute[] {
  return config.brands
    .map(brandCodec)
    .flatMap((codec) =>
      adminOperationNames.map((name) => ({ admin: true, codec, name, row: adminOperations[name] }) as const),
    )
}

function addRoute(plugin: FastifyInstance, context: ServerContext, route: AdminRoute): void {
  plugin.route({
    method: 'POST',
    url: route.codec.adminPath(route.name),
    onRequest: async (request, reply) => {
      const exchange = openExchange(context, request.raw, reply.raw, route)
      keepExchange(request, exchange)
      await admit(exchange, context)
    },
    handler: async (request, reply) => {
      const exchange = exchangeOf(request)
      const text = await printResult(await callAdmin(exchange, context), exchange, context)
      reportExchange(exchange, context, { status: 200, bytesOut: sendReply(reply, exchange, 200, text) })
      return reply
    },
  })
}

/** All checks of the caller that need no body. */
async function admit(exchange: AdminExchange, context: ServerContext): Promise<void> {
  requireHost(exchange)
  draining(exchange, context)
  // This machine is never blocked: an operator who blocked too much can undo it from here.
  if (!isThisMachine(addressOf(exchange, context))) geoblock(exchange, context)
  // Operations for `anyone` accept the operator secret: the address limit makes guessing it slow.
  if (exchange.route.row.access === 'anyone') await limitAddress(exchange, context, 'admin')
  else showLimits(exchange, context)
  const token = readCaller(exchange, offered(exchange, context))
  if (token?.role === 'account') await limitAccount(exchange, context, token.subject)
  refuseBrowsers(exchange)
  refuseKeys(exchange)
  checkRole(exchange, token)
  exchange.token = token
}

async function callAdmin(exchange: AdminExchange, context: ServerContext): Promise<object> {
  const { codec, row, name } = exchange.route
  const { token } = exchange
  const admin = offered(exchange, context)
  const request = checkBody(row.request, codec.fromWire(parseBytes(exchange.bytes))) as { projectId?: number }
  await checkProject(exchange, request.projectId, admin)
  const act = { actor: actorOf(token), nowMs: admin.clock.nowMs() }
  const call: AdminCall = { token, act, address: addressOf(exchange, context), requestId: exchange.id }
  exchange.handling = true
  exchange.cost = costOf(name, context.watchdog)
  const handler = admin.handlersOf(exchange.cost)[name] as (request: unknown, call: AdminCall) => Promise<object>
  const result = onThread(exchange.cost, () => handler(request, call))
  return bounded(result, exchange, context.config.http.operationTimeoutMs, { abort: () => {} })
}

const isThisMachine = (address: string) => address === '::1' || address.startsWith('127.')

function offered({ route }: AdminExchange, { admin }: ServerContext): Admin {
  if (admin) return admin
  throw new ServiceError('MethodNotFound', `${route.name} is not offered by this server`)
}

/** Passes on a call with a key and no token, so that `refuseKeys` can explain why a key does not suffice. */
function readCaller({ incoming, route }: AdminExchange, { tokens }: Admin): Token | undefined {
  const token = tokens.read(incoming.headers.authorization)
  if (token || route.row.access === 'anyone' || incoming.headers['x-access-key'] !== undefined) return token
  throw new ServiceError('Unauthorized', 'this operation needs a token in Authorization: Bearer')
}

/**
 * Only the service's own console may call admin operations from a page. Browsers state in `Sec-Fetch-Site`, which no
 * page can forge, whether a page has the called origin. They send it only to https and this machine, so no token
 * crosses a network in the clear, and a hostname that an attacker points at this machine is refused too.
 */
function refuseBrowsers({ incoming }: AdminExchange): void {
  const { origin, host } = incoming.headers
  if (origin === undefined) return
  const isOwn = incoming.headers['sec-fetch-site'] === 'same-origin' && origin.replace(/^https?:\/\//, '') === host
  if (isOwn) return
  throw new ServiceError('InvalidOrigin', 'admin operations are called by no page but the console of this service')
}

function refuseKeys({ incoming }: AdminExchange): void {
  if (incoming.headers['x-access-key'] === undefined) return
  throw new ServiceError('PermissionDenied', 'an access key is publishable and opens no admin operation: send a token')
}

function checkRole({ route }: AdminExchange, token: Token | undefined): void {
  if (route.row.access !== 'operator' || token?.role === 'operator') return
  throw new ServiceError('PermissionDenied', `${route.name} is for the operator`)
}

/** The project in the body must exist, and the caller must be the operator or its member. */
async function checkProject(exchange: AdminExchange, projectId: number | undefined, { access }: Admin): Promise<void> {
  const { token } = exchange
  const { name, row } = exchange.route
  if (projectId === undefined) {
    if (row.access !== 'member' || token?.role === 'operator') return
    throw new ServiceError('PermissionDenied', `without a projectId ${name} is for the operator`)
  }
  const project = await access.project(projectId)
  const mayBeGone = row.afterDeletion && token?.role === 'operator'
  if (!project || (project.deletedAtMs !== undefined && !mayBeGone)) {
    throw new ServiceError('ProjectNotFound', `there is no project ${projectId}`)
  }
  exchange.project = { id: projectId }
  if (!token || token.role === 'operator') return
  if (!(await access.isMember(projectId, token.subject))) {
    throw new ServiceError('UnauthorizedUser', `this account is not a member of project ${projectId}`)
  }
  if (token.projectId !== undefined && token.projectId !== projectId) {
    throw new ServiceError('PermissionDenied', `this token is bound to project ${token.projectId}`)
  }
}

/** `operator:ada`, as the audit shows it. */
function actorOf(token: Pick<Token, 'role' | 'subject'> | undefined): string {
  return token ? `${token.role}:${token.subject}` : 'nobody'
}
