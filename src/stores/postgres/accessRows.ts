import type pg from 'pg'
import type { Act, ProjectLimits, ProjectRecord } from '../accessStore.ts'
import { notify, statement } from './database.ts'
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

export const toProjectRecord = (row: ProjectRow): ProjectRecord => ({
  id: row.id,
  name: row.name,
  anchorDay: row.anchor_day,
  limits: JSON.parse(row.limits) as ProjectLimits,
  createdAtMs: row.created_at_ms,
  ...(row.deleted_at_ms !== null && { deletedAtMs: row.deleted_at_ms }),
})

// So that a count of its keys or endpoints holds until commit. `for no key update` does not block intent inserts, whose
// foreign key only takes `for key share` on the project.
export const lockProject = statement(
  'project_lock',
  'select from projects where id = :project_id and deleted_at_ms is null for no key update',
)

export type AuditInsert = { act: string; projectId?: number; detail?: Record<string, unknown> }

const insertAudit = statement(
  'audit_insert',
  'insert into audit (at_ms, actor, act, project_id, detail) values (:now_ms, :actor, :act, :project_id, :detail)',
)

/** Writes an audit entry. If the act writes rows, `client` is in its transaction, so that both commit together. */
export async function writeAudit(client: pg.ClientBase | pg.Pool, by: Act, entry: AuditInsert): Promise<void> {
  const { act, projectId, detail = {} } = entry
  const values = { now_ms: by.nowMs, actor: by.actor, act, project_id: projectId, detail: JSON.stringify(detail) }
  await client.query(insertAudit(values))
}

/** Tells processes that cache keys, projects and switches to read them again. */
export async function notifySwitched(client: pg.ClientBase): Promise<void> {
  await client.query(notify({ note: noteText({ switched: true }) }))
}
