import type pg from 'pg'
import type { Act, ProjectLimits, ProjectRecord } from '../accessStore.ts'
import { channel } from './database.ts'
import { noteText } from './listen.ts'

export const projectColumns = 'p.id, p.name, p.anchor_day, p.limits, p.created_at_ms, p.deleted_at_ms'

export type ProjectRow = {
  id: number
  name: string
  anchor_day: number
  limits: string
  created_at_ms: number
  deleted_at_ms: number | null
}

export const toProject = (row: ProjectRow): ProjectRecord => ({
  id: row.id,
  name: row.name,
  anchorDay: row.anchor_day,
  limits: JSON.parse(row.limits) as ProjectLimits,
  createdAtMs: row.created_at_ms,
  ...(row.deleted_at_ms !== null && { deletedAtMs: row.deleted_at_ms }),
})

export type AuditEntry = { act: string; projectId?: number; detail?: Record<string, unknown> }

/** In the transaction of the act itself: neither is there without the other. */
export async function writeAudit(client: pg.ClientBase | pg.Pool, by: Act, entry: AuditEntry): Promise<void> {
  await client.query('insert into audit (at_ms, actor, act, project_id, detail) values ($1, $2, $3, $4, $5)', [
    by.nowMs,
    by.actor,
    entry.act,
    entry.projectId ?? null,
    JSON.stringify(entry.detail ?? {}),
  ])
}

/** Processes that remember keys, projects and switches look again. */
export async function tellSwitched(client: pg.ClientBase): Promise<void> {
  await client.query(`select pg_notify('${channel}', $1)`, [noteText({ switched: true })])
}
