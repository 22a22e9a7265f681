import { checkBody } from '../../interface/check.ts'
import { ServiceError } from '../../interface/errors.ts'
import { addressOf, geoblock, limitAccount, limitAddress, showLimits } from '../access/accessChecks.ts'
import type { Token } from '../access/tokens.ts'
import { bounded } from '../http/callHandler.ts'
import { bodyKind, draining, method, parseBytes } from '../http/checks.ts'
import type { AdminRoute, Exchange } from '../http/exchange.ts'
import type { ServerContext } from '../http/serverContext.ts'
import type { Admin, AdminCall } from './admin.ts'

/** A visit to an operation of the admin interface. */
export type AdminExchange = Exchange & { route: AdminRoute }

export function isAdmin(exchange: Exchange): exchange is AdminExchange {
  return exchange.route?.admin === true
}

/**
 * The order of the door as far as it makes sense here: a token instead of a key, and the project is named in the body, so
 * membership is looked at once the body is read. Keys, quotas, project limits and the operator's switches do not apply:
 * who turned something off must be able to turn it on again. For the same reason no block holds for this machine itself.
 */
export async function serveAdmin(exchange: AdminExchange, context: ServerContext): Promise<object> {
  method(exchange)
  draining(exchange, context)
  if (!isThisMachine(addressOf(exchange, context))) geoblock(exchange, context)
  // Whoever guesses at the secret guesses slowly.
  if (exchange.route.row.access === 'anyone') await limitAddress(exchange, context)
  else showLimits(exchange, context)
  const admin = offered(exchange, context)
  const token = readCaller(exchange, admin)
  if (token?.role === 'account') await limitAccount(exchange, context, token.subject)
  refusePages(exchange)
  refuseKeys(exchange)
  checkRole(exchange, token)
  bodyKind(exchange)
  await context.readBody(exchange)
  const { codec, row, name } = exchange.route
  const request = checkBody(row.request, codec.fromWire(parseBytes(exchange.bytes))) as { projectId?: number }
  await checkProject(exchange, request.projectId, token, admin)
  const call: AdminCall = { token, act: { actor: actorOf(token), nowMs: admin.clock.nowMs() }, requestId: exchange.id }
  exchange.handling = true
  const handler = admin.handlers[name] as (request: unknown, call: AdminCall) => Promise<object>
  return bounded(handler(request, call), exchange, context.config.http.operationTimeoutMs, { abort: () => {} })
}

const isThisMachine = (address: string) => address === '::1' || address.startsWith('127.')

function offered({ route }: AdminExchange, { admin }: ServerContext): Admin {
  if (admin) return admin
  throw new ServiceError('MethodNotFound', `${route.name} is not offered by this server`)
}

/** A key in place of a token is dealt with below: it says who calls, and that is not enough. */
function readCaller({ incoming, route }: AdminExchange, { tokens }: Admin): Token | undefined {
  const token = tokens.read(incoming.headers.authorization)
  if (token || route.row.access === 'anyone' || incoming.headers['x-access-key'] !== undefined) return token
  throw new ServiceError('Unauthorized', 'this operation needs a token in Authorization: Bearer')
}

function refusePages({ incoming }: AdminExchange): void {
  if (incoming.headers.origin === undefined) return
  throw new ServiceError('InvalidOrigin', 'admin operations are never called from a page: send no Origin')
}

function refuseKeys({ incoming }: AdminExchange): void {
  if (incoming.headers['x-access-key'] === undefined) return
  throw new ServiceError('PermissionDenied', 'an access key is publishable and opens no admin operation: send a token')
}

function checkRole({ route }: AdminExchange, token: Token | undefined): void {
  if (route.row.access !== 'operator' || token?.role === 'operator') return
  throw new ServiceError('PermissionDenied', `${route.name} is for the operator`)
}

/** Reading and acting need a project that is there; whether the caller belongs to it is looked at next. */
async function checkProject(
  exchange: AdminExchange,
  projectId: number | undefined,
  token: Token | undefined,
  { access }: Admin,
): Promise<void> {
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

/** `operator:ada`: what the audit shows. */
export function actorOf(token: Pick<Token, 'role' | 'subject'> | undefined): string {
  return token ? `${token.role}:${token.subject}` : 'nobody'
}
