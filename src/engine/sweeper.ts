import type { World } from '../world.ts'

const sweepEveryMs = 60_000
/** As often as somebody who watches the service usually asks. */
const countEveryMs = 10_000
/** Expired quotes are kept a while, so that a caller that comes late is told why. */
const quoteKeptMs = 24 * 60 * 60_000
const forgottenMax = 1_000
const orphansMax = 100

/** Forgets old quotes, proves that every intent on its way has something scheduled, and says how much work there is. */
export function startSweeper({ store, clock, observe }: World): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const sweep = async (): Promise<void> => {
    await store.intents.forgetQuotes({ expiredBeforeMs: clock.nowMs() - quoteKeptMs, limit: forgottenMax })
    const orphans = await store.intents.orphans(orphansMax)
    if (orphans.length === 0) return
    observe.orphansFound({ intentIds: orphans })
    await store.intents.wake(orphans, clock.nowMs())
  }
  const count = async (): Promise<void> =>
    observe.workScheduled({ scheduled: await store.intents.scheduled(), nowMs: clock.nowMs() })
  const every = async (ms: number, work: () => Promise<void>): Promise<void> => {
    while (!stopped.signal.aborted) {
      await work().catch((error) => observe.stepFailed({ intentId: undefined, step: 'sweep', error }))
      await clock.sleep(ms, stopped.signal)
    }
  }
  const running = Promise.all([every(sweepEveryMs, sweep), every(countEveryMs, count)])
  return {
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
