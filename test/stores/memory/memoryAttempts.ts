import type { Address } from '../../../src/interface/fields.ts'
import type { Attempt, AttemptReport, AttemptStore } from '../../../src/stores/store.ts'
import { ensure } from '../../../src/stores/storeError.ts'
import {
  checkAttemptMove,
  isLiveState,
  isRecorded,
  movesForward,
  usesNonce,
} from '../../../src/stores/transitionRules.ts'
import { copy, defined, inTurns, type Memory, type OutboxRow, same, tell, wakeRow } from './memory.ts'
import { logEvent } from './memoryEvents.ts'

const laneOf = (chainId: number, signer: Address): string => `${chainId} ${signer.toLowerCase()}`

const sameNonce = (a: Pick<Attempt, 'chainId' | 'signer' | 'nonce'>, b: Attempt): boolean =>
  a.chainId === b.chainId && same(a.signer, b.signer) && a.nonce === b.nonce

export function createMemoryAttempts(memory: Memory): AttemptStore {
  const all = () => [...memory.attempts.values()]
  const newestFirst = (attempts: Attempt[]) => copy(attempts.sort((a, b) => b.id - a.id))
  return {
    insertAttempt: async (attempt) => insertAttempt(memory, attempt),
    recordAttempt: async (report) => recordAttempt(memory, report),

    async pending(chainId, limit, nowMs = 0) {
      const free: OutboxRow[] = []
      for (const row of memory.outbox.values()) {
        const { item, attempt, done } = row
        if (done || attempt !== undefined || item.chainId !== chainId) continue
        if ((item.lastAtMs ?? nowMs + 1) <= nowMs) row.done = true
        else free.push(row)
      }
      if (free.length === 0) return []
      return copy(
        inTurns(free, ({ item }) => memory.intents.get(item.intentId)?.record.projectId)
          .slice(0, limit)
          .map(({ item: { lastAtMs: _, ...item } }) => {
            const legs = memory.intents.get(item.intentId)?.record.legs
            const gasQuoted = legs?.find(({ leg }) => leg === item.leg)?.metaTxnFeeQuote
            return { ...item, ...(gasQuoted !== undefined && { gasQuoted }) }
          }),
      )
    },

    // Only operators write them, into tables.
    takeRequests: async () => [],

    async leaseLane({ chainId, signer, holder, nowMs, untilMs }) {
      const lane = memory.lanes.get(laneOf(chainId, signer))
      if (lane && lane.holder !== holder && lane.leasedUntilMs > nowMs) return false
      memory.lanes.set(laneOf(chainId, signer), { chainId, signer, holder, leasedUntilMs: untilMs })
      return true
    },

    async retireLanes({ chainId, keep, nowMs }) {
      for (const lane of memory.lanes.values())
        if (lane.chainId === chainId && lane.leasedUntilMs <= nowMs && !keep.some((one) => same(one, lane.signer)))
          lane.leasedUntilMs = 0
    },

    async signers(chainId, sinceMs) {
      const leased = [...memory.lanes.values()].filter(
        (lane) => lane.chainId === chainId && lane.leasedUntilMs >= sinceMs,
      )
      return leased.map(({ signer }) => signer)
    },

    async live(chainId, signer) {
      const found = all().filter(
        (a) => a.chainId === chainId && (!signer || same(a.signer, signer)) && isLiveState(a.state),
      )
      return copy(
        found.sort((a, b) => a.signer.toLowerCase().localeCompare(b.signer.toLowerCase()) || a.nonce - b.nonce),
      )
    },

    async atNonce(chainId, signer, nonce) {
      return newestFirst(all().filter((attempt) => sameNonce({ chainId, signer, nonce }, attempt)))
    },

    async ofLeg(intentId, leg) {
      const carries = (id: number) => {
        const item = memory.outbox.get(id)?.item
        return item?.intentId === intentId && item.leg === leg
      }
      return newestFirst(all().filter(({ items }) => items.some(carries))).map(
        ({ id, signer, nonce, hash, state, updatedAtMs }) => ({ id, signer, nonce, hash, state, updatedAtMs }),
      )
    },

    async isInFlight(intentId, leg) {
      return [...memory.outbox.values()].some(
        ({ item, done }) => !done && item.intentId === intentId && item.leg === leg,
      )
    },

    async nextNonce(chainId, signer) {
      const used = all().filter((a) => a.chainId === chainId && same(a.signer, signer) && a.state !== 'rejected')
      return used.length === 0 ? undefined : Math.max(...used.map(({ nonce }) => nonce)) + 1
    },

    async minedBelow(chainId, signer) {
      const mined = all().filter((a) => a.chainId === chainId && same(a.signer, signer) && usesNonce(a.state))
      return Math.max(-1, ...mined.map(({ nonce }) => nonce)) + 1
    },
  }
}

function insertAttempt(memory: Memory, fields: Parameters<AttemptStore['insertAttempt']>[0]): Attempt | undefined {
  const { holder, nowMs, ...attempt } = fields
  const lane = memory.lanes.get(laneOf(attempt.chainId, attempt.signer))
  if (lane?.holder !== holder || lane.leasedUntilMs <= nowMs) return undefined
  const others = [...memory.attempts.values()].filter((other) => sameNonce(attempt, other))
  const old = attempt.replaces === undefined ? undefined : others.find(({ id }) => id === attempt.replaces)
  if (attempt.replaces !== undefined && (!old || !isLiveState(old.state))) return undefined
  if (others.some((other) => other !== old && other.state !== 'replaced' && other.state !== 'rejected'))
    return undefined
  const rows = attempt.items.map((id) => memory.outbox.get(id))
  const atThisNonce = others.map(({ id }) => id)
  const isFree = (row: OutboxRow | undefined) =>
    row?.item.chainId === attempt.chainId &&
    !row.done &&
    (row.attempt === undefined || atThisNonce.includes(row.attempt))
  if (!rows.every(isFree)) return undefined

  if (old) Object.assign(old, { state: 'replaced', updatedAtMs: nowMs })
  const id = ++memory.lastId.attempt
  const carried = rows.map((row) => row!).toSorted((a, b) => a.item.id - b.item.id)
  const planned: Attempt = {
    ...defined(copy(attempt)),
    id,
    state: 'planned',
    intentIds: carried.length > 0 ? [...new Set(carried.map(({ item }) => item.intentId))] : (old?.intentIds ?? []),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  }
  planned.items.sort((a, b) => a - b)
  memory.attempts.set(id, planned)
  for (const row of carried) row.attempt = id
  return copy(planned)
}

function recordAttempt(memory: Memory, report: AttemptReport): void {
  const { id, state, legStatus, minedAtMs, nowMs, requeue = [] } = report
  const attempt = memory.attempts.get(id)
  ensure(attempt, `there is no attempt ${id}`)
  if (isRecorded(attempt.state, state)) return
  checkAttemptMove(attempt.state, state)
  const others = [...memory.attempts.values()].filter((other) => other !== attempt && sameNonce(attempt, other))
  if (usesNonce(state)) {
    ensure(!others.some((other) => usesNonce(other.state)), `another attempt at the nonce of ${id} was mined`)
    for (const other of others)
      if (isLiveState(other.state)) Object.assign(other, { state: 'replaced', updatedAtMs: nowMs })
  }
  Object.assign(attempt, { state, updatedAtMs: nowMs })

  const over = !isLiveState(state)
  const wake = over || legStatus === 'MINING'
  const carried = [...memory.outbox.values()].filter(({ item }) =>
    [attempt, ...others].some(({ items }) => items.includes(item.id)),
  )
  const told = new Set(over ? carried.map(({ item }) => item.intentId) : [])
  if (over) endItems(carried, usesNonce(state) ? [id, ...others.map((other) => other.id)] : [id], requeue)
  for (const { item } of carried) {
    if (!legStatus || !attempt.items.includes(item.id) || requeue.includes(item.id)) continue
    const leg = memory.intents.get(item.intentId)?.record.legs.find((kept) => kept.leg === item.leg)
    if (!leg || leg.status === 'SUCCEEDED' || leg.status === 'FAILED' || !movesForward(leg.status, legStatus)) continue
    if (leg.status === legStatus && leg.txnHash === attempt.hash) continue
    Object.assign(leg, { status: legStatus, txnHash: attempt.hash, updatedAtMs: nowMs })
    if (minedAtMs !== undefined) leg.minedAtMs = minedAtMs
    logEvent(memory, item.intentId, { leg: item.leg, state, status: legStatus, txnHash: attempt.hash }, nowMs)
    told.add(item.intentId)
  }
  for (const intentId of told) {
    const row = memory.intents.get(intentId)
    if (row) row.record.updatedAtMs = nowMs
    if (wake) wakeRow(row, nowMs)
    tell(memory, { kind: 'moved', intentId })
  }
  if (wake && told.size > 0) tell(memory, { kind: 'due' })
}

/** No attempt carries them any more: items in `requeue` are pending again, the others are done. */
function endItems(carried: OutboxRow[], attempts: number[], requeue: number[]): void {
  for (const row of carried) {
    if (row.done || row.attempt === undefined || !attempts.includes(row.attempt)) continue
    if (requeue.includes(row.item.id)) delete row.attempt
    else row.done = true
  }
}
