import { isoTime } from '../../intents/receipt.ts'
import { adminLimits, type Project } from '../../interface/adminShapes.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { ProjectRecord } from '../../stores/accessStore.ts'
import type { AdminHandlers, AdminPorts } from './adminHandler.ts'

type ProjectHandlers = Pick<
  AdminHandlers,
  | 'CreateProject'
  | 'ListProjects'
  | 'GetProject'
  | 'UpdateProject'
  | 'DeleteProject'
  | 'AddMember'
  | 'RemoveMember'
  | 'ListMembers'
  | 'GetUsage'
  | 'ListAudit'
>

/** Calls without a key belong to this project, so it cannot be deleted. */
const keylessProjectId = 1
export const yearMs = 366 * 24 * 3_600_000
const anchorDayMax = 28

export function projectOperations({ config, store: { access }, clock }: AdminPorts): ProjectHandlers {
  const members = async (projectId: number) => ({ members: await access.members(projectId) })
  return {
    async CreateProject({ name, anchorDay = anchorDayOf(clock.nowMs()), limits = {} }, { act }) {
      return { project: toProject(await access.createProject({ name, anchorDay, limits }, act)) }
    },
    async ListProjects({ afterId, limit = adminLimits.pageDefault }, { token }) {
      const account = token?.role === 'account' ? token.subject : undefined
      const bound = token?.projectId
      // A bound token shows one project: its page starts just before that one.
      const from = bound === undefined ? afterId : Math.max(afterId ?? 0, bound - 1)
      const found = await access.projects({ afterId: from, limit: bound === undefined ? limit + 1 : 1, account })
      const shown = found.slice(0, limit).filter(({ id }) => id === (bound ?? id))
      return { projects: shown.map(toProject), nextAfterId: nextId(found, limit) }
    },
    async GetProject({ projectId }) {
      return { project: toProject(found(await access.project(projectId), projectId)) }
    },
    async UpdateProject({ projectId, name, anchorDay, limits }, { act }) {
      if (name === undefined && anchorDay === undefined && limits === undefined)
        throw new ServiceError('InvalidArgument', 'nothing to change: give name, anchorDay or limits')
      const changed = await access.updateProject(projectId, { name, anchorDay, limits }, act)
      return { project: toProject(found(changed, projectId)) }
    },
    async DeleteProject({ projectId }, { act }) {
      if (projectId === keylessProjectId)
        throw new ServiceError('InvalidArgument', 'projectId: calls without a key belong to project 1, which stays')
      if (!(await access.deleteProject(projectId, act))) found(undefined, projectId)
      return { projectId }
    },
    async AddMember({ projectId, account }, { act }) {
      await access.addMember(projectId, account, act)
      return members(projectId)
    },
    async RemoveMember({ projectId, account }, { act }) {
      await access.removeMember(projectId, account, act)
      return members(projectId)
    },
    ListMembers: ({ projectId }) => members(projectId),
    async GetUsage({ projectId, fromTime }) {
      const fromMs = fromTime === undefined ? clock.nowMs() - yearMs : fromTime * 1_000
      const [project, cycles] = await Promise.all([access.project(projectId), access.usage(projectId, fromMs)])
      const newest = cycles.toSorted((a, b) => b.cycleStartMs - a.cycleStartMs).slice(0, adminLimits.cyclesMax)
      return {
        cycles: newest.map(({ cycleStartMs, units }) => ({ cycleStart: isoTime(cycleStartMs), units })),
        unitsPerCycle: (project?.limits.unitsPerCycle ?? config.limits.unitsPerCycle) || undefined,
      }
    },
    async ListAudit({ projectId, beforeId, afterId, limit = adminLimits.pageDefault }) {
      const after =
        afterId === undefined ? undefined : { id: afterId, settledMs: clock.nowMs() - adminLimits.settledAfterMs }
      const rows = await access.audit({ projectId, beforeId, after, limit: after ? limit : limit + 1 })
      const entries = rows.slice(0, limit).map(({ id, atMs, actor, act, projectId, detail }) => ({
        id,
        at: isoTime(atMs),
        actor,
        act,
        projectId,
        detail: JSON.stringify(detail),
      }))
      return { entries, nextBeforeId: nextId(rows, limit) }
    },
  }
}

/** The cursor of the next page, if one row more than `limit` was found. */
export function nextId(rows: readonly { id: number }[], limit: number): number | undefined {
  return rows.length > limit ? rows[limit - 1]?.id : undefined
}

/** The project existed when the caller was admitted; another call may have deleted it since. */
export function found(project: ProjectRecord | undefined, projectId: number): ProjectRecord {
  if (project) return project
  throw new ServiceError('ProjectNotFound', `there is no project ${projectId}`)
}

export function toProject({ id, name, anchorDay, limits, createdAtMs }: ProjectRecord): Project {
  return { id, name, anchorDay, limits, createdAt: isoTime(createdAtMs) }
}

function anchorDayOf(nowMs: number): number {
  return Math.min(new Date(nowMs).getUTCDate(), anchorDayMax)
}
