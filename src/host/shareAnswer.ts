import type { Clock } from './clock.ts'

/**
 * Concurrent callers share an answer. Later ones get it for `keptTimes` as long as it took to make: with 4, making
 * answers takes at most a fifth of the time. A failure is shared only by concurrent callers.
 */
export function shareAnswer<T>(make: () => Promise<T>, clock: Clock, keptTimes = 4): () => Promise<T> {
  let answer: Promise<T> | undefined
  let keptUntilMs = Number.POSITIVE_INFINITY
  return () => {
    if (answer && clock.monotonicMs() < keptUntilMs) return answer
    const startedMs = clock.monotonicMs()
    keptUntilMs = Number.POSITIVE_INFINITY
    answer = make().then(
      (made) => {
        const endedMs = clock.monotonicMs()
        keptUntilMs = endedMs + keptTimes * (endedMs - startedMs)
        return made
      },
      (error: unknown) => {
        answer = undefined
        throw error
      },
    )
    return answer
  }
}
