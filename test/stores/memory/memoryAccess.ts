import { mergeSwitches } from '../../../src/stores/accessRules.ts'
import type { AccessStore } from '../../../src/stores/accessStore.ts'
import type { AccessMemory } from './accessMemory.ts'
import { defined, type Memory, plain, tell } from './memory.ts'
import { createMemoryKeys } from './memoryKeys.ts'
import { writeAudit } from './writeAudit.ts'

/** Tokens in a bucket now, computed from the level at the last take and the time since. */
const bucketLevel = (
  kept: { tokens: number; atMs: number },
  { ratePerS, burst }: { ratePerS: number; burst: number },
  nowMs: number,
): number => Math.min(burst, kept.tokens + (Math.max(0, nowMs - kept.atMs) / 1_000) * ratePerS)

export function createMemoryAccess(memory: Memory): AccessStore {
  const { access } = memory
  return {
    ...createProjects(memory),
    ...createMembers(memory),
    ...createMemoryKeys(memory),
    ...createUsage(access),
    switches: async () => structuredClone(access.switches),
    async setSwitches(patch, act) {
      access.switches = plain(mergeSwitches(access.switches, patch))
      writeAudit(memory, act, { act: 'switches.set', detail: patch })
      tell(memory, { kind: 'switched' })
      return structuredClone(access.switches)
    },
    async keepSecret(name, value) {
      const kept = access.secrets.get(name) ?? value
      access.secrets.set(name, kept)
      return kept
    },
    async putSecret(name, value, act) {
      access.secrets.set(name, value)
      writeAudit(memory, act, { act: act.act })
      tell(memory, { kind: 'switched' })
    },
    async audit({ projectId, beforeId = Number.POSITIVE_INFINITY, limit }) {
      const rows = access.audit.filter(
        (row) => row.id < beforeId && (projectId === undefined || row.projectId === projectId),
      )
      return structuredClone(rows.toReversed().slice(0, limit))
    },
    note: async (act) => writeAudit(memory, act, act),
  }
}

type Projects = Pick<AccessStore, 'project' | 'projects' | 'createProject' | 'updateProject' | 'deleteProject'>

function createProjects(memory: Memory): Projects {
  const { projects, members, lastId } = memory.access
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
    async createProject(fields, act) {
      const project = { id: ++lastId.project, ...plain(fields), createdAtMs: act.nowMs }
      projects.set(project.id, project)
      writeAudit(memory, act, { act: 'project.create', projectId: project.id, detail: fields })
      return structuredClone(project)
    },
    async updateProject(id, patch, act) {
      const project = living(id)
      if (!project) return undefined
      Object.assign(project, plain(defined(patch)))
      writeAudit(memory, act, { act: 'project.update', projectId: id, detail: patch })
      tell(memory, { kind: 'switched' })
      return structuredClone(project)
    },
    async deleteProject(id, act) {
      const project = living(id)
      if (!project) return false
      project.deletedAtMs = act.nowMs
      writeAudit(memory, act, { act: 'project.delete', projectId: id })
      tell(memory, { kind: 'switched' })
      return true
    },
  }
}

type Members = Pick<AccessStore, 'members' | 'isMember' | 'addMember' | 'removeMember'>

function createMembers(memory: Memory): Members {
  const { projects, members } = memory.access
  return {
    members: async (projectId) => [...(members.get(projectId) ?? [])],
    isMember: async (projectId, account) => members.get(projectId)?.has(account) ?? false,
    async addMember(projectId, account, act) {
      const project = projects.get(projectId)
      const accounts = members.get(projectId) ?? new Set()
      if (!project || project.deletedAtMs !== undefined || accounts.has(account)) return false
      members.set(projectId, accounts.add(account))
      writeAudit(memory, act, { act: 'member.add', projectId, detail: { account } })
      return true
    },
    async removeMember(projectId, account, act) {
      if (!members.get(projectId)?.delete(account)) return false
      writeAudit(memory, act, { act: 'member.remove', projectId, detail: { account } })
      tell(memory, { kind: 'switched' })
      return true
    },
  }
}

type Usage = Pick<AccessStore, 'spend' | 'takeBack' | 'giveBack' | 'usage' | 'take' | 'forgetBuckets'>

const createUsage = ({ usage, buckets, marks }: AccessMemory): Usage => ({
  async spend({ projectId, cycleStartMs, units, unitsMax, mark }) {
    const cycles = usage.get(projectId) ?? new Map<number, number>()
    const usedUnits = cycles.get(cycleStartMs) ?? 0
    if (usedUnits + units > unitsMax) return { spent: false, usedUnits }
    usage.set(projectId, cycles.set(cycleStartMs, usedUnits + units))
    if (mark) marks.add(`${projectId} ${cycleStartMs} ${mark}`)
    return { spent: true, usedUnits: usedUnits + units }
  },
  async takeBack({ projectId, cycleStartMs, units, mark }) {
    if (!marks.delete(`${projectId} ${cycleStartMs} ${mark}`)) return false
    const cycles = usage.get(projectId)
    cycles?.set(cycleStartMs, Math.max(0, (cycles.get(cycleStartMs) ?? 0) - units))
    return true
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
  async take(requests, nowMs) {
    return requests.map(({ name, want, ratePerS, burst }) => {
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
