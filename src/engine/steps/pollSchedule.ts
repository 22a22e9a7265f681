import type { Chain } from '../../chains/chain.ts'
import { type IntentProgress, type IntentRecord, type Leg, withProgress } from '../../intents/intentRecord.ts'
import type { Step } from '../../intents/lifecycle.ts'
import { reason, type UnitOf } from '../../intents/reasons.ts'
import type { WalletConfig } from '../../intents/wallet.ts'
import type { LegAttempt } from '../../stores/store.ts'
import type { World } from '../world.ts'
import { type Effects, type Move, type NextPoll, type Wait, wait } from './outcome.ts'

/** Interval of polls that no block triggers: half a block time, within bounds. */
const lookMsMin = 150
const lookMsMax = 3_000
export const pollAgainMs = ({ definition }: Chain): number =>
  Math.min(lookMsMax, Math.max(lookMsMin, definition.blockTimeMs / 2))

/**
 * Polls at the chain's next block. The time is the safety net for a block that this process missed; the sender also
 * wakes the row when a transaction is mined.
 */
const netMsMin = 500
const netMsMax = 15_000
export const nextBlock = (chain: Chain): NextPoll => ({ afterMs: netMs(chain), orBlockOf: chain.id })

const netMs = ({ definition }: Chain): number => Math.min(netMsMax, Math.max(netMsMin, 2 * definition.blockTimeMs))

const unminedMs = 8_000

/** Polls every block until we have sent something: anyone may have run the leg already. */
export const waitForAttempt = (chain: Chain, record: IntentRecord, leg: Leg, attempts: readonly LegAttempt[]): Wait =>
  wait(attempts.length > 0 ? whenMined(chain, record, leg) : nextBlock(chain))

/** Polls a sent batch once the sender reports it mined, then at every block until it is final. */
export function whenMined(chain: Chain, { legs }: IntentRecord, leg: Leg): NextPoll {
  const mined = legs.some((one) => one.leg === leg && one.status === 'MINING')
  return mined ? nextBlock(chain) : { afterMs: Math.max(unminedMs, netMs(chain)) }
}

export const unitsOn =
  ({ tokens }: World, chain: Chain): UnitOf =>
  (token) =>
    tokens.find(chain.id, token)

const sendBeforeRefundS = 60

/**
 * Whether a batch may still be sent: not if it might be mined only after `refundAt`. The origin's `refundAt` precedes
 * the destination's by the time that the bridge needs, so a started intent can also finish.
 */
export const inTime = async (chain: Chain, { refundAt }: WalletConfig): Promise<boolean> =>
  (await chain.head()).timestampS + sendBeforeRefundS < Number(refundAt)

/**
 * Whether a batch can no longer start: a final block is past `refundAt`. The caller searches for a run before that.
 * Transactions still under way can only revert.
 */
export async function isOver(chain: Chain, { refundAt }: WalletConfig, finalBlock: number): Promise<boolean> {
  if ((await chain.head()).timestampS < Number(refundAt)) return false
  return (await chain.block(finalBlock)).timestampS >= Number(refundAt)
}

/**
 * Runs the next step at once and writes the effects of both in one transaction: the first step waits for nothing more,
 * so the row need not be leased again. Only a step that always moves can follow.
 */
export async function mergeWithNextStep<To extends Step>(
  next: (record: IntentRecord, world: World) => Promise<Move<To>>,
  record: IntentRecord,
  found: Effects,
  world: World,
): Promise<Move<To>> {
  const move = await next({ ...record, progress: found.progress ?? record.progress }, world)
  return {
    ...move,
    progress: move.progress ?? found.progress,
    legs: [...(found.legs ?? []), ...(move.legs ?? [])],
    books: move.books ?? found.books,
    ledger: [...(found.ledger ?? []), ...(move.ledger ?? [])],
    outbox: [...(found.outbox ?? []), ...(move.outbox ?? [])],
    reserve: move.reserve ?? found.reserve,
  }
}

/** Marks a leg as pending if it has not begun; else its status stays. */
export function markPending(record: IntentRecord, leg: Leg): { status?: 'PENDING' } {
  const found = record.legs.find((one) => one.leg === leg)
  return found && found.status !== 'UNKNOWN' ? {} : { status: 'PENDING' }
}

/** The leg of money that went back. */
export const refundedLeg = <T extends object>(chainId: number, facts: T) => ({
  leg: 'refund' as const,
  chainId,
  status: 'SUCCEEDED' as const,
  type: 'REFUND' as const,
  context: 'NONE' as const,
  ...facts,
})

/** An end never changes: the receipt shows the refund that ended the intent; later ones are only in the ledger. */
export const hasEndedRefund = ({ legs }: IntentRecord): boolean =>
  legs.some(({ leg, status }) => leg === 'refund' && (status === 'SUCCEEDED' || status === 'FAILED'))

/** The origin's legs, if a reorganisation took its run back for good: they end without a transaction. */
export function lostLegs({ legs, progress }: IntentRecord): NonNullable<Effects['legs']> {
  if (!progress.origin?.lost) return []
  return legs
    .filter(
      ({ leg, status }) => (leg === 'deposit' || leg === 'origin') && status !== 'SUCCEEDED' && status !== 'FAILED',
    )
    .map(({ leg, chainId }) => ({ leg, chainId, status: 'FAILED' as const, statusReason: reason('REORGED') }))
}

const resendsMax = 5
/** Time for the sender to record the outcome of its newest transaction. */
const graceMs = 60_000

/**
 * Whether every attempt of a leg was refused, given up, reverted, or mined without effect, and none is left to be sent.
 * A leg with a cancellation under way is still open: either the cancellation or the transaction may be mined.
 */
export async function allAttemptsFailed(
  { intentId }: IntentRecord,
  leg: Leg,
  attempts: readonly LegAttempt[],
  { clock, store }: World,
): Promise<boolean> {
  const lastMs = Math.max(0, ...attempts.map(({ updatedAtMs }) => updatedAtMs))
  if (attempts.length === 0 || clock.nowMs() - lastMs <= graceMs) return false
  return !(await store.attempts.isInFlight(intentId, leg))
}

/**
 * Most runs of a leg that are mined without effect, at the operator's cost: a contract on the way (a wallet that checks
 * a signature, the caller's target) can pass every simulation and burn its gas on chain. Three strict, one tolerant.
 */
const runsInVainMax = 4

/** `inVain`: the newest run was mined and did nothing. */
export function mayResend({ progress }: IntentRecord, leg: BatchLeg, inVain: boolean): boolean {
  const { resends = 0, runsInVain = 0 } = progress[leg] ?? {}
  return resends < resendsMax && !(inVain && runsInVain + 1 >= runsInVainMax)
}

export function countResend(
  { progress }: IntentRecord,
  leg: BatchLeg,
  attempts: readonly LegAttempt[],
  inVain: boolean,
): IntentProgress {
  const { resends = 0, runsInVain = 0, lastAttempt } = progress[leg] ?? {}
  return withProgress(progress, leg, {
    resends: resends + 1,
    ...(inVain && { runsInVain: runsInVain + 1 }),
    failing: undefined,
    lastAttempt: attempts[0]?.id ?? lastAttempt,
  })
}

export type BatchLeg = Extract<Leg, 'origin' | 'destination'>
