import type { Step } from '../intents/lifecycle.ts'
import type { Address, Hex } from '../interface/fields.ts'

/** What grows for ever unless it is pruned. `transactions` are the outbox and the attempts; `intents` go with legs, ledger and log. */
export const prunables = ['events', 'transactions', 'intents', 'audit'] as const
export type Prunable = (typeof prunables)[number]

/** Whole intents that may be deleted: those that lapsed and to which nothing was ever booked, and any that ended and hold nothing by the books. */
export type ClosedKind = 'lapsed' | 'intents'

export type ClosedIntent = {
  intentId: Hex
  step: Step
  finishedAtMs: number
  /** Its addresses, with the token that was to be paid in there; the origin's first. */
  wallets: { chainId: number; address: Address; token: Address }[]
}

export type RetentionStore = {
  /**
   * Deletes rows from before a time, at most `limit` of a table, and says how many. Never what an intent under way or looked at still needs, what a
   * webhook must still receive, or the newest nonce of a signer.
   */
  prune(what: Exclude<Prunable, 'intents'>, options: { beforeMs: number; limit: number }): Promise<number>
  /**
   * Intents that ended between two times and may be deleted by the books, oldest first: never one that is still looked at (a due time), for which something
   * was sent that is kept, or that a webhook must still receive. Only the chains know whether their addresses are empty.
   */
  closed(kind: ClosedKind, page: { afterMs: number; beforeMs: number; limit: number }): Promise<ClosedIntent[]>
  /** Deletes those of these intents that `closed` would still name, with their log, and says how many. */
  forget(kind: ClosedKind, options: { beforeMs: number; intentIds: readonly Hex[] }): Promise<number>
}
