import { parseTransaction, type TransactionSerialized } from 'viem'
import { keccak256 } from '../../evm/keccak.ts'
import type { Clock } from '../../host/clock.ts'
import type { Random } from '../../host/random.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { type Attempt, type AttemptReport, type AttemptStore, liveStates } from '../../stores/store.ts'
import type { Chain, ChainReceipt } from '../chain.ts'
import type { ChainEvents } from '../chainEvents.ts'
import type { UnsignedTransaction } from './encodeTransaction.ts'
import type { GrantKeeper } from './grantKeeper.ts'
import type { Bundler } from './guestBundler.ts'
import type { Signer } from './signer.ts'

/** Every boundary between a write and a broadcast, in the order they are passed. A process may die at any of them. */
export const senderCrashPoints = [
  'lane.leased',
  'transaction.signed',
  'transaction.planned',
  'transaction.broadcast',
  'transaction.recorded',
  'replacement.planned',
  'cancellation.planned',
  'mined.recorded',
  'nonce.closed',
  'rejection.recorded',
] as const
export type CrashPoint = (typeof senderCrashPoints)[number]

export type SenderSettings = {
  /** How long a lane stays ours without renewal; after a crash another process waits this long. */
  laneLeaseMs: number
  /** The longest sleep between two reads of the outbox without a wake-up. */
  idleMs: number
  /** Unmined transactions per lane. Nodes keep at least 16 executable ones per account (geth's accountslots). */
  inFlightMax: number
  pendingMax: number
  bundleItemsMax: number
  /** Below the 2^24 gas that one transaction may have since Osaka. */
  bundleGasMax: bigint
  bumpAfterBlocks: number
  /** Least age before a bump: three blocks of a 0.25 s chain are too short to call a transaction slow. */
  bumpAfterMs: number
  bumpPercent: bigint
  /** A replacement never offers more than this many times the current estimate. */
  feeCapFactor: bigint
  /** Nothing is signed above this many times the median of recent fees, unless its cost is small. */
  usualFeeFactor: bigint
  /** Native base units one item may cost in gas, at worst, unless the chain's definition says otherwise. */
  budgetPerItem: bigint
  /** Unmined for this long: check that the nonce can be reached. Below `bumpAfterMs`, which restarts the clock. */
  gapAfterMs: number
  /** Operators' requests are read only once a transaction is this old: one is unlikely before. */
  requestsAfterMs: number
  rebroadcastMs: number
  refusedRestMs: number
  /** After this many rejections in a row the sender drops an item; its intent decides. */
  rejectionsMax: number
  gasCheckMs: number
  grantCheckMs: number
}

export const senderDefaults: SenderSettings = {
  laneLeaseMs: 15_000,
  idleMs: 1_000,
  inFlightMax: 16,
  pendingMax: 500,
  bundleItemsMax: 25,
  bundleGasMax: 15_000_000n,
  bumpAfterBlocks: 3,
  bumpAfterMs: 6_000,
  bumpPercent: 15n,
  feeCapFactor: 3n,
  // Base fees rise by at most 1/8 a block: a tenfold rise takes 20 blocks; the median of 64 follows in another 12.
  usualFeeFactor: 10n,
  budgetPerItem: 10n ** 17n,
  gapAfterMs: 4_000,
  requestsAfterMs: 5_000,
  rebroadcastMs: 2_000,
  refusedRestMs: 5_000,
  rejectionsMax: 3,
  gasCheckMs: 30_000,
  grantCheckMs: 60_000,
}

/** What every part of the sender works with. */
export type SenderContext = {
  chain: Chain
  attempts: AttemptStore
  bundler: Bundler | undefined
  clock: Clock
  random: Random
  events: ChainEvents
  holder: string
  settings: SenderSettings
  crashPoint(name: CrashPoint): void | Promise<void>
  /** Items that were rejected, perhaps because of another in the bundle: each is now sent alone. */
  sendUnbundled: Set<number>
  /** Rejections in a row, by item. */
  rejections: Map<number, number>
  /** Why fees stopped the last attempt to sign; undefined if they did not. */
  signingPaused?: string
}

/**
 * All attempts signed under one nonce. Only the newest is live in the store, but any of them may be mined, so all are
 * watched until one is final.
 */
export type Slot = {
  nonce: number
  /** Oldest first. */
  attempts: Attempt[]
  /** The attempt that is in a canonical block which is not final yet. */
  mined?: { attempt: Attempt; receipt: ChainReceipt }
  /** Head at the last signature; the wait for the next bump starts there. */
  signedAtBlock: number
  signedAtMs: number
  /** When the same bytes go out again, unless they are mined first. */
  rebroadcastAtMs: number
  /** A node asked for a higher fee. */
  underpriced?: boolean
  /** To be cancelled: every node rejected it but its nonce cannot be freed, or an operator asked. */
  mustCancel?: boolean
  /** An operator asked to replace or cancel it now, even if it is not the lowest nonce. */
  requested?: boolean
  /** Read back after a restart: the nodes' first answers are unknown, so the nonce is never given back. */
  recovered?: boolean
}

/** One signer, leased by this process alone. */
export type Lane = {
  signer: Signer
  leasedUntilMs: number
  slots: Map<number, Slot>
  /** The lowest nonce that the chain has not used, as far as we have seen. */
  nextOnChain: number
  /** The nonce after the highest that we signed; for a key that is new to the store, the pool's count. */
  nextOwn: number
  restUntilMs: number
  watchedHead?: Hex
  gasCheckedAtMs?: number
  /** The signer's gas balance when last read; 0 after a node reported too little. */
  gasBalance?: bigint
  /** When this signer's grant was last found valid or submitted, by keeper. */
  grantsCheckedAtMs: Map<GrantKeeper, number>
  /** The lowest unmined nonce, and since when it is the lowest. */
  first?: { nonce: number; sinceMs: number }
  /** The lowest nonce of the hole that the last check found. */
  gapFrom?: number
}

/** The newest attempt that carries items. Older ones carried the same items; newer ones are cancellations. */
export const carrierOf = (slot: Slot): Attempt | undefined =>
  slot.attempts.findLast((attempt) => attempt.items.length > 0)

export const itemsOf = (slot: Slot): number[] => carrierOf(slot)?.items ?? []

/** Counts a rejection (by every node, or a mined cancellation) per item. The cause may be another: sent alone next. */
export function countRejections(items: number[], { rejections, sendUnbundled }: SenderContext): void {
  for (const item of items) {
    rejections.set(item, (rejections.get(item) ?? 0) + 1)
    sendUnbundled.add(item)
  }
}

/** Items with fewer than `rejectionsMax` rejections. Forgets the others: their intents decide. */
export function requeueable(items: number[], { rejections, sendUnbundled, settings }: SenderContext): number[] {
  return items.filter((item) => {
    if ((rejections.get(item) ?? 0) < settings.rejectionsMax) return true
    rejections.delete(item)
    sendUnbundled.delete(item)
    return false
  })
}

export const newestOf = (slot: Slot): Attempt => slot.attempts.at(-1)!

export const unmined = (lane: Lane): Slot[] =>
  [...lane.slots.values()].filter((slot) => !slot.mined).sort((a, b) => a.nonce - b.nonce)

/** The lowest nonce that neither the chain nor a live attempt uses. */
export function freeNonce(lane: Lane): number {
  let nonce = lane.nextOnChain
  while (lane.slots.has(nonce)) nonce++
  return nonce
}

/** Takes or renews a lane. A newly taken one is rebuilt from the store; its unmined bytes are due for rebroadcast. */
export async function leaseLane(
  signer: Signer,
  known: Lane | undefined,
  context: SenderContext,
): Promise<Lane | undefined> {
  const { attempts, chain, clock, events, holder, settings } = context
  const nowMs = clock.nowMs()
  if (known && known.leasedUntilMs - nowMs > settings.laneLeaseMs / 2) return known
  const untilMs = nowMs + settings.laneLeaseMs
  const isLeased = await attempts.leaseLane({ chainId: chain.id, signer: signer.address, holder, nowMs, untilMs })
  if (!isLeased) {
    if (known) events.laneLost({ chainId: chain.id, signer: signer.address, why: 'another process has it' })
    return undefined
  }
  if (known && known.leasedUntilMs > nowMs) return Object.assign(known, { leasedUntilMs: untilMs })
  await context.crashPoint('lane.leased')
  return recoverLane(signer, untilMs, context)
}

/** Ends the lease of a lane, so that another process can take it at once. */
export function releaseLane({ signer }: Lane, untilMs: number, context: SenderContext): Promise<boolean> {
  const { attempts, chain, clock, holder } = context
  return attempts.leaseLane({ chainId: chain.id, signer: signer.address, holder, nowMs: clock.nowMs(), untilMs })
}

/** The chain's count for an account. A count above what we signed is believed only at a final block. */
export async function believedCount(
  lane: Pick<Lane, 'signer' | 'nextOwn'>,
  count: number,
  { chain }: SenderContext,
): Promise<number> {
  if (count <= lane.nextOwn) return count
  return Math.min(count, Math.max(lane.nextOwn, await chain.nonce(lane.signer.address, 'final')))
}

async function recoverLane(signer: Signer, leasedUntilMs: number, context: SenderContext): Promise<Lane> {
  const { attempts, chain, events } = context
  const [live, booked, latest, pending, head] = await Promise.all([
    attempts.live(chain.id, signer.address),
    attempts.nextNonce(chain.id, signer.address),
    chain.nonce(signer.address, 'latest'),
    chain.nonce(signer.address, 'pending'),
    chain.head(),
  ])
  // A key that is new to the store may have foreign transactions in the pool: start after them.
  const nextOwn = booked ?? pending
  const used = booked === undefined ? pending : await believedCount({ signer, nextOwn }, latest, context)
  const nextOnChain = Math.max(used, await attempts.minedBelow(chain.id, signer.address))
  const empty = { slots: new Map(), grantsCheckedAtMs: new Map() }
  const lane: Lane = { signer, leasedUntilMs, ...empty, nextOnChain, nextOwn, restUntilMs: 0 }
  for (const attempt of live) {
    const replaced =
      attempt.replaces === undefined ? [attempt] : await attempts.atNonce(chain.id, signer.address, attempt.nonce)
    lane.slots.set(attempt.nonce, recoveredSlot(attempt.nonce, replaced, head.number, context.clock.nowMs()))
  }
  events.laneTaken({ chainId: chain.id, signer: signer.address, live: live.length, nextNonce: freeNonce(lane) })
  return lane
}

/** The slot of a nonce's first attempt. */
export const newSlot = (planned: Attempt, headNumber: number, nowMs: number): Slot => ({
  nonce: planned.nonce,
  attempts: [planned],
  signedAtBlock: headNumber,
  signedAtMs: nowMs,
  rebroadcastAtMs: 0,
})

const recoveredSlot = (nonce: number, attempts: Attempt[], headNumber: number, nowMs: number): Slot => ({
  nonce,
  attempts: attempts.filter((attempt) => attempt.state !== 'rejected').toSorted((a, b) => a.id - b.id),
  signedAtBlock: headNumber,
  signedAtMs: nowMs,
  rebroadcastAtMs: 0,
  recovered: true,
})

/** Signs, then stores the attempt; the caller broadcasts. Undefined if another process took the lane or an item. */
export async function signAttempt(
  lane: Lane,
  tx: UnsignedTransaction,
  items: number[],
  context: SenderContext,
  replaces?: number,
): Promise<Attempt | undefined> {
  const { attempts, chain, clock, holder } = context
  const raw = await lane.signer.signTransaction(tx).catch((error: unknown) => {
    // An idle lane has the most room: without a rest, an unreachable signer would be given all items.
    lane.restUntilMs = clock.nowMs() + context.settings.refusedRestMs
    throw error
  })
  await context.crashPoint('transaction.signed')
  lane.nextOwn = Math.max(lane.nextOwn, tx.nonce + 1)
  return attempts.insertAttempt({
    chainId: chain.id,
    signer: lane.signer.address,
    nonce: tx.nonce,
    hash: keccak256(raw),
    raw,
    items,
    gasLimit: tx.gas,
    maxFeePerGas: tx.maxFeePerGas,
    maxPriorityFeePerGas: tx.maxPriorityFeePerGas,
    ...(replaces !== undefined && { replaces }),
    holder,
    nowMs: clock.nowMs(),
  })
}

/** The signed call, decoded from the bytes: the store has nothing else of it. */
export function callOf(attempt: Attempt): { to: Address; data: Hex; value: bigint } {
  const { to, data = '0x', value = 0n } = parseTransaction(attempt.raw as TransactionSerialized<'eip1559'>)
  return { to: to!, data, value }
}

/** Records an attempt's new state in the store and in memory, and emits the event. */
export async function moveAttempt(
  attempt: Attempt,
  report: Omit<AttemptReport, 'id' | 'nowMs'> & { legStatus?: 'RELAYED' | 'MINING'; why?: string; mined?: boolean },
  context: SenderContext,
): Promise<void> {
  const { attempts, clock, events } = context
  const { why, mined, ...change } = report
  await attempts.recordAttempt({ id: attempt.id, ...change, nowMs: clock.nowMs() })
  attempt.state = report.state
  const signedAtMs = liveStates.includes(report.state) ? undefined : attempt.createdAtMs
  emitAttempt(attempt, { state: mined ? 'mined' : report.state, why, signedAtMs }, events)
}

export function emitAttempt(
  { chainId, signer, nonce, hash, items, intentIds }: Attempt,
  event: Pick<Parameters<ChainEvents['attempt']>[0], 'state' | 'why' | 'signedAtMs'>,
  events: ChainEvents,
): void {
  events.attempt({ chainId, signer, nonce, hash, items: items.length, intentIds, ...event })
}
