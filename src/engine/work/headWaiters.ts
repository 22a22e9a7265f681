import type { Chain } from '../../chains/chain.ts'
import type { Clock } from '../../host/clock.ts'
import type { Hex } from '../../interface/fields.ts'

/** How many blocks of each chain this process has seen since it started. */
export type HeadsSeen = ReadonlyMap<number, number>

/**
 * Rows of this process that wait for the next block of a chain. Kept only in memory: after a crash the row comes due by
 * its own time, at most 15 s later.
 */
export type HeadWaiters = {
  seen(): HeadsSeen
  /** Wakes the row with the next block after `since`. Take `since` before the step reads, or a block may be missed. */
  add(chainId: number, intentId: Hex, since: HeadsSeen): void
  stop(): void
}

/**
 * About the time of one poll. After waking n rows a chain wakes none for n times as long, so that work does not pile up
 * when blocks come faster than their rows can be polled.
 */
const lookMs = 5

export function createHeadWaiters(options: {
  chains: Iterable<Pick<Chain, 'id' | 'onHead' | 'markActive'>>
  clock: Clock
  wake(intentIds: Hex[]): void
}): HeadWaiters {
  const { clock, wake } = options
  const heads = new Map<number, number>()
  const waiting = new Map<number, Set<Hex>>()
  const restUntilMs = new Map<number, number>()
  const resting = new Set<number>()
  const stopped = new AbortController()
  const chains = new Map([...options.chains].map((chain) => [chain.id, chain]))
  const stops = [...chains.values()].map(({ id, onHead }) =>
    onHead(() => {
      heads.set(id, (heads.get(id) ?? 0) + 1)
      wakeWaiting(id)
    }),
  )

  function wakeWaiting(chainId: number): void {
    const restMs = (restUntilMs.get(chainId) ?? 0) - clock.monotonicMs()
    if (resting.has(chainId) || stopped.signal.aborted) return
    if (restMs > 0) {
      resting.add(chainId)
      void clock.sleep(restMs, stopped.signal).then(() => {
        resting.delete(chainId)
        wakeWaiting(chainId)
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
      chains.get(chainId)?.markActive()
      if (heads.get(chainId) !== since.get(chainId)) wakeWaiting(chainId)
    },
    stop() {
      stopped.abort()
      for (const stop of stops) stop()
    },
  }
}
