import type { IntentRecord } from '../../intents/intentRecord.ts'
import { isFinalStep } from '../../intents/lifecycle.ts'
import type { Hex } from '../../interface/fields.ts'
import type { Change } from '../../stores/store.ts'
import { type Outcome, type Wait, waitMs } from '../steps/outcome.ts'
import { steps } from '../steps/steps.ts'
import type { World } from '../world.ts'
import { createHeadWaiters, type HeadWaiters } from './headWaiters.ts'

/**
 * Takes due intents and moves them on. A row is leased, the step says what should happen, and one transaction writes it if the row is still where
 * it was found and the lease is still ours. A worker that dies, hangs or wakes up late has written nothing, or its write is refused.
 */
export type Worker = {
  start(): Promise<void>
  /** Stops taking work and waits for what is under way. */
  stop(): Promise<void>
}

export type WorkerOptions = {
  world: World
  /** Names this worker in leases. */
  name: string
  leaseMs?: number
  /** Named places between two effects, for tests that kill the process there. */
  crashPoint?: (name: WorkerCrashPoint) => void | Promise<void>
}

export const workerCrashPoints = ['leased', 'decided', 'written'] as const
export type WorkerCrashPoint = `${string}.${(typeof workerCrashPoints)[number]}`

type Leased = IntentRecord & { leaseToken: string }

const leaseMsDefault = 30_000
const takenMax = 64
/** Without any notice, due work is looked for this often. */
const idleMs = 1_000
const failureMsMax = 60_000
const firstFailureMs = 500
/** Without a reason of its own an abort makes an error with a stack, which costs more than the wake itself. */
const wokenUp = 'woken'

export function createWorker({ world, name, leaseMs = leaseMsDefault, crashPoint = () => {} }: WorkerOptions): Worker {
  const { store, clock, observe } = world
  const running = new Set<Promise<void>>()
  const stopped = new AbortController()
  let wakeUp = new AbortController()
  let loop: Promise<void> | undefined
  let stopListening: (() => void) | undefined
  let headWaiters: HeadWaiters | undefined

  const wake = (): void => wakeUp.abort(wokenUp)

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      wakeUp = new AbortController()
      const free = takenMax - running.size
      const taken = free > 0 ? await lease(free) : []
      for (const record of taken) track(advance(record))
      if (taken.length > 0 && taken.length === free) continue
      await clock.sleep(await untilDueMs(), AbortSignal.any([wakeUp.signal, stopped.signal]))
    }
  }

  async function lease(limit: number): Promise<Leased[]> {
    try {
      return await store.intents.lease({ worker: name, nowMs: clock.nowMs(), leaseMs, limit })
    } catch (error) {
      observe.stepFailed({ intentId: undefined, step: 'lease', error })
      return []
    }
  }

  async function untilDueMs(): Promise<number> {
    const dueMs = await store.intents.nextDueMs().catch(() => undefined)
    return dueMs === undefined ? idleMs : Math.min(idleMs, Math.max(1, dueMs - clock.nowMs()))
  }

  function track(work: Promise<void>): void {
    running.add(work)
    work.finally(() => {
      running.delete(work)
      wake()
    })
  }

  async function advance(record: Leased): Promise<void> {
    const { step, intentId } = record
    if (step === 'quoted') return
    const startedMs = clock.monotonicMs()
    const headsSeen = headWaiters?.seen() ?? new Map()
    await crashPoint(`${step}.leased`)
    const outcome = await decide(record, step)
    await crashPoint(`${step}.decided`)
    const change = changeOf(record, outcome)
    if (!(await write(record, change))) return observe.stepLost({ intentId, step })
    await crashPoint(`${step}.written`)
    if (outcome.look !== 'never' && outcome.look.orBlockOf !== undefined)
      headWaiters?.add(outcome.look.orBlockOf, intentId, headsSeen)
    if (outcome.kind === 'move')
      observe.stepTaken({ intentId, from: step, to: outcome.to, tookMs: clock.monotonicMs() - startedMs })
  }

  /** If it fails, they are looked at when their time comes. */
  function makeDue(intentIds: Hex[]): void {
    store.intents
      .wake(intentIds, clock.nowMs())
      .catch((error) => observe.stepFailed({ intentId: undefined, step: 'wake', error }))
  }

  /** A write that the store refuses must not end the process: it is put off like a step that failed, or left to its lease. */
  async function write(record: Leased, change: Change): Promise<boolean> {
    const { intentId, step, leaseToken } = record
    try {
      return await store.intents.transition({ intentId, step, leaseToken }, change)
    } catch (error) {
      observe.stepFailed({ intentId, step, error })
      return store.intents.transition({ intentId, step, leaseToken }, changeOf(record, retryLater(record))).then(
        () => false,
        () => false,
      )
    }
  }

  function retryLater({ progress }: Leased): Wait {
    const failures = (progress.failures ?? 0) + 1
    const afterMs = Math.min(failureMsMax, firstFailureMs * 2 ** Math.min(failures, 10))
    return waitMs(afterMs, { progress: { ...progress, failures } })
  }

  /** A step that fails is tried again later, ever more slowly: nothing was written, so nothing is lost. */
  async function decide(record: Leased, step: keyof typeof steps): Promise<Outcome> {
    try {
      const outcome = await steps[step](record, world)
      return record.progress.failures
        ? { ...outcome, progress: { ...record.progress, ...outcome.progress, failures: 0 } }
        : outcome
    } catch (error) {
      observe.stepFailed({ intentId: record.intentId, step, error })
      return retryLater(record)
    }
  }

  function changeOf(record: Leased, outcome: Outcome): Change {
    const nowMs = clock.nowMs()
    const { look, progress, legs, ledger, outbox } = outcome
    const effects = { nowMs, progress, legs, ledger, outbox }
    const dueAtMs = look === 'never' ? null : nowMs + look.afterMs
    if (outcome.kind === 'wait') return { ...effects, dueAtMs }
    if (!isFinalStep(outcome.to)) return { ...effects, step: outcome.to, dueAtMs }
    const refundAtMs = record.plan.refundAtS * 1_000
    return { ...effects, step: outcome.to, dueAtMs: refundAtMs, finishedAtMs: nowMs, release: true }
  }

  return {
    async start() {
      headWaiters = createHeadWaiters({ chains: world.chains.values(), clock, wake: makeDue })
      stopListening = await store.listen(() => wake())
      loop = run()
    },
    async stop() {
      stopped.abort()
      stopListening?.()
      headWaiters?.stop()
      await loop
      await Promise.allSettled(running)
    },
  }
}
