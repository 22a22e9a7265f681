import type { Clock } from '../host/clock.ts'
import { HostError } from '../host/hostError.ts'
import type { Store } from '../stores/store.ts'

/**
 * A process whose own clock differs by more is told to be unfit to work: it takes no lanes and leases nothing. Its leases would be right all the same,
 * since they are by the database's clock; but a machine whose time service is broken also signs, checks blocks and writes its log by it.
 */
export const clockOffMsMax = 10_000
const measureEveryMs = 5_000
/** An answer that took longer says too little about the moment that it is from. */
const roundTripMsMax = 1_000

export type DatabaseClock = {
  /**
   * The database's time: leases, due times, expiries and holds of all processes that share it are compared by one clock. Between two measurements it
   * goes on with the monotonic clock of this machine, so that a step of the wall clock does not move it.
   */
  clock: Clock
  /** False while the clock of this machine differs too much from the database's, by the last answer of the database. */
  isRight(): boolean
  /** Throws where it differs too much: a start would go on to blame nodes, whose blocks are old or from the future by this clock. */
  requireRight(): void
  stop(): Promise<void>
}

/** Resolves after the first comparison, so that nothing is leased before it. */
export async function startDatabaseClock(options: {
  store: Pick<Store, 'nowMs'>
  clock: Clock
}): Promise<DatabaseClock> {
  const { store, clock } = options
  const stopped = new AbortController()
  /** How much this machine is ahead, or behind where negative, by the last answer of the database. */
  let aheadMs = 0
  /** What is added to the monotonic clock. */
  let offsetMs: number | undefined
  const measure = async (): Promise<void> => {
    const [beforeMs, startMs] = [clock.nowMs(), clock.monotonicMs()]
    // A store that does not answer says nothing about the clock: what was found before holds, and nothing can be leased without it.
    const storeMs = await store.nowMs().catch(() => undefined)
    if (storeMs === undefined) return
    const endMs = clock.monotonicMs()
    // The answer is from some moment between asking and reading it.
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
