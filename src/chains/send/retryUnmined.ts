import type { Attempt } from '../../stores/store.ts'
import type { BroadcastOutcome, Chain } from '../chain.ts'
import { clampFees, feeBudget, transferGasOf } from './feeBounds.ts'
import {
  callOf,
  countRejections,
  itemsOf,
  type Lane,
  moveAttempt,
  newestOf,
  requeueable,
  type SenderContext,
  type SenderSettings,
  type Slot,
  signAttempt,
  unmined,
} from './lane.ts'

/**
 * Keeps a lane's unmined transactions moving: resends the same bytes, raises the fee of the lowest nonce, which holds
 * up the others, and in the end cancels under the same nonce.
 */
export async function retryUnmined(lane: Lane, context: SenderContext): Promise<void> {
  const { clock, chain } = context
  const head = await chain.head()
  const waiting = unmined(lane)
  const first = waiting[0]
  const nowMs = clock.nowMs()
  await readRequests(waiting, lane, context)
  for (const slot of waiting) if (slot.requested) await bump(slot, lane, context)
  if (first && (first.underpriced || first.mustCancel || isSlow(first, head.number, nowMs, context.settings))) {
    await bump(first, lane, context)
  }
  const again = waiting.filter((slot) => slot.rebroadcastAtMs <= nowMs)
  if (again.length > 0) await sendOut(again, lane, context)
}

/**
 * Marks the slots that an operator asked to replace or cancel. Each request row is taken once; it is dropped if its
 * nonce is mined by now.
 */
async function readRequests(waiting: readonly Slot[], lane: Lane, context: SenderContext): Promise<void> {
  const { attempts, chain, clock, settings } = context
  const oldEnough = clock.nowMs() - settings.requestsAfterMs
  if (!waiting.some((slot) => slot.attempts[0]!.createdAtMs <= oldEnough)) return
  for (const { nonce, cancels } of await attempts.takeRequests(chain.id, lane.signer.address)) {
    const slot = waiting.find((one) => one.nonce === nonce)
    if (slot) Object.assign(slot, { requested: true, mustCancel: cancels || slot.mustCancel })
  }
}

const isSlow = (slot: Slot, headNumber: number, nowMs: number, settings: SenderSettings): boolean =>
  headNumber - slot.signedAtBlock >= settings.bumpAfterBlocks && nowMs - slot.signedAtMs >= settings.bumpAfterMs

/** Broadcasts stored bytes and records the nodes' answers. */
export async function sendOut(slots: readonly Slot[], lane: Lane, context: SenderContext): Promise<void> {
  const outcomes = await Promise.all(slots.map((slot) => context.chain.broadcast(newestOf(slot).raw)))
  await context.crashPoint('transaction.broadcast')
  // From the highest nonce down: only the highest can be given back, and then the one below it is the highest.
  for (const [slot, outcome] of slots.map((slot, index) => [slot, outcomes[index]!] as const).reverse()) {
    await recordOutcome(slot, outcome, lane, context)
  }
  await context.crashPoint('transaction.recorded')
}

async function recordOutcome(slot: Slot, outcome: BroadcastOutcome, lane: Lane, context: SenderContext): Promise<void> {
  const { clock, chain, settings } = context
  const attempt = newestOf(slot)
  const inPool = outcome.is === 'accepted' || outcome.is === 'known'
  const minWaitMs = inPool ? 2 * chain.definition.blockTimeMs : 0
  slot.rebroadcastAtMs = clock.nowMs() + Math.max(settings.rebroadcastMs, minWaitMs)
  switch (outcome.is) {
    case 'accepted':
    case 'known':
      if (attempt.state !== 'broadcast')
        await moveAttempt(attempt, { state: 'broadcast', legStatus: 'RELAYED' }, context)
      break
    case 'refused':
      await onRefused(slot, attempt, outcome.why, lane, context)
      break
    case 'underpriced':
      slot.underpriced = true
      await markIndeterminate(attempt, outcome.why, context)
      break
    case 'nonceTooLow':
      // Our own transaction may have used it: let `watchLane` look again without a new head.
      lane.watchedHead = undefined
      await markIndeterminate(attempt, 'the nonce is used', context)
      break
    case 'ambiguous':
      await markIndeterminate(attempt, outcome.why, context)
  }
}

async function markIndeterminate(attempt: Attempt, why: string, context: SenderContext): Promise<void> {
  // Only from `planned`: an attempt that a pool accepted stays `broadcast` whatever a later answer says.
  if (attempt.state === 'planned') await moveAttempt(attempt, { state: 'indeterminate', why }, context)
}

/**
 * Every node rejected it. Only the highest nonce may be given back, and only if the chain has not used it: any other
 * would leave a gap that blocks the nonces above, so it is filled with a cancellation.
 */
async function onRefused(slot: Slot, attempt: Attempt, why: string, lane: Lane, context: SenderContext): Promise<void> {
  const { chain, clock, settings } = context
  const outOfGas = /insufficient|upfront cost/i.test(why)
  // A signer without gas is not the item's fault; any other rejection counts against the item.
  if (outOfGas) Object.assign(lane, { restUntilMs: clock.nowMs() + settings.refusedRestMs, gasBalance: 0n })
  if (!(await mayGiveBack(slot, attempt, lane, chain))) {
    slot.mustCancel = !outOfGas && !isCancellation(attempt, lane)
    return markIndeterminate(attempt, why, context)
  }
  if (!outOfGas) countRejections(attempt.items, context)
  await moveAttempt(attempt, { state: 'rejected', requeue: requeueable(attempt.items, context), why }, context)
  lane.slots.delete(slot.nonce)
  await context.crashPoint('rejection.recorded')
}

/** Cancellations go to the account itself; nothing else does. */
const isCancellation = (attempt: Attempt, { signer }: Lane): boolean =>
  callOf(attempt).to.toLowerCase() === signer.address.toLowerCase()

async function mayGiveBack(slot: Slot, attempt: Attempt, lane: Lane, chain: Chain): Promise<boolean> {
  const isLast = Math.max(...lane.slots.keys()) === slot.nonce
  const neverTaken = slot.attempts.length === 1 && attempt.state === 'planned' && !slot.recovered
  if (!isLast || !neverTaken) return false
  const { address } = lane.signer
  const counts = await Promise.all([chain.nonce(address, 'latest'), chain.nonce(address, 'pending')])
  return counts.every((count) => count <= slot.nonce)
}

async function bump(slot: Slot, lane: Lane, context: SenderContext): Promise<void> {
  const { chain, settings } = context
  const last = newestOf(slot)
  const [said, head] = await Promise.all([chain.fees(), chain.head()])
  const now = clampFees(said, context)
  const raised = (old: bigint, current: bigint) => {
    const more = (old * (100n + settings.bumpPercent) + 99n) / 100n
    return more > current ? more : current
  }
  const maxFeePerGas = raised(last.maxFeePerGas, now.maxFeePerGas)
  const maxPriorityFeePerGas = raised(last.maxPriorityFeePerGas, now.maxPriorityFeePerGas)
  const items = itemsOf(slot)
  const budget = feeBudget(items.length, context)
  // A grant carries no items either, but does not go to the account itself.
  const cancelling = last.items.length === 0 && isCancellation(last, lane)
  const within = maxFeePerGas <= settings.feeCapFactor * now.maxFeePerGas && last.gasLimit * maxFeePerGas <= budget
  slot.signedAtBlock = head.number
  slot.signedAtMs = context.clock.nowMs()
  slot.underpriced = false
  slot.requested = false
  if (!within && cancelling) return // resend the present cancellation
  const cancel = cancelling || !within || slot.mustCancel === true
  const call = cancel ? { to: lane.signer.address, data: '0x' as const, value: 0n } : callOf(last)
  const gas = cancel ? transferGasOf(chain) : last.gasLimit
  if (cancel && gas * maxFeePerGas > budget) return // resend the present bytes: the budget bounds a cancellation too
  const tx = { chainId: chain.id, nonce: slot.nonce, ...call, gas, maxFeePerGas, maxPriorityFeePerGas }
  const attempt = await signAttempt(lane, tx, cancel ? [] : items, context, last.id)
  if (!attempt) {
    lane.leasedUntilMs = 0
    return
  }
  last.state = 'replaced' // `insertAttempt` did that in the store
  slot.attempts.push(attempt)
  slot.mustCancel = false
  await context.crashPoint(cancel ? 'cancellation.planned' : 'replacement.planned')
  await sendOut([slot], lane, context)
}
