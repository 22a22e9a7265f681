import type { Clock } from './clock.ts'

export type LoopState = {
  name: string
  /** Time since its last successful turn. */
  ageMs: number
  ageMsMax: number
}

/** Records the last successful turn of each loop: one that hangs or always fails reports nothing itself. */
export type LoopWatch = {
  /** Registers a loop that must finish a turn at least every `ageMsMax`. Call the returned function after each turn. */
  add(name: string, ageMsMax: number): () => void
  states(): LoopState[]
}

export function createLoopWatch(clock: Clock): LoopWatch {
  const loops = new Map<string, { doneAtMs: number; ageMsMax: number }>()
  return {
    add(name, ageMsMax) {
      const loop = { doneAtMs: clock.monotonicMs(), ageMsMax }
      loops.set(name, loop)
      return () => {
        loop.doneAtMs = clock.monotonicMs()
      }
    },
    states: () =>
      [...loops].map(([name, { doneAtMs, ageMsMax }]) => ({ name, ageMs: clock.monotonicMs() - doneAtMs, ageMsMax })),
  }
}
