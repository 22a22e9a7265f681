import type pg from 'pg'
import { testKind } from '../../interface/eventShapes.ts'
import type { Hex } from '../../interface/fields.ts'
import type { DeliveryRecord, LeasedDelivery, WebhookStore } from '../eventStore.ts'
import { leaseTokenOf } from '../transitionRules.ts'
import { writeAudit } from './accessRows.ts'
import { omitNulls } from './columns.ts'
import { notify, rolledBack, statement, transact } from './database.ts'
import { fanOut } from './fanOut.ts'
import { noteText } from './listen.ts'

const columns = `d.id, d.webhook, d.project_id, d.message_id, d.kind, d.state, d.attempts, d.due_at_ms, d.last_at_ms,
  d.status_code, d.error, d.took_ms, d.created_at_ms, (select i.intent_id from intents i where i.id = d.intent) as intent_id`

// At most `per_webhook` deliveries per endpoint are under way, and the project with the fewest goes first, so hanging
// endpoints do not starve others. An intent's next event is sent only when the one before is no longer pending.
const leaseReady = statement(
  'delivery_lease',
  `with busy as (
    select w.id, w.project_id, w.active, (select count(*) from deliveries u
      where u.webhook = w.id and u.state = 'pending' and u.leased_until_ms > :now_ms) as places
    from webhooks w
  ), next as (
    select d.id from busy w join (select project_id, sum(places) as places from busy group by project_id) p using (project_id)
    cross join lateral (
      select d.id, d.ready_at_ms, d.kind from deliveries d
      where d.webhook = w.id and d.state = 'pending' and d.ready_at_ms <= :now_ms
        and not exists (select from deliveries o where o.webhook = d.webhook and o.intent = d.intent and o.event < d.event
          and o.state = 'pending')
      order by d.ready_at_ms, d.id
      limit greatest(0, :per_webhook - w.places)
    ) d where w.active or d.kind = '${testKind}'
    order by p.places + row_number() over (partition by w.project_id order by d.ready_at_ms, d.id), d.ready_at_ms, d.id limit :limit
  ), mine as (
    select d.id from deliveries d where d.id in (select id from next) and d.state = 'pending' and d.ready_at_ms <= :now_ms
    for update skip locked
  )
  update deliveries d set leased_by = :worker, leased_until_ms = :now_ms::bigint + :lease_ms::bigint,
    lease_number = lease_number + 1
  from mine, webhooks w where d.id = mine.id and w.id = d.webhook
  returning d.id, d.webhook, d.message_id, d.kind, d.attempts, d.body, d.lease_number, w.url, w.secret,
    case when w.old_secret_until_ms > :now_ms then w.old_secret end as old_secret`,
)

const updateOutcome = statement(
  'delivery_record',
  `with done as (
    update deliveries set state = :state, due_at_ms = :due_at_ms, attempts = attempts + 1, leased_by = null, leased_until_ms = 0,
      last_at_ms = :now_ms, status_code = :status_code, error = :error, took_ms = :took_ms
    where id = :id and leased_by || '#' || lease_number = :lease_token and state = 'pending'
    returning webhook
  ), off as (
    update webhooks set active = false, updated_at_ms = :now_ms where :switch_off and id in (select webhook from done)
  ) select from done`,
)

const selectNextDue = statement(
  'delivery_next_due',
  `select d.ready_at_ms as at_ms from deliveries d join webhooks w on w.id = d.webhook
    where d.state = 'pending' and (w.active or d.kind = '${testKind}') order by d.ready_at_ms limit 1`,
)

const selectPage = statement(
  'delivery_page',
  `select ${columns} from deliveries d
    where d.project_id = :project_id and (:webhook::int is null or d.webhook = :webhook)
      and (:state::text is null or d.state = :state) and (:before_id::bigint is null or d.id < :before_id)
    order by d.id desc limit :limit`,
)

const updatePending = statement(
  'delivery_resend',
  `update deliveries d set state = 'pending', due_at_ms = :now_ms, attempts = 0, leased_by = null, leased_until_ms = 0
    where d.project_id = :project_id and d.id = :id returning ${columns}`,
)

const insertTest = statement(
  'delivery_add_test',
  `insert into deliveries as d (webhook, project_id, message_id, kind, body, due_at_ms, created_at_ms)
    select w.id, w.project_id, :message_id, '${testKind}', :body, :now_ms, :now_ms from webhooks w
    where w.project_id = :project_id and w.id = :webhook
    returning ${columns}`,
)

const deleteEnded = statement(
  'delivery_delete_ended',
  `delete from deliveries where id in (
    select id from deliveries where state <> 'pending' and last_at_ms < :ended_before_ms
    order by last_at_ms limit :limit for update skip locked)`,
)

type Deliveries = Pick<
  WebhookStore,
  'fanOut' | 'lease' | 'recordDelivery' | 'nextDueMs' | 'deliveries' | 'resend' | 'addTest' | 'forgetDeliveries'
>

export const createPostgresDeliveries = (pool: pg.Pool): Deliveries => ({
  fanOut: (options) => fanOut(pool, options),

  async lease({ worker, nowMs, leaseMs, limit, perWebhook }) {
    const { rows } = await pool.query<LeasedRow>(
      leaseReady({ worker, now_ms: nowMs, lease_ms: leaseMs, limit, per_webhook: perWebhook }),
    )
    return rows.map((row) => toLeased(row, worker))
  },

  async recordDelivery({ id, leaseToken, state, dueAtMs, statusCode, error, tookMs, nowMs, switchOff = false }) {
    const { rowCount } = await pool.query(
      updateOutcome({
        id,
        lease_token: leaseToken,
        state,
        due_at_ms: state === 'pending' ? (dueAtMs ?? nowMs) : null,
        now_ms: nowMs,
        status_code: statusCode,
        error,
        took_ms: Math.round(tookMs),
        switch_off: switchOff,
      }),
    )
    return rowCount === 1
  },

  async nextDueMs() {
    const { rows } = await pool.query<{ at_ms: number }>(selectNextDue())
    return rows[0]?.at_ms
  },

  async deliveries({ projectId, webhookId, state, beforeId, limit }) {
    const { rows } = await pool.query<DeliveryRow>(
      selectPage({ project_id: projectId, webhook: webhookId, state, before_id: beforeId, limit }),
    )
    return rows.map(toDelivery)
  },

  async resend({ projectId, id }, act) {
    const done = await transact(pool, async (client) => {
      const { rows } = await client.query<DeliveryRow>(updatePending({ project_id: projectId, id, now_ms: act.nowMs }))
      const row = rows[0]
      if (!row) return rolledBack
      await writeAudit(client, act, { act: 'delivery.resend', projectId, detail: { id, webhookId: row.webhook } })
      await client.query(notify({ note: noteText({ due: true }) }))
      return toDelivery(row)
    })
    return done === rolledBack ? undefined : done
  },

  async addTest({ projectId, webhookId, messageId, body }, act) {
    const done = await transact(pool, async (client) => {
      const values = { project_id: projectId, webhook: webhookId, message_id: messageId, body, now_ms: act.nowMs }
      const { rows } = await client.query<DeliveryRow>(insertTest(values))
      const row = rows[0]
      if (!row) return rolledBack
      await writeAudit(client, act, { act: 'webhook.test', projectId, detail: { webhookId } })
      await client.query(notify({ note: noteText({ due: true }) }))
      return toDelivery(row)
    })
    return done === rolledBack ? undefined : done
  },

  async forgetDeliveries({ endedBeforeMs, limit }) {
    const { rowCount } = await pool.query(deleteEnded({ ended_before_ms: endedBeforeMs, limit }))
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
