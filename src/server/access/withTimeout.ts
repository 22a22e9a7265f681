import type { Clock } from '../../host/clock.ts'
import { sayDuration } from '../../interface/sayDuration.ts'
import { asStoreFailure } from '../../stores/storeError.ts'

const timeoutMs = 2_000

/** Fails like a store that cannot be reached when the store does not answer in time, so that no call waits for it longer. */
export async function withTimeout<T>(answer: Promise<T>, clock: Clock): Promise<T> {
  const answered = new AbortController()
  const late = clock.sleep(timeoutMs, answered.signal).then(() => {
    if (!answered.signal.aborted)
      throw asStoreFailure(new Error(`the store did not answer within ${sayDuration(timeoutMs)}`))
  })
  try {
    return (await Promise.race([answer, late])) as T
  } finally {
    answered.abort()
  }
}
