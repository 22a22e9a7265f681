import type pg from 'pg'
import { mergeSwitches } from '../accessRules.ts'
import type { AccessStore, AuditRow, Switches } from '../accessStore.ts'
import { notifySwitched, writeAudit } from './accessRows.ts'
import { statement, transact } from './database.ts'
import { createPostgresKeys } from './postgresKeys.ts'
import { createPostgresProjects } from './postgresProjects.ts'
import { createPostgresUsage } from './postgresUsage.ts'

/** `checks`: the pool for lookups that every call waits for before it begins. */
export function createPostgresAccess(pool: pg.Pool, checks: pg.Pool): AccessStore {
  const { project, isMember } = createPostgresProjects(checks)
  const { keyByHash } = createPostgresKeys(checks)
  return {
    ...createPostgresProjects(pool),
    ...createPostgresKeys(pool),
    ...createPostgresUsage(checks),
    ...{ project, isMember, keyByHash },
    ...createSwitches(pool),
    ...createAudit(pool),
  }
}

const switchesKey = 'switches'

const selectSetting = statement('setting_find', 'select value from settings where key = :key')

const lockSetting = statement('setting_lock', 'select value from settings where key = :key for update')

const insertSetting = statement(
  'setting_insert',
  'insert into settings values (:key, :value, :now_ms) on conflict do nothing',
)

const updateSetting = statement(
  'setting_update',
  'update settings set value = :value, updated_at_ms = :now_ms where key = :key',
)

const createSwitches = (pool: pg.Pool): Pick<AccessStore, 'switches' | 'setSwitches' | 'keepSecret' | 'putSecret'> => ({
  async switches() {
    const { rows } = await pool.query<{ value: string }>(selectSetting({ key: switchesKey }))
    return rows[0] ? (JSON.parse(rows[0].value) as Switches) : {}
  },

  setSwitches: (patch, act) =>
    transact(pool, async (client) => {
      const setting = { key: switchesKey, now_ms: act.nowMs }
      await client.query(insertSetting({ ...setting, value: '{}' }))
      const { rows } = await client.query<{ value: string }>(lockSetting(setting))
      const merged = mergeSwitches(JSON.parse(rows[0]!.value) as Switches, patch)
      await client.query(updateSetting({ ...setting, value: JSON.stringify(merged) }))
      await writeAudit(client, act, { act: 'switches.set', detail: { ...patch } })
      await notifySwitched(client)
      return merged
    }),

  async keepSecret(name, value) {
    const key = `secret.${name}`
    await pool.query(insertSetting({ key, value: JSON.stringify(value), now_ms: 0 }))
    const { rows } = await pool.query<{ value: string }>(selectSetting({ key }))
    return JSON.parse(rows[0]!.value) as string
  },

  putSecret: (name, value, act) =>
    transact(pool, async (client) => {
      const setting = { key: `secret.${name}`, value: JSON.stringify(value), now_ms: act.nowMs }
      await client.query(insertSetting(setting))
      await client.query(updateSetting(setting))
      await writeAudit(client, act, { act: act.act })
      await notifySwitched(client)
    }),
})

type AuditFields = {
  id: number
  at_ms: number
  actor: string
  act: string
  project_id: number | null
  detail: string
}

const selectAudit = statement(
  'audit_page',
  `select id, at_ms, actor, act, project_id, detail from audit
    where (:project_id::integer is null or project_id = :project_id) and (:before_id::bigint is null or id < :before_id)
    order by id desc limit :limit`,
)

const selectAuditAfter = statement(
  'audit_after',
  `select id, at_ms, actor, act, project_id, detail from audit
    where (:project_id::integer is null or project_id = :project_id) and id > :after_id
      and id < coalesce((select min(id) from audit where at_ms >= :settled_ms), 9223372036854775807)
    order by id limit :limit`,
)

const createAudit = (pool: pg.Pool): Pick<AccessStore, 'audit' | 'note'> => ({
  async audit({ projectId, beforeId, after, limit }) {
    const page = after
      ? selectAuditAfter({ project_id: projectId, after_id: after.id, settled_ms: after.settledMs, limit })
      : selectAudit({ project_id: projectId, before_id: beforeId, limit })
    const { rows } = await pool.query<AuditFields>(page)
    return rows.map(toAudit)
  },
  note: (act) => writeAudit(pool, act, act),
})

const toAudit = (row: AuditFields): AuditRow => ({
  id: row.id,
  atMs: row.at_ms,
  actor: row.actor,
  act: row.act,
  ...(row.project_id !== null && { projectId: row.project_id }),
  detail: JSON.parse(row.detail) as Record<string, unknown>,
})
