import type pg from 'pg'
import type { Hex } from '../../interface/fields.ts'
import { isCurrent, type KeptKey } from '../accessRules.ts'
import type { AccessStore, Act, KeyRecord, KeyRefusal, NewKey } from '../accessStore.ts'
import { type ProjectRow, projectColumns, tellSwitched, toProject, writeAudit } from './accessRows.ts'
import { bytes, transact } from './database.ts'

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

/** Every act on keys of a project waits for the project's row, so that counts are true when they are judged. */
export function postgresKeys(pool: pg.Pool): Keys {
  return {
    async keyByHash(keyHash) {
      const { rows } = await pool.query<KeyRow & { project: string } & Omit<ProjectRow, keyof KeyRow>>({
        name: 'access_key_by_hash',
        text: `select ${keyColumns}, p.name as project, p.anchor_day, p.limits, p.created_at_ms as project_created_at_ms, p.deleted_at_ms
          from access_keys k join projects p on p.id = k.project_id where k.key_hash = $1`,
        values: [bytes(keyHash)],
      })
      const row = rows[0] as (typeof rows)[0] & { project_created_at_ms: number }
      if (!row) return undefined
      const project = { ...row, id: row.project_id, name: row.project, created_at_ms: row.project_created_at_ms }
      return { key: toKey(row), project: toProject(project) }
    },

    async keys(projectId) {
      const { rows } = await pool.query<KeyRow>(
        `select ${keyColumns} from access_keys k where k.project_id = $1 order by k.id`,
        [projectId],
      )
      return rows.map(toKey)
    },

    createKey: (key, max, act) =>
      onKeys(pool, key.projectId, async (client, kept) => {
        const current = kept.filter((one) => isCurrent(one, act.nowMs))
        if (current.length >= max) return 'maxKeys'
        const isDefault = !current.some((one) => one.isDefault)
        if (isDefault) await dropDefault(client, key.projectId)
        const made = await insertKey(client, { ...key, isDefault }, act)
        await writeAudit(client, act, audited('key.create', made))
        return made
      }),

    updateKey: (projectId, keyId, patch, act) =>
      onKeys(pool, projectId, async (client, kept) => {
        const key = kept.find(({ id }) => id === keyId)
        if (!key) return 'noKey'
        if (patch.expiresAtMs !== undefined && !isCurrent(key, act.nowMs)) return 'inactive'
        const { rows } = await client.query<KeyRow>(
          `update access_keys k set name = coalesce($2, k.name), origins = coalesce($3, k.origins), services = coalesce($4, k.services),
             operations = coalesce($5, k.operations), expires_at_ms = case when $6 then $7 else k.expires_at_ms end, updated_at_ms = $8
           where k.id = $1 returning ${keyColumns}`,
          [
            keyId,
            patch.name ?? null,
            patch.origins ?? null,
            patch.services ?? null,
            patch.operations ?? null,
            patch.expiresAtMs !== undefined,
            patch.expiresAtMs ?? null,
            act.nowMs,
          ],
        )
        const changed = toKey(rows[0]!)
        await writeAudit(client, act, audited('key.update', changed, { ...patch }))
        await tellSwitched(client)
        return changed
      }),

    rotateKey: ({ projectId, keyId, keyHash, hint, oldUntilMs }, act) =>
      onKeys(pool, projectId, async (client, kept) => {
        const old = kept.find(({ id }) => id === keyId)
        if (!old) return 'noKey'
        if (!isCurrent(old, act.nowMs)) return 'inactive'
        await client.query('update access_keys set is_default = false where id = $1', [keyId])
        const { name, origins, services, operations, isDefault, expiresAtMs } = old
        const rules = { projectId, hint, name, origins, services, operations, isDefault, expiresAtMs }
        const made = await insertKey(client, { ...rules, keyHash }, act)
        await client.query(
          `update access_keys set replaced_by = $2, expires_at_ms = least(expires_at_ms, $3), updated_at_ms = $4 where id = $1`,
          [keyId, made.id, oldUntilMs, act.nowMs],
        )
        await writeAudit(client, act, audited('key.rotate', made, { replaces: keyId, oldUntilMs }))
        await tellSwitched(client)
        return made
      }),

    disableKey: (projectId, keyId, act) =>
      onKeys(pool, projectId, async (client, kept) => {
        const key = kept.find(({ id }) => id === keyId)
        if (!key) return 'noKey'
        if (!key.active) return 'inactive'
        const others = kept.filter((one) => one.id !== keyId && isCurrent(one, act.nowMs))
        if (isCurrent(key, act.nowMs) && others.length === 0) return 'lastKey'
        const disabled = await writeKey(client, keyId, 'active = false, is_default = false', act)
        const heir = key.isDefault ? others[0] : undefined
        if (heir) await writeKey(client, heir.id, 'is_default = true', act)
        await writeAudit(client, act, audited('key.disable', disabled, heir && { newDefault: heir.id }))
        await tellSwitched(client)
        return disabled
      }),

    setDefaultKey: (projectId, keyId, act) =>
      onKeys(pool, projectId, async (client, kept) => {
        const key = kept.find(({ id }) => id === keyId)
        if (!key) return 'noKey'
        if (!isCurrent(key, act.nowMs)) return 'inactive'
        await dropDefault(client, projectId)
        const made = await writeKey(client, keyId, 'is_default = true', act)
        await writeAudit(client, act, audited('key.default', made))
        await tellSwitched(client)
        return made
      }),
  }
}

/** Oldest first. The lock leaves room for new intents, which only need the project to stay. */
function onKeys(
  pool: pg.Pool,
  projectId: number,
  work: (client: pg.PoolClient, kept: KeptKey[]) => Promise<KeyRecord | KeyRefusal>,
): Promise<KeyRecord | KeyRefusal> {
  return transact(pool, async (client) => {
    const found = await client.query<ProjectRow>(
      `select ${projectColumns} from projects p where p.id = $1 and p.deleted_at_ms is null for no key update`,
      [projectId],
    )
    if (found.rowCount === 0) return 'noProject'
    const { rows } = await client.query<KeyRow>(
      `select ${keyColumns} from access_keys k where k.project_id = $1 order by k.id`,
      [projectId],
    )
    return work(client, rows.map(toKept))
  })
}

async function insertKey(
  client: pg.PoolClient,
  key: NewKey & { isDefault: boolean; keyHash: Hex },
  act: Act,
): Promise<KeyRecord> {
  const { rows } = await client.query<KeyRow>(
    `insert into access_keys as k (project_id, key_hash, hint, name, is_default, origins, services, operations, expires_at_ms, created_at_ms, updated_at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning ${keyColumns}`,
    [
      key.projectId,
      bytes(key.keyHash),
      key.hint,
      key.name,
      key.isDefault,
      key.origins,
      key.services,
      key.operations,
      key.expiresAtMs ?? null,
      act.nowMs,
    ],
  )
  return toKey(rows[0]!)
}

async function writeKey(client: pg.PoolClient, id: number, set: string, act: Act): Promise<KeyRecord> {
  const { rows } = await client.query<KeyRow>(
    `update access_keys k set ${set}, updated_at_ms = $2 where k.id = $1 returning ${keyColumns}`,
    [id, act.nowMs],
  )
  return toKey(rows[0]!)
}

async function dropDefault(client: pg.PoolClient, projectId: number): Promise<void> {
  await client.query('update access_keys set is_default = false where project_id = $1 and is_default', [projectId])
}

const audited = (act: string, { id, hint, name, projectId }: KeyRecord, more: Record<string, unknown> = {}) => ({
  act,
  projectId,
  detail: { keyId: id, hint, name, ...more },
})
