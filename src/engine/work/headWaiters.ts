import type { Chain } from '../../chains/chain.ts'
import type { Clock } from '../../host/clock.ts'
import type { Hex } from '../../interface/fields.ts'

/** Blocks seen of each chain so far. */
export type HeadsSeen = ReadonlyMap<number, number>

/** Who waits for the next block of a chain. */
export type HeadWaiters = {
  seen(): HeadsSeen
  /** Woken with the next block after `since`: one that came while a step looked may hold what it did not see. */
  add(chainId: number, intentId: Hex, since: HeadsSeen): void
  stop(): void
}

/** About what one look costs. A chain whose blocks come faster than its intents can be looked at is given a rest in between. */
const lookMs = 5

export function createHeadWaiters(options: {
  chains: Iterable<Pick<Chain, 'id' | 'onHead'>>
  clock: Clock
  wake(intentIds: Hex[]): void
}): HeadWaiters {
  const { clock, wake } = options
  const heads = new Map<number, number>()
  const waiting = new Map<number, Set<Hex>>()
  const restUntilMs = new Map<number, number>()
  const resting = new Set<number>()
  const stopped = new AbortController()
  const stops = [...options.chains].map(({ id, onHead }) =>
    onHead(() => {
      heads.set(id, (heads.get(id) ?? 0) + 1)
      tell(id)
    }),
  )

  function tell(chainId: number): void {
    const restMs = (restUntilMs.get(chainId) ?? 0) - clock.monotonicMs()
    if (resting.has(chainId) || stopped.signal.aborted) return
    if (restMs > 0) {
      resting.add(chainId)
      void clock.sleep(restMs, stopped.signal).then(() => {
        resting.delete(chainId)
        tell(chainId)
      })
      return
    }
    const group = waiting.get(chainId)
    if (!group) return
    waiting.delete(chainId)
    restUntilMs.set(chainId, clock.monotonicMs() + group.size * lookMs)
    wake([...group])
  }

  return {
    seen: () => new Map(heads),
    add(chainId, intentId, since) {
      const group = waiting.get(chainId) ?? new Set()
      waiting.set(chainId, group.add(intentId))
      if (heads.get(chainId) !== since.get(chainId)) tell(chainId)
    },
    stop() {
      stopped.abort()
      for (const stop of stops) stop()
    },
  }
}
