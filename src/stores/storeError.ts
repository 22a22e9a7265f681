import type { Address } from '../interface/fields.ts'

const kinds = {
  notAllowed: 'the change breaks a rule of the store',
  backward: 'a status would move backward',
  immutable: 'a row that is never changed would be changed',
  reserved: 'others have reserved too much of it',
  outOfGas: 'others have reserved too much of the gas',
  overShare: 'the project has reserved its share',
  overBudget: 'the project has spent what it pays for deposits of its users today',
  unbacked: 'the owner holds less than the deposits that it committed to',
  newer: 'the database was written by a newer version',
  altered: 'a migration differs from the one that was applied',
  unusable: 'the database cannot be used',
} as const

export type StoreErrorKind = keyof typeof kinds

/** A write that the store refused; nothing of it was written. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly kind: StoreErrorKind

  /** The token whose reservations are too high. */
  readonly token: Address | undefined

  constructor(kind: StoreErrorKind, detail: string, { token, ...options }: { cause?: unknown; token?: Address } = {}) {
    super(`${kinds[kind]}: ${detail}`, options)
    this.kind = kind
    this.token = token
  }
}

export function ensure(condition: unknown, detail: string): asserts condition {
  if (!condition) throw new StoreError('notAllowed', detail)
}

const failures = new WeakSet<object>()

/** Marks an error as the database's (refused or lost connection, error reply) for `isStoreFailure`. */
export function asStoreFailure(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) failures.add(error)
  return error
}

export const isStoreFailure = (error: unknown): boolean =>
  error instanceof StoreError || (typeof error === 'object' && error !== null && failures.has(error))

/** SQLSTATE classes of an unavailable server: connection, resources, operator, system; read-only standby. */
const outageStates = /^(08|53|57|58)|^25006$/

/**
 * Whether the database was away: the connection was refused, lost or silent, or the server cannot serve. A fault of
 * our own statement (a constraint, a type, a rule of the store) is a defect.
 */
export function isStoreOutage(error: unknown): boolean {
  if (!isStoreFailure(error) || error instanceof StoreError) return false
  const { code } = error as { code?: unknown }
  return typeof code !== 'string' || !sqlState.test(code) || outageStates.test(code)
}

/** Socket codes (`ECONNRESET`, `EPIPE`) begin with a letter; codes of failed statements with a digit. */
const sqlState = /^\d[0-9A-Z]{4}$/
