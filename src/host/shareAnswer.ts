import type { Clock } from './clock.ts'

/**
 * Callers that ask while an answer is made share it, and also those who ask shortly after: it is kept for `keptTimes` as long as it took to make. With 4,
 * making it takes a fifth of the time at most, however often it is asked for. A failure is shared only by those who waited for it.
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
