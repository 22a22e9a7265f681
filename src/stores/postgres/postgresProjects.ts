import type pg from 'pg'
import type { AccessStore } from '../accessStore.ts'
import { notifySwitched, type ProjectRow, projectColumns, toProjectRecord, writeAudit } from './accessRows.ts'
import { statement, transact } from './database.ts'

type Projects = Pick<
  AccessStore,
  | 'project'
  | 'projects'
  | 'createProject'
  | 'updateProject'
  | 'deleteProject'
  | 'members'
  | 'isMember'
  | 'addMember'
  | 'removeMember'
>

export const createPostgresProjects = (pool: pg.Pool): Projects => ({ ...createProjects(pool), ...createMembers(pool) })

const selectProject = statement('project_find', `select ${projectColumns} from projects p where p.id = :id`)

const selectPage = statement(
  'project_page',
  `select ${projectColumns} from projects p
    where p.id > :after_id and p.deleted_at_ms is null
      and (:account::text is null or exists (select from members m where m.project_id = p.id and m.account = :account))
    order by p.id limit :limit`,
)

const insertProject = statement(
  'project_insert',
  `insert into projects as p (name, anchor_day, limits, created_at_ms) values (:name, :anchor_day, :limits, :now_ms)
    returning ${projectColumns}`,
)

const updateProject = statement(
  'project_update',
  `update projects p set name = coalesce(:name, p.name), anchor_day = coalesce(:anchor_day, p.anchor_day),
      limits = coalesce(:limits, p.limits)
    where p.id = :id and p.deleted_at_ms is null returning ${projectColumns}`,
)

const markDeleted = statement(
  'project_delete',
  'update projects set deleted_at_ms = :now_ms where id = :id and deleted_at_ms is null',
)

function createProjects(
  pool: pg.Pool,
): Pick<AccessStore, 'project' | 'projects' | 'createProject' | 'updateProject' | 'deleteProject'> {
  return {
    async project(id) {
      const { rows } = await pool.query<ProjectRow>(selectProject({ id }))
      return rows[0] && toProjectRecord(rows[0])
    },

    async projects({ afterId = 0, limit, account }) {
      const { rows } = await pool.query<ProjectRow>(selectPage({ after_id: afterId, limit, account }))
      return rows.map(toProjectRecord)
    },

    createProject: ({ name, anchorDay, limits }, act) =>
      transact(pool, async (client) => {
        const values = { name, anchor_day: anchorDay, limits: JSON.stringify(limits), now_ms: act.nowMs }
        const { rows } = await client.query<ProjectRow>(insertProject(values))
        const project = toProjectRecord(rows[0]!)
        const detail = { name, anchorDay, limits }
        await writeAudit(client, act, { act: 'project.create', projectId: project.id, detail })
        return project
      }),

    updateProject: (id, patch, act) =>
      transact(pool, async (client) => {
        const { name, anchorDay, limits } = patch
        const values = { id, name, anchor_day: anchorDay, limits: limits && JSON.stringify(limits) }
        const { rows } = await client.query<ProjectRow>(updateProject(values))
        if (!rows[0]) return undefined
        await writeAudit(client, act, { act: 'project.update', projectId: id, detail: { ...patch } })
        await notifySwitched(client)
        return toProjectRecord(rows[0])
      }),

    deleteProject: (id, act) =>
      transact(pool, async (client) => {
        const { rowCount } = await client.query(markDeleted({ id, now_ms: act.nowMs }))
        if (rowCount === 0) return false
        await writeAudit(client, act, { act: 'project.delete', projectId: id })
        await notifySwitched(client)
        return true
      }),
  }
}

const selectMembers = statement(
  'member_list',
  'select account from members where project_id = :project_id order by added_at_ms, account',
)

const selectMember = statement(
  'member_find',
  'select from members where project_id = :project_id and account = :account',
)

const insertMember = statement(
  'member_insert',
  `insert into members select p.id, :account, :now_ms from projects p where p.id = :project_id and p.deleted_at_ms is null
    on conflict do nothing`,
)

const deleteMember = statement(
  'member_delete',
  'delete from members where project_id = :project_id and account = :account',
)

const createMembers = (pool: pg.Pool): Pick<AccessStore, 'members' | 'isMember' | 'addMember' | 'removeMember'> => ({
  async members(projectId) {
    const { rows } = await pool.query<{ account: string }>(selectMembers({ project_id: projectId }))
    return rows.map(({ account }) => account)
  },

  async isMember(projectId, account) {
    const { rowCount } = await pool.query(selectMember({ project_id: projectId, account }))
    return rowCount === 1
  },

  addMember: (projectId, account, act) =>
    transact(pool, async (client) => {
      const { rowCount } = await client.query(insertMember({ project_id: projectId, account, now_ms: act.nowMs }))
      if (rowCount === 0) return false
      await writeAudit(client, act, { act: 'member.add', projectId, detail: { account } })
      return true
    }),

  removeMember: (projectId, account, act) =>
    transact(pool, async (client) => {
      const { rowCount } = await client.query(deleteMember({ project_id: projectId, account }))
      if (rowCount === 0) return false
      await writeAudit(client, act, { act: 'member.remove', projectId, detail: { account } })
      await notifySwitched(client)
      return true
    }),
})
