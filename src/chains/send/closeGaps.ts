import { feeCapExceeded, transferGasOf } from './feeBounds.ts'
import {
  carrierOf,
  type Lane,
  moveAttempt,
  newestOf,
  newSlot,
  type SenderContext,
  type Slot,
  signAttempt,
  unmined,
} from './lane.ts'
import { sendOut } from './retryUnmined.ts'

/**
 * Finds nonces below our lowest unmined one that neither the chain nor an attempt of ours uses: a node once reported
 * too high a count, so transactions above the gap cannot be mined. Fills a gap of up to `inFlightMax` nonces with
 * transfers to the account itself. Above a wider gap, requeues the items to be signed again: each runs at most once,
 * so the stranded bytes cannot pay twice even if their nonce is reached. Acts when two checks in a row agree.
 */
export async function closeGaps(lane: Lane, context: SenderContext): Promise<void> {
  const { chain, clock, attempts, events, settings } = context
  const [first] = unmined(lane)
  if (!first || clock.nowMs() - first.signedAtMs < settings.gapAfterMs) return
  const signer = lane.signer.address
  const latest = await chain.nonce(signer, 'latest')
  const from = latest < first.nonce ? Math.max(latest, await attempts.minedBelow(chain.id, signer)) : first.nonce
  const isWide = first.nonce - from > settings.inFlightMax
  const holes = isWide ? [] : range(from, first.nonce).filter((nonce) => !lane.slots.has(nonce))
  if (!isWide && holes.length === 0) {
    lane.gapFrom = undefined
    return
  }
  if (lane.gapFrom !== from) {
    lane.gapFrom = from
    return
  }
  lane.gapFrom = undefined
  lane.nextOnChain = from
  events.nonceGap({ chainId: chain.id, signer, from, to: first.nonce, action: isWide ? 'freed' : 'filled' })
  if (isWide) for (const slot of unmined(lane)) await freeSlot(slot, lane, context)
  else await fillHoles(holes, lane, context)
}

const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i)

async function fillHoles(holes: readonly number[], lane: Lane, context: SenderContext): Promise<void> {
  const { chain } = context
  const [fees, head] = await Promise.all([chain.fees(), chain.head()])
  const gas = transferGasOf(chain)
  if (feeCapExceeded(fees, gas, [], context)) return
  const { maxFeePerGas, maxPriorityFeePerGas } = fees
  const call = { to: lane.signer.address, data: '0x' as const, value: 0n, gas, maxFeePerGas, maxPriorityFeePerGas }
  const filled: Slot[] = []
  for (const nonce of holes) {
    const planned = await signAttempt(lane, { chainId: chain.id, nonce, ...call }, [], context)
    if (!planned) break
    const slot = newSlot(planned, head.number, context.clock.nowMs())
    lane.slots.set(nonce, slot)
    filled.push(slot)
  }
  if (filled.length > 0) await sendOut(filled, lane, context)
}

/** Frees a nonce that the chain cannot reach: its attempt is recorded as rejected and the nonce is reused. */
async function freeSlot(slot: Slot, lane: Lane, context: SenderContext): Promise<void> {
  const why = 'the nonce cannot be reached'
  const carrier = carrierOf(slot)
  const newest = newestOf(slot)
  if (carrier && carrier !== newest)
    await moveAttempt(carrier, { state: 'replaced', requeue: carrier.items, why }, context)
  const requeue = carrier === newest ? carrier.items : []
  await moveAttempt(newest, { state: 'rejected', requeue, why }, context)
  lane.slots.delete(slot.nonce)
}
