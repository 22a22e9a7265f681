import type { Clock } from '../host/clock.ts'
import type { Store } from '../stores/store.ts'

/**
 * Leases of intents and lanes end by the clocks of the processes that share them. A clock that is ahead takes what others still have; one that is
 * behind keeps what they need. A third of the shorter lease (15 s) leaves the others room.
 */
export const clockOffMsMax = 10_000
const checkEveryMs = 5_000

export type ClockCheck = {
  /** False while the clock of this process differs too much from the database's, by the last answer of the database. */
  isRight(): boolean
  stop(): Promise<void>
}

/** Resolves after the first comparison, so that nothing is leased before it. */
export async function startClockCheck({
  store,
  clock,
}: {
  store: Pick<Store, 'nowMs'>
  clock: Clock
}): Promise<ClockCheck> {
  const stopped = new AbortController()
  let isRight = true
  const check = async (): Promise<void> => {
    const beforeMs = clock.nowMs()
    // A store that does not answer says nothing about the clock: what was found before holds, and nothing can be leased without it.
    const storeMs = await store.nowMs().catch(() => undefined)
    if (storeMs === undefined) return
    // The answer is from some moment between asking and reading it.
    const offMs = Math.max(beforeMs - storeMs, storeMs - clock.nowMs())
    isRight = offMs <= clockOffMsMax
  }
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await clock.sleep(checkEveryMs, stopped.signal)
      if (!stopped.signal.aborted) await check()
    }
  }
  await check()
  const running = run()
  return {
    isRight: () => isRight,
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
