import type { Clock } from '../host/clock.ts'
import type { LoopWatch } from '../host/loopWatch.ts'
import type { WorkEvents } from '../observe/observeWork.ts'
import type { HealthCheck } from '../server/http/serverPorts.ts'

/** Prometheus scrapes every 15 s by default: each scrape finds fresh ages. */
const lookEveryMs = 5_000

/** Reports the age of each loop every 5 s. The log gets one line when a loop becomes late or recovers. */
export function startLoopWatchdog(options: {
  loops: LoopWatch
  clock: Clock
  observe: Pick<WorkEvents, 'loopMeasured'>
}): { stop(): Promise<void> } {
  const { loops, clock, observe } = options
  const stopped = new AbortController()
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      for (const state of loops.states()) observe.loopMeasured(state)
      await clock.sleep(lookEveryMs, stopped.signal)
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

/** One check per loop, for /ready and RuntimeStatus. */
export function loopHealth(loops: LoopWatch): HealthCheck[] {
  return loops.states().map(({ name }) => ({
    kind: 'worker',
    name,
    probe: async () => {
      const { ageMs, ageMsMax } = loops.states().find((state) => state.name === name)!
      return ageMs <= ageMsMax
        ? { healthy: true }
        : { healthy: false, detail: `has not finished a turn for ${Math.round(ageMs / 1_000)} s` }
    },
  }))
}
