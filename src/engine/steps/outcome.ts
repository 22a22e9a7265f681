import type { IntentProgress, IntentRecord } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import type { NextStep, Step } from '../../intents/lifecycle.ts'
import type { Transition } from '../../stores/store.ts'
import type { ToBook } from '../book/bookIntent.ts'
import type { World } from '../world.ts'

/** What is written together with a move or a wait, in the same transaction. */
export type Effects = {
  /** Replaces the whole progress; absent: unchanged. */
  progress?: IntentProgress
  legs?: Transition['legs']
  /** Money has moved: books what the final blocks show of it. */
  books?: ToBook
  /** Entries that the step found itself, such as a bridge's refund, which no intent address shows. */
  ledger?: LedgerEntry[]
  outbox?: Transition['outbox']
  /** Replaces the intent's reservations so far. */
  reserve?: Transition['reserve']
  sponsoredMicroUsd?: Transition['sponsoredMicroUsd']
}

/** When the row is due again: after `afterMs`, or with the next block of `orBlockOf` if that comes first. */
export type NextPoll = { afterMs: number; orBlockOf?: number }

/** Goes on to another step. An end has no poll of its own: the worker schedules the search for late deposits. */
export type Move<To extends Step = Step> = Effects & { kind: 'move'; to: To; look: NextPoll }

/** Stays in its step. `never` ends the scheduling; the store refuses that for an intent that has not ended. */
export type Wait = Effects & { kind: 'wait'; look: NextPoll | 'never' }

/**
 * What a step wants to happen. Nothing has happened when it returns: the worker writes all of it in one transaction, or
 * none. A step can only name moves that its row of the lifecycle lists.
 */
export type Outcome<From extends Step = Step> = Move<NextStep<From>> | Wait

export type StepFunction<From extends Step> = (record: IntentRecord, world: World) => Promise<Outcome<From>>

const atOnce: NextPoll = { afterMs: 0 }

export const moveTo = <To extends Step>(to: To, effects: Effects = {}, look = atOnce): Move<To> => ({
  kind: 'move',
  to,
  look,
  ...effects,
})

export const wait = (look: Wait['look'], effects: Effects = {}): Wait => ({ kind: 'wait', look, ...effects })

/** Polls again after this long, whatever the chain does meanwhile. */
export const waitMs = (afterMs: number, effects?: Effects): Wait => wait({ afterMs }, effects)
