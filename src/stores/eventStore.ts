import type { LogEvent } from '../intents/foldEvents.ts'
import type { EventKind, IntentEvent, testKind } from '../interface/eventShapes.ts'
import type { Hex } from '../interface/fields.ts'
import type { Act } from './accessStore.ts'

/**
 * The log of everything that happened to intents. Each row is written in the transaction of the change it tells of and is
 * never changed. Readers go on from where they were and meet every row once, however many write at the same time.
 */
export type EventStore = {
  /** Rows of one intent after a row number, oldest first. Its writers wait for each other, so numbers grow as rows appear. */
  ofIntent(ask: { intentId: Hex; afterId: number; limit: number }): Promise<LogEvent[]>
  /**
   * Rows of a project after a position, from the beginning if none is given. Ordered by transaction, and only of
   * transactions that are older than every running one: a row that appears later is never behind a position handed out.
   */
  ofProject(ask: { projectId: number; after?: string; limit: number }): Promise<LogEvent[]>
}

/** A place to which the events of a project are posted. Its secret is shown when it is made and when it is changed. */
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

/** One event on its way to one endpoint, and what became of it. */
export type DeliveryRecord = {
  id: number
  webhookId: number
  projectId: number
  /** Goes out as `webhook-id`: the same however often it is sent. */
  messageId: string
  kind: EventKind | typeof testKind
  intentId?: Hex
  state: DeliveryState
  /** Times it was sent since it was made or asked for again. */
  attempts: number
  /** When it is sent next, while it is pending. */
  dueAtMs?: number
  lastAtMs?: number
  /** What the endpoint answered; absent where nothing came. */
  statusCode?: number
  error?: string
  tookMs?: number
  createdAtMs: number
}

/** What a worker needs to send it. Two secrets while an old one is still honoured. */
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
  /** The endpoint said that it is no more. */
  switchOff?: boolean
}

/** Endpoints of projects, and the deliveries that are made for them out of the log. */
export type WebhookStore = {
  create(hook: NewWebhook, max: number, act: Act): Promise<WebhookRecord | 'noProject' | 'maxWebhooks'>
  list(projectId: number): Promise<WebhookRecord[]>
  update(projectId: number, id: number, patch: WebhookPatch, act: Act): Promise<WebhookRecord | undefined>
  /** With it goes its delivery log. */
  remove(projectId: number, id: number, act: Act): Promise<boolean>
  /** Until `oldUntilMs` messages carry a signature of either secret. */
  rotateSecret(
    ask: { projectId: number; id: number; secret: string; oldUntilMs: number },
    act: Act,
  ): Promise<WebhookRecord | undefined>

  /**
   * Makes deliveries for the next rows of the log, each row once, whatever ends the process meanwhile. Of several processes
   * one does it at a time; the others get nothing to do. `more`: rows are left, now or as soon as a running transaction ends.
   */
  fanOut(ask: {
    limit: number
    nowMs: number
    print: (event: IntentEvent) => string
  }): Promise<{ made: number; more: boolean }>
  /**
   * Leases due deliveries: at most `perWebhook` of one endpoint under way at once in all processes, and of one intent to one
   * endpoint only the oldest that is pending.
   */
  lease(ask: {
    worker: string
    nowMs: number
    leaseMs: number
    limit: number
    perWebhook: number
  }): Promise<LeasedDelivery[]>
  /** False if the lease is no longer that token's: somebody else sends it again. */
  recordDelivery(outcome: DeliveryOutcome): Promise<boolean>
  nextDueMs(): Promise<number | undefined>

  deliveries(page: {
    projectId: number
    webhookId?: number
    state?: DeliveryState
    beforeId?: number
    limit: number
  }): Promise<DeliveryRecord[]>
  /** Makes it pending and due now, whatever became of it. */
  resend(ask: { projectId: number; id: number }, act: Act): Promise<DeliveryRecord | undefined>
  addTest(
    ask: { projectId: number; webhookId: number; messageId: string; body: string },
    act: Act,
  ): Promise<DeliveryRecord | undefined>
  /** Forgets deliveries that ended before; says how many. */
  forgetDeliveries(ask: { endedBeforeMs: number; limit: number }): Promise<number>
}
