import type { Step } from '../intents/lifecycle.ts'
import type { Address, Hex } from '../interface/fields.ts'

/** What grows for ever unless pruned. `transactions`: the outbox and attempts; `intents`: with legs, ledger and log. */
export const prunables = ['events', 'transactions', 'intents', 'audit'] as const
export type Prunable = (typeof prunables)[number]

/** Intents that may be deleted: lapsed ones without ledger entries, and ended ones that hold nothing by the books. */
export type ClosedKind = 'lapsed' | 'intents'

export type ClosedIntent = {
  intentId: Hex
  step: Step
  finishedAtMs: number
  /** Its addresses, each with the token to be paid in there; the origin first. */
  wallets: { chainId: number; address: Address; token: Address }[]
}

export type RetentionStore = {
  /**
   * Deletes rows from before a time, at most `limit` per table; returns how many. Never what an open or polled intent
   * needs, what a webhook must still receive, or a signer's newest nonce.
   */
  prune(what: Exclude<Prunable, 'intents'>, options: { beforeMs: number; limit: number }): Promise<number>
  /**
   * Intents that ended between two times and hold nothing by the books, oldest first. Never one that is still polled,
   * has outbox items left, or has webhook events to deliver. Only the chains know whether their addresses are empty.
   */
  closed(kind: ClosedKind, page: { afterMs: number; beforeMs: number; limit: number }): Promise<ClosedIntent[]>
  /** Deletes those that `closed` would still name, with their log; returns how many. */
  forget(kind: ClosedKind, options: { beforeMs: number; intentIds: readonly Hex[] }): Promise<number>
}
