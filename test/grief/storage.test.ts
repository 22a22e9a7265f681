import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSweeper } from '../../src/engine/work/sweeper.ts'
import type { IntentRecord } from '../../src/intents/intentRecord.ts'
import { limits } from '../../src/interface/limits.ts'
import { printIntent } from '../../src/stores/intentBody.ts'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { type Bench, openBench } from '../engine/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { hashOf } from '../stores/sampleQuote.ts'
import { largeMarketSnapshots, largestIntent, ordinaryIntent, quoteOf } from './storedIntents.ts'

const dayMs = 24 * 60 * 60_000

let database: Awaited<ReturnType<typeof freshDatabase>>
let store: PostgresStore
let ordinary: IntentRecord

beforeEach(async () => {
  database = await freshDatabase()
  store = await openPostgresStore({ url: database.url })
  ordinary = { ...(await ordinaryIntent()), projectId: 1 }
})
afterEach(async () => {
  await store.close()
  await database.close()
})

/** As they lie in the table, compressed or not. */
const storedBytes = async (): Promise<number> => {
  const { rows } = await store.pool.query<{ bytes: number }>('select sum(pg_column_size(packed)) as bytes from intents')
  return Number(rows[0]!.bytes)
}

test('a quote with as much call data as allowed is stored once, and read back as it was', async () => {
  const largest = largestIntent(ordinary)
  expect(printIntent(largest.intent).length).toBeGreaterThan(6 * limits.callDataBytesMax)
  const { intentId, intent } = await store.intents.insertQuote(quoteOf(largest, hashOf(1)))
  expect(await storedBytes()).toBeLessThan(1.1 * limits.callDataBytesMax)
  const other = await openPostgresStore({ url: database.url })
  const found = await other.intents.find(intentId)
  const [listed] = await other.intents.list({ projectId: 1 }, { limit: 10 })
  await other.close()
  expect(found?.intent).toEqual(intent)
  expect(listed?.intent).toEqual(intent)
  expect(found?.plan).toEqual(ordinary.plan)
  const calldata = (record: IntentRecord | undefined) => record?.legs.map((leg) => leg.calldata)
  expect(calldata(found)).toEqual(calldata(largest))
})

/** All that the database has of quotes, with indexes. */
const databaseBytes = async (): Promise<number> => {
  const { rows } = await store.pool.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  return Number(rows[0]!.bytes)
}

test('a quote that nobody commits costs less than 6 kB, and half an hour after it expired less than 3', async () => {
  const count = 1_000
  const empty = await databaseBytes()
  for (let n = 1; n <= count; n++) await store.intents.insertQuote(quoteOf(ordinary, hashOf(n)))
  expect((await databaseBytes()) - empty).toBeLessThan(6_000 * count)
  const asked = { expiredBeforeMs: ordinary.expiresAtMs + 1, limit: count }
  expect(await store.intents.archiveQuotes(asked)).toBe(count)
  await store.pool.query('vacuum full')
  expect((await databaseBytes()) - empty).toBeLessThan(3_000 * count)
})

test('an ordinary quote is less than 2.5 kB of content', async () => {
  const { intentId } = await store.intents.insertQuote(quoteOf(ordinary, hashOf(1)))
  expect(await storedBytes()).toBeLessThan(2_500)
  expect((await store.intents.find(intentId))?.legs.map((leg) => leg.calldata)).toEqual(
    ordinary.legs.map((leg) => leg.calldata),
  )
})

test('what a quote saw of a market of 1,000 pools is less than 6 kB a swap, and nothing once it is set aside', async () => {
  const count = 200
  const snapshot = { legs: largeMarketSnapshots() }
  expect(snapshot.legs).toHaveLength(20)
  for (let n = 1; n <= count; n++) {
    const leg = snapshot.legs[n % snapshot.legs.length]!
    await store.intents.insertQuote({ ...quoteOf(ordinary, hashOf(n)), snapshot: { legs: [leg] } })
  }
  const seen = async () => {
    const { rows } = await store.pool.query<{ bytes: number; count: number }>(
      'select coalesce(sum(pg_column_size(saw)), 0) as bytes, count(*) as count from sights',
    )
    return { bytes: Number(rows[0]!.bytes), count: Number(rows[0]!.count) }
  }
  expect(await seen()).toMatchObject({ count })
  expect((await seen()).bytes).toBeLessThan(6_000 * count)
  await store.intents.archiveQuotes({ expiredBeforeMs: ordinary.expiresAtMs + 1, limit: count })
  expect(await seen()).toEqual({ bytes: 0, count: 0 })
})

test('what the tables take up is measured', async () => {
  for (let n = 1; n <= 5; n++) await store.intents.insertQuote(quoteOf(ordinary, hashOf(n)))
  const sizes = await store.intents.sizes()
  expect(sizes.find(({ table }) => table === 'intents')?.bytes).toBeGreaterThan(5 * 4_096)
})

test('a flood of commits that nobody pays is gone from the store a week after it lapsed', async () => {
  const bench: Bench = await openBench({ sender: false })
  const sweeper = startSweeper(bench.world)
  try {
    const flood = [await bench.commit(), await bench.commit(), await bench.commit()]
    for (const intent of flood) await bench.until(intent, 'lapsed')
    await bench.pass(bench.world.settings.refundAfterMs)
    for (let day = 1; day <= 6; day++) await bench.clock.leap(dayMs)
    for (const intent of flood) expect(await bench.store.intents.stepOf(intent.intentId)).toBeDefined()
    await bench.clock.leap(2 * dayMs)
    for (const intent of flood) expect(await bench.store.intents.stepOf(intent.intentId)).toBeUndefined()
  } finally {
    await sweeper.stop()
    await bench.close()
  }
})
