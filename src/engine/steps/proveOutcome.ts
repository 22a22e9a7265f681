import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import { isFinalStep } from '../../intents/lifecycle.ts'
import { gasOfOthers, proveArrivals } from '../books/provenEntries.ts'
import { chainOf } from '../configured.ts'
import type { World } from '../world.ts'
import type { Effects, Outcome } from './outcome.ts'
import { startBlocks } from './startBlocks.ts'

/**
 * Completes what a step wants to book: arrivals under the transactions that brought them, and at the end of an intent the gas of what we
 * sent in vain. A node that does not answer must not keep the money waiting: then the step's own entries are written.
 */
export async function proveOutcome(record: IntentRecord, outcome: Outcome, world: World): Promise<Outcome> {
  const ends = outcome.kind === 'move' && isFinalStep(outcome.to)
  if (!ends && !outcome.ledger?.length) return outcome
  try {
    const before = await world.store.intents.ledger(record.intentId)
    // What was never executed has no block yet from which it is looked at.
    const known = outcome.progress ?? record.progress
    const progress = known.origin ? known : { ...known, ...(await startBlocks(record, world)) }
    const ledger = await proveArrivals({ ...record, progress }, outcome.ledger ?? [], before, world)
    const gas = ends || isFinalStep(record.step) ? await gasOfOthers(record, [...before, ...ledger], world) : []
    const legs = await depositProof(record, outcome.legs, ledger, world)
    return { ...outcome, ledger: [...ledger, ...gas], legs }
  } catch (error) {
    world.observe.stepFailed({ intentId: record.intentId, step: 'prove', error })
    return outcome
  }
}

/** A deposit that was only concluded, from a balance or from a batch that ran, is told with what its payments show. */
async function depositProof(
  { plan, intent }: IntentRecord,
  legs: Effects['legs'],
  ledger: readonly LedgerEntry[],
  world: World,
): Promise<Effects['legs']> {
  const leg = legs?.find((one) => one.leg === 'deposit' && (one.status === 'SUCCEEDED' || one.status === 'FAILED'))
  const payments = ledger.filter(({ to, why, txnHash }) => to === 'originIntent' && why === 'deposit' && txnHash)
  const last = payments.at(-1)
  if (!leg || !last?.txnHash || payments.some(({ txnHash }) => txnHash === leg.txnHash)) return legs
  const chain = chainOf(world, intent.originChainId)
  const evidence = await chain.receipt(last.txnHash, { atOrBelow: await chain.finalBlock(plan.valueUsd) })
  if (evidence.is !== 'proven') return legs
  const { hash: txnHash, blockNumber, minedAtMs, from } = evidence.value
  const fromAddress = last.from === 'owner' ? intent.ownerAddress : from
  return legs?.map((one) => (one === leg ? { ...one, txnHash, blockNumber, minedAtMs, fromAddress } : one))
}
