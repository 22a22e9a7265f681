import { LRUCache } from 'lru-cache'
import type { Clock } from '../../host/clock.ts'
import { withTimeout } from './withTimeout.ts'

/**
 * Remembers answers of the store for a short time, so that a call costs no question and a change still arrives soon: at
 * once when the store tells of it, and within `lifeMs` when it cannot. What is not there is remembered apart, so that
 * made-up names never push out real ones.
 */
export type TtlCache<V extends object> = {
  /** At once where it is known. */
  find(name: string): V | undefined | Promise<V | undefined>
  /** Only what is remembered. */
  known(name: string): V | undefined
  forgetAll(): void
}

const lifeMs = 5_000
const namesMax = 10_000

type Kept<V> = { value: V; untilMs: number }

export function createTtlCache<V extends object>(
  ask: (name: string) => Promise<V | undefined>,
  clock: Clock,
): TtlCache<V> {
  const found = new LRUCache<string, Kept<V>>({ max: namesMax })
  const missing = new LRUCache<string, Kept<true>>({ max: namesMax })
  const asked = new Map<string, Promise<V | undefined>>()
  let generation = 0

  const askOnce = (name: string): Promise<V | undefined> => {
    const running = asked.get(name)
    if (running) return running
    const mine = generation
    const untilMs = clock.monotonicMs() + lifeMs
    const asking = withTimeout(ask(name), clock)
      .then((value) => {
        // An answer from before a change is not remembered after it.
        if (mine === generation) {
          if (value) found.set(name, { value, untilMs })
          else missing.set(name, { value: true, untilMs })
        }
        return value
      })
      .finally(() => {
        if (asked.get(name) === asking) asked.delete(name)
      })
    asked.set(name, asking)
    return asking
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
      return none && clock.monotonicMs() < none.untilMs ? undefined : askOnce(name)
    },
    forgetAll() {
      generation += 1
      found.clear()
      missing.clear()
      asked.clear()
    },
  }
}
