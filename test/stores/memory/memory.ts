import type { LogEvent } from '../../../src/intents/foldEvents.ts'
import type { IntentRecord } from '../../../src/intents/intentRecord.ts'
import type { LedgerEntry } from '../../../src/intents/ledger.ts'
import type { Address, Hex } from '../../../src/interface/fields.ts'
import type { Attempt, OutboxItem, QuoteSnapshot, Reservation, StoreNote } from '../../../src/stores/store.ts'
import { type AccessMemory, createAccessMemory } from './accessMemory.ts'
import type { Sponsorship } from './memorySponsors.ts'
import type { DeliveryRow, WebhookRow } from './memoryWebhooks.ts'

/** The tables as plain objects. Stores may share one, like processes share a database. */
export type Memory = {
  intents: Map<Hex, IntentRow>
  outbox: Map<number, OutboxRow>
  attempts: Map<number, Attempt>
  sponsorships: Map<Hex, Sponsorship>
  lanes: Map<string, { chainId: number; signer: Address; holder: string; leasedUntilMs: number }>
  paymentCursors: Map<number, { block: number; takenAtMs: number }>
  claims: Map<string, { bodyHash: Hex; atMs: number }>
  access: AccessMemory
  events: LogEvent[]
  webhooks: Map<number, WebhookRow>
  deliveries: Map<number, DeliveryRow>
  /** Events up to this id have deliveries. */
  fannedOut: number
  listeners: Set<(note: StoreNote) => void>
  lastId: {
    intent: number
    leg: number
    item: number
    attempt: number
    event: number
    webhook: number
    delivery: number
  }
}

export type IntentRow = {
  record: IntentRecord
  ledger: LedgerEntry[]
  reservations: Reservation[]
  recoverable: boolean
  woken: boolean
  leasedBy?: string
  leasedUntilMs: number
  leaseNumber: number
  /** An expired quote that lists leave out. */
  isAside?: boolean
  /** When the quote's address is polled next. */
  lookAtMs?: number
  snapshot?: QuoteSnapshot
}

export type OutboxRow = { item: OutboxItem; attempt?: number; done: boolean }

export const createMemory = (): Memory => ({
  intents: new Map(),
  outbox: new Map(),
  attempts: new Map(),
  sponsorships: new Map(),
  lanes: new Map(),
  paymentCursors: new Map(),
  claims: new Map(),
  access: createAccessMemory(),
  events: [],
  webhooks: new Map(),
  deliveries: new Map(),
  fannedOut: 0,
  listeners: new Set(),
  lastId: { intent: 0, leg: 0, item: 0, attempt: 0, event: 0, webhook: 0, delivery: 0 },
})

/** Listeners are called after the current write, like `pg_notify` at commit. */
export function tell(memory: Memory, ...notes: StoreNote[]): void {
  queueMicrotask(() => {
    for (const note of notes) for (const listener of memory.listeners) listener(note)
  })
}

export const same = (a: Address | undefined, b: Address | undefined): boolean => a?.toLowerCase() === b?.toLowerCase()

/** When a worker may lease it: due and not leased. */
export const readyAtMs = ({ record, leasedUntilMs }: IntentRow): number | undefined =>
  record.dueAtMs === undefined ? undefined : Math.max(record.dueAtMs, leasedUntilMs)

export function wakeRow(row: IntentRow | undefined, nowMs: number): boolean {
  if (row?.record.dueAtMs === undefined) return false
  row.record.dueAtMs = Math.min(row.record.dueAtMs, nowMs)
  row.woken = true
  return true
}

/** The first of each group, then the second of each, and so on. */
export function inTurns<T>(items: readonly T[], groupOf: (item: T) => unknown): T[] {
  const seen = new Map<unknown, number>()
  const ranked = items.map((item) => {
    const rank = seen.get(groupOf(item)) ?? 0
    seen.set(groupOf(item), rank + 1)
    return { item, rank }
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item)
}

/** Without undefined fields, like a row from the database. */
export function defined<T extends object>(value: T): T {
  const out = { ...value }
  for (const name in out) if (out[name] === undefined) delete out[name]
  return out
}

/**
 * Readers get copies, so that they cannot change the tables. Rows are plain data, copied in 1/5 of `structuredClone`'s
 * time; what no transition changes is frozen when written, and shared.
 */
export function copy<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  if (Array.isArray(value)) return value.map(copy) as T
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value)
  const made: Record<string, unknown> = {}
  for (const name in value) made[name] = copy(value[name])
  return made as T
}

/** A copy as it would come back from a JSON column. */
export const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
