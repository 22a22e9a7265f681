import type { Clock } from '../host/clock.ts'

export type CachedValue<T> = {
  value: T
  fetchedAtMs: number
  /** The value is older than `staleAfterMs`, because the source does not answer. */
  stale: boolean
  /** The value existed before this call of `get`. */
  cached: boolean
}

export type KeepLimits = {
  /** Refresh interval, while `get` is called at least every `idleMs`. */
  refreshMs: number
  /** Served without waiting up to this age; older is stale. */
  staleAfterMs: number
  /** How long a caller waits for a newer value before the stale one is served. */
  waitMs: number
  /** Refreshing stops when `get` has not been called for this long. */
  idleMs: number
}

export const keepLimits: KeepLimits = {
  refreshMs: 15_000,
  staleAfterMs: 60_000,
  waitMs: 2_000,
  idleMs: 10 * 60_000,
}

export type Keeper<T> = {
  /** Throws only if the source has never answered, so that there is no value to serve. */
  get(): Promise<CachedValue<T>>
  stop(): Promise<void>
}

/** A cached value, refreshed in the background from the first `get` on. Served as stale while the source fails. */
export function keepFresh<T>(options: {
  fetch: () => Promise<T>
  failed: (error: unknown) => void
  clock: Clock
  limits?: KeepLimits
}): Keeper<T> {
  const { fetch, failed, clock, limits = keepLimits } = options
  const ending = new AbortController()
  let kept: { value: T; fetchedAtMs: number } | undefined
  let failure: { error: unknown; atMs: number } | undefined
  let running: Promise<void> | undefined
  let loop: Promise<void> | undefined
  let askedAtMs = 0

  function refresh(): Promise<void> {
    running ??= fetchOnce().finally(() => {
      running = undefined
    })
    return running
  }

  async function fetchOnce(): Promise<void> {
    const fetchedAtMs = clock.nowMs()
    try {
      kept = { value: await fetch(), fetchedAtMs }
      failure = undefined
    } catch (error) {
      failure = { error, atMs: clock.nowMs() }
      failed(error)
    }
  }

  async function keepUp(): Promise<void> {
    while (!ending.signal.aborted && clock.nowMs() - askedAtMs < limits.idleMs) {
      await clock.sleep(limits.refreshMs, ending.signal)
      if (!ending.signal.aborted) await refresh()
    }
    loop = undefined
  }

  const isOld = () => kept === undefined || clock.nowMs() - kept.fetchedAtMs > limits.staleAfterMs
  /** False for `refreshMs` after a failure: until then callers get the stale value without waiting. */
  const mayWaitForSource = () => failure === undefined || clock.nowMs() - failure.atMs > limits.refreshMs

  return {
    get: async () => {
      askedAtMs = clock.nowMs()
      const cached = kept !== undefined && !isOld()
      if (!kept) await refresh()
      else if (isOld() && mayWaitForSource()) await Promise.race([refresh(), clock.sleep(limits.waitMs, ending.signal)])
      loop ??= keepUp()
      if (!kept) throw failure?.error
      return { ...kept, stale: isOld(), cached: cached || isOld() }
    },
    stop: async () => {
      ending.abort()
      await loop
      await running
    },
  }
}
