import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import { applyMigrations } from '../../src/stores/postgres/applyMigrations.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { isStoreFailure } from '../../src/stores/storeError.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { hear } from '../stores/intentsContract.ts'
import { useForAll } from '../useParts.ts'
import { callers } from './callers.ts'
import { type Fate, startPgProxy } from './pgProxy.ts'

/** Losing the database connection at every statement, in every way: the process lives, and a repeat succeeds. */
const database = useForAll(freshDatabase)
const proxy = useForAll(() => startPgProxy(database.url))
const direct = useForAll(() => openPostgresStore({ url: database.url }))
const store = useForAll(() => openPostgresStore({ url: proxy.url }))

const uncaught: Error[] = []
const note = (error: Error) => uncaught.push(error)

beforeAll(async () => {
  // Without an error listener, Node would end the process here.
  process.on('uncaughtExceptionMonitor', note)
})
afterEach(() => {
  proxy.fate = undefined
  expect(uncaught.splice(0)).toEqual([])
})
afterAll(() => process.off('uncaughtExceptionMonitor', note))

const fates: Fate[] = ['ended', 'endedAfter', 'answerLost']
const statementsMax = 60

/** Applies a fate to the n-th statement from now; `met` once it did. */
function disturb(fate: Fate, n: number): { met(): boolean } {
  let count = 0
  proxy.fate = () => (count++ === n ? fate : undefined)
  return { met: () => count > n }
}

/** Repeats the work with statement 1 disturbed, then 2, until none is left. */
async function atEveryStatement(
  fate: Fate,
  work: (n: number) => Promise<{ met(): boolean }>,
  after = (n: number) => n + 1,
): Promise<number> {
  for (let n = 0, tries = 0; tries < statementsMax; n = after(n), tries++) {
    const { met } = await work(n)
    proxy.fate = undefined
    if (!met()) return n
  }
  throw new Error(`more than ${statementsMax} statements under ${fate}`)
}

for (const { name, prepare } of callers) {
  for (const fate of fates) {
    test(`${name}: every statement ${fate}`, async () => {
      const clean = await prepare(direct)
      await clean.call(direct)
      const expected = await clean.books()
      const disturbed = await atEveryStatement(fate, async (n) => {
        const { call, books } = await prepare(direct)
        const fault = disturb(fate, n)
        const failure = await call(store).then(
          () => undefined,
          (error: unknown) => error,
        )
        proxy.fate = undefined
        if (failure !== undefined) {
          expect(isStoreFailure(failure), `statement ${n}: ${failure}`).toBe(true)
          // A sweep skips rows locked by the lost connection until the server ends it: the next turn finds them.
          await proxy.settled()
          await call(store)
        }
        expect(await books(), `statement ${n}`).toEqual(expected)
        return fault
      })
      expect(disturbed).toBeGreaterThan(0)
    })
  }
}

/** Each migration is the same nine statements: disturb all of the first, and one of every third later one. */
const ofSomeMigrations = (n: number): number => (n < 9 ? n + 1 : n + 28)

for (const fate of fates) {
  test(`migrate: every statement ${fate}`, async () => {
    await atEveryStatement(
      fate,
      async (n) => {
        await direct.pool.query('drop schema public cascade')
        await direct.pool.query('create schema public')
        const fault = disturb(fate, n)
        await applyMigrations(store.pool, systemClock).catch((error: unknown) =>
          expect(isStoreFailure(error)).toBe(true),
        )
        proxy.fate = undefined
        await applyMigrations(store.pool, systemClock)
        expect((await direct.pool.query('select id from projects')).rows).toEqual([{ id: 1 }])
        return fault
      },
      ofSomeMigrations,
    )
  })

  test(`a listener: every statement ${fate}`, async () => {
    await atEveryStatement(fate, async (n) => {
      const listening = await openPostgresStore({ url: proxy.url })
      const fault = disturb(fate, n)
      const failed = await hear(listening).catch((error: unknown) => {
        expect(isStoreFailure(error)).toBe(true)
        return undefined
      })
      proxy.fate = undefined
      const { until, stop } = failed ?? (await hear(listening))
      const heard = until(({ kind }) => kind === 'switched' || kind === 'missed')
      await direct.access.setSwitches({ intents: true }, { actor: 'operator', nowMs: 1_000 })
      await heard
      stop()
      await listening.close()
      return fault
    })
  })
}
