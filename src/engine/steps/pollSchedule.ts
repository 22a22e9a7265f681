import type { Chain } from '../../chains/chain.ts'
import { type IntentProgress, type IntentRecord, type Leg, withProgress } from '../../intents/intentRecord.ts'
import type { Step } from '../../intents/lifecycle.ts'
import { reason, type UnitOf } from '../../intents/reasons.ts'
import type { WalletConfig } from '../../intents/wallet.ts'
import type { LegAttempt } from '../../stores/store.ts'
import type { World } from '../world.ts'
import { type Effects, type Move, type NextPoll, type Wait, wait } from './outcome.ts'

/** Something off the chain is asked for this often: half a block, within bounds. */
const lookMsMin = 150
const lookMsMax = 3_000
export const pollAgainMs = ({ definition }: Chain): number =>
  Math.min(lookMsMax, Math.max(lookMsMin, definition.blockTimeMs / 2))

/**
 * What waits for a chain is polled at its next block. The time is the safety net for a block that this process missed; the sender
 * also tells when a transaction is mined.
 */
const netMsMin = 500
const netMsMax = 15_000
export const nextBlock = (chain: Chain): NextPoll => ({ afterMs: netMs(chain), orBlockOf: chain.id })

const netMs = ({ definition }: Chain): number => Math.min(netMsMax, Math.max(netMsMin, 2 * definition.blockTimeMs))

const unminedMs = 8_000

/** Until something carries a leg, anyone may have run it already. */
export const waitForAttempt = (chain: Chain, record: IntentRecord, leg: Leg, attempts: readonly LegAttempt[]): Wait =>
  wait(attempts.length > 0 ? whenMined(chain, record, leg) : nextBlock(chain))

/** A batch with the sender is polled once the sender reports it mined, and then at every block until it is final. */
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
 * Whether a batch may still be sent: one that may not be mined before the time of refunds begins is not. The origin's time is before the
 * destination's by what the bridge needs, so what may start can also finish.
 */
export const inTime = async (chain: Chain, { refundAt }: WalletConfig): Promise<boolean> =>
  (await chain.head()).timestampS + sendBeforeRefundS < Number(refundAt)

/**
 * Whether a batch can never run any more: the time of refunds has begun at a block that may be relied on. Asked when no run was found there;
 * what is still under way can only revert.
 */
export async function isOver(chain: Chain, { refundAt }: WalletConfig, finalBlock: number): Promise<boolean> {
  if ((await chain.head()).timestampS < Number(refundAt)) return false
  return (await chain.block(finalBlock)).timestampS >= Number(refundAt)
}

/**
 * Runs the step that follows at once and writes what both found in one transaction: the first step waits for nothing more, so the row
 * need not be leased again in between. Only a step that always moves can follow so.
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

/** A leg that has begun keeps its status; only one that has not is marked as pending. */
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

/** What an end says is never taken back: the receipt shows the refund that ended the intent, and what came later is in the ledger. */
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
/** Time for the sender to write down what became of its newest transaction. */
const graceMs = 60_000

/**
 * Whether everything that carried a leg was refused, given up, reverted, or mined without effect, and nothing of it is left to be sent.
 * While a cancellation stands against a transaction either of them may be mined: then it is open, although no live attempt carries it.
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
 * Runs of a leg that may be mined and do nothing, each at the operator's cost: a contract that is asked on the way (a wallet for its signature, a
 * target of the caller's own) can say yes to every simulation and burn its gas on chain. Three strict ones and a tolerant one.
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
