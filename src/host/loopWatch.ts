import type { Clock } from './clock.ts'

export type LoopState = {
  name: string
  /** Since its last turn that came to its end without an error. */
  ageMs: number
  ageMsMax: number
}

/** When the loops of this process last did what they are there for: one that hangs or fails in every turn says nothing by itself. */
export type LoopWatch = {
  /** Names a loop that must finish a turn within `ageMsMax`, again and again. Calling the function says that it did. */
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
