import type { Clock } from '../../src/host/clock.ts'

/** A clock that only a test turns. */
export type VirtualClock = Clock & {
  /** Moves time on, waking whoever sleeps at the moment it is due, and lets each finish what it does before the next wakes. */
  advance(ms: number): Promise<void>
  /** As when the machine was suspended: the time is over at once, and whoever should have woken meanwhile wakes once. */
  leap(ms: number): Promise<void>
  /** Lets everything that can run without time passing run to its end. */
  settle(): Promise<void>
}

type Sleeper = { atMs: number; order: number; wake(): void }

export function createVirtualClock(startMs: number): VirtualClock {
  const sleepers = new Set<Sleeper>()
  let nowMs = startMs
  let slept = 0

  // Promise jobs all run before the event loop's next phase, so one turn of it is the end of every chain of them.
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
