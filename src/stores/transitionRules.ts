import type { Leg, LegRecord } from '../intents/intentRecord.ts'
import { isFinalStep, mayMove, type Step, stepsAt } from '../intents/lifecycle.ts'
import type { TransactionStatus } from '../interface/enums.ts'
import {
  type AttemptState,
  attemptStates,
  type Fence,
  liveStates,
  type NewLeg,
  type Reservation,
  type Transition,
} from './store.ts'
import { ensure, StoreError } from './storeError.ts'

/** Rules shared by both stores, so that tests on the memory store see the same refusals as on Postgres. */

/** A leg's status may only move to a higher rank; of the two final ones neither may follow the other. */
export const statusRank: Record<TransactionStatus, number> = {
  UNKNOWN: 0,
  PENDING: 1,
  RELAYING: 2,
  RELAYED: 3,
  MINING: 4,
  SUCCEEDED: 5,
  FAILED: 5,
}

export const movesForward = (from: TransactionStatus, to: TransactionStatus): boolean =>
  from === to || statusRank[to] > statusRank[from]

export const backward = (leg: string, from: string, to: string): StoreError =>
  new StoreError('backward', `${leg} is ${from} and cannot become ${to}`)

/** Throws for a move that `lifecycle` does not list, before anything is written. */
export function checkTransition(fence: Fence, transition: Transition): void {
  const { step, dueAtMs } = transition
  if (step !== undefined) ensure(mayMove(fence.step, step), `an intent at ${fence.step} may not move to ${step}`)
  const at = step ?? fence.step
  if (dueAtMs === null) ensure(isFinalStep(at), `an intent at ${at} needs a time for its next action`)
  if (step !== undefined && fence.step === 'quoted') {
    ensure(dueAtMs !== undefined, `an intent at ${step} needs a time for its next action`)
  }
  ensure(dueAtMs == null || Number.isInteger(dueAtMs), `a due time of ${dueAtMs}, which is no whole millisecond`)
  const legs = (transition.legs ?? []).map(({ leg }) => leg)
  ensure(new Set(legs).size === legs.length, `a leg named twice in one change: ${legs}`)
  for (const entry of transition.ledger ?? []) {
    ensure(entry.amount >= 0n, `a ledger entry of ${entry.amount}`)
    ensure(entry.from !== entry.to, `a ledger entry from ${entry.from} to itself`)
  }
  ensure((transition.sponsor?.microUsd ?? 0n) >= 0n, 'a sponsored deposit below zero')
  for (const { amount } of transition.reserve ?? []) ensure(amount >= 0n, `a reservation of ${amount}`)
}

/** A transition that names a step or a due time ends the lease; one that only writes progress keeps it. */
export const endsLease = (transition: Transition): boolean =>
  transition.step !== undefined || transition.dueAtMs !== undefined

/** Steps at which a balance at an intent address can be recovered: ended there, or waiting to go back. */
export const restCounts = (step: Step): boolean => isFinalStep(step) || stepsAt.either.some((one) => one === step)

const typeOfLeg = {
  deposit: 'DEPOSIT',
  origin: 'ORIGIN',
  destination: 'DESTINATION',
  refund: 'REFUND',
} as const satisfies Record<Leg, LegRecord['type']>

/** The first row of a leg, from the patch that names it first. */
export const newLeg = (patch: Partial<NewLeg> & { leg: Leg; chainId: number }): NewLeg => ({
  ...patch,
  status: patch.status ?? 'UNKNOWN',
  type: patch.type ?? typeOfLeg[patch.leg],
  context: patch.context ?? 'NONE',
})

export const isLiveState = (state: AttemptState): boolean => liveStates.includes(state)

const nextStates: Record<AttemptState, readonly AttemptState[]> = {
  planned: ['broadcast', 'indeterminate', 'confirmed', 'reverted', 'rejected', 'replaced'],
  broadcast: ['indeterminate', 'confirmed', 'reverted', 'rejected', 'replaced'],
  indeterminate: ['broadcast', 'confirmed', 'reverted', 'rejected', 'replaced'],
  // A replaced transaction may still be mined instead of its replacement: the chain takes one of the two at the nonce.
  replaced: ['confirmed', 'reverted'],
  confirmed: [],
  reverted: [],
  rejected: [],
}

export function checkAttemptMove(from: AttemptState, to: AttemptState): void {
  ensure(from === to || nextStates[from].includes(to), `an attempt that is ${from} cannot become ${to}`)
}

/**
 * True if this end is recorded already: a writer that lost the answer repeats the write, without effect. False for
 * `replaced`: planning a replacement writes it too, and its items end later.
 */
export const isRecorded = (from: AttemptState, to: AttemptState): boolean =>
  from === to && (usesNonce(to) || to === 'rejected')

/** The states from which an attempt may move to this one, itself included. */
export const statesBefore = (to: AttemptState): AttemptState[] =>
  attemptStates.filter((from) => from === to || nextStates[from].includes(to))

/** Mined, successfully or reverted: the nonce is used up, so no other attempt at it can be mined. */
export const usesNonce = (state: AttemptState): boolean => state === 'confirmed' || state === 'reverted'

/** Durations are shown from `min` succeeded intents of a route on, over the latest `max`. */
export const durationSample = { min: 5, max: 100 } as const

/** A route by its providers, in route order: the key of its durations. */
export const routeKeyOf = (providers: readonly string[]): string => providers.join(',')

export const leaseTokenOf = (worker: string, leaseNumber: number): string => `${worker}#${leaseNumber}`

/** How many rows of a lease go to ended intents: at least 1/8, and all if nothing else is due. */
export const idleShare = (limit: number): { min: number; max: number } => ({ min: Math.floor(limit / 8), max: limit })

/** At most this many damaged rows are named; a count covers all. */
export const damagedNamed = 20

const refusalOf = { inventory: 'reserved', gas: 'outOfGas', backing: 'unbacked', signed: 'unbacked' } as const

/** Throws if this reservation brings the sum of its kind and token above the stock or the project's share. */
export function checkRoom(wanted: Reservation, sums: { all: bigint; ofProject: bigint }): void {
  const { kind, chainId, token, amount, most, projectMost } = wanted
  const request = `${amount} of ${token} on chain ${chainId}`
  if (most !== undefined && sums.all > most)
    throw new StoreError(refusalOf[kind], `${request}, where ${sums.all - amount} of ${most} are reserved`, { token })
  if (projectMost !== undefined && sums.ofProject > projectMost)
    throw new StoreError('overShare', `${request}, where ${sums.ofProject - amount} of ${projectMost} are reserved`)
}
