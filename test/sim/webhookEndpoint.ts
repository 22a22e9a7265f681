import { type EventFold, foldEvents } from '../../src/intents/foldEvents.ts'
import { statusOf } from '../../src/intents/lifecycle.ts'
import type { IntentStatus } from '../../src/interface/enums.ts'
import type { PostWebhook } from '../../src/webhooks/webhookWorker.ts'
import type { Memory } from '../stores/memory/memory.ts'
import { Broken } from './broken.ts'
import type { Host } from './host.ts'
import type { Scheduler } from './scheduler.ts'

/** A caller's server that events are posted to. */
export type WebhookEndpoint = {
  /** How a process reaches it. */
  postFrom(host: Host): PostWebhook
  /** The first event that has not come, and that nothing is under way to bring. */
  lost(): string | undefined
  isOwed(): boolean
}

const order: readonly IntentStatus[] = ['QUOTED', 'COMMITTED', 'EXECUTING', 'SUCCEEDED']
const rank = (status: IntentStatus) => (status === 'FAILED' ? 3 : order.indexOf(status))

export function openEndpoint(options: {
  memory: Memory
  scheduler: Scheduler
  projectId: number
  nameOf(intentId: string): string
  guard(check: () => void): void
  /** Whether the endpoint fails now. */
  fails(): boolean
}): WebhookEndpoint {
  const { memory, scheduler, projectId, nameOf, guard } = options
  const got = new Set<string>()
  const times = { createdAtMs: scheduler.nowMs(), updatedAtMs: scheduler.nowMs() }
  const record = {
    id: 1,
    projectId,
    name: 'all',
    url: 'https://caller.example/hook',
    kinds: [],
    active: true,
    ...times,
  }
  memory.webhooks.set(1, { record, secret: 'whsec_c2ltdWxhdGlvbg==', sinceId: 0 })

  /** What is told must be written already: whoever hears of an end may act on it at once. */
  function check(messageId: string, body: string): void {
    const { data } = JSON.parse(body) as { data: { intentId: `0x${string}`; status: IntentStatus } }
    const row = memory.intents.get(data.intentId)
    if (!memory.events.some(({ id }) => `evt_${id}` === messageId))
      throw new Broken('webhook after commit', `${messageId} tells of an event that the log does not have`)
    if (row && rank(data.status) > rank(statusOf(row.record.step)))
      throw new Broken(
        'webhook after commit',
        `${nameOf(data.intentId)} was told to be ${data.status} while it is ${statusOf(row.record.step)}`,
      )
  }

  /** Events that a caller is to hear of and has not. */
  function owed(): { id: number; intentId: string }[] {
    const folds = new Map<string, EventFold>()
    return memory.events.filter((row) => {
      const record = memory.intents.get(row.intentId)?.record
      if (record?.projectId !== projectId) return false
      const fold = folds.get(row.intentId) ?? foldEvents(record)
      folds.set(row.intentId, fold)
      return fold(row) !== undefined && !got.has(`evt_${row.id}`)
    })
  }
  return {
    postFrom: (host) => (message) =>
      new Promise((resolve) => {
        const messageId = message.headers['webhook-id'] ?? ''
        scheduler.after(scheduler.between(1, 60), 'webhook', () => {
          const isFailing = options.fails()
          guard(() => check(messageId, message.body))
          if (!isFailing) got.add(messageId)
          scheduler.note('webhook', `${isFailing ? 'fails on' : 'gets'} ${messageId} from ${host.name}`)
          const answer =
            isFailing && scheduler.chance(0.5) ? { error: 'connection reset' } : { statusCode: isFailing ? 503 : 200 }
          host.deliver(scheduler.between(1, 60), () => resolve(answer))
        })
      }),
    isOwed: () => owed().length > 0,
    lost() {
      const [first] = owed()
      const isComing =
        memory.fannedOut < (memory.events.at(-1)?.id ?? 0) ||
        [...memory.deliveries.values()].some(({ record: { state } }) => state === 'pending')
      return first && !isComing ? `event ${first.id} of ${nameOf(first.intentId)} never came` : undefined
    },
  }
}
