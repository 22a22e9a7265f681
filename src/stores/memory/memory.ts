import type { LedgerEntry } from '../../intents/ledger.ts'
import type { IntentRecord } from '../../intents/record.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { Attempt, OutboxItem, Reservation, StoreNote } from '../store.ts'

/** What the tables hold, as plain objects. Several stores may share one, as several processes share a database. */
export type Memory = {
  intents: Map<Hex, IntentRow>
  outbox: Map<number, OutboxRow>
  attempts: Map<number, Attempt>
  lanes: Map<string, { holder: string; heldUntilMs: number }>
  cursors: Map<string, { block: number; hash: Hex }>
  claims: Map<string, Hex>
  listeners: Set<(note: StoreNote) => void>
  lastId: { intent: number; leg: number; item: number; attempt: number }
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
}

export type OutboxRow = { item: OutboxItem; attempt?: number; done: boolean }

export const newMemory = (): Memory => ({
  intents: new Map(),
  outbox: new Map(),
  attempts: new Map(),
  lanes: new Map(),
  cursors: new Map(),
  claims: new Map(),
  listeners: new Set(),
  lastId: { intent: 0, leg: 0, item: 0, attempt: 0 },
})

/** Listeners hear of a change after it is made, never in the middle of it. */
export function tell(memory: Memory, ...notes: StoreNote[]): void {
  queueMicrotask(() => {
    for (const note of notes) for (const listener of memory.listeners) listener(note)
  })
}

export const same = (a: Address | undefined, b: Address | undefined): boolean => a?.toLowerCase() === b?.toLowerCase()

/** When a worker may take it: when it is due and nobody has it. */
export const readyAtMs = ({ record, leasedUntilMs }: IntentRow): number | undefined =>
  record.dueAtMs === undefined ? undefined : Math.max(record.dueAtMs, leasedUntilMs)

export function wakeRow(row: IntentRow | undefined, nowMs: number): boolean {
  if (row?.record.dueAtMs === undefined) return false
  row.record.dueAtMs = Math.min(row.record.dueAtMs, nowMs)
  row.woken = true
  return true
}

/** Without the fields that are undefined, as a row that was read back is. */
export function defined<T extends object>(value: T): T {
  const out = { ...value }
  for (const name in out) if (out[name] === undefined) delete out[name]
  return out
}
