import type { Attempt } from '../stores/store.ts'
import type { ChainReceipt } from './chain.ts'
import { itemsOf, type Lane, moveAttempt, type SenderWorld, type Slot } from './lane.ts'

/**
 * Looks at what the chain made of a lane's transactions, once a head. Being mined is told at once; an attempt is
 * settled only when its block is final, and then the losers under the same nonce go first: were the winner settled
 * first and the process to die there, the losers alone would look like a nonce that a stranger used.
 */
export async function watchLane(lane: Lane, world: SenderWorld): Promise<void> {
  const { chain } = world
  if (lane.slots.size === 0) return
  const head = await chain.head()
  if (lane.watchedHead === head.hash) return
  const nonces = await chain.nonces(lane.signer.address)
  lane.nextOnChain = Math.max(lane.nextOnChain, nonces.latest)
  const used = [...lane.slots.values()].filter((slot) => !slot.mined && slot.nonce < nonces.latest)
  await Promise.all(used.map((slot) => findMined(slot, nonces.final, lane, world)))
  await settleFinal(lane, world)
  lane.watchedHead = head.hash
}

/** A block that a transaction was in is gone: what is known about it is void, and its bytes go out again. */
export function forgetMined(lane: Lane, fromBlock: number, { events }: SenderWorld): void {
  for (const slot of lane.slots.values()) {
    if (!slot.mined || slot.mined.receipt.blockNumber < fromBlock) continue
    const { chainId, signer, nonce, hash, items } = slot.mined.attempt
    events.attempt({ chainId, signer, nonce, hash, state: 'reorged', items: items.length })
    slot.mined = undefined
    slot.rebroadcastAtMs = 0
    slot.signedAtBlock = Math.max(slot.signedAtBlock, fromBlock)
    lane.nextOnChain = Math.min(lane.nextOnChain, slot.nonce)
  }
}

async function findMined(slot: Slot, finalNonce: number, lane: Lane, world: SenderWorld): Promise<void> {
  const { chain } = world
  const used = finalNonce > slot.nonce ? { from: lane.signer.address, nonce: slot.nonce } : undefined
  const found = await Promise.all(slot.attempts.map((attempt) => chain.receipt(attempt.hash, { used })))
  const at = found.findIndex((evidence) => evidence.is === 'proven')
  const evidence = found[at]
  if (evidence?.is === 'proven') {
    const attempt = slot.attempts[at]!
    slot.mined = { attempt, receipt: evidence.value }
    await moveAttempt(attempt, { state: 'broadcast', legStatus: 'MINING' }, world)
    await world.crashPoint('mined.recorded')
    return
  }
  if (found.every((each) => each.is === 'provenNot')) await giveUp(slot, lane, world)
}

/** Something else used the nonce, at finality: nothing signed under it can ever be mined, so its items may go again. */
async function giveUp(slot: Slot, lane: Lane, world: SenderWorld): Promise<void> {
  const why = 'the nonce was used by another transaction'
  await settleLosers(slot.attempts, itemsOf(slot), why, world)
  lane.slots.delete(slot.nonce)
}

/** Settles attempts that cannot be mined any more. The items are freed with the last of them, so that a crash in between frees nothing early. */
async function settleLosers(losers: Attempt[], requeue: number[], why: string, world: SenderWorld): Promise<void> {
  for (const [index, loser] of losers.entries()) {
    const last = index === losers.length - 1
    await moveAttempt(loser, { state: 'replaced', requeue: last ? requeue : [], why }, world)
  }
  if (losers.length > 0) await world.crashPoint('losers.settled')
}

async function settleFinal(lane: Lane, world: SenderWorld): Promise<void> {
  const { chain } = world
  const mined = [...lane.slots.values()].filter((slot) => slot.mined)
  if (mined.length === 0) return
  const final = await chain.finalBlock(Number.POSITIVE_INFINITY)
  const due = mined.filter((slot) => slot.mined!.receipt.blockNumber <= final)
  await Promise.all(
    due.map(async (slot) => {
      const { attempt } = slot.mined!
      const evidence = await chain.receipt(attempt.hash, { atOrBelow: final })
      if (evidence.is !== 'proven') return
      await settleSlot(slot, attempt, evidence.value, world)
      lane.slots.delete(slot.nonce)
    }),
  )
}

async function settleSlot(slot: Slot, winner: Attempt, receipt: ChainReceipt, world: SenderWorld): Promise<void> {
  const items = itemsOf(slot)
  const losers = slot.attempts.filter((attempt) => attempt !== winner)
  // A cancellation won: what it cancelled did not happen and can be sent again.
  const cancelled = winner.items.length === 0 ? items : []
  await settleLosers(losers, cancelled, 'another transaction under the nonce was mined', world)
  const again = itemsToSendAgain(winner, receipt, world)
  for (const item of again) world.alone.add(item)
  for (const item of winner.items) world.refusals.delete(item)
  await moveAttempt(winner, { state: receipt.success ? 'confirmed' : 'reverted', requeue: again }, world)
  await world.crashPoint('winner.settled')
}

/** Items that failed in company get one transaction of their own; what fails alone has failed. */
function itemsToSendAgain(winner: Attempt, receipt: ChainReceipt, { bundler, alone }: SenderWorld): number[] {
  if (winner.items.length > 1 && !receipt.success) return winner.items
  if (!bundler || !receipt.success || winner.items.length < 2) return finishAlone(winner, alone)
  return bundler.failedElements(receipt).flatMap((index) => winner.items[index] ?? [])
}

function finishAlone(winner: Attempt, alone: Set<number>): number[] {
  for (const item of winner.items) alone.delete(item)
  return []
}
