import type { Clock } from './clock.ts'
import { createWaker } from './waker.ts'

/** A signal that aborts after a time of the given clock. The opener closes it, so that no timer outlives its work. */
export type Timeout = { signal: AbortSignal; close(): void }

export function openTimeout(clock: Clock, ms: number): Timeout {
  const over = new AbortController()
  const closed = createWaker()
  void clock.sleep(ms, closed.signal).then(() => {
    // With our own reason: the default makes an error with a stack for each call.
    if (!closed.signal.aborted) over.abort('timed out')
  })
  return { signal: over.signal, close: () => closed.wake() }
}
