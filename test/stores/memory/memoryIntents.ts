import type { IntentRecord, LegRecord } from '../../../src/intents/intentRecord.ts'
import { latePollSchedule } from '../../../src/intents/latePollSchedule.ts'
import { isFinalStep, type Step, stepsAt } from '../../../src/intents/lifecycle.ts'
import { printIntent } from '../../../src/stores/intentBody.ts'
import {
  type IntentStore,
  type LatePayee,
  liveStates,
  type NewQuote,
  type Scheduled,
} from '../../../src/stores/store.ts'
import { ensure } from '../../../src/stores/storeError.ts'
import { durationSample, idleShare, leaseTokenOf, routeKeyOf } from '../../../src/stores/transitionRules.ts'
import { copy, defined, type IntentRow, inTurns, type Memory, readyAtMs, same, tell, wakeRow } from './memory.ts'
import { search } from './search.ts'
import { writeTransition } from './writeTransition.ts'

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) freeze(part)
  return Object.freeze(value)
}

export function createMemoryIntents(memory: Memory): IntentStore {
  const rows = () => [...memory.intents.values()]
  return {
    insertQuote: async (quote) => insertQuote(memory, quote),
    snapshot: async (intentId) => memory.intents.get(intentId)?.snapshot,
    transition: async (fence, transition) => writeTransition(memory, fence, transition),
    search: async (filter, page) => search(memory, filter, page).map(copy),
    list: async (filter, page) =>
      search(memory, filter, page).map(({ intent, step, updatedAtMs }) => copy({ intent, step, updatedAtMs })),

    async find(intentId) {
      const row = memory.intents.get(intentId)
      return row && copy(row.record)
    },

    async stepOf(intentId) {
      const record = memory.intents.get(intentId)?.record
      return record && { projectId: record.projectId, step: record.step }
    },

    async forgetQuotes(intentIds) {
      const gone = intentIds.filter((id) => memory.intents.get(id)?.record.step === 'quoted')
      for (const id of gone) memory.intents.delete(id)
      return gone.length
    },

    async archiveQuotes({ expiredBeforeMs, limit }) {
      const old = rows()
        .filter(({ record, isAside }) => !isAside && record.step === 'quoted' && record.expiresAtMs < expiredBeforeMs)
        .filter(({ recoverable, ledger }) => !recoverable && ledger.length === 0)
        .slice(0, limit)
      for (const row of old) Object.assign(row, { isAside: true, snapshot: undefined })
      return old.length
    },

    sizes: async () => [],

    async ages() {
      const least = (times: number[]) => (times.length === 0 ? undefined : Math.min(...times))
      const waiting = [...memory.outbox.values()].filter(({ attempt, done }) => attempt === undefined && !done)
      return defined({
        nowMs: Date.now(),
        executingMs: least(
          rows().flatMap(({ record }) =>
            record.step === 'quoted' || isFinalStep(record.step) ? [] : (record.startedAtMs ?? []),
          ),
        ),
        outboxMs: least(waiting.map(({ item }) => item.createdAtMs)),
        attemptMs: least(
          [...memory.attempts.values()]
            .filter(({ state }) => liveStates.includes(state))
            .map(({ createdAtMs }) => createdAtMs),
        ),
        eventMs: memory.events.find(({ id }) => id > memory.fannedOut)?.atMs,
        damaged: 0,
        damagedIntents: [],
      })
    },

    async takeExpiredQuotes({ nowMs, limit }) {
      const due = rows().filter(
        ({ record, lookAtMs }) => record.step === 'quoted' && lookAtMs !== undefined && lookAtMs <= nowMs,
      )
      const taken = due.sort((a, b) => a.lookAtMs! - b.lookAtMs!).slice(0, limit)
      for (const row of taken) {
        const ageMs = nowMs - row.record.expiresAtMs
        row.lookAtMs = nowMs + Math.max(latePollSchedule.msMin, Math.floor(ageMs / latePollSchedule.ageShare))
      }
      return taken
        .map(({ record: { intentId, intent, expiresAtMs } }) => ({
          intentId,
          expiresAtMs,
          chainId: intent.originChainId,
          address: intent.originIntentAddress,
          token: intent.quoteRequest.originTokenAddress,
        }))
        .toSorted((a, b) => memory.intents.get(a.intentId)!.record.id - memory.intents.get(b.intentId)!.record.id)
    },

    async latePayees(chainId, limit) {
      const payees = rows().flatMap((row) => payeesOf(row, chainId))
      const unlike = [...new Map(payees.map((payee) => [`${payee.address} ${payee.token}`, payee])).values()]
      return unlike.length > limit ? undefined : unlike
    },

    async pollNow({ chainId, addresses, nowMs }) {
      const paid = rows().filter((row) =>
        payeesOf(row, chainId).some(({ address }) => addresses.some((one) => same(one, address))),
      )
      for (const row of paid) {
        if (row.record.step !== 'quoted') wakeRow(row, nowMs)
        else if (row.lookAtMs !== undefined) row.lookAtMs = Math.min(row.lookAtMs, nowMs)
      }
      if (paid.length > 0) tell(memory, { kind: 'due' })
      return paid.length
    },

    async takePayments({ chainId, nowMs, everyMs, firstBlock }) {
      const cursor = memory.paymentCursors.get(chainId)
      if (cursor && cursor.takenAtMs > nowMs - everyMs) return undefined
      const block = cursor?.block ?? firstBlock
      memory.paymentCursors.set(chainId, { block, takenAtMs: nowMs })
      return block
    },

    async advancePayments({ chainId, from, to }) {
      const cursor = memory.paymentCursors.get(chainId)
      if (cursor?.block === from) cursor.block = to
    },

    async lease({ worker, nowMs, leaseMs, limit, blind = [], idle: { min, max } = idleShare(limit) }) {
      const ready = rows().filter(
        (row) => isSeen(row.record, blind) && (readyAtMs(row) ?? Number.POSITIVE_INFINITY) <= nowMs,
      )
      const byAge = ready.sort((a, b) => readyAtMs(a)! - readyAtMs(b)! || a.record.id - b.record.id)
      const isLive = ({ record }: IntentRow) => !isFinalStep(record.step)
      const live = inTurns(byAge.filter(isLive), ({ record }) => record.projectId).slice(0, limit)
      const idle = byAge.filter((row) => !isLive(row)).slice(0, Math.min(max, Math.max(min, limit - live.length)))
      const taken = [...idle, ...live.slice(0, limit - idle.length)]
      for (const row of taken) {
        Object.assign(row, {
          leasedBy: worker,
          leasedUntilMs: nowMs + leaseMs,
          leaseNumber: row.leaseNumber + 1,
          woken: false,
        })
      }
      const byDue = taken.sort((a, b) => a.record.dueAtMs! - b.record.dueAtMs! || a.record.id - b.record.id)
      return byDue.map((row) => ({ ...copy(row.record), leaseToken: leaseTokenOf(worker, row.leaseNumber) }))
    },

    async wake(intentIds, nowMs) {
      const woken = intentIds.filter((id) => wakeRow(memory.intents.get(id), nowMs))
      if (woken.length > 0) tell(memory, { kind: 'due' })
    },

    async nextDueMs(blind = []) {
      let next: number | undefined
      for (const row of memory.intents.values()) {
        if (!isSeen(row.record, blind)) continue
        const at = readyAtMs(row)
        if (at !== undefined && (next === undefined || at < next)) next = at
      }
      return next
    },

    async ledger(intentId) {
      return copy(memory.intents.get(intentId)?.ledger ?? [])
    },

    async ledgers(intentIds) {
      return intentIds.map((intentId) => copy(memory.intents.get(intentId)?.ledger ?? []))
    },

    async orphans(limit) {
      const lost = rows().filter(
        ({ record }) => record.dueAtMs === undefined && record.step !== 'quoted' && !isFinalStep(record.step),
      )
      return lost.slice(0, limit).map(({ record }) => record.intentId)
    },

    async durations({ originChainId, destinationChainId, providers }) {
      const succeeded = rows()
        .map(({ record }) => record)
        .filter(({ step, startedAtMs }) => step === 'succeeded' && startedAtMs !== undefined)
        .filter(
          ({ intent }) => intent.originChainId === originChainId && intent.destinationChainId === destinationChainId,
        )
        .filter(({ intent }) => routeKeyOf(intent.quote.routeProviders) === routeKeyOf(providers))
        .sort((a, b) => (b.finishedAtMs ?? 0) - (a.finishedAtMs ?? 0))
        .slice(0, durationSample.max)
      if (succeeded.length < durationSample.min) return undefined
      const tookMs = succeeded
        .map(({ startedAtMs = 0, finishedAtMs = 0, arrivedAtMs = finishedAtMs }) => arrivedAtMs - startedAtMs)
        .sort((a, b) => a - b)
      const quantile = (part: number): number => {
        const at = (tookMs.length - 1) * part
        const [low, high] = [tookMs[Math.floor(at)]!, tookMs[Math.ceil(at)]!]
        return (low + (high - low) * (at - Math.floor(at))) / 1_000
      }
      return { medianS: quantile(0.5), p90S: quantile(0.9) }
    },

    async reserved(chainId, token, nowMs, projectId) {
      let sum = 0n
      for (const { reservations, record } of memory.intents.values()) {
        if (projectId !== undefined && record.projectId !== projectId) continue
        for (const reservation of reservations) {
          if (reservation.chainId === chainId && same(reservation.token, token) && reservation.untilMs > nowMs)
            sum += reservation.amount
        }
      }
      return sum
    },

    async refundsSent({ projectId, sinceMs, limit }) {
      const sent = [...memory.outbox.values()].filter(
        ({ item }) =>
          item.leg === 'refund' &&
          item.createdAtMs >= sinceMs &&
          memory.intents.get(item.intentId)?.record.projectId === projectId,
      )
      return Math.min(limit, sent.length)
    },

    async refusedDeposits({ owner, sinceMs, limit }) {
      const legs = [...memory.intents.values()]
        .filter(({ record }) => same(record.intent.ownerAddress, owner))
        .flatMap(({ record }) => record.legs)
      const isRefused = ({ leg, statusReason, updatedAtMs }: LegRecord) =>
        leg === 'deposit' && statusReason?.startsWith('DEPOSIT_REFUSED') && updatedAtMs >= sinceMs
      return Math.min(limit, legs.filter(isRefused).length)
    },

    async signedMined(chainId, token, nowMs) {
      const isMined = ({ legs }: IntentRecord) =>
        legs.some(({ leg, status }) => leg === 'origin' && (status === 'MINING' || status === 'SUCCEEDED'))
      const mined = [...memory.intents.values()].filter(({ record }) => isMined(record))
      return mined
        .flatMap(({ reservations }) => reservations)
        .filter((one) => one.kind === 'signed' && one.chainId === chainId && same(one.token, token))
        .reduce((sum, { amount, untilMs }) => (untilMs > nowMs ? sum + amount : sum), 0n)
    },

    async scheduled() {
      const bySteps = new Map<Step, Scheduled>()
      for (const row of rows()) {
        const { step, dueAtMs } = row.record
        if (dueAtMs === undefined) continue
        const readyAtMs = Math.max(dueAtMs, row.leasedUntilMs)
        const found = bySteps.get(step)
        if (found) Object.assign(found, { count: found.count + 1, readyAtMs: Math.min(found.readyAtMs, readyAtMs) })
        else bySteps.set(step, { step, count: 1, readyAtMs })
      }
      return [...bySteps.values()]
    },
  }
}

/** Addresses of a row at which late payments are looked for. */
function payeesOf({ record, isAside }: IntentRow, chainId: number): LatePayee[] {
  const { step, dueAtMs, updatedAtMs, finishedAtMs = 0, intent } = record
  const isEnded = isFinalStep(step) && dueAtMs !== undefined && updatedAtMs > finishedAtMs
  if (!isEnded && !isAside) return []
  const { originChainId, originIntentAddress, destinationChainId, destinationIntentAddress } = intent
  return [
    ...(originChainId === chainId
      ? [{ address: originIntentAddress, token: intent.quoteRequest.originTokenAddress }]
      : []),
    ...(isEnded && destinationChainId === chainId && destinationIntentAddress
      ? [{ address: destinationIntentAddress }]
      : []),
  ]
}

/** Whether the chain that a step works on is not among these; a refund works on either. */
function isSeen({ step, intent }: IntentRecord, blind: readonly number[]): boolean {
  const [origin, destination] = [blind.includes(intent.originChainId), blind.includes(intent.destinationChainId)]
  if (stepsAt.destination.some((one) => one === step)) return !destination
  return stepsAt.either.some((one) => one === step) ? !(origin && destination) : !origin
}

function insertQuote(memory: Memory, quote: NewQuote): IntentRecord {
  ensure(!memory.intents.has(quote.intentId), 'the intent id is taken')
  const { nowMs, projectId, intentId, expiresAtMs } = quote
  const id = ++memory.lastId.intent
  const intent = quote.build(id)
  printIntent(intent)
  const record: IntentRecord = structuredClone({
    id,
    projectId,
    intentId,
    step: 'quoted' as const,
    intent,
    plan: quote.plan,
    progress: {},
    legs: quote.legs.map((leg) => ({
      ...defined(leg),
      id: ++memory.lastId.leg,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    })),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    expiresAtMs,
  })
  freeze(record.intent)
  freeze(record.plan)
  memory.intents.set(intentId, {
    record,
    ledger: [],
    reservations: [],
    recoverable: false,
    woken: false,
    leasedUntilMs: 0,
    leaseNumber: 0,
    lookAtMs: expiresAtMs,
    snapshot: quote.snapshot && structuredClone(quote.snapshot),
  })
  return copy(record)
}
