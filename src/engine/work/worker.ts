import { createWaker } from '../../host/waker.ts'
import { bridgeParts, type IntentRecord } from '../../intents/intentRecord.ts'
import { isFinalStep, type Step } from '../../intents/lifecycle.ts'
import type { Hex } from '../../interface/fields.ts'
import type { Transition } from '../../stores/store.ts'
import { functionOfStep } from '../steps/functionOfStep.ts'
import { type Outcome, type Wait, waitMs } from '../steps/outcome.ts'
import { proveOutcome, waitForProof } from '../steps/proveOutcome.ts'
import { transitionOf } from '../steps/transitionOf.ts'
import type { World } from '../world.ts'
import { createHeadWaiters, type HeadWaiters } from './headWaiters.ts'
import { movedAmounts } from './movedAmounts.ts'

export type Worker = {
  start(): Promise<void>
  /** Stops taking work and waits for what is under way. */
  stop(): Promise<void>
}

export type WorkerOptions = {
  world: World
  /** Names this worker in leases; differs in each process. */
  name: string
  leaseMs?: number
  /** Named places between two effects, for tests that kill the process there. */
  crashPoint?: (name: WorkerCrashPoint) => void | Promise<void>
  /** Nothing is leased while this is false. */
  mayLease?: () => boolean
  /** Called after every poll for work that the store answered. */
  onTurn?: () => void
  /** Wraps each poll, for tracing. */
  around?: (record: IntentRecord, look: () => Promise<void>) => Promise<void>
}

export const workerCrashPoints = ['leased', 'decided', 'written'] as const
export type WorkerCrashPoint = `${string}.${(typeof workerCrashPoints)[number]}`

type Leased = IntentRecord & { leaseToken: string }

const leaseMsDefault = 30_000
const takenMax = 64
/**
 * Ended intents have at least an eighth of these rows, so that a flood does not delay late deposits for ever, and at
 * most half, so that polls of a slow chain do not delay intents under way.
 */
const idleMin = takenMax / 8
const idleMax = takenMax / 2
/** Searches for due rows this often without a notice: notices can be lost with a connection. */
const idleMs = 1_000
/** Pause while due rows cannot be taken: running work fills their share, or another process is taking them. */
const crowdedMs = 100
/** Adds up to 10 % jitter so that rescheduled polls do not fire together. */
const jitterShare = 0.1
const failureMsMax = 60_000
const firstFailureMs = 500

/**
 * Moves intents on. Every intent is one row; many workers, in many processes, share the rows. A worker leases rows that
 * are due, runs the function of the row's step (`functionOfStep.ts`), and writes what it decided in one transaction.
 *
 * A row
 *
 *     unscheduled ──CommitIntent──▶ scheduled ──time, block, wake──▶ due ──lease──▶ leased
 *          ▲                          ▲    ▲                          ▲               │
 *          │                          │    └─── move or wait: written ┼───────────────┤
 *          └── wait 'never': written ─┼───────────────────────────────┼───────────────┤
 *                                     └─ step threw: put off          └─ lease ran out┘
 *
 * - unscheduled: no due time. An uncommitted quote, or an ended intent that is no longer polled for late deposits.
 * - scheduled: due at a future time. If its step waits for a chain, this process also remembers it (`HeadWaiters`) and
 *   makes it due with the chain's next block; the time is then only the safety net.
 * - due: its time has come, or it was woken: by a block, by the sender when a transaction was mined or came to its end,
 *   by ExecuteIntent, or by the sweeper.
 * - leased: one worker runs the step. A wake in the meantime is kept on the row (`woken`), and the write that ends the
 *   lease leaves the row due at once: a block that came during the poll is polled too.
 * - ended: a final step is no state of its own here. The row is scheduled for the time of refunds. From then on it is
 *   polled, ever more rarely, to send back late deposits; `engine.lookForPaymentsMs` (90 days) later it is unscheduled.
 *
 * | a crash | leaves | what happens then |
 * |---|---|---|
 * | after the lease (`leased`) | only the lease | the lease runs out; another worker runs the step from its start |
 * | after the decision (`decided`) | the same: a step only reads | the same; the later run may decide otherwise |
 * | in the write | all of it or nothing: one statement | as before it, or as after it |
 * | after the write (`written`) | a scheduled row that no block wakes | its time comes, at most 15 s later |
 *
 * What the write holds: the step, the due time, progress, legs, ledger entries, outbox items, freed reservations, the
 * event for callers and the notice for other processes. No effect comes before it: transactions are sent by the sender,
 * from the outbox.
 *
 * A lease
 * - takes up to 64 rows in all, intents under way first, each project in its turn, longest due first. It skips rows
 *   that others lock: workers never wait for each other, and no row starves.
 * - skips chains whose nodes this process cannot see. Another process may; a step that cannot read decides nothing.
 * - lasts `engine.leaseMs` (30 s), never renewed: longer than a step with slow nodes, and all that a dead worker costs.
 * - is proven by worker name, lease number and step in the `where` of the write: a worker that hung writes nothing.
 * - ends with the write or by time: there is nothing to clean up after a crash.
 *
 * Without a write
 * - the step throws: the row waits 1 s, then twice as long each time up to 60 s, and up to a tenth more. The count is
 *   in `progress.failures`; success clears it.
 * - the store refuses the write as stale: the row belongs to another worker; the decision is dropped (`stepLost`).
 * - the store throws: the row waits as if the step threw; if that write fails too, its lease runs out.
 *
 * The trade: a step may run twice and is written once. Running twice costs a few calls to nodes, so leases need no
 * heartbeat and workers no leader; for that, steps must stay without effects of their own.
 */
export function createWorker(options: WorkerOptions): Worker {
  const {
    world,
    name,
    leaseMs = leaseMsDefault,
    crashPoint = () => {},
    mayLease = () => true,
    onTurn = () => {},
    around = (_, look) => look(),
  } = options
  const { store, clock, observe, random } = world
  const running = new Set<Promise<void>>()
  let idleRunning = 0
  let isStopped = false
  let waker = createWaker()
  let loop: Promise<void> | undefined
  let stopListening: (() => void) | undefined
  let headWaiters: HeadWaiters | undefined

  const wake = (): void => waker.wake()

  async function run(): Promise<void> {
    while (!isStopped) {
      waker = createWaker()
      const free = mayLease() ? takenMax - running.size : 0
      const blind = await blindChains()
      const taken = free > 0 ? await lease(free, blind) : []
      for (const record of taken)
        track(
          around(record, () => advance(record)),
          isFinalStep(record.step),
        )
      if (taken.length > 0 && taken.length === free) continue
      await clock.sleep(mayLease() ? await untilDueMs(blind) : idleMs, waker.signal)
    }
  }

  async function blindChains(): Promise<number[]> {
    const states = await Promise.all(
      [...world.chains.values()].map(async ({ id, health }) => ({ id, ...(await health()) })),
    )
    return states.filter(({ healthy }) => !healthy).map(({ id }) => id)
  }

  async function lease(limit: number, blind: readonly number[]): Promise<Leased[]> {
    const room = (most: number) => Math.max(0, Math.min(limit, most - idleRunning))
    const idle = { min: room(idleMin), max: room(idleMax) }
    try {
      const taken = await store.intents.lease({ worker: name, nowMs: clock.nowMs(), leaseMs, limit, idle, blind })
      onTurn()
      observe.stepWorks({ intentId: undefined, step: 'lease' })
      return taken
    } catch (error) {
      observe.stepFailed({ intentId: undefined, step: 'lease', error })
      return []
    }
  }

  async function untilDueMs(blind: readonly number[]): Promise<number> {
    // An unreachable store is reported by the next lease, which fails too (`stepFailed`).
    const dueMs = await store.intents.nextDueMs(blind).catch(() => undefined)
    if (dueMs === undefined) return idleMs
    const inMs = dueMs - clock.nowMs()
    return Math.min(idleMs, inMs > 0 ? inMs : crowdedMs)
  }

  function track(work: Promise<void>, isIdle: boolean): void {
    running.add(work)
    if (isIdle) idleRunning++
    work.finally(() => {
      running.delete(work)
      if (isIdle) idleRunning--
      wake()
    })
  }

  async function advance(record: Leased): Promise<void> {
    const { step, intentId } = record
    if (step === 'quoted') return
    const startedMs = clock.monotonicMs()
    const headsSeen = headWaiters?.seen() ?? new Map()
    await crashPoint(`${step}.leased`)
    const outcome = spread(record, await decide(record, step))
    await crashPoint(`${step}.decided`)
    const change = transitionOf(record, outcome, clock.nowMs())
    if (!(await write(record, change))) return observe.stepLost({ intentId, step })
    await crashPoint(`${step}.written`)
    if (outcome.look !== 'never' && outcome.look.orBlockOf !== undefined)
      headWaiters?.add(outcome.look.orBlockOf, intentId, headsSeen)
    emitSponsored(record, change, observe)
    emitArrived(record, change, observe)
    if (change.ledger?.length) observe.booked({ entries: change.ledger })
    if (outcome.kind === 'move') {
      const { originChainId, destinationChainId } = record.intent
      const tookMs = clock.monotonicMs() - startedMs
      const amounts = movedAmounts(record, change, world.tokens)
      observe.stepTaken({ intentId, from: step, to: outcome.to, tookMs, originChainId, destinationChainId, amounts })
    }
  }

  const jitter = (ms: number): number => ms + Math.floor(random.next() * ms * jitterShare)

  /** Adds jitter to polls of ended intents only: intents under way are polled when needed. */
  function spread({ step }: Leased, outcome: Outcome): Outcome {
    if (outcome.kind !== 'wait' || outcome.look === 'never' || !isFinalStep(step)) return outcome
    return { ...outcome, look: { ...outcome.look, afterMs: jitter(outcome.look.afterMs) } }
  }

  /** A failed wake is not repeated: the rows also come due by their own time. */
  function makeDue(intentIds: Hex[]): void {
    const tried = { intentId: undefined, step: 'wake' } as const
    store.intents.wake(intentIds, clock.nowMs()).then(
      () => observe.stepWorks(tried),
      (error) => observe.stepFailed({ ...tried, error }),
    )
  }

  /** False if nothing was written. A store that throws must not end the process: its row is due again later. */
  async function write(record: Leased, change: Transition): Promise<boolean> {
    const { intentId, step, leaseToken } = record
    try {
      return await store.intents.transition({ intentId, step, leaseToken }, change)
    } catch (error) {
      observe.stepFailed({ intentId, step, error })
      return store.intents
        .transition({ intentId, step, leaseToken }, transitionOf(record, retryLater(record), clock.nowMs()))
        .then(
          () => false,
          // Reported above; without this write the intent is due again when its lease ends.
          () => false,
        )
    }
  }

  function retryLater({ progress }: Leased): Wait {
    const failures = (progress.failures ?? 0) + 1
    const afterMs = Math.min(failureMsMax, firstFailureMs * 2 ** Math.min(failures, 10))
    return waitMs(jitter(afterMs), { progress: { ...progress, failures } })
  }

  /** A step that throws has written nothing, so running it again later is safe. */
  async function decide(record: Leased, step: Exclude<Step, 'quoted'>): Promise<Outcome> {
    try {
      const outcome = waitForProof(
        record,
        await proveOutcome(record, await functionOfStep(step)(record, world), world),
        world,
      )
      if (record.progress.failures) observe.stepWorks({ intentId: record.intentId, step })
      return record.progress.failures
        ? { ...outcome, progress: { ...record.progress, ...outcome.progress, failures: 0 } }
        : outcome
    } catch (error) {
      observe.stepFailed({ intentId: record.intentId, step, error })
      return retryLater(record)
    }
  }

  return {
    async start() {
      headWaiters = createHeadWaiters({ chains: world.chains.values(), clock, wake: makeDue })
      stopListening = await store.listen(({ kind }) => (kind === 'due' || kind === 'missed') && wake())
      loop = run()
    },
    async stop() {
      isStopped = true
      wake()
      stopListening?.()
      headWaiters?.stop()
      await loop
      await Promise.allSettled(running)
    },
  }
}

/** Reports the time taken beside the quoted one: once, when the payment is first seen. */
function emitArrived(record: Leased, { arrivedAtMs, startedAtMs }: Transition, observe: World['observe']): void {
  const { intentId, intent, plan } = record
  const sinceMs = record.startedAtMs ?? startedAtMs
  if (arrivedAtMs === undefined || sinceMs === undefined || record.arrivedAtMs !== undefined) return
  const bridges = plan.bridge && bridgeParts(plan.bridge).map(({ provider }) => provider)
  const route = bridges?.join('+') ?? intent.quote.routeProviders[0] ?? 'none'
  const tookS = (arrivedAtMs - sinceMs) / 1_000
  observe.arrived({ intentId, route, estimatedS: intent.quote.estimatedDuration, tookS })
}

/** Reports what became of the budget reserved for the project: once, with the run of the deposit or with the end. */
function emitSponsored({ progress: { sponsor } }: Leased, change: Transition, observe: World['observe']): void {
  if (!sponsor || sponsor.spentMicroUsd !== undefined) return
  const { sponsoredMicroUsd: spent } = change
  if (spent === undefined && !(change.step && isFinalStep(change.step))) return
  if (spent) observe.sponsored({ outcome: 'spent', microUsd: spent })
  const left = sponsor.reservedMicroUsd - (spent ?? 0n)
  if (left > 0n) observe.sponsored({ outcome: 'given_back', microUsd: left })
}
