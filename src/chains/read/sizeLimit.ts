import type { Clock } from '../../host/clock.ts'

/** How much a node takes per call: halved after a refusal, raised again over time. */
export type SizeLimit = {
  /** At least 1. */
  value(): number
  /** The node refused this much: half of it is the new value. */
  refused(size: number): void
  /** The node took this much. If that is the full value, `growMs` after its last change it grows by a quarter. */
  taken(size: number): void
}

export function createSizeLimit(options: { max: number; growMs: number; clock: Clock }): SizeLimit {
  const { max, growMs, clock } = options
  let value = max
  let changedAtMs = 0
  const change = (to: number) => {
    value = Math.min(max, Math.max(1, Math.floor(to)))
    changedAtMs = clock.monotonicMs()
  }
  return {
    value: () => value,
    // Concurrent requests of one size are refused together; only the first halves the value.
    refused: (size) => {
      if (size / 2 < value) change(size / 2)
    },
    taken: (size) => {
      if (size >= value && value < max && clock.monotonicMs() - changedAtMs >= growMs) change(value + value / 4 + 1)
    },
  }
}
