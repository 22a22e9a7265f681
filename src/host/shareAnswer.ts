import type { Clock } from './clock.ts'

/**
 * Concurrent callers share an answer, and so do later ones for `keptTimes` as long as it took to make. With 4,
 * making it takes a fifth of the time at most. Only concurrent callers share a failure.
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
