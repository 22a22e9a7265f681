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

/** One call, as its line in the log. */
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

/** A lane as the tables know it. */
export type LaneRow = {
  chainId: number
  signer: Address
  holder: string
  leasedUntilMs: number
  nextNonce: number
  open: OpenTransaction[]
}

/** What was signed under one nonce and is not final. `sinceMs`: when its first bytes were signed. */
export type OpenTransaction = {
  nonce: number
  hash: Hex
  state: AttemptState
  items: number
  replacements: number
  sinceMs: number
}

/** What the ledger booked to the collector or for gas. */
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
  /** Entries without a worth: older than worths, or in a token without a price in the quote. */
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
  /** Reads no lines since then, nor any after the first such. */
  settledMs: number
  projectId?: number
  afterId: number
  limit: number
}

/** What people look at; no step of an intent depends on it. */
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
  /** Oldest first. Reads `limit` lines of any project; `lastId` is the last of them. */
  ledger(filter: LedgerFilter): Promise<{ lines: LedgerRow[]; lastId?: number }>
  /** Leaves a request for the lane's holder and wakes it; the audit row is in the same transaction. */
  requestReplacement(
    request: { chainId: number; signer: Address; nonce: number; cancels: boolean },
    act: { actor: string; nowMs: number },
  ): Promise<void>
}
