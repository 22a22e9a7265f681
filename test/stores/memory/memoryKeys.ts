import { isCurrent, type KeptKey } from '../../../src/stores/accessRules.ts'
import type { AccessStore, Act, KeyRecord, NewKey } from '../../../src/stores/accessStore.ts'
import type { StoredKey } from './accessMemory.ts'
import { defined, type Memory, tell } from './memory.ts'
import { writeAudit } from './writeAudit.ts'

type Keys = Pick<
  AccessStore,
  'keyByHash' | 'keys' | 'createKey' | 'updateKey' | 'rotateKey' | 'disableKey' | 'setDefaultKey'
>

export function createMemoryKeys(memory: Memory): Keys {
  const { projects, keys, lastId } = memory.access
  const switched = () => tell(memory, { kind: 'switched' })
  const ofProject = (projectId: number) => [...keys.values()].filter((key) => key.projectId === projectId)
  const noProject = (projectId: number) =>
    projects.get(projectId)?.deletedAtMs !== undefined || !projects.has(projectId)
  const find = (projectId: number, keyId: number) => ofProject(projectId).find(({ id }) => id === keyId)
  const insert = (fields: NewKey & { isDefault: boolean }, { nowMs }: Act) => {
    const id = ++lastId.key
    const key = defined({ ...structuredClone(fields), id, active: true, createdAtMs: nowMs, updatedAtMs: nowMs })
    keys.set(id, key)
    return key
  }
  const note = (act: Act, what: string, { id, hint, name, projectId }: KeptKey, more: Record<string, unknown> = {}) =>
    writeAudit(memory, act, { act: what, projectId, detail: { keyId: id, hint, name, ...more } })

  return {
    async keyByHash(keyHash) {
      const key = [...keys.values()].find((one) => one.keyHash === keyHash)
      return key && { key: shown(key), project: structuredClone(projects.get(key.projectId)!) }
    },

    keys: async (projectId) => ofProject(projectId).map(shown),

    async createKey(fields, max, act) {
      if (noProject(fields.projectId)) return 'noProject'
      const current = ofProject(fields.projectId).filter((one) => isCurrent(one, act.nowMs))
      if (current.length >= max) return 'maxKeys'
      const isDefault = !current.some((one) => one.isDefault)
      if (isDefault) for (const one of ofProject(fields.projectId)) one.isDefault = false
      const key = insert({ ...fields, isDefault }, act)
      note(act, 'key.create', key)
      return shown(key)
    },

    async updateKey(projectId, keyId, patch, act) {
      if (noProject(projectId)) return 'noProject'
      const key = find(projectId, keyId)
      if (!key) return 'noKey'
      if (patch.expiresAtMs !== undefined && !isCurrent(key, act.nowMs)) return 'inactive'
      const { expiresAtMs, ...rest } = structuredClone(patch)
      Object.assign(key, defined(rest), { updatedAtMs: act.nowMs })
      if (expiresAtMs === null) delete key.expiresAtMs
      else if (expiresAtMs !== undefined) key.expiresAtMs = expiresAtMs
      note(act, 'key.update', key, { ...patch })
      switched()
      return shown(key)
    },

    async rotateKey({ projectId, keyId, keyHash, hint, oldUntilMs }, act) {
      if (noProject(projectId)) return 'noProject'
      const old = find(projectId, keyId)
      if (!old) return 'noKey'
      if (!isCurrent(old, act.nowMs)) return 'inactive'
      const { name, origins, services, operations, isDefault, expiresAtMs } = old
      const rules = { name, origins, services, operations, isDefault, expiresAtMs }
      const key = insert({ projectId, keyHash, hint, ...rules }, act)
      Object.assign(old, {
        isDefault: false,
        replacedBy: key.id,
        expiresAtMs: Math.min(expiresAtMs ?? oldUntilMs, oldUntilMs),
        updatedAtMs: act.nowMs,
      })
      note(act, 'key.rotate', key, { replaces: keyId, oldUntilMs })
      switched()
      return shown(key)
    },

    async disableKey(projectId, keyId, act) {
      if (noProject(projectId)) return 'noProject'
      const key = find(projectId, keyId)
      if (!key) return 'noKey'
      if (!key.active) return 'inactive'
      const others = ofProject(projectId).filter((one) => one.id !== keyId && isCurrent(one, act.nowMs))
      if (isCurrent(key, act.nowMs) && others.length === 0) return 'lastKey'
      const heir = key.isDefault ? others[0] : undefined
      Object.assign(key, { active: false, isDefault: false, updatedAtMs: act.nowMs })
      if (heir) Object.assign(heir, { isDefault: true, updatedAtMs: act.nowMs })
      note(act, 'key.disable', key, heir && { newDefault: heir.id })
      switched()
      return shown(key)
    },

    async setDefaultKey(projectId, keyId, act) {
      if (noProject(projectId)) return 'noProject'
      const key = find(projectId, keyId)
      if (!key) return 'noKey'
      if (!isCurrent(key, act.nowMs)) return 'inactive'
      for (const one of ofProject(projectId)) one.isDefault = false
      Object.assign(key, { isDefault: true, updatedAtMs: act.nowMs })
      note(act, 'key.default', key)
      switched()
      return shown(key)
    },
  }
}

function shown({ keyHash: _, replacedBy: __, ...key }: StoredKey): KeyRecord {
  return structuredClone(key)
}
