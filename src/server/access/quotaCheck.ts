import { ServiceError } from '../../interface/errors.ts'
import type { RoutedVisit } from '../checks.ts'
import type { House } from '../house.ts'
import type { Visit } from '../visit.ts'
import type { Quota, QuotaAnswer, QuotaAsk } from './quota.ts'

const unitsByDefault = 1

/**
 * Units of the month, last before the handler, so that a call which was refused has cost nothing. One that the operator's
 * switches are about to refuse is only compared with what is left.
 */
export function spendUnits(visit: RoutedVisit, house: House, willBeRefused: boolean): void | Promise<void> {
  const { quota } = house.access
  const ask = askOf(visit, house)
  if (quota && ask && ask.units > 0) return spend(quota, ask, visit, house, willBeRefused)
}

async function spend(
  quota: Quota,
  ask: QuotaAsk,
  visit: RoutedVisit,
  house: House,
  willBeRefused: boolean,
): Promise<void> {
  let answer: QuotaAnswer
  try {
    answer = willBeRefused ? await quota.peek(ask) : await quota.spend(ask)
  } catch (error) {
    // As with limits: reads go on, nothing of value moves uncounted.
    if (visit.route.row.effect === 'value') throw error
    return
  }
  show(visit, ask.unitsMax, answer.remaining)
  if (answer.spent) {
    if (!willBeRefused) visit.charge = answer.charge
    return
  }
  const leftMs = answer.cycleEndMs - house.world.clock.nowMs()
  visit.headers['Retry-After'] = String(Math.max(1, Math.ceil(leftMs / 1_000)))
  throw new ServiceError('QuotaExceeded', `the ${ask.unitsMax} units of this month are used up`)
}

/** How the quota stands, on every answer to a call with a key, also on one that costs nothing or is refused. */
export function showQuota(visit: RoutedVisit, house: House): void | Promise<void> {
  const { quota } = house.access
  const ask = askOf(visit, house)
  if (!quota || !ask) return
  const used = quota.lastUsed(ask)
  if (used !== undefined) return show(visit, ask.unitsMax, Math.max(0, ask.unitsMax - used))
  return firstLook(quota, ask, visit)
}

async function firstLook(quota: Quota, ask: QuotaAsk, visit: Visit): Promise<void> {
  const answer = await quota.peek(ask).catch(() => undefined) // a header is no reason to refuse a call
  if (answer) show(visit, ask.unitsMax, answer.remaining)
}

/** Without a key only a quota that the project was given holds. */
function askOf({ key, project, route }: RoutedVisit, { config }: House): QuotaAsk | undefined {
  const unitsMax = project?.limits?.unitsPerCycle ?? (key ? config.limits.unitsPerCycle : 0)
  if (!project || unitsMax === 0) return undefined
  const units = config.limits.operationUnits[route.name] ?? unitsByDefault
  return { projectId: project.id, anchorDay: project.anchorDay ?? 1, units, unitsMax }
}

function show({ headers }: Visit, limit: number, remaining: number): void {
  headers['Quota-Limit'] = String(limit)
  headers['Quota-Remaining'] = String(remaining)
}

/** A call that failed after it was charged costs nothing after all. */
export function giveBack(visit: Visit, { access }: House): void {
  const { charge } = visit
  if (!charge || !access.quota) return
  visit.charge = undefined
  access.quota.giveBack(charge).catch(() => {}) // the store is away: the units stay spent, which nobody can overdraw
}
