import { isoTime } from '../../intents/receipt.ts'
import { adminLimits } from '../../interface/adminShapes.ts'
import type { Delivery, Webhook } from '../../interface/adminWebhooks.ts'
import { ServiceError } from '../../interface/errors.ts'
import { testKind } from '../../interface/eventShapes.ts'
import { printJson } from '../../interface/json.ts'
import type { DeliveryRecord, DeliveryState, WebhookRecord } from '../../stores/eventStore.ts'
import { reasonToRefuseUrl } from '../../webhooks/postWebhook.ts'
import { createWebhookSecret } from '../../webhooks/signWebhook.ts'
import type { AdminHandlers, AdminPorts } from './adminHandler.ts'
import { nextId } from './projectOperations.ts'

type WebhookHandlers = Pick<
  AdminHandlers,
  | 'CreateWebhook'
  | 'ListWebhooks'
  | 'UpdateWebhook'
  | 'DeleteWebhook'
  | 'RotateWebhookSecret'
  | 'TestWebhook'
  | 'ListDeliveries'
  | 'ResendDelivery'
>

const testIdBytes = 12

export function webhookOperations({ config, store: { webhooks }, clock, random }: AdminPorts): WebhookHandlers {
  const { allowPrivate = false, perProjectMax } = config.webhooks
  const requireUrl = (url: string): void => {
    const refused = reasonToRefuseUrl(url, allowPrivate)
    if (refused) throw new ServiceError('InvalidArgument', `url: ${refused}`)
  }
  return {
    async CreateWebhook({ projectId, name, url, kinds = [] }, { act }) {
      requireUrl(url)
      const secret = createWebhookSecret(random)
      const made = await webhooks.create({ projectId, name, url, kinds, secret }, perProjectMax, act)
      if (made === 'noProject') throw new ServiceError('ProjectNotFound', 'there is no such project')
      if (made === 'maxWebhooks')
        throw new ServiceError('Unavailable', `a project has at most ${perProjectMax} endpoints; delete one first`)
      return { secret, webhook: toWebhook(made) }
    },
    async ListWebhooks({ projectId }) {
      return { webhooks: (await webhooks.list(projectId)).map(toWebhook) }
    },
    async UpdateWebhook({ projectId, webhookId, name, url, kinds, active }, { act }) {
      const patch = { name, url, kinds, active }
      if (Object.values(patch).every((value) => value === undefined))
        throw new ServiceError('InvalidArgument', 'nothing to change: give name, url, kinds or active')
      if (url !== undefined) requireUrl(url)
      const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
      return { webhook: toWebhook(found(await webhooks.update(projectId, webhookId, changes, act))) }
    },
    async DeleteWebhook({ projectId, webhookId }, { act }) {
      found((await webhooks.remove(projectId, webhookId, act)) || undefined)
      return { webhookId }
    },
    async RotateWebhookSecret({ projectId, webhookId, graceS = adminLimits.graceSDefault }, { act }) {
      const secret = createWebhookSecret(random)
      const oldUntilMs = clock.nowMs() + graceS * 1_000
      const changed = await webhooks.rotateSecret({ projectId, id: webhookId, secret, oldUntilMs }, act)
      return { secret, webhook: toWebhook(found(changed)) }
    },
    async TestWebhook({ projectId, webhookId }, { act }) {
      const messageId = `test_${random.hex(testIdBytes)}`
      const body = printJson({ type: testKind, timestamp: isoTime(act.nowMs), data: { projectId, webhookId } })
      return { delivery: toDelivery(found(await webhooks.addTest({ projectId, webhookId, messageId, body }, act))) }
    },
    async ListDeliveries({ projectId, webhookId, state, beforeId, limit = adminLimits.pageDefault }) {
      const wanted = state?.toLowerCase() as DeliveryState | undefined
      const rows = await webhooks.deliveries({ projectId, webhookId, state: wanted, beforeId, limit: limit + 1 })
      return { deliveries: rows.slice(0, limit).map(toDelivery), nextBeforeId: nextId(rows, limit) }
    },
    async ResendDelivery({ projectId, deliveryId }, { act }) {
      return { delivery: toDelivery(found(await webhooks.resend({ projectId, id: deliveryId }, act))) }
    },
  }
}

function found<T>(value: T | undefined): T {
  if (value !== undefined) return value
  throw new ServiceError('NotFound', 'the project has nothing of this number')
}

const toWebhook = ({ createdAtMs, updatedAtMs, ...webhook }: WebhookRecord): Webhook => ({
  ...webhook,
  createdAt: isoTime(createdAtMs),
  updatedAt: isoTime(updatedAtMs),
})

const toDelivery = ({ state, dueAtMs, lastAtMs, createdAtMs, ...delivery }: DeliveryRecord): Delivery => ({
  ...delivery,
  state: state.toUpperCase() as Uppercase<DeliveryState>,
  nextAttemptAt: dueAtMs === undefined ? undefined : isoTime(dueAtMs),
  lastAttemptAt: lastAtMs === undefined ? undefined : isoTime(lastAtMs),
  createdAt: isoTime(createdAtMs),
})
