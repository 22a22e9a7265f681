import type pg from 'pg'
import { isCurrent, type KeptKey } from '../accessRules.ts'
import type { AccessStore, Act, KeyRecord, KeyRefusal, NewKey } from '../accessStore.ts'
import { lockProject, notifySwitched, type ProjectRow, toProjectRecord, writeAudit } from './accessRows.ts'
import { bytes, statement, transact } from './database.ts'

const keyColumns = `k.id, k.project_id, k.hint, k.name, k.active, k.is_default, k.origins, k.services, k.operations,
  k.expires_at_ms, k.replaced_by, k.created_at_ms, k.updated_at_ms`

type KeyRow = {
  id: number
  project_id: number
  hint: string
  name: string
  active: boolean
  is_default: boolean
  origins: string[]
  services: string[]
  operations: string[]
  expires_at_ms: number | null
  replaced_by: number | null
  created_at_ms: number
  updated_at_ms: number
}

const toKey = (row: KeyRow): KeyRecord => ({
  id: row.id,
  projectId: row.project_id,
  hint: row.hint,
  name: row.name,
  active: row.active,
  isDefault: row.is_default,
  origins: row.origins,
  services: row.services,
  operations: row.operations,
  ...(row.expires_at_ms !== null && { expiresAtMs: row.expires_at_ms }),
  createdAtMs: row.created_at_ms,
  updatedAtMs: row.updated_at_ms,
})

const toKept = (row: KeyRow): KeptKey => ({
  ...toKey(row),
  ...(row.replaced_by !== null && { replacedBy: row.replaced_by }),
})

type Keys = Pick<
  AccessStore,
  'keyByHash' | 'keys' | 'createKey' | 'updateKey' | 'rotateKey' | 'disableKey' | 'setDefaultKey'
>

type KeyOfProjectRow = KeyRow & { project: string; project_created_at_ms: number } & Omit<ProjectRow, keyof KeyRow>

const selectByHash = statement(
  'key_by_hash',
  `select ${keyColumns}, p.name as project, p.anchor_day, p.limits, p.created_at_ms as project_created_at_ms, p.deleted_at_ms
    from access_keys k join projects p on p.id = k.project_id where k.key_hash = :key_hash`,
)

const selectOfProject = statement(
  'key_list',
  `select ${keyColumns} from access_keys k where k.project_id = :project_id order by k.id`,
)

const insert = statement(
  'key_insert',
  `insert into access_keys as k (project_id, key_hash, hint, name, is_default, origins, services, operations, expires_at_ms,
      created_at_ms, updated_at_ms)
    values (:project_id, :key_hash, :hint, :name, :is_default, :origins, :services, :operations, :expires_at_ms,
      :now_ms, :now_ms)
    returning ${keyColumns}`,
)

const updateRules = statement(
  'key_update',
  `update access_keys k set name = coalesce(:name, k.name), origins = coalesce(:origins, k.origins),
      services = coalesce(:services, k.services), operations = coalesce(:operations, k.operations),
      expires_at_ms = case when :sets_expiry then :expires_at_ms else k.expires_at_ms end, updated_at_ms = :now_ms
    where k.id = :id returning ${keyColumns}`,
)

const endRotated = statement(
  'key_end_rotated',
  `update access_keys set replaced_by = :replaced_by, expires_at_ms = least(expires_at_ms, :old_until_ms), updated_at_ms = :now_ms
    where id = :id`,
)

const disable = statement(
  'key_disable',
  `update access_keys k set active = false, is_default = false, updated_at_ms = :now_ms where k.id = :id returning ${keyColumns}`,
)

const makeDefault = statement(
  'key_make_default',
  `update access_keys k set is_default = true, updated_at_ms = :now_ms where k.id = :id returning ${keyColumns}`,
)

const clearDefault = statement(
  'key_clear_default',
  'update access_keys set is_default = false where project_id = :project_id and is_default',
)

const clearDefaultOf = statement('key_clear_default_of', 'update access_keys set is_default = false where id = :id')

/** Every act on a project's keys locks the project's row first, so that counts hold until it commits. */
export function createPostgresKeys(pool: pg.Pool): Keys {
  return {
    async keyByHash(keyHash) {
      const { rows } = await pool.query<KeyOfProjectRow>(selectByHash({ key_hash: bytes(keyHash) }))
      const row = rows[0]
      if (!row) return undefined
      const project = { ...row, id: row.project_id, name: row.project, created_at_ms: row.project_created_at_ms }
      return { key: toKey(row), project: toProjectRecord(project) }
    },

    async keys(projectId) {
      const { rows } = await pool.query<KeyRow>(selectOfProject({ project_id: projectId }))
      return rows.map(toKey)
    },

    createKey: (key, max, act) =>
      withKeysLocked(pool, key.projectId, async (client, kept) => {
        const current = kept.filter((one) => isCurrent(one, act.nowMs))
        if (current.length >= max) return 'maxKeys'
        const isDefault = !current.some((one) => one.isDefault)
        if (isDefault) await client.query(clearDefault({ project_id: key.projectId }))
        const made = await insertKey(client, { ...key, isDefault }, act)
        await writeAudit(client, act, audited('key.create', made))
        return made
      }),

    updateKey: (projectId, keyId, patch, act) =>
      withKeysLocked(pool, projectId, async (client, kept) => {
        const key = kept.find(({ id }) => id === keyId)
        if (!key) return 'noKey'
        if (patch.expiresAtMs !== undefined && !isCurrent(key, act.nowMs)) return 'inactive'
        const { name, origins, services, operations, expiresAtMs } = patch
        const { rows } = await client.query<KeyRow>(
          updateRules({
            id: keyId,
            name,
            origins,
            services,
            operations,
            sets_expiry: expiresAtMs !== undefined,
            expires_at_ms: expiresAtMs,
            now_ms: act.nowMs,
          }),
        )
        const changed = toKey(rows[0]!)
        await writeAudit(client, act, audited('key.update', changed, { ...patch }))
        await notifySwitched(client)
        return changed
      }),

    rotateKey: ({ projectId, keyId, keyHash, hint, oldUntilMs }, act) =>
      withKeysLocked(pool, projectId, async (client, kept) => {
        const old = kept.find(({ id }) => id === keyId)
        if (!old) return 'noKey'
        if (!isCurrent(old, act.nowMs)) return 'inactive'
        await client.query(clearDefaultOf({ id: keyId }))
        const { name, origins, services, operations, isDefault, expiresAtMs } = old
        const rules = { projectId, hint, name, origins, services, operations, isDefault, expiresAtMs }
        const made = await insertKey(client, { ...rules, keyHash }, act)
        await client.query(endRotated({ id: keyId, replaced_by: made.id, old_until_ms: oldUntilMs, now_ms: act.nowMs }))
        await writeAudit(client, act, audited('key.rotate', made, { replaces: keyId, oldUntilMs }))
        await notifySwitched(client)
        return made
      }),

    disableKey: (projectId, keyId, act) =>
      withKeysLocked(pool, projectId, async (client, kept) => {
        const key = kept.find(({ id }) => id === keyId)
        if (!key) return 'noKey'
        if (!key.active) return 'inactive'
        const others = kept.filter((one) => one.id !== keyId && isCurrent(one, act.nowMs))
        if (isCurrent(key, act.nowMs) && others.length === 0) return 'lastKey'
        const disabled = await writeKey(client, disable, keyId, act)
        const heir = key.isDefault ? others[0] : undefined
        if (heir) await writeKey(client, makeDefault, heir.id, act)
        await writeAudit(client, act, audited('key.disable', disabled, heir && { newDefault: heir.id }))
        await notifySwitched(client)
        return disabled
      }),

    setDefaultKey: (projectId, keyId, act) =>
      withKeysLocked(pool, projectId, async (client, kept) => {
        const key = kept.find(({ id }) => id === keyId)
        if (!key) return 'noKey'
        if (!isCurrent(key, act.nowMs)) return 'inactive'
        await client.query(clearDefault({ project_id: projectId }))
        const made = await writeKey(client, makeDefault, keyId, act)
        await writeAudit(client, act, audited('key.default', made))
        await notifySwitched(client)
        return made
      }),
  }
}

/** Runs `work` with the keys of a project, oldest first, while no other act on them can run. */
function withKeysLocked(
  pool: pg.Pool,
  projectId: number,
  work: (client: pg.PoolClient, kept: KeptKey[]) => Promise<KeyRecord | KeyRefusal>,
): Promise<KeyRecord | KeyRefusal> {
  return transact(pool, async (client) => {
    const found = await client.query(lockProject({ project_id: projectId }))
    if (found.rowCount === 0) return 'noProject'
    const { rows } = await client.query<KeyRow>(selectOfProject({ project_id: projectId }))
    return work(client, rows.map(toKept))
  })
}

async function insertKey(client: pg.PoolClient, key: NewKey & { isDefault: boolean }, act: Act): Promise<KeyRecord> {
  const { projectId, keyHash, hint, name, isDefault, origins, services, operations, expiresAtMs } = key
  const { rows } = await client.query<KeyRow>(
    insert({
      project_id: projectId,
      key_hash: bytes(keyHash),
      hint,
      name,
      is_default: isDefault,
      origins,
      services,
      operations,
      expires_at_ms: expiresAtMs,
      now_ms: act.nowMs,
    }),
  )
  return toKey(rows[0]!)
}

async function writeKey(client: pg.PoolClient, update: typeof disable, id: number, act: Act): Promise<KeyRecord> {
  const { rows } = await client.query<KeyRow>(update({ id, now_ms: act.nowMs }))
  return toKey(rows[0]!)
}

const audited = (act: string, { id, hint, name, projectId }: KeyRecord, more: Record<string, unknown> = {}) => ({
  act,
  projectId,
  detail: { keyId: id, hint, name, ...more },
})
