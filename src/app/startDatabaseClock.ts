import type { Clock } from '../host/clock.ts'
import { HostError } from '../host/hostError.ts'
import type { Store } from '../stores/store.ts'

/**
 * A process whose clock differs by more takes no signer lanes and leases no intents. Its leases use the database's
 * clock and would be right, but such a machine also signs, checks blocks and logs by its own clock.
 */
export const clockOffMsMax = 10_000
const measureEveryMs = 5_000
/** A slower answer is too imprecise to set the clock by. */
const roundTripMsMax = 1_000

export type DatabaseClock = {
  /**
   * The database's time: one clock for leases, due times, expiries and holds of all processes. Between measurements it
   * follows this machine's monotonic clock, so that a step of the wall clock does not move it.
   */
  clock: Clock
  /** False while this machine's clock differs too much from the database's, by the last measurement. */
  isRight(): boolean
  /** Throws if it differs too much. Otherwise the start would blame nodes for old or future blocks. */
  requireRight(): void
  stop(): Promise<void>
}

/** Resolves after the first measurement, so that nothing is leased before it. */
export async function startDatabaseClock(options: {
  store: Pick<Store, 'nowMs'>
  clock: Clock
}): Promise<DatabaseClock> {
  const { store, clock } = options
  const stopped = new AbortController()
  /** How far this machine is ahead (negative: behind), by the last measurement. */
  let aheadMs = 0
  /** Database time minus this machine's monotonic clock. */
  let offsetMs: number | undefined
  const measure = async (): Promise<void> => {
    const [beforeMs, startMs] = [clock.nowMs(), clock.monotonicMs()]
    // No answer: keep the last measurement. Without the store nothing can be leased anyway.
    const storeMs = await store.nowMs().catch(() => undefined)
    if (storeMs === undefined) return
    const endMs = clock.monotonicMs()
    // The answer is from a moment between request and response.
    const [aheadAtLeast, behindAtLeast] = [beforeMs - storeMs, storeMs - clock.nowMs()]
    aheadMs = aheadAtLeast >= behindAtLeast ? Math.max(0, aheadAtLeast) : -Math.max(0, behindAtLeast)
    if (offsetMs === undefined || endMs - startMs <= roundTripMsMax) offsetMs = storeMs - (startMs + endMs) / 2
  }
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await clock.sleep(measureEveryMs, stopped.signal)
      if (!stopped.signal.aborted) await measure()
    }
  }
  const isRight = () => Math.abs(aheadMs) <= clockOffMsMax
  await measure()
  const running = run()
  return {
    clock: {
      ...clock,
      nowMs: () => (offsetMs === undefined ? clock.nowMs() : Math.round(clock.monotonicMs() + offsetMs)),
    },
    isRight,
    requireRight: () => {
      if (isRight()) return
      const off = `${Math.round(Math.abs(aheadMs) / 1_000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`
      const why = `the clock of this machine is ${off} that of the database, more than ${clockOffMsMax / 1_000} s`
      throw new HostError('start', `${why}: set both by NTP and start again`)
    },
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
