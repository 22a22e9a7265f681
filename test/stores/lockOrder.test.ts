import { beforeEach, expect, test } from 'vitest'
import type { Hex } from '../../src/interface/fields.ts'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import type { Reservation, Transition } from '../../src/stores/store.ts'
import { useForEach } from '../useParts.ts'
import { freshDatabase, query } from './freshDatabase.ts'
import { addressOf, hashOf, sampleQuote } from './sampleQuote.ts'

const database = useForEach(freshDatabase)
/** Enough processes for their statements to collide. */
let stores: PostgresStore[]

beforeEach(async () => {
  stores = await Promise.all([1, 2].map(() => openPostgresStore({ url: database.url })))
})

const rounds = 12
const atOnce = 24

const held = (kind: Reservation['kind'], chainId: number, amount = 1n): Reservation => ({
  kind,
  chainId,
  token: addressOf(4),
  amount,
  untilMs: 9_000,
  most: 10_000n,
})
const unbounded = ({ most: _, ...reservation }: Reservation): Reservation => reservation

async function quoteAll(round: number): Promise<Hex[]> {
  const ids = Array.from({ length: atOnce }, (_, at) => hashOf(round * atOnce + at + 1))
  await Promise.all(ids.map((intentId) => stores[0]!.intents.insertQuote(sampleQuote({ intentId }))))
  return ids
}

const intentsOf = (at: number) => stores[at % stores.length]!.intents

/** Deadlocks that the server broke, also retried ones. Connections report counts at their end at the latest. */
async function deadlocks(): Promise<number> {
  await Promise.all(stores.map((store) => store.close()))
  const rows = await query<{ deadlocks: string }>(
    database.url,
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.deadlocks)
}

test('commits, payments and ends of intents that reserve the same things in any order never wait for each other in a circle', async () => {
  // The commit's reservation sorts after the payment's, and the other way round.
  const kinds = [
    { commit: [held('inventory', 10)], paid: [held('gas', 10)] },
    { commit: [held('gas', 10)], paid: [held('inventory', 10), held('gas', 20)] },
    { commit: [held('gas', 20), held('inventory', 10)], paid: [held('backing', 10), held('gas', 10)] },
  ]
  for (let round = 0; round < rounds; round++) {
    const ids = await quoteAll(round)
    const live = async (intentId: Hex, at: number): Promise<void> => {
      const { commit, paid } = kinds[at % kinds.length]!
      const { transition } = intentsOf(at)
      const nowMs = 1_500
      await transition({ intentId, step: 'quoted' }, { step: 'committed', dueAtMs: 2_000, nowMs, reserve: commit })
      const pay: Transition = { step: 'awaitDeposit', dueAtMs: 2_000, nowMs, release: true }
      await transition({ intentId, step: 'committed' }, { ...pay, reserve: paid.map(unbounded) })
      await transition({ intentId, step: 'awaitDeposit' }, { step: 'lapsed', nowMs })
    }
    const outcomes = await Promise.allSettled(ids.map(live))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  }
  const { rows } = await stores[0]!.pool.query('select from reserved_sums where amount <> 0')
  expect(rows).toEqual([])
  expect(await deadlocks()).toBe(0)
})

test('starts and ends of deposits that one project sponsors and one owner signs never wait for each other in a circle', async () => {
  await stores[0]!.sponsors.setBudget(1, 1_000, { actor: 'test', nowMs: 1_000 })
  const sponsor = { dayMs: 0, microUsd: 1n, mostMicroUsd: 1_000_000_000n }
  for (let round = 0; round < rounds; round++) {
    const ids = await quoteAll(round)
    const live = async (intentId: Hex, at: number): Promise<void> => {
      const { transition } = intentsOf(at)
      const nowMs = 1_500
      await transition({ intentId, step: 'quoted' }, { step: 'committed', dueAtMs: 2_000, nowMs })
      const signed: Transition = { step: 'sendDeposit', dueAtMs: 2_000, nowMs, sponsor, reserve: [held('signed', 10)] }
      await transition({ intentId, step: 'committed' }, signed)
      await transition({ intentId, step: 'sendDeposit' }, { step: 'awaitOrigin', dueAtMs: 2_000, nowMs })
      await transition({ intentId, step: 'awaitOrigin' }, { step: 'lapsed', nowMs })
    }
    const outcomes = await Promise.allSettled(ids.map(live))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
  }
  expect((await stores[0]!.sponsors.budget(1, 0))?.usedMicroUsd).toBe(0n)
  expect(await deadlocks()).toBe(0)
})
