import type { Clock } from '../../host/clock.ts'
import { prunables } from '../../stores/retentionStore.ts'
import type { EngineSettings, World } from '../world.ts'
import { createForgetClosed, type ForgetWorld } from './forgetClosed.ts'
import { createLatePayments } from './latePayments.ts'
import { refundQuotes } from './refundQuotes.ts'

const sweepEveryMs = 60_000
/** Prometheus scrapes every 15 s by default: each scrape finds a fresh count. */
const countEveryMs = 10_000
const forgottenMax = 1_000
/** Most batches of one kind deleted in one sweep: 20,000 rows a minute, more than a service can be made to store. */
const batchesMax = 20
/** As long as a caller may repeat a call under the same idempotency key. */
const claimKeptMs = 7 * 24 * 60 * 60_000
const orphansMax = 100

/** Sends back what was paid to uncommitted quotes, and deletes those whose window is over. */
export const startQuoteSweeper = (world: World, onTurn?: OnTurn): Repeated =>
  repeat('expired quotes', () => refundQuotes(world), sweepEveryMs, world, onTurn)

/** Finds late payments to ended intents and expired quotes of all chains. */
export function startLatePayments(world: World, onTurn?: OnTurn): Repeated {
  const { look } = createLatePayments(world)
  return repeat('late payments', look, sweepEveryMs, world, onTurn)
}

/**
 * Deletes lapsed commits, old idempotency keys and rows past `keptMs`, and searches for intents under way without a due
 * time. The store refuses to write such a row, so finding one is a defect: it is reported and made due.
 */
export function startSweeper(
  world: SweeperWorld & ForgetWorld & { settings: Pick<EngineSettings, 'lapsedKeptMs' | 'keptMs'> },
  onTurn?: OnTurn,
): Repeated {
  const { store, clock, observe } = world
  const forgetLapsed = createForgetClosed('lapsed', world)
  const forgetIntents = createForgetClosed('intents', world)
  const sweep = async (): Promise<void> => {
    const nowMs = clock.nowMs()
    const limit = forgottenMax
    const forgotten = {
      expired: 0,
      quotes: 0,
      lapsed: await forgetLapsed(nowMs - world.settings.lapsedKeptMs),
      claims: await inBatches(() => store.idempotency.forget({ claimedBeforeMs: nowMs - claimKeptMs, limit })),
    }
    observe.forgotten(forgotten)
    await prune()
    const orphans = await store.intents.orphans(orphansMax)
    if (orphans.length === 0) return
    observe.orphansFound({ intentIds: orphans })
    for (const intentId of orphans) {
      // Not `wake`, which leaves rows without a due time as they are.
      const found = await store.intents.stepOf(intentId)
      const nowMs = clock.nowMs()
      if (found) await store.intents.transition({ intentId, step: found.step }, { nowMs, dueAtMs: nowMs })
    }
  }
  /** Transactions before intents: an intent is kept while its transactions are. */
  const prune = async (): Promise<void> => {
    for (const what of prunables) {
      const keptMs = world.settings.keptMs?.[what]
      if (keptMs === undefined) continue
      const page = { beforeMs: clock.nowMs() - keptMs, limit: forgottenMax }
      const count =
        what === 'intents'
          ? await forgetIntents(page.beforeMs)
          : await inBatches(() => store.retention.prune(what, page))
      observe.forgotten({ [what]: count })
    }
  }
  return repeat('sweeper', sweep, sweepEveryMs, world, onTurn)
}

/** Goes on while whole batches are found, so that a flood is deleted as fast as it came. */
async function inBatches(forget: () => Promise<number>): Promise<number> {
  let sum = 0
  for (let batch = 0; batch < batchesMax; batch++) {
    const count = await forget()
    sum += count
    if (count < forgottenMax) break
  }
  return sum
}

/** Measures how much work is scheduled. Runs in every process, so that a backlog shows even when no worker runs. */
export function startCounting(world: SweeperWorld, onTurn?: OnTurn, ownClock: Clock = world.clock): Repeated {
  const { store, clock, observe } = world
  const count = async () => {
    observe.workScheduled({ scheduled: await store.intents.scheduled(), nowMs: clock.nowMs() })
    observe.storeMeasured(await store.intents.sizes())
    observe.openWorkMeasured({ ...(await store.intents.ages()), ownMs: ownClock.nowMs() })
  }
  return repeat('counting', count, countEveryMs, world, onTurn)
}

type SweeperWorld = Pick<World, 'store' | 'clock' | 'observe'>
type Repeated = { stop(): Promise<void> }
/** Called after every turn that went well. */
type OnTurn = () => void

function repeat(
  name: string,
  work: () => Promise<void>,
  everyMs: number,
  { clock, observe }: SweeperWorld,
  onTurn: OnTurn = () => {},
): Repeated {
  const stopped = new AbortController()
  const tried = { intentId: undefined, step: 'sweep', of: name } as const
  const done = () => {
    onTurn()
    observe.stepWorks(tried)
  }
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      await work().then(done, (error) => observe.stepFailed({ ...tried, error }))
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
