import type { Clock } from './clock.ts'

/** Measures delays of the event loop and names the work that blocked the main thread. */
export type LoopWatchdog = {
  /** Records a finished piece of work. */
  worked(name: string, tookMs: number): void
  /** How many costly calls may run at once. They wait for each other's work, so fewer while the loop is late. */
  room(): number
  stop(): void
}

type WatchOptions = {
  clock: Clock
  room: { least: number; most: number }
  /** `name` is absent if no recorded work took most of the delay: unrecorded work, or other programs. */
  onHeld(event: { name?: string; lateMs: number }): void
}

const everyMs = 50
/** A longer delay is reported. */
const lateMsMax = 100
/** Above the first delay, allow a quarter fewer calls; below the second, one more. */
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
