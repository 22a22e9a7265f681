import type { World } from '../world.ts'

const sweepEveryMs = 60_000
/** As often as somebody who watches the service usually asks. */
const countEveryMs = 10_000
/** Expired quotes are kept a while, so that a caller that comes late is told why. */
const quoteKeptMs = 24 * 60 * 60_000
const forgottenMax = 1_000
const orphansMax = 100

/** Forgets old quotes, and proves that every intent on its way has something scheduled. */
export function startSweeper(world: World): Repeated {
  const { store, clock, observe } = world
  const sweep = async (): Promise<void> => {
    await store.intents.forgetQuotes({ expiredBeforeMs: clock.nowMs() - quoteKeptMs, limit: forgottenMax })
    const orphans = await store.intents.orphans(orphansMax)
    if (orphans.length === 0) return
    observe.orphansFound({ intentIds: orphans })
    await store.intents.wake(orphans, clock.nowMs())
  }
  return repeat(sweep, sweepEveryMs, world)
}

/** Says how much work there is. In every process: without a worker nobody else would say that none of it is done. */
export function startCounting(world: World): Repeated {
  const { store, clock, observe } = world
  const count = async () => observe.workScheduled({ scheduled: await store.intents.scheduled(), nowMs: clock.nowMs() })
  return repeat(count, countEveryMs, world)
}

type Repeated = { stop(): Promise<void> }

function repeat(work: () => Promise<void>, everyMs: number, { clock, observe }: World): Repeated {
  const stopped = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await work().catch((error) => observe.stepFailed({ intentId: undefined, step: 'sweep', error }))
      await clock.sleep(everyMs, stopped.signal)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
