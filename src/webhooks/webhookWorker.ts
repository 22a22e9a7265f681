import type { World } from '../engine/world.ts'
import { createWaker } from '../host/waker.ts'
import { type IntentEvent, testKind } from '../interface/eventShapes.ts'
import { intentIdInText } from '../interface/intentIdIn.ts'
import { printJson } from '../interface/json.ts'
import type { DeliveryWork } from '../observe/observeStreams.ts'
import type { DeliveryState, LeasedDelivery } from '../stores/eventStore.ts'
import type { StoreNote } from '../stores/store.ts'
import { retryDelayMs } from './retryDelayMs.ts'
import { signWebhook } from './signWebhook.ts'

/** Status of the endpoint's reply, or why there was none. */
export type PostResult = { statusCode?: number; error?: string }

/** Posts to a URL that a project chose; the implementation must refuse private addresses and bound what it reads. */
export type PostWebhook = (message: {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  signal: AbortSignal
}) => Promise<PostResult>

export type WebhookSettings = {
  perEndpoint: number
  atOnce: number
  leaseMs: number
  attemptsMax: number
  firstRetryMs: number
  retryMsMax: number
  logKeptMs: number
}

export type WebhookWorker = { start(): Promise<void>; stop(): Promise<void> }

export type WebhookWorkerOptions = {
  world: Pick<World, 'store' | 'clock' | 'random' | 'observe'>
  /** Names this worker in leases. */
  name: string
  post: PostWebhook
  settings: WebhookSettings
  /** Called after every poll that the store answered. */
  onTurn?: () => void
}

const rowsAFanOut = 500
/** Poll interval for new rows and due deliveries when no notification arrives. */
const idleMs = 1_000
/** Poll interval while rows of the log are hidden behind an open database transaction; see `EventStore`. */
const openTransactionPollMs = 25
const forgetEveryMs = 60 * 60_000
const forgottenMax = 1_000
const gone = 410
const concerns: readonly StoreNote['kind'][] = ['moved', 'due', 'missed']

/** The message to an endpoint, in the form of Standard Webhooks. */
export const webhookBody = (event: IntentEvent): string =>
  printJson({ type: event.kind, timestamp: event.createdAt, data: event })

/**
 * Delivers the event log to endpoints: turns rows into deliveries, leases due deliveries, posts them, records outcomes.
 * If a process dies before it records one, the lease expires and the message is sent again with the same id.
 */
export function createWebhookWorker(options: WebhookWorkerOptions): WebhookWorker {
  const { world, name, post, settings, onTurn = () => {} } = options
  const { store, clock, observe } = world
  const { webhooks } = store
  const stopped = new AbortController()
  const running = new Set<Promise<void>>()
  let waker = createWaker()
  let loop: Promise<void> | undefined
  let stopListening: (() => void) | undefined
  let forgetAtMs = 0

  const wake = (): void => waker.wake()
  const guarded = async <T>(doing: DeliveryWork, work: () => Promise<T>, otherwise: T) => {
    try {
      const done = await work()
      observe.deliveryWorks({ doing })
      return done
    } catch (error) {
      observe.deliveryFault({ doing, error })
      return otherwise
    }
  }

  async function run(): Promise<void> {
    while (!stopped.signal.aborted) {
      waker = createWaker()
      const page = { limit: rowsAFanOut, nowMs: clock.nowMs(), print: webhookBody }
      const { made, more } = await guarded('fanOut', () => webhooks.fanOut(page), { made: 0, more: false })
      const taken = await lease()
      for (const delivery of taken) track(deliver(delivery))
      await pruneDeliveries()
      if (made === rowsAFanOut || (taken.length > 0 && running.size < settings.atOnce)) continue
      const waitMs = more ? openTransactionPollMs : await nextWaitMs(taken.length === 0)
      await clock.sleep(waitMs, waker.signal)
    }
  }

  async function lease(): Promise<LeasedDelivery[]> {
    const limit = settings.atOnce - running.size
    if (limit <= 0) return []
    const { leaseMs, perEndpoint: perWebhook } = settings
    return guarded('lease', async () => {
      const taken = await webhooks.lease({ worker: name, nowMs: clock.nowMs(), leaseMs, limit, perWebhook })
      onTurn()
      return taken
    }, [])
  }

  /** A due delivery that cannot be leased waits for another to its endpoint, maybe in another process: poll for it. */
  async function nextWaitMs(leasedNone: boolean): Promise<number> {
    // The next lease reports an unreachable store (`guarded`).
    const dueMs = await webhooks.nextDueMs().catch(() => undefined)
    if (dueMs === undefined) return idleMs
    const waitMs = dueMs - clock.nowMs()
    return waitMs <= 0 && leasedNone ? idleMs : Math.min(idleMs, Math.max(1, waitMs))
  }

  function track(work: Promise<void>): void {
    running.add(work)
    work.finally(() => {
      running.delete(work)
      wake()
    })
  }

  async function deliver(delivery: LeasedDelivery): Promise<void> {
    const { id, url, body, messageId, leaseToken, webhookId, secrets } = delivery
    const startedMs = clock.monotonicMs()
    const timestampS = Math.floor(clock.nowMs() / 1_000)
    const headers = signWebhook({ id: messageId, timestampS, body }, secrets)
    const { statusCode, error } = await post({ url, headers, body, signal: stopped.signal }).catch((cause: Error) => ({
      statusCode: undefined,
      error: cause.message,
    }))
    // Our own stop aborted it: record no failure. The lease expires and another worker sends it again.
    if (stopped.signal.aborted && statusCode === undefined) return
    const tookMs = clock.monotonicMs() - startedMs
    const attempt = delivery.attempts + 1
    const state = outcomeOf(delivery, attempt, statusCode)
    const nowMs = clock.nowMs()
    const dueAtMs = nowMs + retryDelayMs(attempt, settings, world.random.next())
    const outcome = { id, leaseToken, state, dueAtMs, statusCode, error, tookMs, nowMs, switchOff: statusCode === gone }
    const kept = await guarded('record', () => webhooks.recordDelivery(outcome), false)
    const intentId = intentIdInText(body)
    observe.delivered({ deliveryId: id, webhookId, intentId, attempt, state, statusCode, cause: error, tookMs })
    if (!kept) observe.deliveryLost({ deliveryId: id, intentId })
  }

  function outcomeOf({ kind }: LeasedDelivery, attempt: number, statusCode = 0): DeliveryState {
    if (statusCode >= 200 && statusCode < 300) return 'delivered'
    const last = attempt >= settings.attemptsMax || kind === testKind || statusCode === gone
    return last ? 'failed' : 'pending'
  }

  async function pruneDeliveries(): Promise<void> {
    const nowMs = clock.nowMs()
    if (nowMs < forgetAtMs) return
    forgetAtMs = nowMs + forgetEveryMs
    const page = { endedBeforeMs: nowMs - settings.logKeptMs, limit: forgottenMax }
    // Continue while batches are full, so that a flood is deleted as fast as it came.
    for (let count = forgottenMax; count === forgottenMax && !stopped.signal.aborted; )
      count = await guarded('forget', () => webhooks.forgetDeliveries(page), 0)
  }

  return {
    async start() {
      // `due` also reports a requested redelivery or a test message.
      stopListening = await store.listen(({ kind }) => concerns.includes(kind) && wake())
      loop = run()
    },
    async stop() {
      stopped.abort()
      wake()
      stopListening?.()
      await loop
      await Promise.all(running)
    },
  }
}
