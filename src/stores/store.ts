import type { CallCost } from '../host/callCost.ts'
import type { SearchTerm } from '../intents/classifyTerms.ts'
import type { ExecutionPlan, IntentProgress, IntentRecord, Leg, LegRecord } from '../intents/intentRecord.ts'
import type { LedgerEntry } from '../intents/ledger.ts'
import type { Step } from '../intents/lifecycle.ts'
import type { BookedEntry } from '../intents/worthOf.ts'
import type { IntentStatus, TransactionStatus } from '../interface/enums.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { Intent } from '../interface/intentShapes.ts'
import type { SwapSnapshot } from '../routing/swapSnapshot.ts'
import type { AccessStore } from './accessStore.ts'
import type { EventStore, WebhookStore } from './eventStore.ts'
import type { RetentionStore } from './retentionStore.ts'
import type { SponsorHold, SponsorStore } from './sponsorStore.ts'

/** All persistence: Postgres for the service, memory for tests. Both pass `test/stores/storeContract.ts`. */
export type Store = {
  readonly intents: IntentStore
  readonly attempts: AttemptStore
  readonly idempotency: IdempotencyStore
  readonly access: AccessStore
  readonly events: EventStore
  readonly webhooks: WebhookStore
  readonly sponsors: SponsorStore
  readonly retention: RetentionStore
  /** The time by the store's own clock, which all processes share. */
  nowMs(): Promise<number>
  /** Resolves when the store answers; rejects otherwise. */
  ping(): Promise<void>
  /** Calls the listener after commits that other processes may wait for. Resolves to the function that stops it. */
  listen(listener: (note: StoreNote) => void): Promise<() => void>
  close(): Promise<void>
}

export type StoreNote =
  /** A step, a leg or the ledger of an intent changed. `ended`: the step is final. */
  | { kind: 'moved'; intentId: Hex; ended?: true }
  /** A worker has something to lease. */
  | { kind: 'due' }
  /** The sender of this chain has something to send. */
  | { kind: 'outbox'; chainId: number }
  /** A key, project or switch changed: caches of them are stale. */
  | { kind: 'switched' }
  /** The connection was lost for a while, and notes with it: reread whatever you wait for. */
  | { kind: 'missed' }

export type NewQuote = {
  projectId: number
  intentId: Hex
  /** Built with the row number that the store assigns. */
  build(id: number): Intent
  plan: ExecutionPlan
  legs: NewLeg[]
  nowMs: number
  expiresAtMs: number
  /** Kept beside the quote and deleted with it. */
  snapshot?: QuoteSnapshot
}

/** What a quote rests on: each leg of its route with its terms, and what a swap search saw. */
export type QuoteSnapshot = { legs: LegSnapshot[] }
export type LegSnapshot = { provider: string; amountIn: bigint; amountOut: bigint; feeIn: bigint; swap?: SwapSnapshot }

export type NewLeg = Omit<LegRecord, 'id' | 'createdAtMs' | 'updatedAtMs'>

/**
 * Proof that the writer still owns the row: the step it read, and its lease, or without one, the time of the last
 * write. The step alone misses an intent that left it and came back after a reorg.
 */
export type Fence = { intentId: Hex; step: Step; leaseToken?: string; updatedAtMs?: number }

/** All that one transition writes, in one transaction. */
export type Transition = {
  step?: Step
  /** When a worker takes the intent next. Null, or left out with a final step: never. */
  dueAtMs?: number | null
  progress?: IntentProgress
  committedAtMs?: number
  executeByMs?: number
  startedAtMs?: number
  /** When the payment to the recipient was first seen in a block; after a reorg the later time counts. */
  arrivedAtMs?: number
  /** For callers: the payment to the recipient is mined now, or a reorg took it back. */
  arrived?: boolean
  finishedAtMs?: number
  /** Upserted by leg name; an existing leg keeps the fields that are left out. */
  legs?: (Partial<NewLeg> & { leg: Leg; chainId: number })[]
  ledger?: BookedEntry[]
  /** Transactions for the sender; the rows exist before anything is signed. */
  outbox?: NewOutboxItem[]
  reserve?: Reservation[]
  /** Deletes the earlier reservations of the intent. A final step always does. */
  release?: boolean
  /** Reserves part of the project's daily budget, or throws `StoreError` `overBudget`. */
  sponsor?: SponsorHold
  /** Micro-dollars spent of the reservation; the rest is returned. Without it, a final step returns all. */
  sponsoredMicroUsd?: bigint
  nowMs: number
}

export type Reservation = {
  /**
   * `backing`: what an owner holds for deposits it committed to; `signed`: the same for signed deposits that we send;
   * for both, `token` is `backingOf` owner and token.
   */
  kind: 'inventory' | 'gas' | 'backing' | 'signed'
  chainId: number
  token: Address
  amount: bigint
  untilMs: number
  /** Limit of the sum of this kind and token, this one included; above it `reserved`, `outOfGas` or `unbacked`. */
  most?: bigint
  /** The same limit for the intent's own project; above it `overShare`. */
  projectMost?: bigint
}

/** The key of an owner's backing reservation: the owner and the token it holds. */
export const backingOf = (owner: Address, token: Address): Address => `0x${owner.slice(2)}${token.slice(2)}`

export type IntentFilter = {
  projectId?: number
  intentId?: Hex
  transactionHash?: Hex
  depositTransactionHash?: Hex
  owner?: Address
  originAddress?: Address
  destinationAddress?: Address
  originChainId?: number
  destinationChainId?: number
  fromMs?: number
  toMs?: number
  statuses?: IntentStatus[]
  onlyRecoverable?: boolean
  /** Terms of a query string, already classified; all must match. */
  terms?: SearchTerm[]
}

/** Newest first (creation time, row number) unless `ascending`; only rows past `beyondId`. `cost` is charged. */
export type Keyset = { limit: number; ascending?: boolean; beyondId?: number; cost?: CallCost }

/** An intent in a list: its quoted body and its step. */
export type ListedIntent = Pick<IntentRecord, 'intent' | 'step' | 'updatedAtMs'>

/** A route between two chains, by its providers in order. */
export type RouteEnds = { originChainId: number; destinationChainId: number; providers: readonly string[] }
/** Seconds from start to arrival of a route's latest intents: median and 90th percentile. */
export type Durations = { medianS: number; p90S: number }

export type IntentStore = {
  insertQuote(quote: NewQuote): Promise<IntentRecord>
  /**
   * Archives expired, uncommitted and unpaid quotes; returns how many. Lists skip them from then on; `find` and
   * `takeExpiredQuotes` still know them, and a transition turns one back into an intent.
   */
  archiveQuotes(options: { expiredBeforeMs: number; limit: number }): Promise<number>
  /** Deletes those that are still quotes; returns how many. */
  forgetQuotes(intentIds: readonly Hex[]): Promise<number>
  /**
   * Expired, uncommitted quotes whose address is due to be polled for money. Taking them schedules the next poll
   * (`latePollSchedule`).
   */
  takeExpiredQuotes(options: { nowMs: number; limit: number }): Promise<ExpiredQuote[]>
  /**
   * Addresses on a chain to poll for late payments, of ended intents and expired quotes, with the token they asked for;
   * undefined above `limit`.
   */
  latePayees(chainId: number, limit: number): Promise<LatePayee[] | undefined>
  /** Schedules a poll now of the intents and quotes with these addresses; returns how many. */
  pollNow(paid: { chainId: number; addresses: readonly Address[]; nowMs: number }): Promise<number>
  /**
   * The block up to which a chain's payments were read; undefined if a process took this turn within `everyMs`. A
   * chain's first turn begins at `firstBlock`.
   */
  takePayments(options: {
    chainId: number
    nowMs: number
    everyMs: number
    firstBlock: number
  }): Promise<number | undefined>
  /** Records that payments were read up to `to`; writes nothing if another process went on from `from`. */
  advancePayments(range: { chainId: number; from: number; to: number }): Promise<void>
  find(intentId: Hex): Promise<IntentRecord | undefined>
  /** What the intent's quote saw; undefined if that was not kept, or the quote was archived. */
  snapshot(intentId: Hex): Promise<QuoteSnapshot | undefined>
  /** The step of an intent, for requests that wait for its end. */
  stepOf(intentId: Hex): Promise<{ projectId: number; step: Step } | undefined>
  search(filter: IntentFilter, page: Keyset): Promise<IntentRecord[]>
  /** The same for long lists: without legs, plan and progress. */
  list(filter: IntentFilter, page: Keyset): Promise<ListedIntent[]>
  /**
   * Writes all or nothing. False if the row left `fence.step`, was written after `fence.updatedAtMs`, or the lease has
   * ended or changed hands. Throws `StoreError` for what is never allowed: a move outside the lifecycle, a leg status
   * that moves backward, a non-final intent without a next action. Naming a step or a due time ends the lease.
   */
  transition(fence: Fence, transition: Transition): Promise<boolean>
  /**
   * Leases up to `limit` due intents for this worker: open ones first, round-robin by project, and ended ones in the
   * room left, `idle.min` to `idle.max` of them (default `idleShare`). Skips steps on `blind` chains, and marks
   * unreadable rows as damaged.
   */
  lease(options: {
    worker: string
    nowMs: number
    leaseMs: number
    limit: number
    idle?: { min: number; max: number }
    blind?: readonly number[]
  }): Promise<(IntentRecord & { leaseToken: string })[]>
  /**
   * Makes scheduled intents due now; a leased one as soon as its lease ends, whatever due time the worker writes. An
   * unscheduled intent (a quote, a final one) stays so.
   */
  wake(intentIds: Hex[], nowMs: number): Promise<void>
  /** When the next row can be leased, except those of `blind` chains. */
  nextDueMs(blind?: readonly number[]): Promise<number | undefined>
  ledger(intentId: Hex): Promise<LedgerEntry[]>
  /** The ledgers of many intents in one query, in the order of the ids. */
  ledgers(intentIds: readonly Hex[]): Promise<LedgerEntry[][]>
  /** Non-final intents without a schedule: must be empty, which the sweeper checks. */
  orphans(limit: number): Promise<Hex[]>
  /** Of the latest successful intents of a route, if there are enough. */
  durations(route: RouteEnds): Promise<Durations | undefined>
  /** The reserved amount of a token, by all projects or one. */
  reserved(chainId: number, token: Address, nowMs: number, projectId?: number): Promise<bigint>
  /** Sum of `signed` reservations of a `backingOf` whose deposit is mined, and so no longer in the owner's balance. */
  signedMined(chainId: number, token: Address, nowMs: number): Promise<bigint>
  /** Refunds of a project handed to the sender since a time, counted up to `limit`. */
  refundsSent(options: { projectId: number; sinceMs: number; limit: number }): Promise<number>
  /** An owner's signed deposits, in all projects, that failed on chain since a time, counted up to `limit`. */
  refusedDeposits(options: { owner: Address; sinceMs: number; limit: number }): Promise<number>
  /** Sizes of the intent tables. Rows are the database's estimate. */
  sizes(): Promise<TableSize[]>
  /** Since when the oldest open work of each kind waits, with the database's time. Absent: none is open. */
  ages(): Promise<OpenSince>
  /** How many intents are scheduled per step, and when the first can be, or could have been, leased. */
  scheduled(): Promise<Scheduled[]>
}

export type TableSize = { table: string; bytes: number; rows: number }
/** `token` is absent for a destination address, where bridges pay in listed tokens. */
export type LatePayee = { address: Address; token?: Address }
/** Where a quote asked to be paid. */
export type ExpiredQuote = { intentId: Hex; chainId: number; address: Address; token: Address; expiresAtMs: number }

export type OpenSince = {
  nowMs: number
  /** An executing intent. */
  executingMs?: number
  /** An item that no transaction carries. */
  outboxMs?: number
  /** An unmined transaction. */
  attemptMs?: number
  /** An event without its webhook deliveries. */
  eventMs?: number
  /** Unreadable intents and outbox items; no worker takes them. */
  damaged: number
  /** The first of them, and those with an unreadable outbox item. */
  damagedIntents: readonly Hex[]
}

export type Scheduled = { step: Step; count: number; readyAtMs: number }

/** A leg's call for the sender. One transaction can bundle many. */
export type NewOutboxItem = {
  chainId: number
  leg: Leg
  to: Address
  data: Hex
  value: bigint
  gasLimit: bigint
  /** Not sent from this time on: the call can no longer achieve its purpose. */
  lastAtMs?: number
}
export type OutboxItem = NewOutboxItem & {
  id: number
  intentId: Hex
  createdAtMs: number
  /** The quote's gas charge for its leg, in native base units; absent without a charge. */
  gasQuoted?: bigint
}

export const attemptStates = [
  'planned',
  'broadcast',
  'confirmed',
  'rejected',
  'reverted',
  'replaced',
  'indeterminate',
] as const
export type AttemptState = (typeof attemptStates)[number]

/** An attempt in one of these may still be mined. */
export const liveStates: readonly AttemptState[] = ['planned', 'broadcast', 'indeterminate']

/** One signed transaction. Its bytes are written before they are sent. */
export type Attempt = {
  id: number
  chainId: number
  signer: Address
  nonce: number
  hash: Hex
  raw: Hex
  state: AttemptState
  /** Outbox items that this transaction carries; empty for a cancellation, a grant, or a nonce gap filler. */
  items: number[]
  /** The intents whose legs it carries; for a cancellation, those of the cancelled transaction. */
  intentIds: readonly Hex[]
  gasLimit: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** The attempt this one replaces at the same nonce. */
  replaces?: number
  createdAtMs: number
  updatedAtMs: number
}

export type LegAttempt = Pick<Attempt, 'id' | 'signer' | 'nonce' | 'hash' | 'state' | 'updatedAtMs'>

/** A state change of an attempt, and its effect on legs and items. */
export type AttemptReport = {
  id: number
  state: AttemptState
  legStatus?: TransactionStatus
  /** Time of the block that the transaction is in. */
  minedAtMs?: number
  nowMs: number
  /** Items that must be sent again in another transaction. */
  requeue?: number[]
}

/** `cancels`: replace with a transaction without items; otherwise with the same at a higher fee. */
export type ReplacementRequest = { nonce: number; cancels: boolean }

export type AttemptStore = {
  /**
   * Items of a chain that no live attempt carries: round-robin by project, oldest first. Items past their `lastAtMs`
   * at `nowMs` become done, unsent.
   */
  pending(chainId: number, limit: number, nowMs?: number): Promise<OutboxItem[]>
  /** Takes or renews a lane's lease, the right to sign with it; false while another process has it. */
  leaseLane(claim: {
    chainId: number
    signer: Address
    holder: string
    nowMs: number
    untilMs: number
  }): Promise<boolean>
  /** Removes from `signers` at once the lanes of signers not in `keep` whose lease ran out; a lease brings one back. */
  retireLanes(options: { chainId: number; keep: readonly Address[]; nowMs: number }): Promise<void>
  /** Signers whose lane some process had leased at `sinceMs` or later. */
  signers(chainId: number, sinceMs: number): Promise<Address[]>
  /** Writes the signed bytes and binds the items. Undefined if the lane is lost or an item is no longer free. */
  insertAttempt(
    attempt: Omit<Attempt, 'id' | 'state' | 'intentIds' | 'createdAtMs' | 'updatedAtMs'> & {
      holder: string
      nowMs: number
    },
  ): Promise<Attempt | undefined>
  /**
   * Moves an attempt to a state, and its legs forward, in one transaction. When mined or over, their intents become due.
   * When over, its items become pending if in `requeue`, else done. A mined attempt uses its nonce up: others at the
   * nonce become `replaced`, and their items end with it.
   */
  recordAttempt(report: AttemptReport): Promise<void>
  /** Attempts that may still be mined (`liveStates`), of one signer or of all, in the order of their nonces. */
  live(chainId: number, signer?: Address): Promise<Attempt[]>
  /** Every attempt at a nonce, newest first: any of them may be the one that is mined. */
  atNonce(chainId: number, signer: Address, nonce: number): Promise<Attempt[]>
  /** Attempts that carried a leg, newest first, without the bytes: a bundle of a hundred intents is long. */
  ofLeg(intentId: Hex, leg: Leg): Promise<LegAttempt[]>
  /** Whether an item of the leg waits to be sent or is in an attempt that may still be mined. */
  isInFlight(intentId: Hex, leg: Leg): Promise<boolean>
  /** The nonce after the highest of this signer's attempts, rejected ones aside; undefined before the first. */
  nextNonce(chainId: number, signer: Address): Promise<number | undefined>
  /** Takes an operator's requests for this signer's transactions, each once. */
  takeRequests(chainId: number, signer: Address): Promise<ReplacementRequest[]>
  /** The nonce after the highest of this signer's mined attempts; zero before the first. */
  minedBelow(chainId: number, signer: Address): Promise<number>
}

export type IdempotencyStore = {
  /** Stores the hash of the first body under an idempotency key; returns the stored one, to compare later claims. */
  claim(request: {
    projectId: number
    operation: string
    key: string
    bodyHash: Hex
    nowMs: number
  }): Promise<{ bodyHash: Hex }>
  /** Deletes old claims; returns how many. */
  forget(options: { claimedBeforeMs: number; limit: number }): Promise<number>
}
