import { legs as legOrder } from '../../../src/intents/intentRecord.ts'
import { balanceOf, type Place } from '../../../src/intents/ledger.ts'
import { isFinalStep } from '../../../src/intents/lifecycle.ts'
import { changeBody } from '../../../src/stores/logBody.ts'
import {
  backward,
  checkChange,
  endsLease,
  leaseTokenOf,
  movesForward,
  newLeg,
  tooMuch,
} from '../../../src/stores/rules.ts'
import type { Change, Fence, Reservation } from '../../../src/stores/store.ts'
import { logEvent } from './events.ts'
import { defined, type IntentRow, type Memory, same, tell } from './memory.ts'

/** Everything is checked before anything is written, so that a refusal leaves all as it was. */
export function transition(memory: Memory, fence: Fence, change: Change): boolean {
  checkChange(fence, change)
  const row = memory.intents.get(fence.intentId)
  if (!row || row.record.step !== fence.step) return false
  if (fence.leaseToken !== undefined && !holdsLease(row, fence.leaseToken, change.nowMs)) return false
  for (const patch of change.legs ?? []) {
    const kept = row.record.legs.find(({ leg }) => leg === patch.leg)
    if (kept && patch.status && !movesForward(kept.status, patch.status))
      throw backward(patch.leg, kept.status, patch.status)
  }

  for (const held of change.reserve ?? []) requireRoom(memory, held, change.nowMs)

  writeRecord(row, change)
  writeLegs(memory, row, change)
  row.ledger.push(...structuredClone(change.ledger ?? []).map(defined))
  for (const item of change.outbox ?? []) {
    const id = ++memory.lastId.item
    memory.outbox.set(id, {
      item: { ...structuredClone(item), id, intentId: fence.intentId, createdAtMs: change.nowMs },
      done: false,
    })
  }
  const atEnd = isFinalStep(row.record.step)
  if (change.release || (change.step && atEnd)) row.reservations = []
  row.reservations.push(...structuredClone(change.reserve ?? []))
  if (atEnd) row.recoverable = leavesSomething(row)

  if (change.step || change.legs?.length || change.ledger?.length) {
    logEvent(memory, fence.intentId, changeBody(fence, change), change.nowMs)
    tell(memory, { kind: 'moved', intentId: fence.intentId, ...(change.step && atEnd && { ended: true }) })
  }
  if (change.step && !atEnd) tell(memory, { kind: 'due' })
  for (const chainId of new Set(change.outbox?.map((item) => item.chainId))) tell(memory, { kind: 'outbox', chainId })
  return true
}

function requireRoom(memory: Memory, held: Reservation, nowMs: number): void {
  if (held.most === undefined) return
  const alike = ({ kind, chainId, token, untilMs }: Reservation) =>
    kind === held.kind && chainId === held.chainId && same(token, held.token) && untilMs > nowMs
  const others = [...memory.intents.values()].flatMap(({ reservations }) => reservations.filter(alike))
  const sum = others.reduce((total, { amount }) => total + amount, 0n)
  if (sum + held.amount > held.most) throw tooMuch(held, sum)
}

const holdsLease = (row: IntentRow, token: string, nowMs: number): boolean =>
  row.leasedBy !== undefined && leaseTokenOf(row.leasedBy, row.leaseNumber) === token && row.leasedUntilMs > nowMs

function writeRecord(row: IntentRow, change: Change): void {
  const { record } = row
  const { nowMs, step } = change
  if (step) record.step = step
  if (change.progress) record.progress = structuredClone(change.progress)
  for (const name of ['committedAtMs', 'executeByMs', 'startedAtMs', 'finishedAtMs'] as const) {
    const value = change[name]
    if (value !== undefined) record[name] = value
  }
  const dueAtMs = change.dueAtMs === undefined && step && isFinalStep(step) ? null : change.dueAtMs
  if (dueAtMs === null) delete record.dueAtMs
  else if (dueAtMs !== undefined) record.dueAtMs = row.woken ? Math.min(dueAtMs, nowMs) : dueAtMs
  if (endsLease(change)) Object.assign(row, { woken: false, leasedBy: undefined, leasedUntilMs: 0 })
  record.updatedAtMs = nowMs
}

function writeLegs(memory: Memory, { record }: IntentRow, change: Change): void {
  const { nowMs } = change
  for (const given of change.legs ?? []) {
    const patch = defined(structuredClone(given))
    const kept = record.legs.find(({ leg }) => leg === patch.leg)
    if (kept) Object.assign(kept, patch, { updatedAtMs: nowMs })
    else record.legs.push({ ...newLeg(patch), id: ++memory.lastId.leg, createdAtMs: nowMs, updatedAtMs: nowMs })
  }
  record.legs.sort((a, b) => legOrder.indexOf(a.leg) - legOrder.indexOf(b.leg))
}

const intentPlaces: readonly Place[] = ['originIntent', 'destinationIntent']

const leavesSomething = ({ ledger }: IntentRow): boolean =>
  ledger.some(({ chainId, token }) => intentPlaces.some((place) => balanceOf(ledger, place, chainId, token) > 0n))
