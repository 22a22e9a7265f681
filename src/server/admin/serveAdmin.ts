import { checkBody } from '../../interface/check.ts'
import { ServiceError } from '../../interface/errors.ts'
import { addressOf, geoblock, limitAccount, limitAddress, showLimits } from '../access/accessChecks.ts'
import type { Token } from '../access/tokens.ts'
import { bounded } from '../callHandler.ts'
import { bodyKind, draining, method, parseBytes } from '../checks.ts'
import type { House } from '../house.ts'
import type { AdminRoute, Visit } from '../visit.ts'
import type { Admin, AdminCall } from './admin.ts'

/** A visit to an operation of the admin interface. */
export type AdminVisit = Visit & { route: AdminRoute }

export function isAdmin(visit: Visit): visit is AdminVisit {
  return visit.route?.admin === true
}

/**
 * The order of the door as far as it makes sense here: a token instead of a key, and the project is named in the body, so
 * membership is looked at once the body is read. Keys, quotas, project limits and the operator's switches do not apply:
 * who turned something off must be able to turn it on again. For the same reason no block holds for this machine itself.
 */
export async function serveAdmin(visit: AdminVisit, house: House): Promise<object> {
  method(visit)
  draining(visit, house)
  if (!isThisMachine(addressOf(visit, house))) geoblock(visit, house)
  // Whoever guesses at the secret guesses slowly.
  if (visit.route.row.access === 'anyone') await limitAddress(visit, house)
  else showLimits(visit, house)
  const admin = offered(visit, house)
  const token = readCaller(visit, admin)
  if (token?.role === 'account') await limitAccount(visit, house, token.subject)
  refusePages(visit)
  refuseKeys(visit)
  checkRole(visit, token)
  bodyKind(visit)
  await house.readBody(visit)
  const { codec, row, name } = visit.route
  const request = checkBody(row.request, codec.fromWire(parseBytes(visit.bytes))) as { projectId?: number }
  await checkProject(visit, request.projectId, token, admin)
  const call: AdminCall = { token, act: { actor: actorOf(token), nowMs: admin.clock.nowMs() }, requestId: visit.id }
  visit.handling = true
  const handler = admin.handlers[name] as (request: unknown, call: AdminCall) => Promise<object>
  return bounded(handler(request, call), visit, house.config.http.operationTimeoutMs, { abort: () => {} })
}

const isThisMachine = (address: string) => address === '::1' || address.startsWith('127.')

function offered({ route }: AdminVisit, { admin }: House): Admin {
  if (admin) return admin
  throw new ServiceError('MethodNotFound', `${route.name} is not offered by this server`)
}

/** A key in place of a token is dealt with below: it says who calls, and that is not enough. */
function readCaller({ incoming, route }: AdminVisit, { tokens }: Admin): Token | undefined {
  const token = tokens.read(incoming.headers.authorization)
  if (token || route.row.access === 'anyone' || incoming.headers['x-access-key'] !== undefined) return token
  throw new ServiceError('Unauthorized', 'this operation needs a token in Authorization: Bearer')
}

function refusePages({ incoming }: AdminVisit): void {
  if (incoming.headers.origin === undefined) return
  throw new ServiceError('InvalidOrigin', 'admin operations are never called from a page: send no Origin')
}

function refuseKeys({ incoming }: AdminVisit): void {
  if (incoming.headers['x-access-key'] === undefined) return
  throw new ServiceError('PermissionDenied', 'an access key is publishable and opens no admin operation: send a token')
}

function checkRole({ route }: AdminVisit, token: Token | undefined): void {
  if (route.row.access !== 'operator' || token?.role === 'operator') return
  throw new ServiceError('PermissionDenied', `${route.name} is for the operator`)
}

/** Reading and acting need a project that is there; whether the caller belongs to it is looked at next. */
async function checkProject(
  visit: AdminVisit,
  projectId: number | undefined,
  token: Token | undefined,
  { access }: Admin,
): Promise<void> {
  const { name, row } = visit.route
  if (projectId === undefined) {
    if (row.access !== 'member' || token?.role === 'operator') return
    throw new ServiceError('PermissionDenied', `without a projectId ${name} is for the operator`)
  }
  const project = await access.project(projectId)
  const mayBeGone = row.afterDeletion && token?.role === 'operator'
  if (!project || (project.deletedAtMs !== undefined && !mayBeGone)) {
    throw new ServiceError('ProjectNotFound', `there is no project ${projectId}`)
  }
  visit.project = { id: projectId }
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
