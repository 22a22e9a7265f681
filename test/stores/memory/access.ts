import { bucketLevel, mergeSwitches } from '../../../src/stores/accessRules.ts'
import type { AccessStore, Act, AuditRow } from '../../../src/stores/accessStore.ts'
import { memoryKeys } from './accessKeys.ts'
import type { AccessMemory } from './accessMemory.ts'
import { defined, type Memory, tell } from './memory.ts'

export type Audit = (by: Act, entry: Omit<AuditRow, 'id' | 'atMs' | 'actor' | 'detail'> & Partial<AuditRow>) => void

export function memoryAccess(memory: Memory): AccessStore {
  const { access } = memory
  const audit: Audit = ({ actor, nowMs }, { act, projectId, detail = {} }) => {
    const id = ++access.lastId.audit
    access.audit.push(defined({ id, atMs: nowMs, actor, act, projectId, detail: plain(detail) }))
  }
  const switched = () => tell(memory, { kind: 'switched' })
  return {
    ...memoryProjects(access, audit, switched),
    ...memoryMembers(access, audit, switched),
    ...memoryKeys(access, audit, switched),
    ...memoryUsage(access),
    switches: async () => structuredClone(access.switches),
    async setSwitches(patch, act) {
      access.switches = plain(mergeSwitches(access.switches, patch))
      audit(act, { act: 'switches.set', detail: patch })
      switched()
      return structuredClone(access.switches)
    },
    async keepSecret(name, value) {
      const kept = access.secrets.get(name) ?? value
      access.secrets.set(name, kept)
      return kept
    },
    async audit({ projectId, beforeId = Number.POSITIVE_INFINITY, limit }) {
      const rows = access.audit.filter(
        (row) => row.id < beforeId && (projectId === undefined || row.projectId === projectId),
      )
      return structuredClone(rows.toReversed().slice(0, limit))
    },
    note: async (act) => audit(act, act),
  }
}

/** As it comes back from a JSON column. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

type Projects = Pick<AccessStore, 'project' | 'projects' | 'createProject' | 'updateProject' | 'deleteProject'>

function memoryProjects(access: AccessMemory, audit: Audit, switched: () => void): Projects {
  const { projects, members, lastId } = access
  const living = (id: number) => {
    const project = projects.get(id)
    return project?.deletedAtMs === undefined ? project : undefined
  }
  return {
    project: async (id) => structuredClone(projects.get(id)),
    async projects({ afterId = 0, limit, account }) {
      const found = [...projects.values()].filter(
        ({ id }) => id > afterId && living(id) && (account === undefined || members.get(id)?.has(account)),
      )
      return structuredClone(found.slice(0, limit))
    },
    async createProject(given, act) {
      const project = { id: ++lastId.project, ...plain(given), createdAtMs: act.nowMs }
      projects.set(project.id, project)
      audit(act, { act: 'project.create', projectId: project.id, detail: given })
      return structuredClone(project)
    },
    async updateProject(id, patch, act) {
      const project = living(id)
      if (!project) return undefined
      Object.assign(project, plain(defined(patch)))
      audit(act, { act: 'project.update', projectId: id, detail: patch })
      switched()
      return structuredClone(project)
    },
    async deleteProject(id, act) {
      const project = living(id)
      if (!project) return false
      project.deletedAtMs = act.nowMs
      audit(act, { act: 'project.delete', projectId: id })
      switched()
      return true
    },
  }
}

type Members = Pick<AccessStore, 'members' | 'isMember' | 'addMember' | 'removeMember'>

const memoryMembers = ({ projects, members }: AccessMemory, audit: Audit, switched: () => void): Members => ({
  members: async (projectId) => [...(members.get(projectId) ?? [])],
  isMember: async (projectId, account) => members.get(projectId)?.has(account) ?? false,
  async addMember(projectId, account, act) {
    const project = projects.get(projectId)
    const accounts = members.get(projectId) ?? new Set()
    if (!project || project.deletedAtMs !== undefined || accounts.has(account)) return false
    members.set(projectId, accounts.add(account))
    audit(act, { act: 'member.add', projectId, detail: { account } })
    return true
  },
  async removeMember(projectId, account, act) {
    if (!members.get(projectId)?.delete(account)) return false
    audit(act, { act: 'member.remove', projectId, detail: { account } })
    switched()
    return true
  },
})

type Usage = Pick<AccessStore, 'spend' | 'giveBack' | 'usage' | 'take' | 'forgetBuckets'>

const memoryUsage = ({ usage, buckets }: AccessMemory): Usage => ({
  async spend({ projectId, cycleStartMs, units, unitsMax }) {
    const cycles = usage.get(projectId) ?? new Map<number, number>()
    const usedUnits = cycles.get(cycleStartMs) ?? 0
    if (usedUnits + units > unitsMax) return { spent: false, usedUnits }
    usage.set(projectId, cycles.set(cycleStartMs, usedUnits + units))
    return { spent: true, usedUnits: usedUnits + units }
  },
  async giveBack({ projectId, cycleStartMs, units }) {
    const cycles = usage.get(projectId)
    const usedUnits = cycles?.get(cycleStartMs)
    if (usedUnits !== undefined) cycles?.set(cycleStartMs, Math.max(0, usedUnits - units))
  },
  async usage(projectId, fromMs) {
    return [...(usage.get(projectId) ?? [])]
      .filter(([cycleStartMs]) => cycleStartMs >= fromMs)
      .map(([cycleStartMs, units]) => ({ cycleStartMs, units }))
      .toSorted((a, b) => a.cycleStartMs - b.cycleStartMs)
  },
  async take(asks, nowMs) {
    return asks.map(({ name, want, ratePerS, burst }) => {
      const kept = buckets.get(name) ?? { tokens: burst, atMs: nowMs }
      const level = bucketLevel(kept, { ratePerS, burst }, nowMs)
      const granted = Math.min(want, Math.floor(level))
      buckets.set(name, { tokens: level - granted, atMs: Math.max(kept.atMs, nowMs), ratePerS, burst })
      return { granted, left: level - granted }
    })
  },
  async forgetBuckets(limit, nowMs) {
    const full = [...buckets].filter(([, bucket]) => bucketLevel(bucket, bucket, nowMs) >= bucket.burst).slice(0, limit)
    for (const [name] of full) buckets.delete(name)
    return full.length
  },
})
