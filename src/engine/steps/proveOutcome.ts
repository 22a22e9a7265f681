import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import { isFinalStep } from '../../intents/lifecycle.ts'
import { paymentsIn, proofOf } from '../books/depositPayments.ts'
import { gasOfOthers, isUnproven, proveArrivals } from '../books/provenEntries.ts'
import { takenUnseen, type Unseen } from '../books/takenUnseen.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import { nextBlock } from './common.ts'
import { type Effects, type Outcome, wait } from './outcome.ts'
import { searchFromBlocks } from './searchFromBlocks.ts'

export type Proven = {
  outcome: Outcome
  /** Every arrival has its transaction, every transaction of ours its gas, and no node failed to tell. */
  isWhole: boolean
}

/**
 * Completes what a step wants to book: arrivals under the transactions that brought them, and at the end of an intent the gas of what we
 * sent in vain and what its owner took out unseen. A node that does not answer must not keep the money waiting: then the step's own entries are what there is.
 */
export async function proveOutcome(record: IntentRecord, outcome: Outcome, world: World): Promise<Proven> {
  const ends = outcome.kind === 'move' && isFinalStep(outcome.to)
  const untold = (error: unknown): Unseen => {
    world.observe.stepFailed({ intentId: record.intentId, step: 'prove', error })
    return { entries: [], isWhole: false }
  }
  if (!ends && !outcome.ledger?.length) return { outcome, isWhole: true }
  try {
    const before = await world.store.intents.ledger(record.intentId)
    // What was never executed has no block yet from which it is looked at.
    const known = outcome.progress ?? record.progress
    const progress = known.origin ? known : { ...known, ...(await searchFromBlocks(record, world)) }
    const own = outcome.ledger ?? []
    const isOver = ends || isFinalStep(record.step)
    const unseen = isOver
      ? await takenUnseen({ ...record, progress }, [...before, ...own], world).catch(untold)
      : nothing
    const ledger = await proveArrivals({ ...record, progress }, [...own, ...unseen.entries], before, world)
    const gas = isOver ? await gasOfOthers(record, [...before, ...ledger], world) : nothing
    const { legs, isProven } = await depositProof(record, outcome.legs, ledger, world)
    const isWhole = isProven && gas.isWhole && unseen.isWhole && !ledger.some(isUnproven)
    return { outcome: { ...outcome, ledger: [...ledger, ...gas.entries], legs }, isWhole }
  } catch (error) {
    world.observe.stepFailed({ intentId: record.intentId, step: 'prove', error })
    return { outcome, isWhole: false }
  }
}

const nothing = { entries: [], isWhole: true }

/** Longer than a node that is out of breath takes to show a block whose state it already tells. */
const proofMs = 10_000

/**
 * Looks again with every block, for ten seconds and two blocks at least, before anything is booked without its proof. A node may answer
 * for a block with the state of the one after it, whose events it does not have yet: such a balance is explained a block later. What is
 * not explained then either is booked as it is, because some tokens grow without an event.
 */
export function waitForProof(record: IntentRecord, { outcome, isWhole }: Proven, world: World): Outcome {
  const { progress, step, intent } = record
  const nowMs = world.clock.nowMs()
  const chainId = outcome.ledger?.find(isUnproven)?.chainId ?? intent.originChainId
  const look = nextBlock(chainOf(world, chainId))
  const waiting = progress.unproven?.step === step ? progress.unproven : { step, sinceMs: nowMs }
  if (!isWhole && nowMs - waiting.sinceMs < Math.max(proofMs, look.afterMs))
    return wait(look, { progress: { ...progress, unproven: waiting } })
  return progress.unproven && outcome.ledger?.length
    ? { ...outcome, progress: { ...progress, ...outcome.progress, unproven: undefined } }
    : outcome
}

/**
 * A deposit that was only concluded, from a balance or from a batch that ran, is told with what its payments show. A receipt that was remembered
 * from a block that a reorganisation replaced is found in no block at first, though the transaction is in another one.
 */
async function depositProof(
  record: IntentRecord,
  legs: Effects['legs'],
  ledger: readonly LedgerEntry[],
  world: World,
): Promise<{ legs: Effects['legs']; isProven: boolean }> {
  const leg = legs?.find((one) => one.leg === 'deposit' && (one.status === 'SUCCEEDED' || one.status === 'FAILED'))
  const payments = ledger.filter(({ to, why, txnHash }) => to === 'originIntent' && why === 'deposit' && txnHash)
  const last = payments.at(-1)
  if (!leg || !last?.txnHash || payments.some(({ txnHash }) => txnHash === leg.txnHash)) return { legs, isProven: true }
  const { plan, intent } = record
  const chain = chainOf(world, intent.originChainId)
  const evidence = await chain.receipt(last.txnHash, { atOrBelow: await chain.finalBlock(plan.valueUsd) })
  if (evidence.is !== 'proven') return { legs, isProven: false }
  // Whoever the money came from, which is not always whoever sent the transaction: a pool may have paid it out for them.
  const payer = paymentsIn(evidence.value, record, last.amount).at(-1)?.from ?? evidence.value.from
  const proof = proofOf(evidence.value, last.from === 'owner' ? intent.ownerAddress : payer)
  return { legs: legs?.map((one) => (one === leg ? { ...one, ...proof } : one)), isProven: true }
}
