import type { SleepSignal } from './clock.ts'

/** Ends one sleep early. A wake that comes before the sleep is kept: the sleep then ends at once. */
export type Waker = { readonly signal: SleepSignal; wake(): void }

/**
 * An AbortController for sleeps alone. Node builds an EventTarget for each signal and an Event for each abort, about 10 µs together;
 * loops that renew theirs at every block, and every question to nodes, would pay that each time.
 */
export function createWaker(): Waker {
  const listeners = new Set<() => void>()
  let isAwake = false
  return {
    signal: {
      get aborted() {
        return isAwake
      },
      addEventListener: (_, listener) => void listeners.add(listener),
      removeEventListener: (_, listener) => void listeners.delete(listener),
    },
    wake: () => {
      if (isAwake) return
      isAwake = true
      for (const listener of listeners) listener()
    },
  }
}
