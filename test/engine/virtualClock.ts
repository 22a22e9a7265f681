import type { Clock } from '../../src/host/clock.ts'

/** A clock that only a test turns. */
export type VirtualClock = Clock & {
  /** Moves time on, waking each sleeper when due; each finishes before the next wakes. */
  advance(ms: number): Promise<void>
  /** Like a suspended machine: the time passes at once, and each due sleeper wakes once. */
  leap(ms: number): Promise<void>
  /** Runs everything that needs no time to its end. */
  settle(): Promise<void>
}

type Sleeper = { atMs: number; order: number; wake(): void }

export function createVirtualClock(startMs: number): VirtualClock {
  const sleepers = new Set<Sleeper>()
  let nowMs = startMs
  let slept = 0

  // Promise jobs all run before the event loop's next phase, so one turn of it ends every chain of them.
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

  const first = (untilMs: number): Sleeper | undefined => {
    let found: Sleeper | undefined
    for (const sleeper of sleepers) {
      const sooner = !found || sleeper.atMs < found.atMs || (sleeper.atMs === found.atMs && sleeper.order < found.order)
      if (sleeper.atMs <= untilMs && sooner) found = sleeper
    }
    return found
  }

  async function advance(ms: number): Promise<void> {
    const untilMs = nowMs + ms
    await settle()
    for (let next = first(untilMs); next; next = first(untilMs)) {
      nowMs = Math.max(nowMs, next.atMs)
      next.wake()
      await settle()
    }
    nowMs = untilMs
  }

  return {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs - startMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve()
        const wake = () => {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        const sleeper: Sleeper = { atMs: nowMs + Math.max(0, ms), order: slept++, wake }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', wake)
      }),
    settle,
    advance,
    async leap(ms) {
      nowMs += ms
      await advance(0)
    },
  }
}
