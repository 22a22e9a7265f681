import type { LedgerEntry } from '../intents/ledger.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { AttemptState } from './store.ts'

/** Something that happened `count` times in an hour. */
export type HourCount = {
  kind: 'request' | 'provider'
  /** Zero for an unknown project. */
  projectId: number
  hourMs: number
  /** The operation or the provider. */
  subject: string
  /** `ok`, or the name of the error. */
  outcome: string
  count: number
  units: number
  tookMs: number
  lastAtMs: number
  /** The note of the last one, if any. */
  lastNote: string
  /** The last calls, newest first; only for requests. */
  recent: RecentCall[]
}

/** Single calls kept per group and hour. */
export const recentCallsMax = 10

/** One call, with the fields of its log line. */
export type RecentCall = {
  requestId: string
  atMs: number
  tookMs: number
  status: number
  bytesIn: number
  bytesOut: number
  /** Why it was refused; empty if it was answered. */
  cause: string
}

/** A lane (one signer on one chain) as stored. */
export type LaneRow = {
  chainId: number
  signer: Address
  holder: string
  leasedUntilMs: number
  nextNonce: number
  open: OpenTransaction[]
}

/** The live transaction at one nonce. `sinceMs`: when the first one at this nonce was signed. */
export type OpenTransaction = {
  nonce: number
  hash: Hex
  state: AttemptState
  items: number
  replacements: number
  sinceMs: number
}

/** Sum of ledger amounts that went to the collector or paid for gas. */
export type Earned = { chainId: number; token: Address; why: 'fee' | 'relayFee' | 'gas'; amount: bigint }

export const booksKinds = ['hour', 'day', 'project', 'chain', 'intent'] as const
export type BooksKind = (typeof booksKinds)[number]

/** Income and cost in millionths of a dollar. `key`: unix ms of the hour or day, the project, chain or intent. */
export type BooksRow = {
  key: string
  intents: number
  fees: bigint
  relayFees: bigint
  /** What projects pay for their users' deposits. */
  sponsored: bigint
  gas: bigint
  /** The part of fees, relay fees and sponsored deposits that was charged for gas. */
  charged: bigint
  /** Entries without a dollar value: booked before values were stored, or in a token without a price in the quote. */
  unpriced: number
}
export type BooksFilter = { by: BooksKind; fromMs: number; toMs: number; projectId?: number; limit: number }

/** A line of the ledger. `microUsd`: of fees and gas, at the prices of the quote. */
export type LedgerRow = LedgerEntry & {
  id: number
  atMs: number
  intentId: Hex
  projectId: number
  microUsd?: bigint
  gasMicroUsd?: bigint
}
export type LedgerFilter = {
  fromMs: number
  toMs: number
  /** Stops before the first line since then: lines with a lower id may still be uncommitted. */
  settledMs: number
  projectId?: number
  afterId: number
  limit: number
}

/** Data for the operator's pages; no step of an intent depends on it. */
export type BoardStore = {
  /** Adds to the counts of the hours. */
  addCounts(counts: readonly HourCount[]): Promise<void>
  /** Newest hour first. */
  counts(filter: { kind: HourCount['kind']; projectId?: number; fromMs: number; limit: number }): Promise<HourCount[]>
  forgetCounts(options: { beforeMs: number; limit: number }): Promise<number>
  lanes(sinceMs: number): Promise<LaneRow[]>
  earned(fromMs: number): Promise<Earned[]>
  /** Newest hour or day first; otherwise the largest loss first. */
  books(filter: BooksFilter): Promise<BooksRow[]>
  /** Oldest first. Reads `limit` lines, then filters by project; `lastId` is the last line read. */
  ledger(filter: LedgerFilter): Promise<{ lines: LedgerRow[]; lastId?: number }>
  /** Leaves a request for the lane's holder and wakes it; the audit row is in the same transaction. */
  requestReplacement(
    request: { chainId: number; signer: Address; nonce: number; cancels: boolean },
    act: { actor: string; nowMs: number },
  ): Promise<void>
}
