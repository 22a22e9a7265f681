import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../host/clock.ts'
import { formatMs } from '../../interface/formatMs.ts'
import { asStoreFailure } from '../../stores/storeError.ts'

const timeoutMs = 2_000
const stepMs = 100

/**
 * Fails like an unreachable store after `timeoutMs`, so that no call waits longer. Waits in steps with a turn of the
 * event loop after each: a stall of the loop counts as one step, so it is not blamed on the store.
 */
export async function withTimeout<T>(answer: Promise<T>, clock: Clock): Promise<T> {
  const answered = new AbortController()
  const late = (async () => {
    for (let passedMs = 0; passedMs < timeoutMs; passedMs += stepMs) {
      await clock.sleep(stepMs, answered.signal)
      if (answered.signal.aborted) return
      await turn()
    }
    if (!answered.signal.aborted)
      throw asStoreFailure(new Error(`the store did not answer within ${formatMs(timeoutMs)}`))
  })()
  try {
    return (await Promise.race([answer, late])) as T
  } finally {
    answered.abort()
  }
}
