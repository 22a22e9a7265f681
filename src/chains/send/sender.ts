import type { Clock } from '../../host/clock.ts'
import type { Random } from '../../host/random.ts'
import { createWaker } from '../../host/waker.ts'
import type { AttemptStore, OutboxItem } from '../../stores/store.ts'
import { isStoreFailure } from '../../stores/storeError.ts'
import type { Chain, FeeData } from '../chain.ts'
import { type ChainEvents, silentEvents } from '../chainEvents.ts'
import { closeGaps } from './closeGaps.ts'
import { feeCapExceeded } from './feeBounds.ts'
import type { GrantKeepers, SubmitGrant } from './grantKeeper.ts'
import { asCall, groupItems, mayFollow } from './groupItems.ts'
import type { Bundler } from './guestBundler.ts'
import {
  type CrashPoint,
  freeNonce,
  type Lane,
  leaseLane,
  newSlot,
  releaseLane,
  type SenderContext,
  type SenderSettings,
  type Slot,
  senderCrashPoints,
  senderDefaults,
  signAttempt,
  unmined,
} from './lane.ts'
import { canPay, checkGas } from './laneGas.ts'
import { createLaneGrants } from './laneGrants.ts'
import { retryUnmined, sendOut } from './retryUnmined.ts'
import type { Signer } from './signer.ts'
import { forgetMined, watchLane } from './watchLane.ts'

export { type CrashPoint, type SenderSettings, senderCrashPoints, senderDefaults }

export type Sender = {
  /** Takes the lanes, resends what was left, and runs until stopped. */
  start(): Promise<void>
  /** The outbox has a new item: start a turn now. */
  kick(): void
  /** Finishes the running turn and releases the lanes. */
  stop(): Promise<void>
}

export type SenderOptions = {
  chain: Chain
  signers: readonly Signer[]
  attempts: AttemptStore
  /** Absent: every item is sent alone. */
  bundler?: Bundler
  /** Absent: nothing that is sent needs a grant. */
  grants?: GrantKeepers
  clock: Clock
  random: Random
  observe?: Partial<ChainEvents>
  /** Names this process among those that share the store. */
  holder: string
  settings?: Partial<SenderSettings>
  crashPoint?: (name: CrashPoint) => void | Promise<void>
  /** False: the process takes no lane and gives up those it has. */
  mayLease?: () => boolean
  /** Called after every turn, even if parts of it failed. */
  onTurn?: () => void
}

/**
 * Carries outbox items to the chain. Each signer is a lane with its own nonces; one process at a time leases a lane,
 * by a row that expires (`laneLeaseMs`). A process runs one turn after the other; a head, kick or timer starts one.
 *
 * A turn: lease the lanes → watch (what was mined) → close gaps (unused nonces) → retry (resend, bump, cancel)
 * → submit missing grants → dispatch (sign what is pending). A grant takes the lane's next nonce, so transactions
 * signed after it find it there.
 *
 * An item (what an intent wants sent)
 *
 *     pending ──sign──▶ bound to an attempt ──final, success or revert──▶ done   (after a revert its intent decides)
 *        │ ▲                      │
 *        └─│──expired, or rejected too often──▶ done, unsent
 *          │                      │
 *          └──────requeue─────────┘ refused, cancelled, or lost its nonce
 *
 * An attempt (one signed transaction, a row)
 *
 *     planned ──accepted──▶ broadcast ──final──▶ confirmed │ reverted
 *        │ \──ambiguous, underpriced, nonce used──▶ indeterminate ──(as broadcast)
 *        │──refused by every node, last nonce, never taken, or above too wide a gap──▶ rejected (nonce reused)
 *        └──bumped, cancelled, or another at the nonce is final──▶ replaced (its bytes are still watched)
 *
 * A slot (all attempts under one nonce): unmined → mined (reported at once, as leg status MINING) → final (its
 * rows are closed). A reorg undoes `mined`. If another transaction's use of the nonce is final, the items are requeued.
 *
 * | written first | then | a crash in between leaves |
 * |---|---|---|
 * | the attempt row with the signed bytes | broadcast | a `planned` row; the next lease holder sends the same bytes |
 * | the replacement row (old: `replaced`) | broadcast | the same; both are watched, either may be mined |
 * | nothing | a receipt is seen | the next turn sees it again |
 * | the attempt's end, its legs and items, in one transaction | the slot is forgotten | a slot read back as ended |
 *
 * A write whose answer is lost (connection broke after the commit was sent) is checked, not guessed: the lane is
 * read back from the store, as after a crash.
 *
 * The trade: bytes are resent rather than signed anew, so that a lost answer costs a duplicate broadcast and never a
 * second payment. A nonce that cannot be given back is filled with a cancellation: that costs gas but leaves no gap.
 * The sender reports where a transaction is; the engine's steps prove what it did for the intent.
 */
export function createSender(options: SenderOptions): Sender {
  const { chain, signers, clock, random } = options
  const settings = { ...senderDefaults, ...options.settings }
  const events = { ...silentEvents, ...options.observe }
  const context: SenderContext = {
    chain,
    attempts: options.attempts,
    bundler: options.bundler,
    clock,
    random,
    events,
    holder: options.holder,
    settings,
    crashPoint: options.crashPoint ?? (() => {}),
    sendUnbundled: new Set(),
    rejections: new Map(),
  }
  const grants = createLaneGrants(options.grants, { clock, grantCheckMs: settings.grantCheckMs, submit: submitGrant })
  const lanes = new Map<string, Lane>()
  let isStopped = false
  let waker = createWaker()
  let running: Promise<void> | undefined
  let forgetHead = () => {}
  let newest = 0
  let reorgedFrom: number | undefined
  let blindSinceMs: number | undefined
  let hasNews = false
  let retiredAtMs: number | undefined
  /** The parts that failed in their last turn. */
  const failing = new Set<string>()

  function onHead(number: number): void {
    if (number <= newest) reorgedFrom = Math.min(reorgedFrom ?? number, number)
    newest = number
    waker.wake()
  }

  async function run(): Promise<void> {
    while (!isStopped) {
      // Renewed before the turn: a kick during the turn must start another one.
      waker = createWaker()
      await runPart('a turn', turn)
      options.onTurn?.()
      if (!isStopped) await clock.sleep(settings.idleMs, waker.signal)
    }
  }

  async function turn(): Promise<void> {
    if (!(await maySend())) return giveLanesUp()
    await Promise.all(signers.map((signer) => runPart('holding a lane', () => hold(signer), signer)))
    await runPart('retiring lanes', retireLanes)
    const leased = [...lanes.values()]
    if (reorgedFrom !== undefined) {
      for (const lane of leased) forgetMined(lane, reorgedFrom, context)
      reorgedFrom = undefined
    }
    await Promise.all(
      leased.map(async (lane) => {
        await inLane(lane, 'watching a lane', () => watchLane(lane, context))
        await inLane(lane, 'closing gaps', () => closeGaps(lane, context))
        await inLane(lane, 'retrying the unmined', () => retryUnmined(lane, context))
        await inLane(lane, 'checking gas', () => checkGas(lane, context))
        await inLane(lane, 'submitting a grant', () => grants.renew(lane))
        measureLane(lane)
      }),
    )
    await runPart('sending', dispatch)
  }

  /**
   * A process without reachable nodes sends nothing but would keep its lanes from others. It takes no lane and gives
   * its own up after `laneLeaseMs`: a node that restarts is back by then.
   */
  async function maySend(): Promise<boolean> {
    if (options.mayLease?.() === false) return false
    const { healthy } = await chain.health()
    const nowMs = clock.nowMs()
    if (healthy) blindSinceMs = undefined
    else blindSinceMs ??= nowMs
    return blindSinceMs === undefined || (lanes.size > 0 && nowMs - blindSinceMs < settings.laneLeaseMs)
  }

  async function giveLanesUp(): Promise<void> {
    for (const lane of [...lanes.values()]) {
      forgetLane(lane)
      // 0, not `nowMs`: if our clock is ahead, `nowMs` would keep the lane from the others.
      await releaseLane(lane, 0, context)
      const why = 'given up: the nodes are away or the clock is wrong'
      events.laneLost({ chainId: chain.id, signer: lane.signer.address, why })
    }
  }

  /**
   * Work on one lane. After a store failure this process's memory of the lane may be wrong: it is dropped, nothing more
   * is sent from it, and the next turn reads the lane back (`leaseLane`).
   */
  async function inLane(lane: Lane, doing: string, work: () => Promise<void>): Promise<void> {
    if (lanes.get(lane.signer.address) !== lane) return
    const inside = async () => {
      try {
        await work()
      } catch (error) {
        if (isStoreFailure(error)) forgetLane(lane)
        throw error
      }
    }
    await runPart(doing, inside, lane.signer)
  }

  function forgetLane(lane: Lane): void {
    if (lanes.get(lane.signer.address) === lane) lanes.delete(lane.signer.address)
    lane.leasedUntilMs = 0
  }

  async function hold(signer: Signer): Promise<void> {
    const lane = await leaseLane(signer, lanes.get(signer.address), context)
    if (lane) lanes.set(signer.address, lane)
    else lanes.delete(signer.address)
  }

  async function dispatch(): Promise<void> {
    const open = openLanes()
    if (open.length === 0) return
    const kicked = hasNews
    hasNews = false
    // Warms the fee cache for `sendGroups`, which reports the error.
    const [items] = await Promise.all([
      context.attempts.pending(chain.id, settings.pendingMax, clock.nowMs()),
      kicked && chain.fees().catch(() => undefined),
    ])
    if (items.length === 0) return
    const loads = new Map<Lane, OutboxItem[][]>()
    for (const group of groupItems(items, context)) {
      const room = (lane: Lane) => settings.inFlightMax - unmined(lane).length - (loads.get(lane)?.length ?? 0)
      const free = open.filter((each) => room(each) > 0)
      if (free.length === 0) break // the rest waits until transactions are mined
      const lane = free
        .filter((each) => mayFollow(each, loads.get(each) ?? [], group, context))
        .sort((a, b) => room(b) - room(a))[0]
      if (!lane) continue // waits until its neighbours are mined
      loads.set(lane, [...(loads.get(lane) ?? []), group])
    }
    await Promise.all([...loads].map(([lane, groups]) => inLane(lane, 'sending', () => sendGroups(lane, groups))))
  }

  /** Rotated by a random offset, so that processes with several lanes do not all fill the same one first. */
  function openLanes(): Lane[] {
    const nowMs = clock.nowMs()
    const open = [...lanes.values()].filter((lane) => lane.restUntilMs <= nowMs && lane.leasedUntilMs > nowMs)
    const turnBy = Math.floor(random.next() * open.length)
    return [...open.slice(turnBy), ...open.slice(0, turnBy)]
  }

  /** A grant is an attempt without items: stored before broadcast, watched, bumped. False: fees are too high now. */
  async function submitGrant(lane: Lane, grant: SubmitGrant): Promise<boolean> {
    const [fees, head] = await Promise.all([chain.fees(), chain.head()])
    if (tooDear(fees, grant.gas, [])) return false
    const { maxFeePerGas, maxPriorityFeePerGas } = fees
    const nonce = freeNonce(lane)
    const tx = { chainId: chain.id, nonce, ...grant, maxFeePerGas, maxPriorityFeePerGas }
    const planned = await signAttempt(lane, tx, [], context)
    if (!planned) {
      forgetLane(lane)
      return true
    }
    const slot = newSlot(planned, head.number, clock.nowMs())
    lane.slots.set(nonce, slot)
    await sendOut([slot], lane, context)
    return true
  }

  /** Whether signing must wait; reported once when that begins and once when it ends. */
  function tooDear(fees: FeeData, gas: bigint, items: readonly OutboxItem[]): boolean {
    const why = feeCapExceeded(fees, gas, items, context)
    if ((why === undefined) !== (context.signingPaused === undefined))
      events.signingPaused({ chainId: chain.id, isPaused: why !== undefined, why: why ?? 'within bounds again' })
    context.signingPaused = why
    return why !== undefined
  }

  /** Signs and stores one after the other, because each takes the next nonce; then all go out together. */
  async function sendGroups(lane: Lane, all: OutboxItem[][]): Promise<void> {
    await runPart('submitting an earlier grant', () => grants.prepare(lane, all), lane.signer)
    const groups = grants.ready(lane, all)
    const [fees, head] = await Promise.all([chain.fees(), chain.head()])
    const planned: Slot[] = []
    let costMax = 0n
    for (const group of groups) {
      const { maxFeePerGas, maxPriorityFeePerGas } = fees
      const call = asCall(group, context)
      if (tooDear(fees, call.gas, group)) continue // stays in the outbox until fees fall or its intent ends
      costMax += call.gas * maxFeePerGas + call.value
      if (!(await canPay(lane, costMax, context))) break // the rest waits for another lane or for gas
      const nonce = freeNonce(lane)
      const tx = { chainId: chain.id, nonce, ...call, maxFeePerGas, maxPriorityFeePerGas }
      const attempt = await signAttempt(
        lane,
        tx,
        group.map((item) => item.id),
        context,
      )
      if (!attempt) {
        if (!(await stillMine(lane))) break
        const booked = await context.attempts.nextNonce(chain.id, lane.signer.address)
        if (booked === undefined || booked <= nonce) continue // another lane took an item; retry the others next turn
        forgetLane(lane) // the store has an attempt at this nonce that we do not know
        break
      }
      const slot = newSlot(attempt, head.number, clock.nowMs())
      lane.slots.set(nonce, slot)
      planned.push(slot)
    }
    if (planned.length === 0) return
    await context.crashPoint('transaction.planned')
    await sendOut(planned, lane, context)
  }

  async function stillMine(lane: Lane): Promise<boolean> {
    const nowMs = clock.nowMs()
    const untilMs = nowMs + settings.laneLeaseMs
    const claim = { chainId: chain.id, signer: lane.signer.address, holder: context.holder, nowMs, untilMs }
    const mine = lane.leasedUntilMs > nowMs && (await context.attempts.leaseLane(claim))
    lane.leasedUntilMs = mine ? untilMs : 0
    return mine
  }

  /** Retires unleased lanes of signers that are no longer configured: their gas must not count as ours. */
  async function retireLanes(): Promise<void> {
    const nowMs = clock.nowMs()
    if (retiredAtMs !== undefined && nowMs - retiredAtMs < settings.gasCheckMs) return
    await context.attempts.retireLanes({ chainId: chain.id, keep: signers.map(({ address }) => address), nowMs })
    retiredAtMs = nowMs
  }

  function measureLane(lane: Lane): void {
    const nowMs = clock.nowMs()
    const first = unmined(lane)[0]?.nonce
    if (lane.first?.nonce !== first) lane.first = first === undefined ? undefined : { nonce: first, sinceMs: nowMs }
    const stalledMs = lane.first ? nowMs - lane.first.sinceMs : 0
    events.laneMeasured({ chainId: chain.id, signer: lane.signer.address, stalledMs })
  }

  /** Contains the failure of one part of a turn: the other parts run, and the next turn tries again. */
  async function runPart(doing: string, work: () => Promise<void>, signer?: Signer): Promise<void> {
    const what = { chainId: chain.id, doing, signer: signer?.address }
    const nameOf = () => `${doing} ${signer?.address}`
    try {
      await work()
      // A dozen parts run per block and hardly ever fail: build the name only after a failure.
      if (failing.size > 0 && failing.delete(nameOf())) events.senderWorks(what)
    } catch (error) {
      failing.add(nameOf())
      events.senderFault({ ...what, error })
    }
  }

  return {
    start: async () => {
      if (running) return
      newest = await chain.head().then(
        (head) => head.number,
        () => 0, // no block is known yet; any reported block is newer
      )
      forgetHead = chain.onHead((head) => onHead(head.number))
      running = run()
    },
    kick: () => {
      hasNews = true
      waker.wake()
    },
    stop: async () => {
      isStopped = true
      waker.wake()
      forgetHead()
      await running
      const nowMs = clock.nowMs()
      await Promise.all([...lanes.values()].map((lane) => releaseLane(lane, nowMs, context).catch(() => false)))
      lanes.clear()
    },
  }
}
