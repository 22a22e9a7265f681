import { expect, test } from 'vitest'
import { createSystemRandom } from '../../src/host/random.ts'
import { hashKey, hintOf, mintKey } from '../../src/server/access/accessKey.ts'
import type { KeyRecord } from '../../src/stores/accessStore.ts'
import type { PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { budget } from '../tier.ts'
import { sampleRequests } from '../wire/samples.ts'
import { act, openAccessFixture, withKey } from './accessSetup.ts'
import { post } from './serve.ts'

const rounds = budget({ fast: 25, full: 25, deep: 200 })
const callers = 50
const random = createSystemRandom()
const many = <T>(make: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: callers }, (_, n) => make(n)))
const isKey = (outcome: KeyRecord | string): outcome is KeyRecord => typeof outcome !== 'string'

test('fifty callers create the last allowed key, then rotate it: one does, round after round', async () => {
  const { store, project } = await openAccessFixture()
  for (let round = 0; round < rounds; round++) {
    const projectId = await project()
    const fresh = () => {
      const text = mintKey(random, projectId)
      return { projectId, keyHash: hashKey(text), hint: hintOf(text), name: 'k' }
    }
    const rules = { origins: [], services: [], operations: [] }
    const created = await many(() => store.access.createKey({ ...fresh(), ...rules }, 1, act()))
    expect(created.filter(isKey)).toHaveLength(1)
    expect(created.filter((one) => one === 'maxKeys')).toHaveLength(callers - 1)

    const { id } = created.find(isKey)!
    const rotation = () => ({ ...fresh(), keyId: id, oldUntilMs: Date.now() + 60_000 })
    const rotated = await many(() => store.access.rotateKey(rotation(), act()))
    expect(rotated.filter(isKey)).toHaveLength(1)
    expect(rotated.filter((one) => one === 'inactive')).toHaveLength(callers - 1)

    const audit = await store.access.audit({ projectId, limit: 100 })
    expect(audit.map((row) => row.act)).toEqual(['key.rotate', 'key.create', 'project.create'])
    expect((await store.access.keys(projectId)).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  }
})

test.each(['its neighbours have all connections', 'the event loop stands still'])(
  'the limits of a call that moves value are checked while %s',
  async (which) => {
    const { server, key, project } = await openAccessFixture()
    const { text } = await key(await project({ quotesPerMinute: 100 }))
    const served = await server({}, { CommitIntent: () => ({ intentId: `0x${'ab'.repeat(32)}` }) })
    const { pool, access } = served.store as PostgresStore
    const asked = () => post(served.url, 'CommitIntent', sampleRequests.CommitIntent, withKey(text))
    const { take } = access
    if (which === 'the event loop stands still')
      access.take = (...args) => {
        setImmediate(() => {
          const untilMs = performance.now() + 3_000
          while (performance.now() < untilMs);
        })
        return take(...args)
      }
    else for (let taken = 0; taken < 16; taken++) pool.query('select pg_sleep(8)').catch(() => {})
    expect(await asked()).toMatchObject({ status: 200 })
  },
)
