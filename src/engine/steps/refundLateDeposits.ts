import { type IntentRecord, withProgress } from '../../intents/intentRecord.ts'
import { latePollSchedule } from '../../intents/latePollSchedule.ts'
import { balanceOf } from '../../intents/ledger.ts'
import { reason } from '../../intents/reasons.ts'
import type { Side } from '../../intents/wallet.ts'
import type { Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { LegAttempt } from '../../stores/store.ts'
import { bookIntent } from '../book/bookIntent.ts'
import { awaitedToken } from '../books/batchEntries.ts'
import { findBatchRun, refundsIn } from '../books/batchReceipt.ts'
import { minedOf } from '../books/depositPayments.ts'
import { chainOf } from '../chainOf.ts'
import type { World } from '../world.ts'
import { batchSearchOf } from './batchSearchOf.ts'
import { deliverLateMessage } from './bridgeMessage.ts'
import { lateBridgeRefund } from './bridgeRefund.ts'
import { bookDust, isDust } from './dust.ts'
import { type Effects, type Wait, wait, waitMs } from './outcome.ts'
import { hasEndedRefund, pollAgainMs, refundedLeg } from './pollSchedule.ts'
import { balancesHeld, dueTokens, refundFailure, refundItem, walletOf } from './refund.ts'

/**
 * Gap between late refunds of one intent: two minutes, doubled each time. Dust sent to an old address costs us some
 * sixteen transactions in 90 days; a payment after it is still sent back, later.
 */
const refundGapMs = (sends: number): number => 2 * 60_000 * 2 ** Math.max(0, sends - 1)

/** Facts that no node returned when an intent ended are read again this often, and for this long. */
const askAgainMs = 60_000
const toldWithinMs = 60 * 60_000

/**
 * A final intent's status never changes, but money may still arrive at its address: late, twice, or after the end. Once
 * anyone may refund, it is sent back, and the receipt gets a refund appended. If a late payer ran the batch before
 * that, this books the run, polls the destination, delivers a bridge's message, and books a bridge's refund.
 */
export async function refundLateDeposits(ended: IntentRecord, world: World): Promise<Wait> {
  const { untold } = ended.progress
  if (untold) {
    const { entries: ledger, isTold } = await bookIntent(ended, world, { isOver: 'badly' })
    const isOver = isTold || world.clock.nowMs() - untold.sinceMs > toldWithinMs
    const progress = { ...ended.progress, untold: undefined }
    return waitMs(isOver ? 0 : askAgainMs, isOver ? { ledger, progress } : {})
  }
  const atOrigin = await lookAt(ended, 'origin', world)
  if (!mayHaveCrossed(ended) || hasEffects(atOrigin)) return atOrigin
  const atDestination = await lookAt(ended, 'destination', world)
  if (hasEffects(atDestination)) return atDestination
  const next = isSooner(atDestination, atOrigin) ? atDestination : atOrigin
  return ended.progress.lateRefunds?.crossed ? lookAtBridges(ended, next, world) : next
}

/**
 * Whether a bridge may have brought money after the end. One of two may bring its part late, if another payer paid in
 * its place. An origin that did not run may have run in a block that a reorganisation took back, and a filler may have
 * paid for it without waiting. A lapsed intent counts if a deposit was announced or came late, or if its batch was sent
 * (seeds 1795055927165, 1795060870307).
 */
function mayHaveCrossed({ plan, progress, step, legs }: IntentRecord): boolean {
  const { crossed, sends = 0 } = progress.lateRefunds ?? {}
  if (crossed || plan.bridge?.parts) return true
  const ran = legs.some(({ leg, status }) => leg === 'origin' && status === 'SUCCEEDED')
  const wasPaid = step !== 'lapsed' || sends > 0
  const mayHaveRun = wasPaid || progress.deposit !== undefined || progress.origin?.handedOver === true
  return plan.destination !== undefined && !ran && mayHaveRun
}

/** For a crossing that began after the end and brought nothing: delivers its message, or books the bridge's refund. */
async function lookAtBridges(ended: IntentRecord, next: Wait, world: World): Promise<Wait> {
  const delivered = await deliverLateMessage(ended, world)
  if (delivered) return delivered
  // A refund under way may carry the bridge's money and books it. Do not wait for one that moved nothing.
  for (const { hash } of await refundsUnderWay(ended, world)) if (!(await movedNothing(ended, world, hash))) return next
  const back = await lateBridgeRefund(ended, world)
  return back ? wait(next.look, back) : next
}

/** Each side has its own window and pace; the row is due at the sooner of both polls. */
const isSooner = (one: Wait, other: Wait): boolean => lookMs(one) < lookMs(other)
const lookMs = ({ look }: Wait): number => (look === 'never' ? Number.POSITIVE_INFINITY : look.afterMs)

const hasEffects = ({ books, ledger, outbox }: Wait): boolean =>
  [books, ledger, outbox].some((one) => one !== undefined)

async function lookAt(ended: IntentRecord, side: Side, world: World): Promise<Wait> {
  const record: IntentRecord = { ...ended, progress: withProgress(ended.progress, 'refund', { side }) }
  const { chainId, config } = walletOf(record)
  const nowMs = world.clock.nowMs()
  const refundAtS = Number(config.refundAt)
  const endMs = refundAtS * 1_000 + world.settings.lookForPaymentsMs
  const chain = chainOf(world, chainId)
  const { timestampS } = await chain.head()
  if (timestampS < refundAtS) return waitMs(Math.max(pollAgainMs(chain), (refundAtS - timestampS) * 1_000))
  const ran = await bookLateRun(ended, side, world)
  if (ran) return waitMs(pollAgainMs(chain), ran)
  const under = await refundsUnderWay(record, world)
  for (const { hash } of under) {
    const settled = await bookLateRefund(record, world, hash)
    if (settled) return settled
  }
  if (await world.store.attempts.isInFlight(record.intentId, 'refund')) return waitMs(pollAgainMs(chain))
  if (await isGone(record, world)) {
    const { entries: ledger } = await bookIntent(ended, world, { isOver: 'badly' })
    if (ledger.length > 0) return waitMs(pollAgainMs(chain), { ledger })
  }
  const held = await balancesHeld(record, world, chain)
  // The last poll is at or after the end of the window, so it finds all that came before.
  const nextPoll = nowMs >= endMs ? ('never' as const) : { afterMs: nextPollMs(record, nowMs, endMs) }
  if (held.length === 0) return wait(nextPoll)
  if (await isDust(chain, held, record, world))
    return wait(nextPoll, await bookDust(record, walletOf(record), chain, held, world))
  const { sends = 0, lastSentMs = 0 } = record.progress.lateRefunds ?? {}
  const againAtMs = sends === 0 ? 0 : lastSentMs + refundGapMs(sends)
  if (nowMs < againAtMs) return waitMs(Math.max(pollAgainMs(chain), againAtMs - nowMs))
  const item = refundItem(
    record,
    held.map(({ token }) => token),
  )
  if ((await sentInVain(record, world)) >= inVainMax || (await refundFailure(chain, item)) !== undefined)
    return wait(nextPoll, await bookDust(record, walletOf(record), chain, held, world))
  return waitMs(pollAgainMs(chain), {
    progress: withProgress(ended.progress, 'lateRefunds', { sends: sends + 1, lastSentMs: nowMs }),
    outbox: [item],
  })
}

/** Whether the address holds less than the books say: another account sent money back, or the owner took it out. */
async function isGone(record: IntentRecord, world: World): Promise<boolean> {
  const { chainId, address, place } = walletOf(record)
  const booked = await world.store.intents.ledger(record.intentId)
  const due = dueTokens(record, booked)
  if (due.length === 0) return false
  const chain = chainOf(world, chainId)
  const block = await chain.finalBlock(record.plan.valueUsd)
  const held = await Promise.all(due.map((token) => chain.balance(token, address, { block, quorum: true })))
  return due.some((token, at) => balanceOf(booked, place, chainId, token) > held[at]!)
}

/** Most paid refunds of a token that passes simulations but not on chain; then only its owner can take it out. */
const inVainMax = 8

/** Refunds of an intent that were mined and moved nothing. */
async function sentInVain({ intentId }: IntentRecord, { store }: World): Promise<number> {
  const [attempts, entries] = await Promise.all([
    store.attempts.ofLeg(intentId, 'refund'),
    store.intents.ledger(intentId),
  ])
  const moved = new Set(entries.filter(({ to }) => to === 'owner').map(({ txnHash }) => txnHash))
  const isMined = ({ state }: LegAttempt) => state === 'confirmed' || state === 'reverted'
  return attempts.filter((one) => isMined(one) && !moved.has(one.hash)).length
}

/** Polls ever more rarely (`latePollSchedule`), which keeps polls cheap, and once more when the window ends. */
function nextPollMs(record: IntentRecord, nowMs: number, endMs: number): number {
  const isNative = awaitedToken(record, 'origin') === nativeToken
  const ageMs = nowMs - record.plan.refundAtS * 1_000
  const share = isNative ? latePollSchedule.ageShare : latePollSchedule.tokenAgeShare
  return Math.min(Math.max(latePollSchedule.msMin, ageMs / share), Math.max(1, endMs - nowMs))
}

/** Refund transactions that are neither booked nor known to have failed. */
async function refundsUnderWay({ intentId }: IntentRecord, { store }: World): Promise<LegAttempt[]> {
  const attempts = await store.attempts.ofLeg(intentId, 'refund')
  if (attempts.length === 0) return []
  const entries = await store.intents.ledger(intentId)
  const booked = new Set(entries.map(({ txnHash }) => txnHash))
  const open = attempts.filter(
    ({ state }) => state === 'planned' || state === 'broadcast' || state === 'indeterminate' || state === 'confirmed',
  )
  return open.filter(({ hash }) => !booked.has(hash))
}

/** Whether a final refund of ours moved nothing, because another account had emptied the wallet before. */
async function movedNothing(ended: IntentRecord, world: World, hash: Hex): Promise<boolean> {
  for (const side of ['origin', 'destination'] as const) {
    const { chainId, address } = walletOf({ ...ended, progress: withProgress(ended.progress, 'refund', { side }) })
    const chain = chainOf(world, chainId)
    const evidence = await chain.receipt(hash, { atOrBelow: await chain.finalBlock(ended.plan.valueUsd) })
    if (evidence.is === 'proven') return refundsIn(evidence.value, address).length === 0
  }
  return false
}

/** Books a late refund that is mined deep enough, unless it moved nothing. */
async function bookLateRefund(record: IntentRecord, world: World, hash: Hex): Promise<Wait | undefined> {
  const { plan } = record
  const { chainId, address, config, side } = walletOf(record)
  const chain = chainOf(world, chainId)
  const evidence = await chain.receipt(hash, { atOrBelow: await chain.finalBlock(plan.valueUsd) })
  if (evidence.is !== 'proven') return undefined
  const refunds = refundsIn(evidence.value, address)
  if (refunds.length === 0) return undefined
  return waitMs(latePollSchedule.msMin, {
    legs: hasEndedRefund(record)
      ? []
      : [
          refundedLeg(chain.id, {
            fromAddress: address,
            toAddress: config.refundReceiver,
            statusReason: reason('LATE'),
            tokenAddress: refunds[0]!.token,
            tokenAmount: refunds[0]!.amount,
            ...minedOf(evidence.value),
          }),
        ],
    books: { side, tokens: refunds.map(({ token }) => token) },
  })
}

/**
 * Books a batch that ran after the intent had ended: a late payer may run it while it is open. The intent's status and
 * a failed leg stay; the ledger shows where the money went. Undefined if nothing ran or all is booked.
 */
export async function bookLateRun(record: IntentRecord, side: Side, world: World): Promise<Effects | undefined> {
  const leg = record.legs.find((one) => one.leg === side)
  if (!leg || leg.status === 'SUCCEEDED') return undefined
  const { where, attempts } = await batchSearchOf(record, side, world)
  const evidence = await findBatchRun(where, attempts)
  if (evidence.is !== 'proven') return undefined
  const run = evidence.value
  const mined = minedOf(run.receipt)
  const place = side === 'origin' ? 'originIntent' : 'destinationIntent'
  const booked = await world.store.intents.ledger(record.intentId)
  if (booked.some((entry) => entry.txnHash === mined.txnHash && entry.from === place)) return undefined
  const status = run.failed.has('main') || run.failed.has('deliver') ? 'FAILED' : 'SUCCEEDED'
  const crossed = side === 'origin' && record.plan.destination !== undefined && status === 'SUCCEEDED'
  return {
    legs: leg.status === 'FAILED' ? [] : [{ leg: side, chainId: where.chain.id, status, ...mined }],
    books: {},
    ...(crossed && { progress: withProgress(record.progress, 'lateRefunds', { crossed }) }),
  }
}
