import { foldEvents } from '../../../src/intents/foldEvents.ts'
import { testKind, widerKindOf } from '../../../src/interface/eventShapes.ts'
import type { DeliveryRecord, WebhookRecord, WebhookStore } from '../../../src/stores/eventStore.ts'
import { leaseTokenOf } from '../../../src/stores/transitionRules.ts'
import { defined, type Memory, tell } from './memory.ts'
import { writeAudit } from './writeAudit.ts'

export type WebhookRow = {
  record: WebhookRecord
  secret: string
  old?: { secret: string; untilMs: number }
  /** Only later events are delivered: those after it was made or switched on. */
  sinceId: number
}

export type DeliveryRow = {
  record: DeliveryRecord
  body: string
  eventId?: number
  leasedBy?: string
  leasedUntilMs: number
  leaseNumber: number
}

export function createMemoryWebhooks(memory: Memory): WebhookStore {
  const { webhooks, deliveries } = memory
  const own = (projectId: number, id: number) => {
    const row = webhooks.get(id)
    return row?.record.projectId === projectId ? row : undefined
  }
  const newDelivery = (hook: WebhookRow, of: Partial<DeliveryRow['record']>, body: string, nowMs: number) => {
    const id = ++memory.lastId.delivery
    const { id: webhookId, projectId } = hook.record
    const base = { id, webhookId, projectId, state: 'pending', attempts: 0, dueAtMs: nowMs, createdAtMs: nowMs }
    const row: DeliveryRow = { record: { ...base, ...of } as DeliveryRecord, body, leasedUntilMs: 0, leaseNumber: 0 }
    deliveries.set(id, row)
    return row
  }
  const isPending = ({ record }: DeliveryRow) => record.state === 'pending'
  const isFirst = (row: DeliveryRow) =>
    row.eventId === undefined ||
    ![...deliveries.values()].some(
      (other) =>
        isPending(other) &&
        other.record.webhookId === row.record.webhookId &&
        other.record.intentId === row.record.intentId &&
        (other.eventId ?? row.eventId!) < row.eventId!,
    )
  const readyAtMs = ({ record, leasedUntilMs }: DeliveryRow) => Math.max(record.dueAtMs ?? 0, leasedUntilMs)
  const mayGo = ({ record }: DeliveryRow) => record.kind === testKind || webhooks.get(record.webhookId)?.record.active
  const byReady = (a: DeliveryRow, b: DeliveryRow) => readyAtMs(a) - readyAtMs(b) || a.record.id - b.record.id
  const pending = () => [...deliveries.values()].filter((row) => isPending(row) && mayGo(row)).sort(byReady)

  return {
    async create({ projectId, name, url, kinds, secret }, max, act) {
      const project = memory.access.projects.get(projectId)
      if (!project || project.deletedAtMs !== undefined) return 'noProject'
      const count = [...webhooks.values()].filter(({ record }) => record.projectId === projectId).length
      if (count >= max) return 'maxWebhooks'
      const id = ++memory.lastId.webhook
      const times = { createdAtMs: act.nowMs, updatedAtMs: act.nowMs }
      const record = { id, projectId, name, url, kinds: [...kinds], active: true, ...times }
      webhooks.set(id, { record, secret, sinceId: memory.lastId.event })
      writeAudit(memory, act, { act: 'webhook.create', projectId, detail: { id, name, url, kinds } })
      return structuredClone(record)
    },
    async list(projectId) {
      const found = [...webhooks.values()].filter(({ record }) => record.projectId === projectId)
      return structuredClone(found.map(({ record }) => record))
    },
    async update(projectId, id, patch, act) {
      const row = own(projectId, id)
      if (!row) return undefined
      if (patch.active && !row.record.active) row.sinceId = memory.lastId.event
      Object.assign(row.record, defined(patch), { updatedAtMs: act.nowMs })
      writeAudit(memory, act, { act: 'webhook.update', projectId, detail: { id, ...patch } })
      return structuredClone(row.record)
    },
    async remove(projectId, id, act) {
      if (!own(projectId, id)) return false
      webhooks.delete(id)
      for (const [key, { record }] of deliveries) if (record.webhookId === id) deliveries.delete(key)
      writeAudit(memory, act, { act: 'webhook.delete', projectId, detail: { id } })
      return true
    },
    async rotateSecret({ projectId, id, secret, oldUntilMs }, act) {
      const row = own(projectId, id)
      if (!row) return undefined
      row.old = { secret: row.secret, untilMs: oldUntilMs }
      row.secret = secret
      row.record.updatedAtMs = act.nowMs
      writeAudit(memory, act, { act: 'webhook.rotateSecret', projectId, detail: { id, oldUntilMs } })
      return structuredClone(row.record)
    },

    async fanOut({ limit, nowMs, print }) {
      const batch = memory.events.filter(({ id }) => id > memory.fannedOut).slice(0, limit)
      let made = 0
      for (const row of batch) {
        const fold = foldEvents(memory.intents.get(row.intentId)!.record)
        const log = memory.events.filter(({ intentId, id }) => intentId === row.intentId && id <= row.id)
        const event = log.map(fold).at(-1)
        for (const hook of event ? webhooks.values() : []) {
          const { projectId, active, kinds } = hook.record
          const wants =
            kinds.length === 0 || [event!.kind, widerKindOf(event!.kind)].some((kind) => kinds.includes(kind))
          if (projectId !== row.projectId || !active || !wants || row.id <= hook.sinceId) continue
          const of = { messageId: `evt_${row.id}`, kind: event!.kind, intentId: row.intentId }
          newDelivery(hook, of, print(event!), nowMs).eventId = row.id
          made++
        }
      }
      memory.fannedOut = batch.at(-1)?.id ?? memory.fannedOut
      return { made, more: memory.events.some(({ id }) => id > memory.fannedOut) }
    },

    async lease({ worker, nowMs, leaseMs, limit, perWebhook }) {
      const underWay = new Map<number, number>()
      const count = (id: number) => underWay.set(id, (underWay.get(id) ?? 0) + 1)
      for (const row of deliveries.values())
        if (isPending(row) && row.leasedUntilMs > nowMs) count(row.record.webhookId)
      const taken = pending().filter((row) => {
        if (readyAtMs(row) > nowMs || !isFirst(row)) return false
        return count(row.record.webhookId).get(row.record.webhookId)! <= perWebhook
      })
      const places = new Map<number, number>()
      const place = ({ record }: DeliveryRow): number => {
        const { projectId } = webhooks.get(record.webhookId)!.record
        return places.set(projectId, (places.get(projectId) ?? 0) + 1).get(projectId)!
      }
      for (const row of deliveries.values()) if (isPending(row) && row.leasedUntilMs > nowMs) place(row)
      const inTurn = taken.map((row) => ({ row, turn: place(row) })).toSorted((a, b) => a.turn - b.turn)
      return inTurn.slice(0, limit).map(({ row }) => {
        Object.assign(row, { leasedBy: worker, leasedUntilMs: nowMs + leaseMs, leaseNumber: row.leaseNumber + 1 })
        const { id, webhookId, messageId, kind, attempts } = row.record
        const { record, secret, old } = webhooks.get(webhookId)!
        const secrets = old && old.untilMs > nowMs ? [secret, old.secret] : [secret]
        const leaseToken = leaseTokenOf(worker, row.leaseNumber)
        return { id, webhookId, messageId, kind, attempts, url: record.url, secrets, body: row.body, leaseToken }
      })
    },
    async recordDelivery({ id, leaseToken, state, dueAtMs, statusCode, error, tookMs, nowMs, switchOff }) {
      const row = deliveries.get(id)
      if (!row?.leasedBy || leaseTokenOf(row.leasedBy, row.leaseNumber) !== leaseToken || !isPending(row)) return false
      Object.assign(row, { leasedBy: undefined, leasedUntilMs: 0 })
      const kept = { ...row.record, state, attempts: row.record.attempts + 1, lastAtMs: nowMs, statusCode, error }
      row.record = defined({
        ...kept,
        tookMs: Math.round(tookMs),
        dueAtMs: state === 'pending' ? (dueAtMs ?? nowMs) : undefined,
      })
      const hook = webhooks.get(row.record.webhookId)
      if (switchOff && hook) Object.assign(hook.record, { active: false, updatedAtMs: nowMs })
      return true
    },
    async nextDueMs() {
      const next = pending()[0]
      return next && readyAtMs(next)
    },

    async deliveries({ projectId, webhookId, state, beforeId = Number.POSITIVE_INFINITY, limit }) {
      const found = [...deliveries.values()]
        .map(({ record }) => record)
        .filter((one) => one.projectId === projectId && one.id < beforeId)
        .filter((one) => (!webhookId || one.webhookId === webhookId) && (!state || one.state === state))
      return structuredClone(found.sort((a, b) => b.id - a.id).slice(0, limit))
    },
    async resend({ projectId, id }, act) {
      const row = deliveries.get(id)
      if (row?.record.projectId !== projectId) return undefined
      Object.assign(row.record, { state: 'pending', attempts: 0, dueAtMs: act.nowMs })
      Object.assign(row, { leasedBy: undefined, leasedUntilMs: 0 })
      writeAudit(memory, act, { act: 'delivery.resend', projectId, detail: { id, webhookId: row.record.webhookId } })
      tell(memory, { kind: 'due' })
      return structuredClone(row.record)
    },
    async addTest({ projectId, webhookId, messageId, body }, act) {
      const hook = own(projectId, webhookId)
      if (!hook) return undefined
      const { record } = newDelivery(hook, { messageId, kind: testKind }, body, act.nowMs)
      writeAudit(memory, act, { act: 'webhook.test', projectId, detail: { webhookId } })
      tell(memory, { kind: 'due' })
      return structuredClone(record)
    },
    async forgetDeliveries({ endedBeforeMs, limit }) {
      const old = [...deliveries.values()].filter(
        (row) => !isPending(row) && (row.record.lastAtMs ?? 0) < endedBeforeMs,
      )
      for (const { record } of old.slice(0, limit)) deliveries.delete(record.id)
      return Math.min(old.length, limit)
    },
  }
}
