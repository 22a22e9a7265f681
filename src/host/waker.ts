import type { Clock, SleepSignal } from './clock.ts'

/** Ends one sleep early. A wake that comes before the sleep is kept: the sleep then ends at once. */
export type Waker = { readonly signal: SleepSignal; wake(): void }

/**
 * An AbortController only for sleeps. Node's costs about 10 µs (an EventTarget per signal, an Event per abort), which
 * loops would pay at every block and node reads at every call.
 */
export function createWaker(): Waker {
  const signal = new WakerSignal()
  return { signal, wake: () => signal.wake() }
}

/** A class, because an object literal would define its getter anew for each object. */
class WakerSignal implements SleepSignal {
  #isAwake = false
  readonly #listeners = new Set<() => void>()

  get aborted(): boolean {
    return this.#isAwake
  }

  addEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.add(listener)
  }

  removeEventListener(_: 'abort', listener: () => void): void {
    this.#listeners.delete(listener)
  }

  wake(): void {
    if (this.#isAwake) return
    this.#isAwake = true
    for (const listener of this.#listeners) listener()
  }
}

/** A signal that aborts after a time of the given clock. The caller closes it, so that no timer outlives its work. */
export type Timeout = { signal: AbortSignal; close(): void }

export function openTimeout(clock: Clock, ms: number): Timeout {
  const over = new AbortController()
  const closed = createWaker()
  void clock.sleep(ms, closed.signal).then(() => {
    // A text as reason: the default would build an error with a stack.
    if (!closed.signal.aborted) over.abort('timed out')
  })
  return { signal: over.signal, close: () => closed.wake() }
}
