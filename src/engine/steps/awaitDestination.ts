import type { Chain } from '../../chains/chain.ts'
import { bridgeTokens, type IntentProgress, type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import type { LedgerEntry } from '../../intents/ledger.ts'
import { destinationFailure } from '../../intents/reasons.ts'
import type { Address } from '../../interface/fields.ts'
import { awaitedToken, batchEntries } from '../books/batchEntries.ts'
import { type BatchRun, findBatchRun } from '../books/batchReceipt.ts'
import { minedOf } from '../books/depositPayments.ts'
import { sumInto } from '../books/transferEntries.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { takenOutLegs } from './aborted.ts'
import { batchSearchOf } from './batchSearchOf.ts'
import { arrivalFirst, isTakenBack, minedEffects, runAtHead } from './mined.ts'
import { moveTo, type Outcome, type Wait, wait } from './outcome.ts'
import {
  allAttemptsFailed,
  countResend,
  inTime,
  isOver,
  lostLegs,
  mayResend,
  nextBlock,
  refundedLeg,
  unitsOn,
  waitForAttempt,
} from './pollSchedule.ts'
import { refundOnDestination } from './sendDestination.ts'
import { originIsOpen, settleOrigin } from './settleOrigin.ts'
import { afterStrictFailure, ranWithoutEffect } from './strictFailure.ts'

/** Waits until the destination batch is mined deep enough, and reads from its events who was paid. */
export async function awaitDestination(record: IntentRecord, world: World): Promise<Outcome<'awaitDestination'>> {
  const { destination } = record.plan
  if (!destination) throw new Error(`intent ${record.intentId} has no destination batch`)
  const settled = await settleOrigin(record, world)
  if (settled) return settled
  const { where, attempts } = await batchSearchOf(record, 'destination', world)
  const { chain, finalBlock } = where
  const atHead = await runAtHead(where, attempts, record, 'destination')
  const say = (look: Wait): Wait => ({ ...look, ...minedEffects(record, 'destination', { chain, atHead }) })
  const evidence = await findBatchRun(where, attempts)
  // An end needs a final origin too.
  if (originIsOpen(record) && evidence.is !== 'notFound')
    return say(wait(nextBlock(chainOf(world, record.intent.originChainId))))
  if (evidence.is === 'proven')
    return (
      arrivalFirst(record, 'destination', { chain, atHead: evidence }) ??
      bookDestinationRun(record, world, chain, evidence.value)
    )
  if (evidence.is === 'provenNot') return refundOnDestination(record, 'OWNER_ACTED')
  if (atHead?.is === 'notFound' && (await arrivalIsGone(record, chain, world).catch(() => false)))
    return moveTo(
      'awaitBridge',
      { progress: { ...withProgress(record.progress, 'bridge', { reorged: true }), arrived: undefined } },
      nextBlock(chain),
    )
  // Unknown: wait.
  const isUnknown = evidence.is === 'unknown'
  const hadNoEffect = !isUnknown && (await ranWithoutEffect(record, 'destination', attempts, chain, finalBlock))
  const over = !isUnknown && (await isOver(chain, destination, finalBlock))
  const isOpen =
    isUnknown || (!over && !hadNoEffect && !(await allAttemptsFailed(record, 'destination', attempts, world)))
  if (isOpen) {
    return say(isUnknown ? wait(nextBlock(chain)) : waitForAttempt(chain, record, 'destination', attempts))
  }
  if (originIsOpen(record)) return wait(nextBlock(chain))
  if (over || !mayResend(record, 'destination', hadNoEffect) || !(await inTime(chain, destination)))
    return refundOnDestination(record)
  const again = hadNoEffect ? await lookAtFailed(record, world, chain) : record.progress
  if ('kind' in again) return again
  return moveTo('sendDestination', {
    progress: countResend({ ...record, progress: again }, 'destination', attempts, hadNoEffect),
  })
}

/** Whether a reorganisation took back the fill that the batch was sent on. A booked fill was final and cannot go. */
async function arrivalIsGone(record: IntentRecord, chain: Chain, world: World): Promise<boolean> {
  const { intentId, intent, plan, progress } = record
  const wallet = intent.destinationIntentAddress
  const { bridge } = plan
  if (!bridge || !wallet) return false
  const needed = bridgeTokens(bridge).map((token) => ({ token, amount: bridge.outputAmountMin }))
  if (!(await isTakenBack(chain, { wallet, needed, fromBlock: progress.destination?.fromBlock ?? 0 }))) return false
  return !(await world.store.intents.ledger(intentId)).some(({ to }) => to === 'destinationIntent')
}

/** After a failed strict run: resends once it would pass, tolerantly if it keeps failing. */
async function lookAtFailed(record: IntentRecord, { clock }: World, chain: Chain): Promise<Wait | IntentProgress> {
  const meta = record.intent.destinationMetaTxn
  if (!meta) throw new Error(`intent ${record.intentId} has no destination batch`)
  const found = await afterStrictFailure(record, 'destination', chain, clock, {
    to: meta.contract,
    data: meta.input,
    bringsDeposit: false,
  })
  if (found.is === 'passed') return record.progress
  return found.is === 'failing' ? wait(nextBlock(chain), { progress: found.progress }) : found.progress
}

async function bookDestinationRun(
  record: IntentRecord,
  world: World,
  chain: Chain,
  run: BatchRun,
): Promise<Outcome<'awaitDestination'>> {
  const { intent } = record
  const mined = minedOf(run.receipt)
  const booked = batchEntries(record, 'destination', run, { wrapped: chain.definition.wrappedNative })
  const destination = { leg: 'destination' as const, chainId: chain.id, ...mined }
  if (!run.failed.has('deliver') && !run.failed.has('main')) {
    return moveTo('succeeded', {
      books: { side: 'destination' },
      legs: [
        ...lostLegs(record),
        { ...destination, status: 'SUCCEEDED', tokenAmount: booked.delivered },
        ...(takenOutLegs(record, await world.store.intents.ledger(record.intentId)) ?? []),
      ],
    })
  }
  return moveTo('paidOnDestination', {
    books: { side: 'destination' },
    legs: [
      ...lostLegs(record),
      { ...destination, status: 'FAILED', statusReason: destinationFailure(record, run, unitsOn(world, chain)) },
      refundedLeg(chain.id, {
        fromAddress: intent.destinationIntentAddress,
        toAddress: record.plan.destination?.refundReceiver ?? intent.ownerAddress,
        tokenAddress: paidToken(record, run),
        tokenAmount: paidToOwner(booked.entries, paidToken(record, run)),
        ...mined,
      }),
    ],
  })
}

/** The token that the owner was paid in: the arrived one if the swap failed, else the one to be delivered. */
const paidToken = (record: IntentRecord, run: BatchRun): Address =>
  run.failed.has('main') ? awaitedToken(record, 'destination') : record.intent.quoteRequest.destinationTokenAddress

const paidToOwner = (entries: readonly LedgerEntry[], token: Address): bigint => sumInto(entries, 'owner', token)
