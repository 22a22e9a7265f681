import type pg from 'pg'
import { testKind } from '../../interface/eventShapes.ts'
import type { Hex } from '../../interface/fields.ts'
import type { DeliveryRecord, LeasedDelivery, WebhookStore } from '../eventStore.ts'
import { leaseTokenOf } from '../rules.ts'
import { writeAudit } from './accessRows.ts'
import { omitNulls } from './columns.ts'
import { channel, rolledBack, type Statement, transact } from './database.ts'
import { fanOut } from './fanOut.ts'
import { noteText } from './listen.ts'

const columns = `d.id, d.webhook, d.project_id, d.message_id, d.kind, d.state, d.attempts, d.due_at_ms, d.last_at_ms,
  d.status_code, d.error, d.took_ms, d.created_at_ms, (select i.intent_id from intents i where i.id = d.intent) as intent_id`

// One endpoint gets as many at once as it has places, so that one that hangs takes no place of another; one intent's events
// go to an endpoint one after the other. What another process leased a moment ago is passed over.
const lease: Statement = {
  name: 'delivery_lease',
  text: `with next as (
    select d.id from webhooks w cross join lateral (
      select d.id, d.ready_at_ms, d.kind from deliveries d
      where d.webhook = w.id and d.state = 'pending' and d.ready_at_ms <= $2
        and not exists (select from deliveries o where o.webhook = d.webhook and o.intent = d.intent and o.event < d.event
          and o.state = 'pending')
      order by d.ready_at_ms, d.id
      limit greatest(0, $5 - (select count(*) from deliveries u where u.webhook = w.id and u.state = 'pending' and u.leased_until_ms > $2))
    ) d where w.active or d.kind = '${testKind}'
    order by d.ready_at_ms, d.id limit $4
  ), mine as (
    select d.id from deliveries d where d.id in (select id from next) and d.state = 'pending' and d.ready_at_ms <= $2
    for update skip locked
  )
  update deliveries d set leased_by = $1, leased_until_ms = $2::bigint + $3::bigint, lease_number = lease_number + 1
  from mine, webhooks w where d.id = mine.id and w.id = d.webhook
  returning d.id, d.webhook, d.message_id, d.kind, d.attempts, d.body, d.lease_number, w.url, w.secret,
    case when w.old_secret_until_ms > $2 then w.old_secret end as old_secret`,
}

const settle: Statement = {
  name: 'delivery_settle',
  text: `with done as (
    update deliveries set state = $3, due_at_ms = $4, attempts = attempts + 1, leased_by = null, leased_until_ms = 0,
      last_at_ms = $5, status_code = $6, error = $7, took_ms = $8
    where id = $1 and leased_by || '#' || lease_number = $2 and state = 'pending'
    returning webhook
  ), off as (
    update webhooks set active = false, updated_at_ms = $5 where $9 and id in (select webhook from done)
  ) select from done`,
}

type DeliveryPart = Pick<
  WebhookStore,
  'fanOut' | 'lease' | 'settle' | 'nextDueMs' | 'deliveries' | 'resend' | 'addTest' | 'forgetDeliveries'
>

export const postgresDeliveries = (pool: pg.Pool): DeliveryPart => ({
  fanOut: (ask) => fanOut(pool, ask),

  async lease({ worker, nowMs, leaseMs, limit, perWebhook }) {
    const { rows } = await pool.query<LeasedRow>({ ...lease, values: [worker, nowMs, leaseMs, limit, perWebhook] })
    return rows.map((row) => toLeased(row, worker))
  },

  async settle({ id, leaseToken, state, dueAtMs, statusCode, error, tookMs, nowMs, switchOff = false }) {
    const due = state === 'pending' ? (dueAtMs ?? nowMs) : null
    const values = [id, leaseToken, state, due, nowMs, statusCode ?? null, error ?? null, Math.round(tookMs), switchOff]
    return (await pool.query({ ...settle, values })).rowCount === 1
  },

  async nextDueMs() {
    const { rows } = await pool.query<{ at_ms: number }>({
      name: 'delivery_next_due',
      text: `select d.ready_at_ms as at_ms from deliveries d join webhooks w on w.id = d.webhook
        where d.state = 'pending' and (w.active or d.kind = '${testKind}') order by d.ready_at_ms limit 1`,
    })
    return rows[0]?.at_ms
  },

  async deliveries({ projectId, webhookId, state, beforeId, limit }) {
    const { rows } = await pool.query<DeliveryRow>(
      `select ${columns} from deliveries d where d.project_id = $1 and ($2::int is null or d.webhook = $2)
         and ($3::text is null or d.state = $3) and ($4::bigint is null or d.id < $4)
       order by d.id desc limit $5`,
      [projectId, webhookId ?? null, state ?? null, beforeId ?? null, limit],
    )
    return rows.map(toDelivery)
  },

  async resend({ projectId, id }, act) {
    const done = await transact(pool, async (client) => {
      const { rows } = await client.query<DeliveryRow>(
        `update deliveries d set state = 'pending', due_at_ms = $3, attempts = 0, leased_by = null, leased_until_ms = 0
         where d.project_id = $1 and d.id = $2 returning ${columns}`,
        [projectId, id, act.nowMs],
      )
      const row = rows[0]
      if (!row) return rolledBack
      await writeAudit(client, act, { act: 'delivery.resend', projectId, detail: { id, webhookId: row.webhook } })
      await client.query(`select pg_notify('${channel}', $1)`, [noteText({ due: true })])
      return toDelivery(row)
    })
    return done === rolledBack ? undefined : done
  },

  async addTest({ projectId, webhookId, messageId, body }, act) {
    const done = await transact(pool, async (client) => {
      const { rows } = await client.query<DeliveryRow>(
        `insert into deliveries as d (webhook, project_id, message_id, kind, body, due_at_ms, created_at_ms)
         select w.id, w.project_id, $3, $4, $5, $6, $6 from webhooks w where w.project_id = $1 and w.id = $2
         returning ${columns}`,
        [projectId, webhookId, messageId, testKind, body, act.nowMs],
      )
      const row = rows[0]
      if (!row) return rolledBack
      await writeAudit(client, act, { act: 'webhook.test', projectId, detail: { webhookId } })
      await client.query(`select pg_notify('${channel}', $1)`, [noteText({ due: true })])
      return toDelivery(row)
    })
    return done === rolledBack ? undefined : done
  },

  async forgetDeliveries({ endedBeforeMs, limit }) {
    const { rowCount } = await pool.query(
      `delete from deliveries where id in (
         select id from deliveries where state <> 'pending' and last_at_ms < $1 order by last_at_ms limit $2 for update skip locked)`,
      [endedBeforeMs, limit],
    )
    return rowCount ?? 0
  },
})

type LeasedRow = {
  id: number
  webhook: number
  message_id: string
  kind: LeasedDelivery['kind']
  attempts: number
  body: string
  lease_number: number
  url: string
  secret: string
  old_secret: string | null
}

const toLeased = (row: LeasedRow, worker: string): LeasedDelivery => ({
  id: row.id,
  webhookId: row.webhook,
  messageId: row.message_id,
  kind: row.kind,
  attempts: row.attempts,
  url: row.url,
  secrets: row.old_secret === null ? [row.secret] : [row.secret, row.old_secret],
  body: row.body,
  leaseToken: leaseTokenOf(worker, row.lease_number),
})

type DeliveryRow = {
  id: number
  webhook: number
  project_id: number
  message_id: string
  kind: DeliveryRecord['kind']
  state: DeliveryRecord['state']
  attempts: number
  due_at_ms: number | null
  last_at_ms: number | null
  status_code: number | null
  error: string | null
  took_ms: number | null
  created_at_ms: number
  intent_id: Hex | null
}

const toDelivery = (row: DeliveryRow): DeliveryRecord => ({
  id: row.id,
  webhookId: row.webhook,
  projectId: row.project_id,
  messageId: row.message_id,
  kind: row.kind,
  state: row.state,
  attempts: row.attempts,
  createdAtMs: row.created_at_ms,
  ...omitNulls({
    intentId: row.intent_id,
    dueAtMs: row.state === 'pending' ? row.due_at_ms : null,
    lastAtMs: row.last_at_ms,
    statusCode: row.status_code,
    error: row.error,
    tookMs: row.took_ms,
  }),
})
