import type { Clock } from './clock.ts'

/** Watches how late the turns of the event loop come, and names whose piece of work kept the main thread from everything else. */
export type LoopWatchdog = {
  /** A piece of work ended that this one did. */
  worked(name: string, tookMs: number): void
  /** How many costly calls may run at once: each waits for the pieces of all others, so there is room for fewer while turns come late. */
  room(): number
  stop(): void
}

type WatchOptions = {
  clock: Clock
  room: { least: number; most: number }
  /** `name` is absent where no known piece of work explains most of it: the rest of the process, or other programs on the machine. */
  onHeld(event: { name?: string; lateMs: number }): void
}

const everyMs = 50
/** A turn that comes later than this is told. */
const lateMsMax = 100
/** Later than the one, there is room for a quarter less; sooner than the other, for one more. */
const [crowdedMs, freeMs] = [15, 5] as const

export function watchLoop({ clock, room, onHeld }: WatchOptions): LoopWatchdog {
  let longest = { name: '', tookMs: 0 }
  let size = room.least
  let dueMs = clock.monotonicMs() + everyMs
  const timer = setInterval(() => {
    const nowMs = clock.monotonicMs()
    const lateMs = nowMs - dueMs
    const { name, tookMs } = longest
    longest = { name: '', tookMs: 0 }
    dueMs = nowMs + everyMs
    if (lateMs > crowdedMs) size = Math.max(room.least, Math.floor(size * 0.75))
    else if (lateMs < freeMs) size = Math.min(room.most, size + 1)
    if (lateMs > lateMsMax) onHeld({ lateMs: Math.round(lateMs), ...(tookMs > lateMs / 2 && { name }) })
  }, everyMs)
  timer.unref()
  return {
    worked(name, tookMs) {
      if (tookMs > longest.tookMs) longest = { name, tookMs }
    },
    room: () => size,
    stop: () => clearInterval(timer),
  }
}
