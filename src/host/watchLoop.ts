import type { Clock } from './clock.ts'

/** Measures delays of the event loop and names the work that blocked the main thread. */
export type LoopWatchdog = {
  /** Records a finished piece of work. */
  worked(name: string, tookMs: number): void
  /** How many costly calls may run at once: each waits for all others' work, so fewer while turns are late. */
  room(): number
  stop(): void
}

type WatchOptions = {
  clock: Clock
  room: { least: number; most: number }
  /** `name` is absent if no known work explains most of it: the rest of the process, or other programs. */
  onHeld(event: { name?: string; lateMs: number }): void
}

const everyMs = 50
/** Later turns are reported. */
const lateMsMax = 100
/** Beyond the first, allow a quarter fewer; below the second, one more. */
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
