import { sameAddress } from '../../evm/address.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import { isFinalStep } from '../../intents/lifecycle.ts'
import { bookIntent } from '../book/bookIntent.ts'
import { isArrival, isUnproven } from '../book/judgeByBalances.ts'
import { paymentsIn, proofOf } from '../books/depositPayments.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { type Effects, type Outcome, wait } from './outcome.ts'
import { nextBlock } from './pollSchedule.ts'

export type Proven = {
  outcome: Outcome
  /** No node failed to answer, every arrival has its transaction, and the gas of all our transactions is booked. */
  isWhole: boolean
}

const endsWith = (outcome: Outcome) => (outcome.kind === 'move' && isFinalStep(outcome.to) ? outcome.to : undefined)

const isBooked = (outcome: Outcome): boolean =>
  endsWith(outcome) !== undefined || outcome.books !== undefined || (outcome.ledger ?? []).length > 0

/**
 * If the outcome writes to the ledger or ends the intent, adds every movement in final blocks that the ledger lacks. If
 * a node does not answer, the outcome stands as it is, because the money must not wait; a later outcome books the rest.
 */
export async function proveOutcome(record: IntentRecord, outcome: Outcome, world: World): Promise<Proven> {
  if (!isBooked(outcome)) return { outcome, isWhole: true }
  try {
    const own = outcome.ledger ?? []
    const known = { ...record, progress: outcome.progress ?? record.progress }
    const isOver =
      endsWith(outcome) === 'succeeded' ? 'well' : endsWith(outcome) || isFinalStep(record.step) ? 'badly' : undefined
    const found = await bookIntent(known, world, { own, toBook: outcome.books, legs: outcome.legs, isOver })
    const { legs, isProven } = await proveDeposit(record, outcome.legs, found.ledger, world)
    return { outcome: { ...outcome, ledger: [...own, ...found.entries], legs }, isWhole: isProven && found.isWhole }
  } catch (error) {
    world.observe.stepFailed({ intentId: record.intentId, step: 'prove', error })
    return { outcome, isWhole: false }
  }
}

/** An overloaded node may return the state of a block before its events. The delay is shorter than this. */
const proofMs = 10_000

/**
 * Before anything is booked without its transaction, polls every block for 10 s, on slow chains for up to 15 s. A node
 * may answer for a block with the state of the next one and without its events; a block later, the events explain the
 * balance. A balance still unexplained then is booked as it is, because some tokens grow without an event.
 */
export function waitForProof(record: IntentRecord, { outcome, isWhole }: Proven, world: World): Outcome {
  const { progress, step, intent } = record
  const nowMs = world.clock.nowMs()
  const chainId = outcome.ledger?.find(isUnproven)?.chainId ?? intent.originChainId
  const look = nextBlock(chainOf(world, chainId))
  const waiting = progress.unproven?.step === step ? progress.unproven : { step, sinceMs: nowMs }
  if (!isWhole && nowMs - waiting.sinceMs < Math.max(proofMs, look.afterMs))
    return wait(look, { progress: { ...progress, unproven: waiting } })
  if (!isBooked(outcome)) return outcome
  if (!isWhole && endsWith(outcome)) return withUntold(record, outcome, nowMs)
  return progress.unproven
    ? { ...outcome, progress: { ...progress, ...outcome.progress, unproven: undefined } }
    : outcome
}

/** Ends an intent although nodes have not reported every movement. `refundLateDeposits` asks them for the rest. */
export const withUntold = ({ progress }: IntentRecord, outcome: Outcome, sinceMs: number): Outcome => ({
  ...outcome,
  progress: { ...progress, ...outcome.progress, unproven: undefined, untold: { sinceMs } },
})

/**
 * Sets on the deposit leg the amount that arrived and the transaction that paid: the announced one if it paid, else the
 * last. A cached receipt may name a block that a reorg removed: `isProven` is then false, and the next call reads anew.
 */
export async function proveDeposit(
  record: IntentRecord,
  legs: Effects['legs'],
  ledger: readonly LedgerEntry[],
  world: World,
): Promise<{ legs: Effects['legs']; isProven: boolean }> {
  const { plan, intent, progress } = record
  const { tokenAddress } = intent.depositTransaction
  const told = legs?.find((one) => one.leg === 'deposit' && one.status !== undefined)
  // A leg shown as paid before its payment was booked has no transaction yet.
  const open = record.legs.find((one) => one.leg === 'deposit' && one.status === 'SUCCEEDED' && !one.txnHash)
  const leg = told ?? open
  const arrivals = ledger.filter(
    (one) => isArrival(one) && one.to === 'originIntent' && sameAddress(one.token, tokenAddress),
  )
  const inTime = arrivals.filter(({ why }) => why === 'deposit')
  // After the refund of a gift, the deposit itself is booked as late, so late arrivals count too (seed 620000333).
  const isWhole = (some: readonly LedgerEntry[]) =>
    leg?.status !== 'SUCCEEDED' || sumOf(some) >= intent.depositTransaction.amount
  const deposits = isWhole(inTime) ? inTime : arrivals
  if (!leg || deposits.length === 0) return { legs, isProven: true }
  // If nodes have not returned all payments, the amount shown must not shrink (seed 880000125).
  const tokenAmount = leg.tokenAmount && (isWhole(deposits) ? sumOf(deposits) : leg.tokenAmount)
  const withProof = (proof: object): Effects['legs'] =>
    told
      ? legs?.map((one) => (one === told ? { ...one, ...proof, tokenAmount } : one))
      : [...(legs ?? []), { leg: 'deposit', chainId: intent.originChainId, ...proof, tokenAmount }]
  const payments = deposits.filter(({ txnHash }) => txnHash)
  if (!told && payments.length === 0) return { legs, isProven: true }
  const payment = payments.find(({ txnHash }) => txnHash === progress.deposit?.hash) ?? payments.at(-1)
  if (!payment?.txnHash || payments.some(({ txnHash }) => txnHash === leg.txnHash))
    return { legs: withProof({}), isProven: true }
  const chain = chainOf(world, intent.originChainId)
  const evidence = await chain.receipt(payment.txnHash, { atOrBelow: await chain.finalBlock(plan.valueUsd) })
  if (evidence.is !== 'proven') return { legs: withProof({}), isProven: false }
  // The payer is not always the sender of the transaction: a pool may have paid for the sender.
  const payer = paymentsIn(evidence.value, record, payment.amount).at(-1)?.from ?? evidence.value.from
  const proof = proofOf(evidence.value, payment.from === 'owner' ? intent.ownerAddress : payer)
  return { legs: withProof(proof), isProven: true }
}

const sumOf = (entries: readonly LedgerEntry[]): bigint => entries.reduce((sum, { amount }) => sum + amount, 0n)
