import type { Chain } from '../../chains/chain.ts'
import type { ExecutionPlan, IntentRecord, Leg } from '../../intents/intentRecord.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Provider } from '../../providers/provider.ts'
import type { LegAttempt } from '../../stores/store.ts'
import type { World } from '../world.ts'
import type { Outcome, StepFunction } from './outcome.ts'

/** Something off the chain is asked for this often: half a block, within bounds. */
const lookMsMin = 150
const lookMsMax = 3_000
export const lookAgainMs = ({ definition }: Chain): number =>
  Math.min(lookMsMax, Math.max(lookMsMin, definition.blockTimeMs / 2))

/**
 * What waits for a chain is looked at with its next block. The time is the safety net for a block that nobody here saw; the sender
 * also tells when a transaction is mined.
 */
const netMsMin = 500
const netMsMax = 15_000
export const waitForNextBlock = (chain: Chain): Pick<Outcome, 'waitMs' | 'headOf'> => ({
  waitMs: netMs(chain),
  headOf: chain.id,
})

const netMs = ({ definition }: Chain): number => Math.min(netMsMax, Math.max(netMsMin, 2 * definition.blockTimeMs))

const unminedMs = 8_000

/** Until something carries a leg, anyone may have run it already. */
export const waitForAttempt = (chain: Chain, record: IntentRecord, leg: Leg, attempts: readonly LegAttempt[]) =>
  attempts.length > 0 ? waitForMined(chain, record, leg) : waitForNextBlock(chain)

/** What was handed to the sender is looked at when the sender says that it is mined, and from then on with every block until that is final. */
export function waitForMined(chain: Chain, { legs }: IntentRecord, leg: Leg): Pick<Outcome, 'waitMs' | 'headOf'> {
  const mined = legs.some((one) => one.leg === leg && one.status === 'MINING')
  return mined ? waitForNextBlock(chain) : { waitMs: Math.max(unminedMs, netMs(chain)) }
}

const sendBeforeRefundS = 60

/** Whether a batch may still be sent: one that may not be mined before the time of refunds begins is not. */
export const inTime = async (chain: Chain, { refundAtS }: ExecutionPlan): Promise<boolean> =>
  (await chain.head()).timestampS + sendBeforeRefundS < refundAtS

export function chainOf(world: World, chainId: number): Chain {
  const chain = world.chains.get(chainId)
  if (!chain) throw new ServiceError('UnsupportedNetwork', `chain ${chainId} is no longer configured`)
  return chain
}

export function providerOf(world: World, name: string): Provider {
  const provider = world.providers.find((found) => found.name === name)
  if (!provider) throw new ServiceError('Unavailable', `provider ${name} is no longer configured`)
  return provider
}

/** The step that follows waits for nothing: both are written at once, and nobody leases the row in between. */
export async function mergeWithNextStep(
  next: StepFunction,
  record: IntentRecord,
  first: Outcome,
  world: World,
): Promise<Outcome> {
  const then = await next({ ...record, progress: first.progress ?? record.progress }, world)
  return {
    ...then,
    progress: then.progress ?? first.progress,
    legs: [...(first.legs ?? []), ...(then.legs ?? [])],
    ledger: [...(first.ledger ?? []), ...(then.ledger ?? [])],
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

const resendsMax = 5
/** Time for the sender to put an element that failed in a bundle into a transaction of its own. */
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
  return !(await store.attempts.isOpen(intentId, leg))
}

export const mayResend = ({ progress }: IntentRecord): boolean => (progress.resends ?? 0) < resendsMax

export const countResend = ({ progress }: IntentRecord) => ({ ...progress, resends: (progress.resends ?? 0) + 1 })
