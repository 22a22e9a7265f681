import { expect, test } from 'vitest'
import type { AccessStore, Act, KeyRecord, NewKey } from '../../src/stores/accessStore.ts'
import { hear } from './intentsContract.ts'
import { hashOf } from './sampleQuote.ts'
import type { Bench } from './storeContract.ts'

const by = (nowMs = 1_000): Act => ({ actor: 'operator', nowMs })

const newKey = (n: number, more: Partial<NewKey> = {}): NewKey => ({
  projectId: 1,
  keyHash: hashOf(n),
  hint: `cw_1…${n}`,
  name: `key ${n}`,
  origins: [],
  services: [],
  operations: [],
  ...more,
})

/** A key that must have been made. */
async function made(making: ReturnType<AccessStore['createKey']>): Promise<KeyRecord> {
  const key = await making
  if (typeof key === 'string') throw new Error(`refused: ${key}`)
  return key
}

export function accessContract(bench: Bench): void {
  const access = () => bench.store.access
  const acts = async () => (await access().audit({ limit: 100 })).map(({ act }) => act)

  test('projects: made, read, changed, listed, deleted', async () => {
    const made = await access().createProject({ name: 'shop', anchorDay: 15, limits: { requestsPerS: 5 } }, by())
    expect(made).toEqual({ id: 2, name: 'shop', anchorDay: 15, limits: { requestsPerS: 5 }, createdAtMs: 1_000 })
    expect(await access().project(2)).toEqual(made)
    expect(await access().project(9)).toBeUndefined()
    const changed = await access().updateProject(2, { limits: { keysMax: 3 } }, by())
    expect(changed).toEqual({ ...made, limits: { keysMax: 3 } })
    expect((await access().projects({ limit: 10 })).map(({ id }) => id)).toEqual([1, 2])
    expect((await access().projects({ afterId: 1, limit: 1 })).map(({ id }) => id)).toEqual([2])
    expect(await access().deleteProject(2, by(5_000))).toBe(true)
    expect(await access().deleteProject(2, by())).toBe(false)
    expect(await access().updateProject(2, { name: 'x' }, by())).toBeUndefined()
    expect((await access().project(2))?.deletedAtMs).toBe(5_000)
    expect(await access().projects({ afterId: 1, limit: 1 })).toEqual([])
    expect(await acts()).toEqual(['project.delete', 'project.update', 'project.create'])
  })

  test('members belong to one project at a time of asking, and see only their projects', async () => {
    await access().createProject({ name: 'two', anchorDay: 1, limits: {} }, by())
    expect(await access().addMember(2, 'ann', by())).toBe(true)
    expect(await access().addMember(2, 'ann', by())).toBe(false)
    expect(await access().addMember(9, 'ann', by())).toBe(false)
    await access().addMember(2, 'bob', by(2_000))
    expect(await access().members(2)).toEqual(['ann', 'bob'])
    expect([await access().isMember(2, 'ann'), await access().isMember(1, 'ann')]).toEqual([true, false])
    expect((await access().projects({ limit: 10, account: 'ann' })).map(({ id }) => id)).toEqual([2])
    expect(await access().removeMember(2, 'ann', by())).toBe(true)
    expect(await access().removeMember(2, 'ann', by())).toBe(false)
    expect(await access().isMember(2, 'ann')).toBe(false)
    expect(await acts()).toEqual(['member.remove', 'member.add', 'member.add', 'project.create'])
  })

  test('a key is found by its hash, with its project, and the hash is not in what is read', async () => {
    const rules = { origins: ['https://a.example'], services: ['Svc'], operations: ['GetIntent'], expiresAtMs: 9_000 }
    const key = await made(access().createKey(newKey(1, rules), 10, by()))
    expect(key).toEqual({
      id: key.id,
      projectId: 1,
      hint: 'cw_1…1',
      name: 'key 1',
      active: true,
      isDefault: true,
      ...rules,
      createdAtMs: 1_000,
      updatedAtMs: 1_000,
    })
    const found = await access().keyByHash(hashOf(1))
    expect(found).toEqual({ key, project: await access().project(1) })
    expect(await access().keyByHash(hashOf(2))).toBeUndefined()
    await access().deleteProject(1, by(7_000))
    expect((await access().keyByHash(hashOf(1)))?.project.deletedAtMs).toBe(7_000)
    expect(await access().createKey(newKey(3), 10, by())).toBe('noProject')
  })

  test('the first key is the default; the default can be given to another', async () => {
    const [first, second] = [
      await made(access().createKey(newKey(1), 10, by())),
      await made(access().createKey(newKey(2), 10, by())),
    ]
    expect([first.isDefault, second.isDefault]).toEqual([true, false])
    expect(await access().setDefaultKey(1, second.id, by())).toMatchObject({ isDefault: true })
    expect((await access().keys(1)).map(({ isDefault }) => isDefault)).toEqual([false, true])
    expect(await access().setDefaultKey(1, 99, by())).toBe('noKey')
    expect(await access().setDefaultKey(2, second.id, by())).toBe('noProject')
  })

  test('a key changes its rules; null takes an expiry away', async () => {
    const key = await made(access().createKey(newKey(1, { expiresAtMs: 5_000 }), 10, by()))
    const patch = { name: 'new', origins: ['https://*.example.com'], expiresAtMs: null }
    const changed = await access().updateKey(1, key.id, patch, by(2_000))
    const { expiresAtMs: _, ...rest } = key
    expect(changed).toEqual({ ...rest, name: 'new', origins: ['https://*.example.com'], updatedAtMs: 2_000 })
    expect(await access().updateKey(1, 99, {}, by())).toBe('noKey')
    const [row] = await access().audit({ limit: 1 })
    expect(row).toMatchObject({ act: 'key.update', actor: 'operator', projectId: 1, atMs: 2_000 })
    expect(row?.detail).toMatchObject({ keyId: key.id, ...patch })
  })

  test('the last current key stays; the default passes to the oldest current one', async () => {
    const first = await made(access().createKey(newKey(1), 10, by()))
    expect(await access().disableKey(1, first.id, by())).toBe('lastKey')
    const expired = await made(access().createKey(newKey(2, { expiresAtMs: 500 }), 10, by(100)))
    expect(await access().disableKey(1, first.id, by())).toBe('lastKey')
    const third = await made(access().createKey(newKey(3), 10, by()))
    expect(await access().disableKey(1, first.id, by())).toMatchObject({ active: false, isDefault: false })
    expect(await access().disableKey(1, first.id, by())).toBe('inactive')
    expect(await access().setDefaultKey(1, first.id, by())).toBe('inactive')
    expect((await access().keys(1)).filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([third.id])
    expect(await access().disableKey(1, expired.id, by())).toMatchObject({ active: false })
    expect(await access().disableKey(1, third.id, by())).toBe('lastKey')
  })

  test('rotation: the new key takes over everything, the old one ends with the grace and is not rotated again', async () => {
    const old = await made(access().createKey(newKey(1, { origins: ['https://a.example'], name: 'site' }), 1, by()))
    const rotation = { projectId: 1, keyId: old.id, keyHash: hashOf(2), hint: 'cw_1…2', oldUntilMs: 9_000 }
    const fresh = await made(access().rotateKey(rotation, by(2_000)))
    expect(fresh).toMatchObject({ name: 'site', origins: ['https://a.example'], isDefault: true, active: true })
    expect(fresh.expiresAtMs).toBeUndefined()
    const kept = await access().keyByHash(hashOf(1))
    expect(kept?.key).toMatchObject({ active: true, isDefault: false, expiresAtMs: 9_000 })
    expect(await access().rotateKey({ ...rotation, keyHash: hashOf(3) }, by(2_500))).toBe('inactive')
    expect(await access().keyByHash(hashOf(3))).toBeUndefined()
    // Nor does it come to life again, which would be one key more than allowed.
    expect(await access().updateKey(1, old.id, { expiresAtMs: null }, by(2_500))).toBe('inactive')
    // The replaced one does not count: the maximum of one is not passed, and the new one is the last.
    expect(await access().createKey(newKey(4), 1, by(2_500))).toBe('maxKeys')
    expect(await access().disableKey(1, fresh.id, by(2_500))).toBe('lastKey')
    expect(await access().disableKey(1, old.id, by(2_500))).toMatchObject({ active: false })
  })

  test('a key that would have ended sooner than the grace still does', async () => {
    const old = await made(access().createKey(newKey(1, { expiresAtMs: 3_000 }), 1, by()))
    const rotation = { projectId: 1, keyId: old.id, keyHash: hashOf(2), hint: 'h', oldUntilMs: 9_000 }
    expect(await access().rotateKey(rotation, by(2_000))).toMatchObject({ expiresAtMs: 3_000 })
    expect((await access().keyByHash(hashOf(1)))?.key.expiresAtMs).toBe(3_000)
  })

  test('units are spent whole or not at all, up to the maximum and never beyond', async () => {
    const cycle = { projectId: 1, cycleStartMs: 0, unitsMax: 10 }
    expect(await access().spend({ ...cycle, units: 11 })).toEqual({ spent: false, usedUnits: 0 })
    expect(await access().spend({ ...cycle, units: 4 })).toEqual({ spent: true, usedUnits: 4 })
    expect(await access().spend({ ...cycle, units: 7 })).toEqual({ spent: false, usedUnits: 4 })
    await access().giveBack({ projectId: 1, cycleStartMs: 0, units: 1 })
    const spends = await Promise.all(Array.from({ length: 50 }, () => access().spend({ ...cycle, units: 1 })))
    expect(spends.filter(({ spent }) => spent)).toHaveLength(7)
    await access().spend({ ...cycle, cycleStartMs: 100, units: 2 })
    expect(await access().usage(1, 0)).toEqual([
      { cycleStartMs: 0, units: 10 },
      { cycleStartMs: 100, units: 2 },
    ])
    expect(await access().usage(1, 50)).toEqual([{ cycleStartMs: 100, units: 2 }])
    expect(await access().usage(2, 0)).toEqual([])
  })

  test('a spend whose answer was lost is found by its mark and given back once; one that was never carried out is not', async () => {
    const cycle = { projectId: 1, cycleStartMs: 0 }
    await access().spend({ ...cycle, unitsMax: 100, units: 4, mark: 'first' })
    await access().spend({ ...cycle, unitsMax: 100, units: 5 })
    await access().spend({ ...cycle, unitsMax: 100, units: 6, mark: 'second' })
    const back = (mark: string, units: number, cycleStartMs = 0) =>
      access().takeBack({ projectId: 1, cycleStartMs, mark, units })
    expect([await back('third', 9), await back('first', 9, 100)]).toEqual([false, false])
    // Two of its six units were of calls that were admitted.
    expect([await back('second', 4), await back('second', 4), await back('first', 4)]).toEqual([true, false, true])
    expect(await access().usage(1, 0)).toEqual([{ cycleStartMs: 0, units: 7 }])
  })

  test('a bucket grants what it holds, in part where it must, and no more to fifty at once', async () => {
    // So slow that nothing drips in while the test runs.
    const slow = { ratePerS: 1e-6, burst: 10 }
    const take = (requests: { name: string; want: number }[]) =>
      access().take(
        requests.map((request) => ({ ...request, ...slow })),
        1_000,
      )
    const [b, a] = await take([
      { name: 'b', want: 4 },
      { name: 'a', want: 12 },
    ])
    expect([b?.granted, a?.granted]).toEqual([4, 10])
    expect(b?.left).toBeCloseTo(6)
    expect(a?.left).toBeCloseTo(0)
    const rest = await Promise.all(Array.from({ length: 50 }, () => take([{ name: 'b', want: 1 }])))
    expect(rest.flat().reduce((sum, { granted }) => sum + granted, 0)).toBe(6)
    const fast = { name: 'c', want: 3, ratePerS: 1e6, burst: 3 }
    await access().take([fast], 1_000)
    expect(await access().take([fast], 2_000)).toMatchObject([{ granted: 3 }])
    expect(await access().forgetBuckets(10, 3_000)).toBe(1)
    expect(await access().forgetBuckets(10, 3_000)).toBe(0)
  })

  test('switches are merged, null goes back to the configuration, and other processes are told', async () => {
    const other = await bench.another()
    const { until, stop } = await hear(other)
    expect(await access().switches()).toEqual({})
    await access().setSwitches({ intents: false, chainsPaused: [10] }, by())
    await until(({ kind }) => kind === 'switched')
    expect(await other.access.setSwitches({ blockedCountries: ['XX'], chainsPaused: null }, by())).toEqual({
      intents: false,
      blockedCountries: ['XX'],
    })
    expect(await access().switches()).toEqual({ intents: false, blockedCountries: ['XX'] })
    expect((await access().audit({ limit: 1 }))[0]?.detail).toEqual({ blockedCountries: ['XX'], chainsPaused: null })
    stop()
  })

  test('an end of a key tells other processes', async () => {
    const key = await made(access().createKey(newKey(1), 10, by()))
    await access().createKey(newKey(2), 10, by())
    const { until, stop } = await hear(await bench.another())
    await access().disableKey(1, key.id, by())
    await until(({ kind }) => kind === 'switched')
    stop()
  })

  test('the first writer of a secret wins', async () => {
    const kept = await Promise.all(['a', 'b', 'c'].map((value) => access().keepSecret('signing', value)))
    expect(new Set(kept).size).toBe(1)
    expect(await access().keepSecret('signing', 'd')).toBe(kept[0])
    expect(await access().keepSecret('other', 'e')).toBe('e')
  })

  test('the audit is read newest first, by project, page by page', async () => {
    for (const n of [1, 2, 3])
      await access().note({ ...by(n), act: 'token.issue', projectId: n === 2 ? 1 : undefined, detail: { n } })
    const all = await access().audit({ limit: 2 })
    expect(all.map(({ detail }) => detail.n)).toEqual([3, 2])
    const rest = await access().audit({ limit: 2, beforeId: all[1]!.id })
    expect(rest.map(({ detail }) => detail.n)).toEqual([1])
    expect((await access().audit({ projectId: 1, limit: 9 })).map(({ atMs }) => atMs)).toEqual([2])
  })
}
