import type pg from 'pg'
import type { EventKind } from '../../interface/eventShapes.ts'
import type { WebhookRecord, WebhookStore } from '../eventStore.ts'
import { writeAudit } from './accessRows.ts'
import { rolledBack, transact } from './database.ts'
import { postgresDeliveries } from './postgresDeliveries.ts'

const columns = 'w.id, w.project_id, w.name, w.url, w.kinds, w.active, w.created_at_ms, w.updated_at_ms'

export const postgresWebhooks = (pool: pg.Pool): WebhookStore => ({
  ...postgresDeliveries(pool),

  async create({ projectId, name, url, kinds, secret }, max, act) {
    return transact(pool, async (client) => {
      // The project's row is the lock under which its endpoints are counted.
      const project = await client.query('select from projects where id = $1 and deleted_at_ms is null for update', [
        projectId,
      ])
      if (project.rowCount === 0) return 'noProject' as const
      const counted = await client.query<{ count: number }>('select count(*) from webhooks where project_id = $1', [
        projectId,
      ])
      if (counted.rows[0]!.count >= max) return 'maxWebhooks' as const
      const { rows } = await client.query<WebhookRow>(
        `insert into webhooks as w (project_id, name, url, secret, kinds, created_at_ms, updated_at_ms)
         values ($1, $2, $3, $4, $5, $6, $6) returning ${columns}`,
        [projectId, name, url, secret, kinds, act.nowMs],
      )
      const made = toWebhook(rows[0]!)
      await writeAudit(client, act, { act: 'webhook.create', projectId, detail: { id: made.id, name, url, kinds } })
      return made
    })
  },

  async list(projectId) {
    const { rows } = await pool.query<WebhookRow>(
      `select ${columns} from webhooks w where w.project_id = $1 order by w.id`,
      [projectId],
    )
    return rows.map(toWebhook)
  },

  update: (projectId, id, patch, act) => {
    const { name, url, kinds, active } = patch
    // What happened while it was off is not its business.
    const sql = `update webhooks w set name = coalesce($3, name), url = coalesce($4, url), kinds = coalesce($5, kinds),
        since_xact = case when $6 and not active then pg_current_xact_id() else since_xact end,
        active = coalesce($6, active), updated_at_ms = $7
      where w.project_id = $1 and w.id = $2 returning ${columns}`
    const values = [projectId, id, name ?? null, url ?? null, kinds ?? null, active ?? null, act.nowMs]
    return change(pool, sql, values, act, { act: 'webhook.update', projectId, detail: { id, ...patch } })
  },

  async remove(projectId, id, act) {
    const sql = `delete from webhooks w where w.project_id = $1 and w.id = $2 returning ${columns}`
    const gone = await change(pool, sql, [projectId, id], act, { act: 'webhook.delete', projectId, detail: { id } })
    return gone !== undefined
  },

  rotateSecret: ({ projectId, id, secret, oldUntilMs }, act) => {
    const sql = `update webhooks w set old_secret = secret, old_secret_until_ms = $4, secret = $3, updated_at_ms = $5
      where w.project_id = $1 and w.id = $2 returning ${columns}`
    const detail = { id, oldUntilMs }
    return change(pool, sql, [projectId, id, secret, oldUntilMs, act.nowMs], act, {
      act: 'webhook.rotateSecret',
      projectId,
      detail,
    })
  },
})

/** One statement and its line in the audit, or neither. */
async function change(
  pool: pg.Pool,
  sql: string,
  values: unknown[],
  act: Parameters<typeof writeAudit>[1],
  line: Parameters<typeof writeAudit>[2],
): Promise<WebhookRecord | undefined> {
  const done = await transact(pool, async (client) => {
    const { rows } = await client.query<WebhookRow>(sql, values)
    const row = rows[0]
    if (!row) return rolledBack
    await writeAudit(client, act, line)
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
