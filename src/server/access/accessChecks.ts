import { ServiceError } from '../../interface/errors.ts'
import type { KeyRecord } from '../../stores/accessStore.ts'
import { isStoreFailure } from '../../stores/storeError.ts'
import type { RoutedVisit } from '../checks.ts'
import type { House } from '../house.ts'
import type { Visit } from '../visit.ts'
import type { FiledKey } from './access.ts'
import { callerAddress, networkOf } from './callerAddress.ts'
import { type Limit, LimiterDown, perMinute, type Verdict } from './limiter.ts'
import { allowsOrigin } from './origins.ts'

/** Who calls, whether they may, and how often. In the order in which the door asks. */

export function geoblock(visit: Visit, house: House): void {
  const { blocks } = house.access.board()
  if (blocks?.(addressOf(visit, house))) {
    throw new ServiceError('Geoblocked', 'this service is not offered where the call comes from')
  }
}

export function addressOf(visit: Visit, { access }: House): string {
  visit.address ??= callerAddress(visit.incoming, access.trustedProxies)
  return visit.address
}

/**
 * Who sends no key shares the public limit of the address, and so does who sends one that opens nothing: guessing keys
 * is slow. The embedded default takes operations on intents without a key, as the operator's own: those are not counted.
 */
export function addressLimit(visit: RoutedVisit, house: House): void | Promise<void> {
  const text = visit.incoming.headers['x-access-key']
  if (text === undefined) {
    if (visit.route.row.access === 'project' && !house.config.auth.required) return showPublic(visit, house)
    return limitAddress(visit, house)
  }
  const found = house.access.findKey(String(text))
  if (!(found instanceof Promise)) return meetKey(found, visit, house)
  return found.then(
    (filed) => meetKey(filed, visit, house),
    (error: unknown) => withoutKeys(visit, house, error),
  )
}

/** A key that has ended opens nothing, and is counted like one that never was. */
function meetKey(filed: FiledKey | undefined, visit: Visit, house: House): void | Promise<void> {
  if (filed) noteKey(visit, filed)
  const opens = filed && isOpen(filed.key, house) && filed.project.deletedAtMs === undefined
  if (!opens) return limitAddress(visit, house, 'key')
}

const isOpen = ({ active, expiresAtMs }: KeyRecord, { world }: House): boolean =>
  active && (expiresAtMs === undefined || expiresAtMs > world.clock.nowMs())

/** An account's calls of the admin interface, which no project limit bounds. */
export function limitAccount(visit: Visit, house: House, account: string): void | Promise<void> {
  return takePublic(`t ${account}`, visit, house, refuseAccount)
}

/** Takes one call from the public limit of an address. Also for calls of the admin interface. */
export function limitAddress(visit: Visit, house: House, kind: 'call' | 'key' = 'call'): void | Promise<void> {
  if (!publicLimit(house)) return
  return takePublic(`${kind === 'key' ? 'k' : 'a'} ${networkOf(addressOf(visit, house))}`, visit, house, refusePublic)
}

function takePublic(name: string, visit: Visit, house: House, judge: typeof refusePublic): void | Promise<void> {
  const limit = publicLimit(house)
  if (!limit) return
  const { limiter } = house.access
  return judged(limiter.take(name, limit), visit, judge, () => judge(limiter.takeHere(name, limit), visit))
}

function noteKey(visit: Visit, { key, project }: FiledKey): void {
  visit.key = key
  visit.project = project
}

/** Keys cannot be read. What everyone may read is read as without a key; the rest must wait. */
function withoutKeys(visit: RoutedVisit, house: House, error: unknown): void | Promise<void> {
  if (!isStoreFailure(error) || visit.route.row.access !== 'public') throw error
  visit.keyless = true
  return limitAddress(visit, house)
}

export function token(visit: RoutedVisit, { access }: House): void {
  const header = visit.incoming.headers.authorization
  if (header === undefined) return
  if (!access.tokens) throw new ServiceError('Unauthorized', 'this server issues no tokens')
  visit.token = access.tokens.read(header)
}

export function key(visit: RoutedVisit, house: House): void | Promise<void> {
  const { incoming, route } = visit
  if (incoming.headers['x-access-key'] === undefined || visit.keyless) {
    if (!house.config.auth.required || route.row.access === 'public') return
    throw new ServiceError('Unauthorized', 'this operation needs an access key in X-Access-Key')
  }
  if (!visit.key || !isOpen(visit.key, house)) {
    visit.project = undefined
    throw new ServiceError('AccessKeyNotFound', 'the value of X-Access-Key is not a key of this server')
  }
}

export function mismatch({ key, token }: RoutedVisit): void {
  if (!key || token?.projectId === undefined || token.projectId === key.projectId) return
  throw new ServiceError('AccessKeyMismatch', `the key is of project ${key.projectId}, the token of another`)
}

/** The project of the key, or of the token; without either, the embedded single-tenant default: project 1. */
export function project(visit: RoutedVisit, { access }: House): void | Promise<void> {
  if (visit.project) return requireProject(visit)
  const id = visit.token?.projectId ?? 1
  // What everyone may read belongs to nobody, so nobody's project has to be looked up.
  if (visit.route.row.access === 'public' && visit.token?.projectId === undefined) {
    visit.project = { id }
    return
  }
  const found = access.findProject(id)
  if (!(found instanceof Promise)) {
    visit.project = found
    return requireProject(visit)
  }
  return found.then((record) => {
    visit.project = record
    requireProject(visit)
  })
}

function requireProject({ project }: RoutedVisit): void {
  if (project && project.deletedAtMs === undefined) return
  throw new ServiceError('ProjectNotFound', 'the project of this call does not exist')
}

export function origin({ key, incoming }: RoutedVisit): void {
  if (!key || allowsOrigin(key.origins, incoming.headers.origin)) return
  const what = incoming.headers.origin === undefined ? 'needs an Origin header' : 'is not for this Origin'
  throw new ServiceError('InvalidOrigin', `the access key ${what}`)
}

export function service({ key, route }: RoutedVisit): void {
  const { service } = route.codec.brand
  if (!key || key.services.length === 0 || key.services.includes(service)) return
  throw new ServiceError('InvalidService', `the access key is not for the service ${service}`)
}

/** An account acts for its own projects only. Operators act for all. */
export function membership({ token, key, project }: RoutedVisit, { access }: House): void | Promise<void> {
  if (token?.role !== 'account' || !project || (!key && token.projectId === undefined)) return
  const refuse = (isMember: boolean) => {
    if (!isMember) throw new ServiceError('UnauthorizedUser', 'this account is not a member of the project')
  }
  const answer = access.isMember(project.id, token.subject)
  return answer instanceof Promise ? answer.then(refuse) : refuse(answer)
}

export function enabled({ route, key }: RoutedVisit, { handlers, access }: House): void {
  if (!handlers[route.name] || access.board().operationsOff.has(route.name))
    throw new ServiceError('MethodNotFound', `${route.name} is not offered by this server`)
  if (key && key.operations.length > 0 && !key.operations.includes(route.name))
    throw new ServiceError('MethodNotFound', `${route.name} is not offered to this access key`)
}

/** All calls of a project together, then those of this operation. Without a key only limits that the project was given hold. */
export function projectLimit(visit: RoutedVisit, house: House): void | Promise<void> {
  const all = callsLimit(visit, house)
  const first = all && takeOne(`p${visit.project?.id}`, all, visit, house)
  return first ? first.then(() => operationLimited(visit, house)) : operationLimited(visit, house)
}

function operationLimited(visit: RoutedVisit, house: House): void | Promise<void> {
  const one = operationLimit(visit, house)
  if (one) return takeOne(`o${visit.project?.id} ${visit.route.name}`, one, visit, house)
}

function takeOne(name: string, limit: Limit, visit: RoutedVisit, house: House): void | Promise<void> {
  const verdict = house.access.limiter.take(name, limit)
  if (!(verdict instanceof Promise)) return refuseProject(verdict, visit)
  return judged(verdict, visit, refuseProject, () => withoutLimits(visit, house))
}

function callsLimit({ key, project }: RoutedVisit, { config }: House): Limit | undefined {
  const own = project?.limits?.requestsPerS
  const ratePerS = own ?? (key ? config.limits.projectPerS : 0)
  if (ratePerS === 0) return undefined
  // A project that was given a rate alone may save up two seconds of it, as the ruled limit does.
  const burst = project?.limits?.burst ?? (own === undefined ? config.limits.projectBurst : 2 * own)
  return { ratePerS, burst: Math.max(1, burst) }
}

function operationLimit({ key, project, route }: RoutedVisit, { config }: House): Limit | undefined {
  const own = route.name === 'QuoteIntent' ? project?.limits?.quotesPerMinute : undefined
  const count = own ?? (key ? (config.limits.operationsPerMinute[route.name] ?? 0) : 0)
  return count === 0 ? undefined : perMinute(count)
}

/** The limits cannot be read. Reads go on under the public limit of this process; nothing of value moves unbounded. */
function withoutLimits(visit: RoutedVisit, house: House): void {
  if (visit.route.row.effect === 'value')
    throw new ServiceError('WebrpcInternalError', 'limits cannot be checked now; nothing of value moves without them')
  const limit = publicLimit(house)
  if (limit) refusePublic(house.access.limiter.takeHere(`a ${networkOf(addressOf(visit, house))}`, limit), visit)
}

function publicLimit({ config }: House): Limit | undefined {
  const { publicPerMinute } = config.limits
  return publicPerMinute === 0 ? undefined : perMinute(publicPerMinute)
}

/** Hands the verdict on, now or when it comes; `instead` where the store of limits does not answer. */
function judged(
  verdict: Verdict | Promise<Verdict>,
  visit: Visit,
  judge: (verdict: Verdict, visit: Visit) => void,
  instead: () => void,
): void | Promise<void> {
  if (!(verdict instanceof Promise)) return judge(verdict, visit)
  return verdict.then(
    (one) => judge(one, visit),
    (error: unknown) => {
      if (!(error instanceof LimiterDown)) throw error
      instead()
    },
  )
}

function refusePublic(verdict: Verdict, visit: Visit): void {
  showVerdict(verdict, visit)
  if (verdict.allowed) return
  throw new ServiceError('RateLimited', `this address may call ${verdict.limit} times a minute without an access key`)
}

function refuseAccount(verdict: Verdict, visit: Visit): void {
  showVerdict(verdict, visit)
  if (verdict.allowed) return
  throw new ServiceError('RateLimited', `an account may call admin operations ${verdict.limit} times a minute`)
}

function refuseProject(verdict: Verdict, visit: Visit): void {
  // Of two limits the tighter one is shown.
  if (!verdict.allowed || !(Number(visit.headers['RateLimit-Remaining']) <= verdict.remaining))
    showVerdict(verdict, visit)
  if (!verdict.allowed) throw new ServiceError('QuotaRateLimit', 'the project calls more often than its limit allows')
}

function showVerdict({ allowed, limit, remaining, resetS, retryAfterS }: Verdict, { headers }: Visit): void {
  headers['RateLimit-Limit'] = String(limit)
  headers['RateLimit-Remaining'] = String(remaining)
  headers['RateLimit-Reset'] = String(resetS)
  if (!allowed) headers['Retry-After'] = String(retryAfterS)
}

function showPublic(visit: Visit, house: House): void {
  const limit = publicLimit(house)
  if (limit) showVerdict(house.access.limiter.look(`a ${networkOf(addressOf(visit, house))}`, limit), visit)
}

/** On an answer that no limit was asked about: how it stands, without counting it. */
export function showLimits(visit: Visit, house: House): void {
  if ('RateLimit-Limit' in visit.headers) return
  const routed = visit.route && !visit.route.admin ? (visit as RoutedVisit) : undefined
  const limit = visit.key && visit.project && routed ? callsLimit(routed, house) : undefined
  if (limit) showVerdict(house.access.limiter.look(`p${visit.project!.id}`, limit), visit)
  else showPublic(visit, house)
}
