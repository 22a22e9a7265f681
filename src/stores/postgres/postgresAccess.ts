import type pg from 'pg'
import { mergeSwitches } from '../accessRules.ts'
import type { AccessStore, AuditRow, Switches } from '../accessStore.ts'
import { type ProjectRow, projectColumns, tellSwitched, toProject, writeAudit } from './accessRows.ts'
import { transact } from './database.ts'
import { postgresKeys } from './postgresKeys.ts'
import { postgresUsage } from './postgresUsage.ts'

export function postgresAccess(pool: pg.Pool): AccessStore {
  return {
    ...postgresProjects(pool),
    ...postgresMembers(pool),
    ...postgresKeys(pool),
    ...postgresUsage(pool),
    ...postgresSwitches(pool),
    ...postgresAudit(pool),
  }
}

type Projects = Pick<AccessStore, 'project' | 'projects' | 'createProject' | 'updateProject' | 'deleteProject'>

const postgresProjects = (pool: pg.Pool): Projects => ({
  async project(id) {
    const { rows } = await pool.query<ProjectRow>({
      name: 'access_project',
      text: `select ${projectColumns} from projects p where p.id = $1`,
      values: [id],
    })
    return rows[0] && toProject(rows[0])
  },

  async projects({ afterId = 0, limit, account }) {
    const { rows } = await pool.query<ProjectRow>(
      `select ${projectColumns} from projects p
       where p.id > $1 and p.deleted_at_ms is null
         and ($3::text is null or exists (select from members m where m.project_id = p.id and m.account = $3))
       order by p.id limit $2`,
      [afterId, limit, account ?? null],
    )
    return rows.map(toProject)
  },

  createProject: ({ name, anchorDay, limits }, act) =>
    transact(pool, async (client) => {
      const { rows } = await client.query<ProjectRow>(
        `insert into projects as p (name, anchor_day, limits, created_at_ms) values ($1, $2, $3, $4) returning ${projectColumns}`,
        [name, anchorDay, JSON.stringify(limits), act.nowMs],
      )
      const project = toProject(rows[0]!)
      await writeAudit(client, act, {
        act: 'project.create',
        projectId: project.id,
        detail: { name, anchorDay, limits },
      })
      return project
    }),

  updateProject: (id, patch, act) =>
    transact(pool, async (client) => {
      const { rows } = await client.query<ProjectRow>(
        `update projects p set name = coalesce($2, p.name), anchor_day = coalesce($3, p.anchor_day), limits = coalesce($4, p.limits)
         where p.id = $1 and p.deleted_at_ms is null returning ${projectColumns}`,
        [id, patch.name ?? null, patch.anchorDay ?? null, patch.limits ? JSON.stringify(patch.limits) : null],
      )
      if (!rows[0]) return undefined
      await writeAudit(client, act, { act: 'project.update', projectId: id, detail: { ...patch } })
      await tellSwitched(client)
      return toProject(rows[0])
    }),

  deleteProject: (id, act) =>
    transact(pool, async (client) => {
      const { rowCount } = await client.query(
        'update projects set deleted_at_ms = $2 where id = $1 and deleted_at_ms is null',
        [id, act.nowMs],
      )
      if (rowCount === 0) return false
      await writeAudit(client, act, { act: 'project.delete', projectId: id })
      await tellSwitched(client)
      return true
    }),
})

type Members = Pick<AccessStore, 'members' | 'isMember' | 'addMember' | 'removeMember'>

const postgresMembers = (pool: pg.Pool): Members => ({
  async members(projectId) {
    const { rows } = await pool.query<{ account: string }>(
      'select account from members where project_id = $1 order by added_at_ms, account',
      [projectId],
    )
    return rows.map(({ account }) => account)
  },

  async isMember(projectId, account) {
    const { rowCount } = await pool.query({
      name: 'access_is_member',
      text: 'select from members where project_id = $1 and account = $2',
      values: [projectId, account],
    })
    return rowCount === 1
  },

  addMember: (projectId, account, act) =>
    transact(pool, async (client) => {
      const { rowCount } = await client.query(
        `insert into members select p.id, $2, $3 from projects p where p.id = $1 and p.deleted_at_ms is null
         on conflict do nothing`,
        [projectId, account, act.nowMs],
      )
      if (rowCount === 0) return false
      await writeAudit(client, act, { act: 'member.add', projectId, detail: { account } })
      return true
    }),

  removeMember: (projectId, account, act) =>
    transact(pool, async (client) => {
      const { rowCount } = await client.query('delete from members where project_id = $1 and account = $2', [
        projectId,
        account,
      ])
      if (rowCount === 0) return false
      await writeAudit(client, act, { act: 'member.remove', projectId, detail: { account } })
      await tellSwitched(client)
      return true
    }),
})

type SwitchStore = Pick<AccessStore, 'switches' | 'setSwitches' | 'keepSecret'>

const switchesKey = 'switches'

const postgresSwitches = (pool: pg.Pool): SwitchStore => ({
  async switches() {
    const { rows } = await pool.query<{ value: string }>({
      name: 'access_switches',
      text: 'select value from settings where key = $1',
      values: [switchesKey],
    })
    return rows[0] ? (JSON.parse(rows[0].value) as Switches) : {}
  },

  setSwitches: (patch, act) =>
    transact(pool, async (client) => {
      await client.query(`insert into settings values ($1, '{}', $2) on conflict do nothing`, [switchesKey, act.nowMs])
      const { rows } = await client.query<{ value: string }>('select value from settings where key = $1 for update', [
        switchesKey,
      ])
      const merged = mergeSwitches(JSON.parse(rows[0]!.value) as Switches, patch)
      await client.query('update settings set value = $2, updated_at_ms = $3 where key = $1', [
        switchesKey,
        JSON.stringify(merged),
        act.nowMs,
      ])
      await writeAudit(client, act, { act: 'switches.set', detail: { ...patch } })
      await tellSwitched(client)
      return merged
    }),

  async keepSecret(name, value) {
    const key = `secret.${name}`
    await pool.query('insert into settings values ($1, to_jsonb($2::text), 0) on conflict do nothing', [key, value])
    const { rows } = await pool.query<{ value: string }>('select value from settings where key = $1', [key])
    return JSON.parse(rows[0]!.value) as string
  },
})

type AuditFields = {
  id: number
  at_ms: number
  actor: string
  act: string
  project_id: number | null
  detail: string
}

const postgresAudit = (pool: pg.Pool): Pick<AccessStore, 'audit' | 'note'> => ({
  async audit({ projectId, beforeId, limit }) {
    const { rows } = await pool.query<AuditFields>(
      `select id, at_ms, actor, act, project_id, detail from audit
       where ($1::integer is null or project_id = $1) and ($2::bigint is null or id < $2) order by id desc limit $3`,
      [projectId ?? null, beforeId ?? null, limit],
    )
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
