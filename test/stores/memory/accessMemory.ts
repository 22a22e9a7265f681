import type { Hex } from '../../../src/interface/fields.ts'
import type { KeptKey } from '../../../src/stores/accessRules.ts'
import type { AuditRow, ProjectRecord, Switches } from '../../../src/stores/accessStore.ts'

export type StoredKey = KeptKey & { keyHash: Hex }

/** The tables of `AccessStore`, as plain objects. */
export type AccessMemory = {
  projects: Map<number, ProjectRecord>
  members: Map<number, Set<string>>
  keys: Map<number, StoredKey>
  /** By project and cycle. */
  usage: Map<number, Map<number, number>>
  /** Spends that can be found again. */
  marks: Set<string>
  buckets: Map<string, { tokens: number; atMs: number; ratePerS: number; burst: number }>
  switches: Switches
  secrets: Map<string, string>
  audit: AuditRow[]
  lastId: { project: number; key: number; audit: number }
}

export const createAccessMemory = (): AccessMemory => ({
  projects: new Map([[1, { id: 1, name: 'default', anchorDay: 1, limits: {}, createdAtMs: 0 }]]),
  members: new Map(),
  keys: new Map(),
  usage: new Map(),
  buckets: new Map(),
  marks: new Set(),
  switches: {},
  secrets: new Map(),
  audit: [],
  lastId: { project: 1, key: 0, audit: 0 },
})
