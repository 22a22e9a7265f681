import { ServiceError } from '../../interface/errors.ts'
import type { Exchange, RpcExchange } from '../http/exchange.ts'
import type { ServerContext } from '../http/serverContext.ts'
import type { Quota, QuotaAnswer, QuotaRequest } from './quota.ts'

const unitsByDefault = 1

/**
 * Spends the call's units of the monthly quota. Runs late, so that a refused call costs nothing. If `intentsSwitch`, the
 * last check, will refuse the call, only compares with the remaining units.
 */
export function spendUnits(
  exchange: RpcExchange,
  context: ServerContext,
  willBeRefused: boolean,
): void | Promise<void> {
  const { quota } = context.access
  const request = quotaRequestOf(exchange, context)
  if (quota && request && request.units > 0) return spend(quota, request, exchange, context, willBeRefused)
}

function spend(
  quota: Quota,
  request: QuotaRequest,
  exchange: RpcExchange,
  context: ServerContext,
  willBeRefused: boolean,
): void | Promise<void> {
  const judge = (answer: QuotaAnswer): void => {
    show(exchange, request.unitsMax, answer.remaining)
    if (answer.spent) {
      if (!willBeRefused) exchange.charge = answer.charge
      return
    }
    const leftMs = answer.cycleEndMs - context.ports.clock.nowMs()
    exchange.headers['Retry-After'] = String(Math.max(1, Math.ceil(leftMs / 1_000)))
    const whole = new Date(answer.cycleEndMs).toISOString()
    throw new ServiceError(
      'QuotaExceeded',
      `the ${request.unitsMax} units of this month are used up; there are as many again at ${whole}`,
    )
  }
  const answer = willBeRefused ? quota.peek(request) : quota.spend(request)
  if (!(answer instanceof Promise)) return judge(answer)
  return answer.then(judge, (error: unknown) => {
    // As with limits: reads continue, nothing of value moves uncounted.
    if (request.movesValue) throw error
  })
}

/** Shows the quota on every answer to a call with a key, even if it costs nothing or is refused. */
export function showQuota(exchange: RpcExchange, context: ServerContext): void | Promise<void> {
  const { quota } = context.access
  const request = quotaRequestOf(exchange, context)
  if (!quota || !request) return
  const used = quota.lastUsed(request)
  if (used !== undefined) return show(exchange, request.unitsMax, Math.max(0, request.unitsMax - used))
  return firstLook(quota, request, exchange)
}

async function firstLook(quota: Quota, request: QuotaRequest, exchange: Exchange): Promise<void> {
  const answer = await quota.peek(request).catch(() => undefined) // a header is no reason to refuse a call
  if (answer) show(exchange, request.unitsMax, answer.remaining)
}

/** Without a key, only the project's own quota applies. */
function quotaRequestOf({ key, project, route }: RpcExchange, { config }: ServerContext): QuotaRequest | undefined {
  const unitsMax = project?.limits?.unitsPerCycle ?? (key ? config.limits.unitsPerCycle : 0)
  if (!project || unitsMax === 0) return undefined
  const units = config.limits.operationUnits[route.name] ?? unitsByDefault
  const movesValue = route.row.effect === 'value'
  return { projectId: project.id, anchorDay: project.anchorDay ?? 1, units, unitsMax, movesValue }
}

function show({ headers }: Exchange, limit: number, remaining: number): void {
  headers['Quota-Limit'] = String(limit)
  headers['Quota-Remaining'] = String(remaining)
}

/** Returns the charge of a call that failed. */
export function giveBack(exchange: Exchange, { access }: ServerContext): void {
  const { charge } = exchange
  if (!charge || !access.quota) return
  exchange.charge = undefined
  access.quota.giveBack(charge).catch(() => {}) // the store is down: the units stay spent
}
