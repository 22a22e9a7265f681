import { isoTime } from '../../intents/receipt.ts'
import { type AccessKey, adminLimits } from '../../interface/adminShapes.ts'
import { type ErrorName, ServiceError } from '../../interface/errors.ts'
import type { KeyRecord, KeyRefusal } from '../../stores/accessStore.ts'
import { hashKey, hintOf, mintKey } from '../access/accessKey.ts'
import type { AdminHandlers, AdminPorts } from './adminHandler.ts'

type KeyHandlers = Pick<
  AdminHandlers,
  | 'CreateAccessKey'
  | 'ListAccessKeys'
  | 'UpdateAccessKey'
  | 'RotateAccessKey'
  | 'DisableAccessKey'
  | 'SetDefaultAccessKey'
  | 'GetDefaultAccessKey'
>

/** Makes keys and stores their hashes: a key's text exists only in the answer that shows it. */
export function keyOperations({ config, store: { access }, clock, random }: AdminPorts): KeyHandlers {
  const mint = (projectId: number) => {
    const text = mintKey(random, projectId)
    return { text, keyHash: hashKey(text), hint: hintOf(text) }
  }
  const endOf = (expiresInS: number | undefined) =>
    expiresInS === undefined ? undefined : clock.nowMs() + expiresInS * 1_000

  return {
    async CreateAccessKey({ projectId, name, origins = [], services = [], operations = [], expiresInS }, { act }) {
      requireServices(services, config.brands)
      const project = await access.project(projectId)
      const { text, keyHash, hint } = mint(projectId)
      const rules = { origins, services, operations, expiresAtMs: endOf(expiresInS) }
      const max = project?.limits.keysMax ?? config.limits.keysMax
      const made = await access.createKey({ projectId, name, keyHash, hint, ...rules }, max, act)
      return { accessKey: text, key: granted(made, `a project of this kind has at most ${max} keys`) }
    },
    async ListAccessKeys({ projectId }) {
      return { keys: (await access.keys(projectId)).map(toAccessKey) }
    },
    async UpdateAccessKey(
      { projectId, keyId, name, origins, services, operations, expiresInS, neverExpires },
      { act },
    ) {
      if (neverExpires && expiresInS !== undefined)
        throw new ServiceError('InvalidArgument', 'expiresInS: cannot be given together with neverExpires')
      requireServices(services ?? [], config.brands)
      const expiresAtMs = neverExpires ? null : endOf(expiresInS)
      const patch = { name, origins, services, operations, expiresAtMs }
      if (Object.values(patch).every((value) => value === undefined))
        throw new ServiceError('InvalidArgument', 'nothing to change: give a name or a rule')
      return { key: granted(await access.updateKey(projectId, keyId, patch, act)) }
    },
    async RotateAccessKey({ projectId, keyId, graceS = adminLimits.graceSDefault }, { act }) {
      const { text, keyHash, hint } = mint(projectId)
      const oldUntilMs = clock.nowMs() + graceS * 1_000
      const made = await access.rotateKey({ projectId, keyId, keyHash, hint, oldUntilMs }, act)
      return { accessKey: text, key: granted(made) }
    },
    async DisableAccessKey({ projectId, keyId }, { act }) {
      return { key: granted(await access.disableKey(projectId, keyId, act)) }
    },
    async SetDefaultAccessKey({ projectId, keyId }, { act }) {
      return { key: granted(await access.setDefaultKey(projectId, keyId, act)) }
    },
    async GetDefaultAccessKey({ projectId }) {
      const nowMs = clock.nowMs()
      const key = (await access.keys(projectId)).find(
        ({ active, isDefault, expiresAtMs }) => active && isDefault && (expiresAtMs ?? nowMs + 1) > nowMs,
      )
      if (!key) throw new ServiceError('NoDefaultKey', `project ${projectId} has no active default key`)
      return { key: toAccessKey(key) }
    },
  }
}

const refusals: Record<KeyRefusal, { error: ErrorName; detail: string }> = {
  noProject: { error: 'ProjectNotFound', detail: 'there is no such project' },
  noKey: { error: 'AccessKeyNotFound', detail: 'the project has no key of this number' },
  maxKeys: { error: 'MaxAccessKeys', detail: 'disable a key first' },
  lastKey: { error: 'AtLeastOneKey', detail: 'make another key first, or rotate this one' },
  inactive: { error: 'RequestConflict', detail: 'the key has ended or is already being replaced' },
}

function granted(result: KeyRecord | KeyRefusal, about?: string): AccessKey {
  if (typeof result !== 'string') return toAccessKey(result)
  const { error, detail } = refusals[result]
  throw new ServiceError(error, result === 'maxKeys' && about ? `${about}; ${detail}` : detail)
}

function requireServices(services: readonly string[], brands: AdminPorts['config']['brands']): void {
  const known = brands.map(({ service }) => service)
  const at = services.findIndex((name) => !known.includes(name))
  if (at < 0) return
  throw new ServiceError(
    'InvalidArgument',
    `services[${at}]: is not a service of this server; known: ${known.join(', ')}`,
  )
}

function toAccessKey({ expiresAtMs, createdAtMs, updatedAtMs, ...key }: KeyRecord): AccessKey {
  return {
    ...key,
    expiresAt: expiresAtMs === undefined ? undefined : isoTime(expiresAtMs),
    createdAt: isoTime(createdAtMs),
    updatedAt: isoTime(updatedAtMs),
  }
}
