import type { LogEvent } from '../intents/foldEvents.ts'
import type { EventKind, IntentEvent, testKind } from '../interface/eventShapes.ts'
import type { Hex } from '../interface/fields.ts'
import type { Act } from './accessStore.ts'

/**
 * The append-only log of changes to intents. Each row is written in the transaction of the change it describes. A
 * reader resumes from its last position and gets every row once, even while others write.
 */
export type EventStore = {
  /**
   * Rows of one intent with an id above `afterId`, oldest first. Writers lock the intent's row in `runs` first, so its
   * ids grow in commit order.
   */
  ofIntent(page: { intentId: Hex; afterId: number; limit: number }): Promise<LogEvent[]>
  /**
   * Rows of a project after a position, or from the beginning. They come in the order of their transactions. Rows newer
   * than the oldest open transaction are left out until it ends, so no row can later appear before a reader's position.
   */
  ofProject(page: { projectId: number; after?: string; limit: number }): Promise<LogEvent[]>
}

/** An endpoint for a project's events. Its secret is returned only when it is created or rotated. */
export type WebhookRecord = {
  id: number
  projectId: number
  name: string
  url: string
  /** Empty: all. */
  kinds: EventKind[]
  active: boolean
  createdAtMs: number
  updatedAtMs: number
}

export type NewWebhook = Pick<WebhookRecord, 'projectId' | 'name' | 'url' | 'kinds'> & { secret: string }
export type WebhookPatch = Partial<Pick<WebhookRecord, 'name' | 'url' | 'kinds' | 'active'>>

export const deliveryStates = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** One event for one endpoint, with the outcome of its last attempt. */
export type DeliveryRecord = {
  id: number
  webhookId: number
  projectId: number
  /** Sent as `webhook-id`, the same in every attempt, so that receivers can deduplicate. */
  messageId: string
  kind: EventKind | typeof testKind
  intentId?: Hex
  state: DeliveryState
  /** Attempts since it was created or last requested again (`resend`). */
  attempts: number
  /** When it is sent next, while it is pending. */
  dueAtMs?: number
  lastAtMs?: number
  /** HTTP status of the last reply; absent if there was none. */
  statusCode?: number
  error?: string
  tookMs?: number
  createdAtMs: number
}

/** What a worker needs to send a delivery. Two secrets while a rotated one is still valid. */
export type LeasedDelivery = Pick<DeliveryRecord, 'id' | 'webhookId' | 'messageId' | 'kind' | 'attempts'> & {
  url: string
  secrets: string[]
  body: string
  leaseToken: string
}

export type DeliveryOutcome = {
  id: number
  leaseToken: string
  state: DeliveryState
  /** Needed for `pending`: when to try again. */
  dueAtMs?: number
  statusCode?: number
  error?: string
  tookMs: number
  nowMs: number
  /** The endpoint replied 410 Gone: the webhook is switched off. */
  switchOff?: boolean
}

/** Endpoints of projects, and the deliveries made for them from the log. */
export type WebhookStore = {
  create(hook: NewWebhook, max: number, act: Act): Promise<WebhookRecord | 'noProject' | 'maxWebhooks'>
  list(projectId: number): Promise<WebhookRecord[]>
  update(projectId: number, id: number, patch: WebhookPatch, act: Act): Promise<WebhookRecord | undefined>
  /** Deletes the endpoint and its delivery log. */
  remove(projectId: number, id: number, act: Act): Promise<boolean>
  /** The old secret stays valid until `oldUntilMs`. Until then each message has two signatures, one by each secret. */
  rotateSecret(
    rotation: { projectId: number; id: number; secret: string; oldUntilMs: number },
    act: Act,
  ): Promise<WebhookRecord | undefined>

  /**
   * Makes the deliveries of the next rows of the log. Moves the cursor in the same transaction, so each row is handled
   * once. One process does this at a time; in the others the call returns at once. `more`: rows are left, some perhaps
   * only after an open transaction has ended.
   */
  fanOut(options: {
    limit: number
    nowMs: number
    print: (event: IntentEvent) => string
  }): Promise<{ made: number; more: boolean }>
  /**
   * Leases due deliveries. An endpoint has at most `perWebhook` leased at once, in all processes together. Of one
   * intent's deliveries to an endpoint, only the oldest pending one is leased.
   */
  lease(options: {
    worker: string
    nowMs: number
    leaseMs: number
    limit: number
    perWebhook: number
  }): Promise<LeasedDelivery[]>
  /** False if the lease is lost: another worker took the delivery over, or it was resent or deleted. */
  recordDelivery(outcome: DeliveryOutcome): Promise<boolean>
  nextDueMs(): Promise<number | undefined>

  deliveries(page: {
    projectId: number
    webhookId?: number
    state?: DeliveryState
    beforeId?: number
    limit: number
  }): Promise<DeliveryRecord[]>
  /** Makes a delivery pending and due now, even if it was delivered or had failed for good. */
  resend(delivery: { projectId: number; id: number }, act: Act): Promise<DeliveryRecord | undefined>
  addTest(
    test: { projectId: number; webhookId: number; messageId: string; body: string },
    act: Act,
  ): Promise<DeliveryRecord | undefined>
  /** Deletes deliveries that ended before `endedBeforeMs`; returns how many. */
  forgetDeliveries(options: { endedBeforeMs: number; limit: number }): Promise<number>
}
