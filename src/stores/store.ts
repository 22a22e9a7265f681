import type { SearchTerm } from '../intents/classifyTerms.ts'
import type { ExecutionPlan, IntentRecord, Leg, LegRecord, Progress } from '../intents/intentRecord.ts'
import type { LedgerEntry } from '../intents/ledger.ts'
import type { Step } from '../intents/lifecycle.ts'
import type { IntentStatus, TransactionStatus } from '../interface/enums.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { Intent } from '../interface/intentShapes.ts'
import type { AccessStore } from './accessStore.ts'
import type { EventStore, WebhookStore } from './eventStore.ts'

/** Everything that is remembered goes through here. Two implementations, one suite. */
export type Store = {
  readonly intents: IntentStore
  readonly attempts: AttemptStore
  readonly cursors: CursorStore
  readonly idempotency: IdempotencyStore
  readonly access: AccessStore
  readonly events: EventStore
  readonly webhooks: WebhookStore
  /** Resolves when the store answers; rejects otherwise. */
  ping(): Promise<void>
  /** Tells a process that something changed: an intent moved, or work became due. Returns the way to stop listening. */
  listen(listener: (note: StoreNote) => void): Promise<() => void>
  close(): Promise<void>
}

/** `missed`: the connection was away for a while, so look at everything that is waited for. */
export type StoreNote =
  /** `ended`: with this it came to its end. */
  | { kind: 'moved'; intentId: Hex; ended?: true }
  | { kind: 'due' }
  | { kind: 'outbox'; chainId: number }
  | { kind: 'switched' }
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
}

export type NewLeg = Omit<LegRecord, 'id' | 'createdAtMs' | 'updatedAtMs'>

/** Proof that the writer still owns the row: where it found it, and under which lease. */
export type Fence = { intentId: Hex; step: Step; leaseToken?: string }

/** All that one state change writes, in one transaction. */
export type Change = {
  step?: Step
  /** When to look again. Null, or left out with a step that ends, when nothing is left to do. */
  dueAtMs?: number | null
  progress?: Progress
  committedAtMs?: number
  executeByMs?: number
  startedAtMs?: number
  finishedAtMs?: number
  /** By leg: patched if it is there, inserted if not. */
  legs?: (Partial<NewLeg> & { leg: Leg; chainId: number })[]
  ledger?: LedgerEntry[]
  /** Transactions for the sender; the rows exist before anything is signed. */
  outbox?: NewOutboxItem[]
  reserve?: Reservation[]
  /** Lets go of what was reserved before; an end does so by itself. */
  release?: boolean
  nowMs: number
}

export type Reservation = {
  kind: 'inventory' | 'gas'
  chainId: number
  token: Address
  amount: bigint
  untilMs: number
  /** All that is reserved of this kind, this one included, stays within it; otherwise the change is refused (`reserved`). */
  most?: bigint
}

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

export type { SearchTerm }

/** Newest first unless `ascending`; rows strictly beyond the cursor. */
export type Keyset = { limit: number; ascending?: boolean; beyondId?: number }

/** What was quoted, and where it stands. */
export type ListedIntent = Pick<IntentRecord, 'intent' | 'step' | 'updatedAtMs'>

export type IntentStore = {
  insertQuote(quote: NewQuote): Promise<IntentRecord>
  /** Deletes quotes that expired and that nobody committed; says how many. */
  forgetQuotes(ask: { expiredBeforeMs: number; limit: number }): Promise<number>
  find(intentId: Hex): Promise<IntentRecord | undefined>
  /** Where an intent stands, for those who wait for its end. */
  stepOf(intentId: Hex): Promise<{ projectId: number; step: Step } | undefined>
  search(filter: IntentFilter, page: Keyset): Promise<IntentRecord[]>
  /** The same for long lists: without legs, plan and progress. */
  list(filter: IntentFilter, page: Keyset): Promise<ListedIntent[]>
  /**
   * Writes all of it or nothing. False if the row is no longer at `fence.step`, or the lease is no longer that token's or
   * has run out. Throws a `StoreError` for what is never allowed: a move that the lifecycle does not list, a leg status that
   * moves backward, an intent on its way without a next action. A change that names a step or a due time ends the lease.
   */
  transition(fence: Fence, change: Change): Promise<boolean>
  /** Leases up to `limit` due intents for this worker. */
  lease(ask: {
    worker: string
    nowMs: number
    leaseMs: number
    limit: number
  }): Promise<(IntentRecord & { leaseToken: string })[]>
  /**
   * Makes a waiting intent due now. If a worker has it, it is due as soon as that worker is done, whatever the worker says.
   * An intent for which nothing is scheduled (a quote, an end) stays so.
   */
  wake(intentIds: Hex[], nowMs: number): Promise<void>
  nextDueMs(): Promise<number | undefined>
  ledger(intentId: Hex): Promise<LedgerEntry[]>
  /** Non-final intents that nothing is scheduled for: the sweeper's proof is an empty list. */
  orphans(limit: number): Promise<Hex[]>
  /** Median seconds from start to success of the last settled intents between two chains, when there are enough. */
  medianSeconds(originChainId: number, destinationChainId: number): Promise<number | undefined>
  reserved(chainId: number, token: Address, nowMs: number): Promise<bigint>
  /** Intents that something is scheduled for, by step, and since when or from when on a worker may take the first of them. */
  scheduled(): Promise<Scheduled[]>
}

export type Scheduled = { step: Step; count: number; readyAtMs: number }

/** A leg that waits to be sent. Many of them can travel in one transaction. */
export type NewOutboxItem = { chainId: number; leg: Leg; to: Address; data: Hex; value: bigint; gasLimit: bigint }
export type OutboxItem = NewOutboxItem & { id: number; intentId: Hex; createdAtMs: number }

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

/** One signed transaction. Its bytes are written before they are sent. */
export type Attempt = {
  id: number
  chainId: number
  signer: Address
  nonce: number
  hash: Hex
  raw: Hex
  state: AttemptState
  /** Outbox items that travel in it; empty for a cancellation. */
  items: number[]
  gasLimit: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  /** The attempt this one replaces at the same nonce. */
  replaces?: number
  createdAtMs: number
  updatedAtMs: number
}

export type LegAttempt = Pick<Attempt, 'id' | 'signer' | 'nonce' | 'hash' | 'state' | 'updatedAtMs'>

export type AttemptStore = {
  /** Items of a chain that no live attempt carries, oldest first. */
  pending(chainId: number, limit: number): Promise<OutboxItem[]>
  /** Takes or renews the right to sign with a lane; false while another process holds it. */
  holdLane(ask: { chainId: number; signer: Address; holder: string; nowMs: number; untilMs: number }): Promise<boolean>
  /** Who signed on a chain lately: lanes that somebody held at `sinceMs` or later. */
  signers(chainId: number, sinceMs: number): Promise<Address[]>
  /** Writes the signed bytes and binds the items to them. False if the lane or an item is no longer free. */
  plan(
    attempt: Omit<Attempt, 'id' | 'state' | 'createdAtMs' | 'updatedAtMs'> & { holder: string; nowMs: number },
  ): Promise<Attempt | undefined>
  /**
   * Moves an attempt on, its legs forward, and tells their intents, which are due when it is mined. At an end the items it carried are pending again if they
   * are in `requeue` and done otherwise, and their intents are due. When it was mined, that goes for everything at its nonce:
   * the other attempts are replaced.
   */
  settle(ask: {
    id: number
    state: AttemptState
    legStatus?: TransactionStatus
    nowMs: number
    /** Items that must be sent again in another transaction. */
    requeue?: number[]
  }): Promise<void>
  live(chainId: number, signer?: Address): Promise<Attempt[]>
  /** Every attempt at a nonce, newest first: any of them may be the one that is mined. */
  atNonce(chainId: number, signer: Address, nonce: number): Promise<Attempt[]>
  /** Attempts that carried a leg, newest first, without the bytes: those of a hundred intents in one transaction are long. */
  ofLeg(intentId: Hex, leg: Leg): Promise<LegAttempt[]>
  /** Whether something of a leg is still to be sent or may still be mined, whatever carries it. */
  isOpen(intentId: Hex, leg: Leg): Promise<boolean>
  /** The next nonce this lane may use, by our own books. */
  nextNonce(chainId: number, signer: Address): Promise<number | undefined>
}

export type CursorStore = {
  read(chainId: number, name: string): Promise<{ block: number; hash: Hex } | undefined>
  write(chainId: number, name: string, at: { block: number; hash: Hex }): Promise<void>
}

export type IdempotencyStore = {
  /** Remembers the first body under a key; answers what is kept. */
  claim(ask: {
    projectId: number
    operation: string
    key: string
    bodyHash: Hex
    nowMs: number
  }): Promise<{ bodyHash: Hex }>
}
