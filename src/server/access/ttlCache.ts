import { LRUCache } from 'lru-cache'
import type { Clock } from '../../host/clock.ts'
import { withTimeout } from './withTimeout.ts'

/**
 * Caches rows of the store for `lifeMs`, so that most calls need no query. The store's notification of a change calls
 * `forgetAll`; if it is lost, the change takes effect within `lifeMs`. Names without a row have their own cache, so
 * that made-up names never evict real ones.
 */
export type TtlCache<V extends object> = {
  /** Synchronous if cached. */
  find(name: string): V | undefined | Promise<V | undefined>
  /** Only from the cache. */
  known(name: string): V | undefined
  forgetAll(): void
}

const lifeMs = 5_000
const namesMax = 10_000

type Kept<V> = { value: V; untilMs: number }

export function createTtlCache<V extends object>(
  load: (name: string) => Promise<V | undefined>,
  clock: Clock,
): TtlCache<V> {
  const found = new LRUCache<string, Kept<V>>({ max: namesMax })
  const missing = new LRUCache<string, Kept<true>>({ max: namesMax })
  const loading = new Map<string, Promise<V | undefined>>()
  let generation = 0

  const loadOnce = (name: string): Promise<V | undefined> => {
    const running = loading.get(name)
    if (running) return running
    const mine = generation
    const untilMs = clock.monotonicMs() + lifeMs
    const answer = withTimeout(load(name), clock)
      .then((value) => {
        // Do not cache an answer from before a change.
        if (mine === generation) {
          if (value) found.set(name, { value, untilMs })
          else missing.set(name, { value: true, untilMs })
        }
        return value
      })
      .finally(() => {
        if (loading.get(name) === answer) loading.delete(name)
      })
    loading.set(name, answer)
    return answer
  }

  const known = (name: string): V | undefined => {
    const kept = found.get(name)
    return kept && clock.monotonicMs() < kept.untilMs ? kept.value : undefined
  }

  return {
    known,
    find(name) {
      const value = known(name)
      if (value) return value
      const none = missing.get(name)
      return none && clock.monotonicMs() < none.untilMs ? undefined : loadOnce(name)
    },
    forgetAll() {
      generation += 1
      found.clear()
      missing.clear()
      loading.clear()
    },
  }
}
