import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../../interface/errors.ts'
import { limits } from '../../interface/limits.ts'
import type { KeyRecord } from '../../stores/accessStore.ts'
import { isStoreFailure } from '../../stores/storeError.ts'
import type { Exchange, RpcExchange } from '../http/exchange.ts'
import { isLoopback } from '../http/requireGuarded.ts'
import type { ServerContext } from '../http/serverContext.ts'
import type { FiledKey } from './access.ts'
import { allowsOrigin } from './allowsOrigin.ts'
import { callerAddress, networkOf } from './callerAddress.ts'
import { type Limit, LimiterDown, type LimitVerdict, perMinute } from './limiter.ts'

/** Checks of identity, permission and rate, in the order of `checkOrder`. */

export function geoblock(exchange: Exchange, context: ServerContext): void {
  const { blocks } = context.access.switches()
  if (blocks?.(addressOf(exchange, context))) {
    throw new ServiceError('Geoblocked', 'this service is not offered where the call comes from')
  }
}

export function addressOf(exchange: Exchange, { access }: ServerContext): string {
  exchange.address ??= callerAddress(exchange.incoming, access.trustedProxies)
  return exchange.address
}

/** The unit for bounds on held and waiting calls: one project from one address (IPv6: from one /64). */
export const callerOf = (exchange: Exchange, context: ServerContext) => ({
  project: exchange.project?.id ?? 1,
  address: networkOf(addressOf(exchange, context)),
})

/**
 * Calls without a key take from the public limit of their address; invalid keys take from a second one, which slows
 * guessing. Where keys are optional, programs on this machine have their own limit for operations on intents.
 */
export function addressLimit(exchange: RpcExchange, context: ServerContext): void | Promise<void> {
  const text = exchange.incoming.headers['x-access-key']
  if (text === undefined) {
    return isOwnMachine(exchange, context) ? limitLocal(exchange, context) : limitKeyless(exchange, context)
  }
  const found = context.access.findKey(String(text))
  if (!(found instanceof Promise)) return admitKey(found, exchange, context)
  return found.then(
    (filed) => admitKey(filed, exchange, context),
    (error: unknown) => withoutKeys(exchange, context, error),
  )
}

/** True for an operation on intents, called from this machine, while no key is required. */
const isOwnMachine = (exchange: RpcExchange, context: ServerContext): boolean =>
  exchange.route.row.access === 'project' && !context.config.auth.required && isLoopback(addressOf(exchange, context))

function limitLocal(exchange: RpcExchange, context: ServerContext): void {
  const { localPerMinute } = context.config.limits
  if (localPerMinute === 0) showPublic(exchange, context)
  else refusePublic(context.access.limiter.takeLocal('local', perMinute(localPerMinute)), exchange)
}

/** Operations that cost more, such as quotes, have a lower limit of their own per address. */
function limitKeyless(exchange: RpcExchange, context: ServerContext): void | Promise<void> {
  const { name } = exchange.route
  const perMinuteMax = context.config.limits.operationsPerMinute[name] ?? 0
  if (publicLimit(context) && perMinuteMax > 0) {
    const bucket = `o ${name} ${networkOf(addressOf(exchange, context))}`
    refusePublic(context.access.limiter.takeLocal(bucket, perMinute(perMinuteMax)), exchange)
  }
  return limitAddress(exchange, context)
}

/** An expired key counts as unknown. */
function admitKey(filed: FiledKey | undefined, exchange: Exchange, context: ServerContext): void | Promise<void> {
  if (filed) rememberKey(exchange, filed)
  if (!isKeyOpen(filed, context)) return limitAddress(exchange, context, 'key')
}

/** Whether a key exists, is active, not expired, and its project exists. */
export const isKeyOpen = (filed: FiledKey | undefined, context: ServerContext): boolean =>
  filed !== undefined && isOpen(filed.key, context) && filed.project.deletedAtMs === undefined

const isOpen = ({ active, expiresAtMs }: KeyRecord, { ports }: ServerContext): boolean =>
  active && (expiresAtMs === undefined || expiresAtMs > ports.clock.nowMs())

/** Limits an account's calls of admin operations, which no project limit covers. */
export function limitAccount(exchange: Exchange, context: ServerContext, account: string): void | Promise<void> {
  return takePublic(`t ${account}`, exchange, context, refuseAccount)
}

/** Separate buckets of an address, so that its calls and wrong keys cannot use up what its admin calls need. */
const bucketOf = { call: 'a', key: 'k', admin: 's' } as const
type LimitedBy = keyof typeof bucketOf

/** Takes one call from a limit of an address. */
export function limitAddress(
  exchange: Exchange,
  context: ServerContext,
  kind: LimitedBy = 'call',
): void | Promise<void> {
  if (!publicLimit(context)) return
  return takePublic(`${bucketOf[kind]} ${networkOf(addressOf(exchange, context))}`, exchange, context, refusePublic)
}

/** Refuses pages to an address that loaded too many: at 600 kB a page, a few callers took most of the event loop. */
export function refusalOfPage(
  incoming: IncomingMessage,
  context: ServerContext,
): ((exchange: Exchange) => void) | undefined {
  const address = callerAddress(incoming, context.access.trustedProxies)
  if (!publicLimit(context) || isLoopback(address)) return undefined
  const verdict = context.access.limiter.takeLocal(`w ${networkOf(address)}`, perMinute(limits.pagesPerMinute))
  return verdict.allowed ? undefined : (exchange) => refusePublic(verdict, exchange)
}

function takePublic(
  name: string,
  exchange: Exchange,
  context: ServerContext,
  judge: typeof refusePublic,
): void | Promise<void> {
  const limit = publicLimit(context)
  if (!limit) return
  const { limiter } = context.access
  return judged(limiter.take(name, limit), exchange, judge, () => judge(limiter.takeLocal(name, limit), exchange))
}

function rememberKey(exchange: Exchange, { key, project }: FiledKey): void {
  exchange.key = key
  exchange.project = project
}

/** The store is down: public reads continue as calls without a key; all other calls fail. */
function withoutKeys(exchange: RpcExchange, context: ServerContext, error: unknown): void | Promise<void> {
  if (!isStoreFailure(error) || exchange.route.row.access !== 'public') throw error
  exchange.keyless = true
  return limitAddress(exchange, context)
}

export function token(exchange: RpcExchange, { access }: ServerContext): void {
  const header = exchange.incoming.headers.authorization
  if (header === undefined) return
  if (!access.tokens) throw new ServiceError('Unauthorized', 'this server issues no tokens')
  exchange.token = access.tokens.read(header)
}

export function key(exchange: RpcExchange, context: ServerContext): void | Promise<void> {
  const { incoming, route } = exchange
  if (incoming.headers['x-access-key'] === undefined || exchange.keyless) {
    if (!context.config.auth.required || route.row.access === 'public') return
    throw new ServiceError('Unauthorized', 'this operation needs an access key in X-Access-Key')
  }
  if (!exchange.key || !isOpen(exchange.key, context)) {
    exchange.project = undefined
    throw new ServiceError('AccessKeyNotFound', 'the value of X-Access-Key is not a key of this server')
  }
}

export function mismatch({ key, token }: RpcExchange): void {
  if (!key || token?.projectId === undefined || token.projectId === key.projectId) return
  throw new ServiceError('AccessKeyMismatch', `the key is of project ${key.projectId}, the token of another`)
}

/** The project of the key, or of the token; without either, the embedded single-tenant default: project 1. */
export function project(exchange: RpcExchange, { access }: ServerContext): void | Promise<void> {
  if (exchange.project) return requireProject(exchange)
  const id = exchange.token?.projectId ?? 1
  // A public read belongs to no project, so none is looked up.
  if (exchange.route.row.access === 'public' && exchange.token?.projectId === undefined) {
    exchange.project = { id }
    return
  }
  const found = access.findProject(id)
  if (!(found instanceof Promise)) {
    exchange.project = found
    return requireProject(exchange)
  }
  return found.then((record) => {
    exchange.project = record
    requireProject(exchange)
  })
}

function requireProject({ project }: RpcExchange): void {
  if (project && project.deletedAtMs === undefined) return
  throw new ServiceError('ProjectNotFound', 'the project of this call does not exist')
}

export function origin({ key, incoming }: RpcExchange): void {
  if (!key || allowsOrigin(key.origins, incoming.headers.origin)) return
  const what = incoming.headers.origin === undefined ? 'needs an Origin header' : 'is not for this Origin'
  throw new ServiceError('InvalidOrigin', `the access key ${what}`)
}

export function service({ key, route }: RpcExchange): void {
  const { service } = route.codec.brand
  if (!key || key.services.length === 0 || key.services.includes(service)) return
  throw new ServiceError('InvalidService', `the access key is not for the service ${service}`)
}

/** An account acts for its own projects only. Operators act for all. */
export function membership({ token, key, project }: RpcExchange, { access }: ServerContext): void | Promise<void> {
  if (token?.role !== 'account' || !project || (!key && token.projectId === undefined)) return
  const refuse = (isMember: boolean) => {
    if (!isMember) throw new ServiceError('UnauthorizedUser', 'this account is not a member of the project')
  }
  const answer = access.isMember(project.id, token.subject)
  return answer instanceof Promise ? answer.then(refuse) : refuse(answer)
}

export function enabled({ route, key }: RpcExchange, { handlers, access }: ServerContext): void {
  if (!handlers[route.name] || access.switches().operationsOff.has(route.name))
    throw new ServiceError('MethodNotFound', `${route.name} is not offered by this server`)
  if (key && key.operations.length > 0 && !key.operations.includes(route.name))
    throw new ServiceError('MethodNotFound', `${route.name} is not offered to this access key`)
}

/** All calls of a project, then those of this operation. Without a key, only the project's own limits apply. */
export function projectLimit(exchange: RpcExchange, context: ServerContext): void | Promise<void> {
  const all = callsLimit(exchange, context)
  const first = all && takeOne(`p${exchange.project?.id}`, all, exchange, context, refuseProject)
  return first ? first.then(() => operationLimited(exchange, context)) : operationLimited(exchange, context)
}

function operationLimited(exchange: RpcExchange, context: ServerContext): void | Promise<void> {
  const one = operationLimit(exchange, context)
  if (one) return takeOne(`o${exchange.project?.id} ${exchange.route.name}`, one, exchange, context, refuseOperation)
}

function takeOne(
  name: string,
  limit: Limit,
  exchange: RpcExchange,
  context: ServerContext,
  refuse: (verdict: LimitVerdict, exchange: RpcExchange) => void,
): void | Promise<void> {
  const verdict = context.access.limiter.take(name, limit)
  if (!(verdict instanceof Promise)) return refuse(verdict, exchange)
  return judged(verdict, exchange, refuse, () => withoutLimits(exchange, context))
}

function callsLimit({ key, project }: RpcExchange, { config }: ServerContext): Limit | undefined {
  const own = project?.limits?.requestsPerS
  const ratePerS = own ?? (key ? config.limits.projectPerS : 0)
  if (ratePerS === 0) return undefined
  // A project that sets a rate and no burst gets two seconds of its rate, like the default (50 a second, burst 100).
  const burst = project?.limits?.burst ?? (own === undefined ? config.limits.projectBurst : 2 * own)
  return { ratePerS, burst: Math.max(1, burst) }
}

function operationLimit({ key, project, route }: RpcExchange, { config }: ServerContext): Limit | undefined {
  const own = route.name === 'QuoteIntent' ? project?.limits?.quotesPerMinute : undefined
  const count = own ?? (key ? (config.limits.operationsPerMinute[route.name] ?? 0) : 0)
  return count === 0 ? undefined : perMinute(count)
}

/** The limiter is down: reads continue under this process's public limit; operations that move value are refused. */
function withoutLimits(exchange: RpcExchange, context: ServerContext): void {
  if (exchange.route.row.effect === 'value')
    throw new ServiceError('WebrpcInternalError', 'limits cannot be checked now; nothing of value moves without them')
  const limit = publicLimit(context)
  if (limit)
    refusePublic(context.access.limiter.takeLocal(`a ${networkOf(addressOf(exchange, context))}`, limit), exchange)
}

function publicLimit({ config }: ServerContext): Limit | undefined {
  const { publicPerMinute } = config.limits
  return publicPerMinute === 0 ? undefined : perMinute(publicPerMinute)
}

/** Calls `judge` with the verdict, synchronously if it is known, or `instead` if the limiter is down. */
function judged<E extends Exchange>(
  verdict: LimitVerdict | Promise<LimitVerdict>,
  exchange: E,
  judge: (verdict: LimitVerdict, exchange: E) => void,
  instead: () => void,
): void | Promise<void> {
  if (!(verdict instanceof Promise)) return judge(verdict, exchange)
  return verdict.then(
    (one) => judge(one, exchange),
    (error: unknown) => {
      if (!(error instanceof LimiterDown)) throw error
      instead()
    },
  )
}

/** Shows a verdict in the headers, and throws if it refuses. */
const judgeBy =
  <E extends Exchange>(
    error: 'RateLimited' | 'QuotaRateLimit',
    show: typeof showVerdict,
    says: (verdict: LimitVerdict, exchange: E) => string,
  ) =>
  (verdict: LimitVerdict, exchange: E): void => {
    show(verdict, exchange)
    if (verdict.allowed) return
    throw new ServiceError(error, `${says(verdict, exchange)}; again in ${verdict.retryAfterS} s`)
  }

const refusePublic = judgeBy(
  'RateLimited',
  showVerdict,
  ({ limit }) => `this address may call ${limit} times a minute without an access key`,
)
const refuseAccount = judgeBy(
  'RateLimited',
  showVerdict,
  ({ limit }) => `an account may call admin operations ${limit} times a minute`,
)
const refuseProject = judgeBy(
  'QuotaRateLimit',
  showTighter,
  ({ ratePerS, limit }) => `this project may call ${ratePerS} times a second, and ${limit} times at once after a pause`,
)
const refuseOperation = judgeBy<RpcExchange>(
  'QuotaRateLimit',
  showTighter,
  ({ limit }, { route }) => `this project may call ${route.name} ${limit} times a minute`,
)

/** Of the limits of project and operation, the headers show the tighter one. */
function showTighter(verdict: LimitVerdict, exchange: Exchange): void {
  if (!verdict.allowed || !(Number(exchange.headers['RateLimit-Remaining']) <= verdict.remaining))
    showVerdict(verdict, exchange)
}

function showVerdict({ allowed, limit, remaining, resetS, retryAfterS }: LimitVerdict, { headers }: Exchange): void {
  headers['RateLimit-Limit'] = String(limit)
  headers['RateLimit-Remaining'] = String(remaining)
  headers['RateLimit-Reset'] = String(resetS)
  if (!allowed) headers['Retry-After'] = String(retryAfterS)
}

function showPublic(exchange: Exchange, context: ServerContext): void {
  const limit = publicLimit(context)
  if (limit) showVerdict(context.access.limiter.look(`a ${networkOf(addressOf(exchange, context))}`, limit), exchange)
}

/** Rate-limit headers for a reply that no limit counted. */
export function showLimits(exchange: Exchange, context: ServerContext): void {
  if ('RateLimit-Limit' in exchange.headers) return
  const routed = exchange.route && !exchange.route.admin ? (exchange as RpcExchange) : undefined
  const limit = exchange.key && exchange.project && routed ? callsLimit(routed, context) : undefined
  if (limit) showVerdict(context.access.limiter.look(`p${exchange.project!.id}`, limit), exchange)
  else showPublic(exchange, context)
}
