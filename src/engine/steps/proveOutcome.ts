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
  /** Every arrival has its transaction, every transaction of ours its gas, and no node failed to answer. */
  isWhole: boolean
}

const endsWith = (outcome: Outcome) => (outcome.kind === 'move' && isFinalStep(outcome.to) ? outcome.to : undefined)

const isBooked = (outcome: Outcome): boolean =>
  endsWith(outcome) !== undefined || outcome.books !== undefined || (outcome.ledger ?? []).length > 0

/**
 * Books what has moved when a step decides: all that the final blocks show and the ledger lacks. A node that does not
 * answer must not delay the money: the next decision books it.
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

/** Longer than an overloaded node takes to show a block whose state it already returns. */
const proofMs = 10_000

/**
 * Polls every block, for at least ten seconds and two blocks, before anything is booked without its proof. A node may
 * answer for a block with the state of the one after it, whose events it lacks: a block later they explain the balance.
 * A balance still unexplained is booked as it is, because some tokens grow without an event.
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

/** Ends an intent although nodes have not answered everything: the missing facts are read later. */
export const withUntold = ({ progress }: IntentRecord, outcome: Outcome, sinceMs: number): Outcome => ({
  ...outcome,
  progress: { ...progress, ...outcome.progress, unproven: undefined, untold: { sinceMs } },
})

/**
 * Shows on a deposit's leg the amount that came and the transaction that paid: the announced one if it did, else the
 * last. After a reorganisation a remembered receipt is in no block at first, though its transaction is in another one.
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
  // A gift that was refunded makes the deposit after it late (seed 620000333).
  const isWhole = (some: readonly LedgerEntry[]) =>
    leg?.status !== 'SUCCEEDED' || sumOf(some) >= intent.depositTransaction.amount
  const deposits = isWhole(inTime) ? inTime : arrivals
  if (!leg || deposits.length === 0) return { legs, isProven: true }
  // Payments that nodes have not returned make no deposit smaller (seed 880000125).
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
