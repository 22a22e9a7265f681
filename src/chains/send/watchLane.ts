import type { Attempt } from '../../stores/store.ts'
import type { ChainReceipt } from '../chain.ts'
import type { ChainEvents } from '../chainEvents.ts'
import {
  believedCount,
  callOf,
  carrierOf,
  countRejections,
  emitAttempt,
  itemsOf,
  type Lane,
  moveAttempt,
  newestOf,
  requeueable,
  type SenderContext,
  type Slot,
  unmined,
} from './lane.ts'

/**
 * Looks for the receipts of a lane's transactions, once per head. Reports a mined one at once (leg status MINING);
 * closes its row only when the block is final.
 */
export async function watchLane(lane: Lane, context: SenderContext): Promise<void> {
  const { chain } = context
  if (lane.slots.size === 0) return
  const head = await chain.head()
  if (lane.watchedHead === head.hash) return
  const waiting = unmined(lane)
  if (waiting.length > 0) {
    const latest = await chain.nonce(lane.signer.address, 'latest')
    lane.nextOnChain = Math.max(lane.nextOnChain, await believedCount(lane, latest, context))
    await Promise.all(waiting.filter(({ nonce }) => nonce < latest).map((slot) => findMined(slot, lane, context)))
  }
  await closeFinal(lane, context)
  lane.watchedHead = head.hash
}

/** After a reorg: forgets receipts at or above `fromBlock` and makes their bytes due for rebroadcast. */
export function forgetMined(lane: Lane, fromBlock: number, { events }: SenderContext): void {
  for (const slot of lane.slots.values()) {
    if (!slot.mined || slot.mined.receipt.blockNumber < fromBlock) continue
    forgetSlot(slot, lane, slot.mined.attempt, events)
    slot.signedAtBlock = Math.max(slot.signedAtBlock, fromBlock)
  }
}

function forgetSlot(slot: Slot, lane: Lane, attempt: Attempt, events: ChainEvents): void {
  emitAttempt(attempt, { state: 'reorged' }, events)
  slot.mined = undefined
  slot.rebroadcastAtMs = 0
  lane.nextOnChain = Math.min(lane.nextOnChain, slot.nonce)
}

async function findMined(slot: Slot, lane: Lane, context: SenderContext): Promise<void> {
  const { chain } = context
  const found = await Promise.all(slot.attempts.map((attempt) => chain.receipt(attempt.hash)))
  const at = found.findIndex((evidence) => evidence.is === 'proven')
  const evidence = found[at]
  if (evidence?.is === 'proven') {
    const attempt = slot.attempts[at]!
    await reportMined(attempt, evidence.value, context)
    // Set after the write: if the write fails, the next turn finds the receipt again.
    slot.mined = { attempt, receipt: evidence.value }
    return
  }
  const from = lane.signer.address
  if ((await chain.nonce(from, 'final')) <= slot.nonce) return
  const used = { from, nonce: slot.nonce }
  const disproven = await Promise.all(slot.attempts.map((attempt) => chain.receipt(attempt.hash, { used })))
  if (disproven.every((each) => each.is === 'provenNot')) await requeueLost(slot, lane, context)
}

/** Reports an attempt as mined. A `replaced` one keeps its row until finality: a newer attempt has its items. */
async function reportMined(attempt: Attempt, { minedAtMs }: ChainReceipt, context: SenderContext): Promise<void> {
  if (attempt.state === 'replaced') return emitAttempt(attempt, { state: 'mined' }, context.events)
  const mined = { state: 'broadcast', legStatus: 'MINING', minedAtMs, mined: true } as const
  await moveAttempt(attempt, mined, context)
  await context.crashPoint('mined.recorded')
}

/**
 * Another transaction's use of the nonce is final: no attempt under it can be mined, so its items are requeued. Writes
 * the carrier before a newer cancellation: a restart reads only live rows, and only the newest is live.
 */
async function requeueLost(slot: Slot, lane: Lane, context: SenderContext): Promise<void> {
  const why = 'the nonce was used by another transaction'
  const carrier = carrierOf(slot)
  const newest = newestOf(slot)
  if (carrier) await moveAttempt(carrier, { state: 'replaced', requeue: carrier.items, why }, context)
  if (newest !== carrier) await moveAttempt(newest, { state: 'replaced', why }, context)
  await context.crashPoint('nonce.closed')
  lane.slots.delete(slot.nonce)
}

async function closeFinal(lane: Lane, context: SenderContext): Promise<void> {
  const { chain } = context
  const mined = [...lane.slots.values()].filter((slot) => slot.mined)
  if (mined.length === 0) return
  const final = await chain.finalBlock(Number.POSITIVE_INFINITY)
  const due = mined.filter((slot) => slot.mined!.receipt.blockNumber <= final)
  await Promise.all(
    due.map(async (slot) => {
      const { attempt } = slot.mined!
      const evidence = await chain.receipt(attempt.hash, { atOrBelow: final })
      // A reorg below the first header that this process knows.
      if (evidence.is === 'notFound') forgetSlot(slot, lane, attempt, context.events)
      if (evidence.is !== 'proven') return
      await closeSlot(slot, attempt, evidence.value, context)
      lane.slots.delete(slot.nonce)
    }),
  )
}

/** Closes a slot in one write: the winner's row, its legs, its items, and every other attempt at the nonce. */
async function closeSlot(slot: Slot, winner: Attempt, receipt: ChainReceipt, context: SenderContext): Promise<void> {
  const requeue = winner.items.length === 0 ? cancelledItems(slot, context) : []
  for (const item of winner.items) {
    context.rejections.delete(item)
    context.sendUnbundled.delete(item)
  }
  const state = receipt.success ? 'confirmed' : 'reverted'
  const { minedAtMs } = receipt
  const why = whyInPart(winner, receipt, context)
  await moveAttempt(winner, { state, legStatus: 'MINING', minedAtMs, requeue, why }, context)
  await context.crashPoint('nonce.closed')
}

/** A cancellation was mined, so the items were not executed. */
function cancelledItems(slot: Slot, context: SenderContext): number[] {
  countRejections(itemsOf(slot), context)
  return requeueable(itemsOf(slot), context)
}

/**
 * Reports how many elements of a bundle failed. Resends none: their intents find no run in the transaction and decide;
 * two resenders would pay for gas twice.
 */
function whyInPart(winner: Attempt, receipt: ChainReceipt, { bundler }: SenderContext): string | undefined {
  const count = winner.items.length
  if (count < 2 || !bundler || !receipt.success) return undefined
  const failed = bundler.failedElements(receipt, callOf(winner)).length
  return failed > 0 ? `${failed} of ${count} elements failed` : undefined
}
