import type { Clock } from './clock.ts'

/** Watches for pieces of work that keep the main thread from everything else, and names whose they were. */
export type LoopWatchdog = {
  /** A piece of work ended that this one did. */
  worked(name: string, tookMs: number): void
  stop(): void
}

const everyMs = 50
/** A turn that comes later than this is told. */
const lateMsMax = 100

/** `name` is absent where no known piece of work explains most of it: the rest of the process, or other programs on the machine. */
export function watchLoop(clock: Clock, onHeld: (event: { name?: string; lateMs: number }) => void): LoopWatchdog {
  let longest = { name: '', tookMs: 0 }
  let dueMs = clock.monotonicMs() + everyMs
  const timer = setInterval(() => {
    const nowMs = clock.monotonicMs()
    const lateMs = nowMs - dueMs
    const { name, tookMs } = longest
    longest = { name: '', tookMs: 0 }
    dueMs = nowMs + everyMs
    if (lateMs > lateMsMax) onHeld({ lateMs: Math.round(lateMs), ...(tookMs > lateMs / 2 && { name }) })
  }, everyMs)
  timer.unref()
  return {
    worked(name, tookMs) {
      if (tookMs > longest.tookMs) longest = { name, tookMs }
    },
    stop: () => clearInterval(timer),
  }
}
