import type { Clock } from '../../host/clock.ts'
import { asStoreFailure } from '../../stores/storeError.ts'

const patienceMs = 2_000

/** A store that does not answer at all is as good as one that refuses: the call is not held up by it. */
export async function withTimeout<T>(answer: Promise<T>, clock: Clock): Promise<T> {
  const answered = new AbortController()
  const late = clock.sleep(patienceMs, answered.signal).then(() => {
    if (!answered.signal.aborted) throw asStoreFailure(new Error(`the store did not answer within ${patienceMs} ms`))
  })
  try {
    return (await Promise.race([answer, late])) as T
  } finally {
    answered.abort()
  }
}
