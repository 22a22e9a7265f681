/** Time as an argument, so that a simulation can control it. */
export type Clock = {
  /** Unix time in milliseconds. */
  nowMs(): number
  /** Never goes back; for measuring how long something took. */
  monotonicMs(): number
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
  sleep(ms: number, signal?: SleepSignal): Promise<void>
}

/** Ends a sleep early: an AbortSignal or a `Waker`'s lighter signal. */
export type SleepSignal = {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done)
    }),
}
