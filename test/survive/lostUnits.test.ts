import { expect, test } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import { createQuota, type QuotaRequest } from '../../src/server/access/quota.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useForEach } from '../useParts.ts'
import { type Fate, startPgProxy } from './pgProxy.ts'

/** A call refused because the answer of its unit count was lost costs nothing, counted or not. */
const database = useForEach(freshDatabase)
const proxy = useForEach(() => startPgProxy(database.url))
const store = useForEach(() => openPostgresStore({ url: proxy.url }))

const request: QuotaRequest = { projectId: 1, anchorDay: 1, units: 3, unitsMax: 1_000, movesValue: true }
const used = async () => (await store.access.usage(1, 0))[0]?.units

test.each<Fate>(['ended', 'endedAfter', 'answerLost'])('%s: units of a refused call are not charged', async (fate) => {
  const quota = createQuota({ access: store.access, clock: systemClock, random: createSystemRandom() })
  expect(await quota.spend(request)).toMatchObject({ spent: true })
  let left = 1
  proxy.fate = ({ text }) => (text === 'usage_spend' && left-- > 0 ? fate : undefined)
  const answer = await Promise.resolve(quota.spend(request)).then(
    ({ spent }) => spent,
    () => 'refused',
  )
  proxy.fate = undefined
  await quota.flush()
  expect(left).toBe(0)
  expect(await used()).toBe(answer === 'refused' ? 3 : 6)
})
