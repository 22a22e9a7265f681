import type { Clock } from '../host/clock.ts'

export type Kept<T> = {
  value: T
  fetchedAtMs: number
  /** Too old, because the source does not answer. */
  stale: boolean
  /** Whether it was known before the question. */
  cached: boolean
}

export type KeepLimits = {
  /** Fetched again this often while somebody asks. */
  refreshMs: number
  /** Served without waiting up to this age; older is stale. */
  staleAfterMs: number
  /** How long a caller waits for a newer value before the stale one is served. */
  patienceMs: number
  /** Without a question for so long, the value is left to grow old. */
  idleMs: number
}

export const keepLimits: KeepLimits = {
  refreshMs: 15_000,
  staleAfterMs: 60_000,
  patienceMs: 2_000,
  idleMs: 10 * 60_000,
}

export type Keeper<T> = {
  /** Throws only when there is nothing to serve: the source never answered. */
  get(): Promise<Kept<T>>
  stop(): Promise<void>
}

/** A value kept fresh in the background from the first question on, served stale rather than not at all. */
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
  /** A source that has just failed is not waited for again. */
  const worthWaiting = () => failure === undefined || clock.nowMs() - failure.atMs > limits.refreshMs

  return {
    get: async () => {
      askedAtMs = clock.nowMs()
      const cached = kept !== undefined && !isOld()
      if (!kept) await refresh()
      else if (isOld() && worthWaiting()) await Promise.race([refresh(), clock.sleep(limits.patienceMs, ending.signal)])
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
