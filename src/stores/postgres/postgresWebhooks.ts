import type pg from 'pg'
import type { EventKind } from '../../interface/eventShapes.ts'
import type { Act } from '../accessStore.ts'
import type { WebhookRecord, WebhookStore } from '../eventStore.ts'
import { type AuditInsert, lockProject, writeAudit } from './accessRows.ts'
import { rolledBack, statement, transact } from './database.ts'
import { createPostgresDeliveries } from './postgresDeliveries.ts'

const columns = 'w.id, w.project_id, w.name, w.url, w.kinds, w.active, w.created_at_ms, w.updated_at_ms'

const countOfProject = statement('webhook_count', 'select count(*) from webhooks where project_id = :project_id')

const insert = statement(
  'webhook_insert',
  `insert into webhooks as w (project_id, name, url, secret, kinds, created_at_ms, updated_at_ms)
    values (:project_id, :name, :url, :secret, :kinds, :now_ms, :now_ms) returning ${columns}`,
)

const selectOfProject = statement(
  'webhook_list',
  `select ${columns} from webhooks w where w.project_id = :project_id order by w.id`,
)

// An endpoint that is switched on again gets only events of later transactions.
const update = statement(
  'webhook_update',
  `update webhooks w set name = coalesce(:name, name), url = coalesce(:url, url), kinds = coalesce(:kinds, kinds),
      since_xact = case when :active and not active then pg_current_xact_id() else since_xact end,
      active = coalesce(:active, active), updated_at_ms = :now_ms
    where w.project_id = :project_id and w.id = :id returning ${columns}`,
)

const remove = statement(
  'webhook_delete',
  `delete from webhooks w where w.project_id = :project_id and w.id = :id returning ${columns}`,
)

const rotateSecret = statement(
  'webhook_rotate_secret',
  `update webhooks w set old_secret = secret, old_secret_until_ms = :old_until_ms, secret = :secret, updated_at_ms = :now_ms
    where w.project_id = :project_id and w.id = :id returning ${columns}`,
)

export const createPostgresWebhooks = (pool: pg.Pool): WebhookStore => ({
  ...createPostgresDeliveries(pool),

  async create({ projectId, name, url, kinds, secret }, max, act) {
    return transact(pool, async (client) => {
      const project = await client.query(lockProject({ project_id: projectId }))
      if (project.rowCount === 0) return 'noProject' as const
      const counted = await client.query<{ count: number }>(countOfProject({ project_id: projectId }))
      if (counted.rows[0]!.count >= max) return 'maxWebhooks' as const
      const { rows } = await client.query<WebhookRow>(
        insert({ project_id: projectId, name, url, secret, kinds, now_ms: act.nowMs }),
      )
      const made = toWebhook(rows[0]!)
      await writeAudit(client, act, { act: 'webhook.create', projectId, detail: { id: made.id, name, url, kinds } })
      return made
    })
  },

  async list(projectId) {
    const { rows } = await pool.query<WebhookRow>(selectOfProject({ project_id: projectId }))
    return rows.map(toWebhook)
  },

  update: (projectId, id, patch, act) => {
    const { name, url, kinds, active } = patch
    const query = update({ project_id: projectId, id, name, url, kinds, active, now_ms: act.nowMs })
    return writeAudited(pool, query, act, { act: 'webhook.update', projectId, detail: { id, ...patch } })
  },

  async remove(projectId, id, act) {
    const query = remove({ project_id: projectId, id })
    const gone = await writeAudited(pool, query, act, { act: 'webhook.delete', projectId, detail: { id } })
    return gone !== undefined
  },

  rotateSecret: ({ projectId, id, secret, oldUntilMs }, act) => {
    const query = rotateSecret({ project_id: projectId, id, secret, old_until_ms: oldUntilMs, now_ms: act.nowMs })
    return writeAudited(pool, query, act, { act: 'webhook.rotateSecret', projectId, detail: { id, oldUntilMs } })
  },
})

/** One statement and its audit entry in a transaction. Undefined, and no entry, where no row matched. */
async function writeAudited(
  pool: pg.Pool,
  query: pg.QueryConfig,
  act: Act,
  entry: AuditInsert,
): Promise<WebhookRecord | undefined> {
  const done = await transact(pool, async (client) => {
    const { rows } = await client.query<WebhookRow>(query)
    const row = rows[0]
    if (!row) return rolledBack
    await writeAudit(client, act, entry)
    return toWebhook(row)
  })
  return done === rolledBack ? undefined : done
}

type WebhookRow = {
  id: number
  project_id: number
  name: string
  url: string
  kinds: EventKind[]
  active: boolean
  created_at_ms: number
  updated_at_ms: number
}

const toWebhook = (row: WebhookRow): WebhookRecord => ({
  id: row.id,
  projectId: row.project_id,
  name: row.name,
  url: row.url,
  kinds: row.kinds,
  active: row.active,
  createdAtMs: row.created_at_ms,
  updatedAtMs: row.updated_at_ms,
})
