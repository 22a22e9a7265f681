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

/** All persistence. Postgres implements it for the service and memory for tests; both pass `test/stores/storeContract.ts`. */
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
  /** A key, a project or a switch changed: caches of them are stale. */
  | { kind: 'switched' }
  /** The connection was lost for a while and notes with it: read again whatever is waited for. */
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

/** What a quote rests on: each leg of its way with its terms, and what the search for a swap saw. */
export type QuoteSnapshot = { legs: LegSnapshot[] }
export type LegSnapshot = { provider: string; amountIn: bigint; amountOut: bigint; feeIn: bigint; swap?: SwapSnapshot }

export type NewLeg = Omit<LegRecord, 'id' | 'createdAtMs' | 'updatedAtMs'>

/**
 * Proof that the writer still owns the row: the step at which it read it, and the lease under which it works, or without a lease, when it
 * was last written. The step alone does not show an intent that left it and came back after a reorganisation.
 */
export type Fence = { intentId: Hex; step: Step; leaseToken?: string; updatedAtMs?: number }

/** All that one transition writes, in one transaction. */
export type Transition = {
  step?: Step
  /** When a worker takes the intent next. Null, or left out together with a final step: never. */
  dueAtMs?: number | null
  progress?: IntentProgress
  committedAtMs?: number
  executeByMs?: number
  startedAtMs?: number
  /** When the payment to the recipient was first seen in a block; seen again after a reorganisation, the later time counts. */
  arrivedAtMs?: number
  /** Said to callers: the payment to the recipient is in a block now, or a reorganisation took it back. */
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
  /** Sets a part of the project's budget for the day aside, or throws `StoreError` `overBudget`. */
  sponsor?: SponsorHold
  /** Micro-dollars of the reservation that were spent; the rest is given back. A final step without it gives all back. */
  sponsoredMicroUsd?: bigint
  nowMs: number
}

export type Reservation = {
  /**
   * `backing`: what an owner holds for the deposits that it committed to; `signed`: the same for those that it signed and that we send. `token` is then
   * `backingOf` owner and token.
   */
  kind: 'inventory' | 'gas' | 'backing' | 'signed'
  chainId: number
  token: Address
  amount: bigint
  untilMs: number
  /** The sum reserved of this kind and token, this amount included, may not exceed it: otherwise `StoreError` `reserved`, `outOfGas` or `unbacked`. */
  most?: bigint
  /** The same for the sum of the intent's own project: otherwise `overShare`. */
  projectMost?: bigint
}

/** What the backing of an owner's deposits is reserved under: the owner and the token that it holds. */
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

/** A page: newest first, by time of creation and then row number, unless `ascending`; only rows strictly beyond the row `beyondId`. */
/** `cost`: the account that reading the rows is charged to. */
export type Keyset = { limit: number; ascending?: boolean; beyondId?: number; cost?: CallCost }

/** An intent in a list: its quoted body and its step. */
export type ListedIntent = Pick<IntentRecord, 'intent' | 'step' | 'updatedAtMs'>

/** A way between two chains, by the providers it takes in their order. */
export type RouteEnds = { originChainId: number; destinationChainId: number; providers: readonly string[] }
/** Seconds from the start to the arrival of the latest intents of a route: the middle one, and what nine of ten stay within. */
export type Durations = { medianS: number; p90S: number }

export type IntentStore = {
  insertQuote(quote: NewQuote): Promise<IntentRecord>
  /**
   * Archives expired, uncommitted and unpaid quotes; returns how many. Lists leave them out
   * from then on; `find` and `takeExpiredQuotes` still know them, and a transition makes an intent of one again.
   */
  archiveQuotes(options: { expiredBeforeMs: number; limit: number }): Promise<number>
  /** Deletes those of these intents that are still quotes; says how many. */
  forgetQuotes(intentIds: readonly Hex[]): Promise<number>
  /**
   * Expired, uncommitted quotes whose address is due to be polled for money. Taking them schedules the next poll
   * (`latePollSchedule`).
   */
  takeExpiredQuotes(options: { nowMs: number; limit: number }): Promise<ExpiredQuote[]>
  /**
   * Addresses on a chain at which late payments are looked for, of ended intents and of expired quotes, with the token that was asked for
   * there; undefined if there are more than `limit`.
   */
  latePayees(chainId: number, limit: number): Promise<LatePayee[] | undefined>
  /** Schedules a poll now for the named ones and returns how many. */
  pollNow(paid: { chainId: number; addresses: readonly Address[]; nowMs: number }): Promise<number>
  /**
   * Up to which block the payments of a chain were read, or undefined if a process took this turn in the last `everyMs`. The first
   * turn of a chain begins at `firstBlock`.
   */
  takePayments(options: {
    chainId: number
    nowMs: number
    everyMs: number
    firstBlock: number
  }): Promise<number | undefined>
  /** Says that payments were read up to `to`; nothing is written if another process went on from `from`. */
  advancePayments(range: { chainId: number; from: number; to: number }): Promise<void>
  find(intentId: Hex): Promise<IntentRecord | undefined>
  /** What its quote saw; undefined where that was not kept, or the quote was archived since. */
  snapshot(intentId: Hex): Promise<QuoteSnapshot | undefined>
  /** The step of an intent, for requests that wait for its end. */
  stepOf(intentId: Hex): Promise<{ projectId: number; step: Step } | undefined>
  search(filter: IntentFilter, page: Keyset): Promise<IntentRecord[]>
  /** The same for long lists: without legs, plan and progress. */
  list(filter: IntentFilter, page: Keyset): Promise<ListedIntent[]>
  /**
   * Writes all of it or nothing. False if the row is no longer at `fence.step`, was written after `fence.updatedAtMs`, or the lease is no longer that token's or
   * has run out. Throws a `StoreError` for what is never allowed: a move that the lifecycle does not list, a leg status that
   * moves backward, a non-final intent without a next action. A transition that names a step or a due time ends the lease.
   */
  transition(fence: Fence, transition: Transition): Promise<boolean>
  /**
   * Leases up to `limit` due intents for this worker: those under way first, each project in its turn, and those that have ended in the room
   * that is left, at least `idle.min` and at most `idle.max` of them (`idleShare` unless told). Steps that work on a chain of `blind` are
   * left to others. A row that cannot be read is set aside.
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
   * Makes scheduled intents due now. If a worker has leased one, it is due as soon as that lease ends, whatever due time the
   * worker writes. An intent for which nothing is scheduled (a quote, a final one) stays so.
   */
  wake(intentIds: Hex[], nowMs: number): Promise<void>
  /** When the next row can be leased, without those of the chains of `blind`. */
  nextDueMs(blind?: readonly number[]): Promise<number | undefined>
  ledger(intentId: Hex): Promise<LedgerEntry[]>
  /** Those of many intents with one question, in the order of the ids. */
  ledgers(intentIds: readonly Hex[]): Promise<LedgerEntry[][]>
  /** Non-final intents that nothing is scheduled for: the sweeper's proof is an empty list. */
  orphans(limit: number): Promise<Hex[]>
  /** Of the latest intents that succeeded over a route, when there are enough. */
  durations(route: RouteEnds): Promise<Durations | undefined>
  /** What is reserved of a token, by all projects or by one. */
  reserved(chainId: number, token: Address, nowMs: number, projectId?: number): Promise<bigint>
  /** Of what is reserved as `signed` under a `backingOf`, the deposits whose transaction is in a block: the owner's balance is without them. */
  signedMined(chainId: number, token: Address, nowMs: number): Promise<bigint>
  /** Refunds of a project that were handed to the sender since a time, counted up to `limit`. */
  refundsSent(options: { projectId: number; sinceMs: number; limit: number }): Promise<number>
  /** Deposits of an owner, in all projects, that it signed and that failed on chain since a time, counted up to `limit`. */
  refusedDeposits(options: { owner: Address; sinceMs: number; limit: number }): Promise<number>
  /** What the tables of intents take up. Rows are the database's own estimate. */
  sizes(): Promise<TableSize[]>
  /** Since when the oldest of each kind of open work waits, by the database's clock, which is returned too. Absent: there is none. */
  ages(): Promise<OpenSince>
  /** How many intents are scheduled at each step, and when the first of them can be or could have been leased. */
  scheduled(): Promise<Scheduled[]>
}

export type TableSize = { table: string; bytes: number; rows: number }
/** Without a token at the destination, where bridges pay in listed ones. */
export type LatePayee = { address: Address; token?: Address }
/** Where a quote asked to be paid. */
export type ExpiredQuote = { intentId: Hex; chainId: number; address: Address; token: Address; expiresAtMs: number }

export type OpenSince = {
  nowMs: number
  /** An intent that is being carried out. */
  executingMs?: number
  /** An item that no transaction carries. */
  outboxMs?: number
  /** A transaction that is in no block. */
  attemptMs?: number
  /** An event that no webhook delivery was made of yet. */
  eventMs?: number
  /** Intents and items of the outbox that cannot be read; no worker takes them. */
  damaged: number
  /** The first of them, and those with an item of the outbox that cannot be read. */
  damagedIntents: readonly Hex[]
}

export type Scheduled = { step: Step; count: number; readyAtMs: number }

/** The call of a leg that the sender has to send. One transaction can bundle many of them. */
export type NewOutboxItem = {
  chainId: number
  leg: Leg
  to: Address
  data: Hex
  value: bigint
  gasLimit: bigint
  /** From this time on it is not sent any more: what it is for has become impossible. */
  lastAtMs?: number
}
export type OutboxItem = NewOutboxItem & {
  id: number
  intentId: Hex
  createdAtMs: number
  /** What the quote charged for the gas of its leg, in native base units; legs without a charge have none. */
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
  /** Outbox items that this transaction carries; empty for a cancellation, a grant, or what fills a gap of nonces. */
  items: number[]
  /** The intents whose legs it carries; of a cancellation those whose transaction it cancels. */
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

/** A state change of an attempt, with what it implies for its legs and items. */
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

/** `cancels`: nothing of it is sent again; otherwise the same with a higher fee. */
export type ReplacementRequest = { nonce: number; cancels: boolean }

export type AttemptStore = {
  /**
   * Items of a chain that no live attempt carries: each project in its turn, its oldest first. Those whose last moment is over at `nowMs` are
   * done without having been sent.
   */
  pending(chainId: number, limit: number, nowMs?: number): Promise<OutboxItem[]>
  /** Takes or renews the lease of a lane, which is the right to sign with it; false while another process has it. */
  leaseLane(claim: {
    chainId: number
    signer: Address
    holder: string
    nowMs: number
    untilMs: number
  }): Promise<boolean>
  /** Takes lanes of other signers than these, whose leases have run out, out of `signers` at once; leasing one brings it back. */
  retireLanes(options: { chainId: number; keep: readonly Address[]; nowMs: number }): Promise<void>
  /** Signers whose lane some process had leased at `sinceMs` or later. */
  signers(chainId: number, sinceMs: number): Promise<Address[]>
  /** Writes the signed bytes and binds the items to them. Undefined if the lane is lost or an item is no longer free. */
  insertAttempt(
    attempt: Omit<Attempt, 'id' | 'state' | 'intentIds' | 'createdAtMs' | 'updatedAtMs'> & {
      holder: string
      nowMs: number
    },
  ): Promise<Attempt | undefined>
  /**
   * Moves an attempt to a state and the legs it carries forward, in one transaction. When it is mined or over, the intents of
   * those legs become due. When it is over, its items are pending again if `requeue` names them and done otherwise. A mined
   * attempt uses its nonce up: the other attempts at the nonce become `replaced`, and their items end with it.
   */
  recordAttempt(report: AttemptReport): Promise<void>
  /** Attempts that may still be mined (`isLive`), of one signer or of all, in the order of their nonces. */
  live(chainId: number, signer?: Address): Promise<Attempt[]>
  /** Every attempt at a nonce, newest first: any of them may be the one that is mined. */
  atNonce(chainId: number, signer: Address, nonce: number): Promise<Attempt[]>
  /** Attempts that carried a leg, newest first, without the bytes: those of a hundred intents in one transaction are long. */
  ofLeg(intentId: Hex, leg: Leg): Promise<LegAttempt[]>
  /** Whether an item of the leg still waits to be sent or travels in an attempt that may still be mined. */
  isInFlight(intentId: Hex, leg: Leg): Promise<boolean>
  /** The nonce after the highest that this signer used, by our own rows; undefined before the first. */
  nextNonce(chainId: number, signer: Address): Promise<number | undefined>
  /** Takes what an operator wants done with transactions of this signer; each request is answered once. */
  takeRequests(chainId: number, signer: Address): Promise<ReplacementRequest[]>
  /** The nonce after the highest of this signer that was mined and is final, by our own rows; zero before the first. */
  minedBelow(chainId: number, signer: Address): Promise<number>
}

export type IdempotencyStore = {
  /** Stores the hash of the first body sent under an idempotency key and returns the stored one, so that a later claim can be compared with it. */
  claim(request: {
    projectId: number
    operation: string
    key: string
    bodyHash: Hex
    nowMs: number
  }): Promise<{ bodyHash: Hex }>
  /** Deletes old claims; says how many. */
  forget(options: { claimedBeforeMs: number; limit: number }): Promise<number>
}
