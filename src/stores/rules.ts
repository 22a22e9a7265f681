import type { Leg, LegRecord } from '../intents/intentRecord.ts'
import { isFinalStep, mayMove } from '../intents/lifecycle.ts'
import type { TransactionStatus } from '../interface/enums.ts'
import {
  type AttemptState,
  attemptStates,
  type Fence,
  type NewLeg,
  type Reservation,
  type Transition,
} from './store.ts'
import { ensure, StoreError } from './storeError.ts'

/** What every store holds to, so that the simulation meets the same refusals as the service. */

/** Transaction states move forward only; the two ends exclude each other. */
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

/** Refuses what the life of an intent does not list, before anything is written. */
export function checkTransition(fence: Fence, transition: Transition): void {
  const { step, dueAtMs } = transition
  if (step !== undefined) ensure(mayMove(fence.step, step), `an intent at ${fence.step} may not move to ${step}`)
  const at = step ?? fence.step
  if (dueAtMs === null) ensure(isFinalStep(at), `an intent at ${at} needs a time for its next action`)
  if (step !== undefined && fence.step === 'quoted') {
    ensure(dueAtMs !== undefined, `an intent at ${step} needs a time for its next action`)
  }
  const legs = (transition.legs ?? []).map(({ leg }) => leg)
  ensure(new Set(legs).size === legs.length, `a leg named twice in one change: ${legs}`)
  for (const entry of transition.ledger ?? []) {
    ensure(entry.amount >= 0n, `a ledger entry of ${entry.amount}`)
    ensure(entry.from !== entry.to, `a ledger entry from ${entry.from} to itself`)
  }
  for (const { amount } of transition.reserve ?? []) ensure(amount >= 0n, `a reservation of ${amount}`)
}

/** A change that moves the intent or says when it is due again ends the lease; a note on the way does not. */
export const endsLease = (transition: Transition): boolean =>
  transition.step !== undefined || transition.dueAtMs !== undefined

const typeOfLeg = {
  deposit: 'DEPOSIT',
  origin: 'ORIGIN',
  destination: 'DESTINATION',
  refund: 'REFUND',
} as const satisfies Record<Leg, LegRecord['type']>

/** A leg that a change names for the first time. */
export const newLeg = (patch: Partial<NewLeg> & { leg: Leg; chainId: number }): NewLeg => ({
  ...patch,
  status: patch.status ?? 'UNKNOWN',
  type: patch.type ?? typeOfLeg[patch.leg],
  context: patch.context ?? 'NONE',
})

export const liveStates: readonly AttemptState[] = ['planned', 'broadcast', 'indeterminate']

export const isLive = (state: AttemptState): boolean => liveStates.includes(state)

const nextStates: Record<AttemptState, readonly AttemptState[]> = {
  planned: ['broadcast', 'indeterminate', 'confirmed', 'reverted', 'rejected', 'replaced'],
  broadcast: ['indeterminate', 'confirmed', 'reverted', 'rejected', 'replaced'],
  indeterminate: ['broadcast', 'confirmed', 'reverted', 'rejected', 'replaced'],
  // Of two transactions at one nonce the chain chooses: the older one may still be mined.
  replaced: ['confirmed', 'reverted'],
  confirmed: [],
  reverted: [],
  rejected: [],
}

export function checkAttemptMove(from: AttemptState, to: AttemptState): void {
  ensure(from === to || nextStates[from].includes(to), `an attempt that is ${from} cannot become ${to}`)
}

/** From which an attempt may come to this state, staying included. */
export const statesBefore = (to: AttemptState): AttemptState[] =>
  attemptStates.filter((from) => from === to || nextStates[from].includes(to))

/** Mined one way or the other: the nonce is used, so no other attempt at it can be. */
export const usesNonce = (state: AttemptState): boolean => state === 'confirmed' || state === 'reverted'

/** Enough settled intents to speak of a usual duration, and how far back to look. */
export const medianSample = { min: 5, max: 50 } as const

export const leaseTokenOf = (worker: string, leaseNumber: number): string => `${worker}#${leaseNumber}`

const refusalOf = { inventory: 'reserved', gas: 'outOfGas', backing: 'unbacked' } as const

/** Throws if what is reserved of a kind and token, this reservation included, is more than there is or than the project's share. */
export function checkRoom(wanted: Reservation, sums: { all: bigint; ofProject: bigint }): void {
  const { kind, chainId, token, amount, most, projectMost } = wanted
  const asked = `${amount} of ${token} on chain ${chainId}`
  if (most !== undefined && sums.all > most)
    throw new StoreError(refusalOf[kind], `${asked}, where ${sums.all - amount} of ${most} are reserved`)
  if (projectMost !== undefined && sums.ofProject > projectMost)
    throw new StoreError('overShare', `${asked}, where ${sums.ofProject - amount} of ${projectMost} are reserved`)
}
