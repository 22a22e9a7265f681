import { legs as legOrder } from '../../../src/intents/intentRecord.ts'
import { balanceOf, type Place } from '../../../src/intents/ledger.ts'
import { isFinalStep } from '../../../src/intents/lifecycle.ts'
import { transitionBody } from '../../../src/stores/logBody.ts'
import type { Fence, Reservation, Transition } from '../../../src/stores/store.ts'
import {
  backward,
  checkRoom,
  checkTransition,
  endsLease,
  leaseTokenOf,
  movesForward,
  newLeg,
  restCounts,
} from '../../../src/stores/transitionRules.ts'
import { copy, defined, type IntentRow, type Memory, same, tell } from './memory.ts'
import { logEvent } from './memoryEvents.ts'
import { requireBudget, writeSponsorship } from './memorySponsors.ts'

/** Checks everything before it writes anything, so that an error leaves all as it was. */
export function writeTransition(memory: Memory, fence: Fence, transition: Transition): boolean {
  checkTransition(fence, transition)
  const row = memory.intents.get(fence.intentId)
  if (!row || row.record.step !== fence.step) return false
  if (fence.updatedAtMs !== undefined && row.record.updatedAtMs !== fence.updatedAtMs) return false
  if (fence.leaseToken !== undefined && !holdsLease(row, fence.leaseToken, transition.nowMs)) return false
  for (const patch of transition.legs ?? []) {
    const kept = row.record.legs.find(({ leg }) => leg === patch.leg)
    if (kept && patch.status && !movesForward(kept.status, patch.status))
      throw backward(patch.leg, kept.status, patch.status)
  }

  const letsGo = transition.release || (transition.step !== undefined && isFinalStep(transition.step))
  const others = transition.reserve?.length ? [...memory.intents.values()].filter((one) => !letsGo || one !== row) : []
  for (const reservation of transition.reserve ?? []) requireRoom(others, row, reservation, transition.nowMs)
  requireBudget(memory, row.record.projectId, transition)

  row.isAside = false
  writeRecord(row, transition)
  writeLegs(memory, row, transition)
  row.ledger.push(...(transition.ledger ?? []).map((entry) => Object.freeze(defined(entry))))
  for (const item of transition.outbox ?? []) {
    const id = ++memory.lastId.item
    memory.outbox.set(id, {
      item: { ...copy(item), id, intentId: fence.intentId, createdAtMs: transition.nowMs },
      done: false,
    })
  }
  const atEnd = isFinalStep(row.record.step)
  if (letsGo) row.reservations = []
  row.reservations.push(...copy(transition.reserve ?? []))
  writeSponsorship(memory, fence.intentId, row.record.projectId, transition)
  if (restCounts(row.record.step)) row.recoverable = leavesSomething(row)

  if (transition.step || transition.legs?.length || transition.ledger?.length || transition.arrived !== undefined) {
    logEvent(memory, fence.intentId, transitionBody(fence, transition), transition.nowMs)
    tell(memory, { kind: 'moved', intentId: fence.intentId, ...(transition.step && atEnd && { ended: true }) })
  }
  if (transition.step && !atEnd) tell(memory, { kind: 'due' })
  for (const chainId of new Set(transition.outbox?.map((item) => item.chainId)))
    tell(memory, { kind: 'outbox', chainId })
  return true
}

/** What the intent lets go of in the same change is free for it: `others` are the rows whose reservations stay. */
function requireRoom(others: readonly IntentRow[], { record }: IntentRow, wanted: Reservation, nowMs: number): void {
  const alike = ({ kind, chainId, token, untilMs }: Reservation) =>
    kind === wanted.kind && chainId === wanted.chainId && same(token, wanted.token) && untilMs > nowMs
  const sums = { all: wanted.amount, ofProject: wanted.amount }
  for (const { record: other, reservations } of others) {
    for (const { amount } of reservations.filter(alike)) {
      sums.all += amount
      if (other.projectId === record.projectId) sums.ofProject += amount
    }
  }
  checkRoom(wanted, sums)
}

const holdsLease = (row: IntentRow, token: string, nowMs: number): boolean =>
  row.leasedBy !== undefined && leaseTokenOf(row.leasedBy, row.leaseNumber) === token && row.leasedUntilMs > nowMs

function writeRecord(row: IntentRow, transition: Transition): void {
  const { record } = row
  const { nowMs, step } = transition
  if (step) record.step = step
  if (transition.progress) record.progress = copy(transition.progress)
  for (const name of ['committedAtMs', 'executeByMs', 'startedAtMs', 'arrivedAtMs', 'finishedAtMs'] as const) {
    const value = transition[name]
    if (value !== undefined) record[name] = value
  }
  const dueAtMs = transition.dueAtMs === undefined && step && isFinalStep(step) ? null : transition.dueAtMs
  if (dueAtMs === null) delete record.dueAtMs
  else if (dueAtMs !== undefined) record.dueAtMs = row.woken ? Math.min(dueAtMs, nowMs) : dueAtMs
  if (endsLease(transition)) Object.assign(row, { woken: false, leasedBy: undefined, leasedUntilMs: 0 })
  record.updatedAtMs = nowMs
}

function writeLegs(memory: Memory, { record }: IntentRow, transition: Transition): void {
  const { nowMs } = transition
  for (const fields of transition.legs ?? []) {
    const patch = defined(copy(fields))
    const kept = record.legs.find(({ leg }) => leg === patch.leg)
    if (kept) Object.assign(kept, patch, { updatedAtMs: nowMs })
    else record.legs.push({ ...newLeg(patch), id: ++memory.lastId.leg, createdAtMs: nowMs, updatedAtMs: nowMs })
  }
  record.legs.sort((a, b) => legOrder.indexOf(a.leg) - legOrder.indexOf(b.leg))
}

const intentPlaces: readonly Place[] = ['originIntent', 'destinationIntent']

const leavesSomething = ({ ledger }: IntentRow): boolean =>
  ledger.some(({ chainId, token }) => intentPlaces.some((place) => balanceOf(ledger, place, chainId, token) > 0n))
