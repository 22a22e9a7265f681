import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LogEvent } from '../../src/intents/foldEvents.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { move } from '../stores/move.ts'
import { hashOf, sampleQuote } from '../stores/sampleQuote.ts'
import { useForEach } from '../useParts.ts'

const database = useForEach(freshDatabase)
let stores: PostgresStore[]

beforeEach(async () => {
  stores = await Promise.all([1, 2, 3].map(() => openPostgresStore({ url: database.url })))
})
afterEach(async () => {
  for (const store of stores) await store.close()
})

const writers = 16
const intentsAWriter = 25
// Each intent is committed and changes twice more: 1,200 rows in all.
const rowsAnIntent = 3

test('two readers that read while many write meet every row once, and rows of an intent in order', async () => {
  const [store, ...others] = stores
  let writing = true
  const write = async (writer: number) => {
    for (let n = 0; n < intentsAWriter; n++) {
      const { intentId } = await store!.intents.insertQuote(sampleQuote({ intentId: hashOf(writer * 1_000 + n) }))
      const { intents } = stores[writer % stores.length]!
      await intents.transition({ intentId, step: 'quoted' }, { step: 'committed', dueAtMs: 9_000, nowMs: 1 })
      // Several statements in one transaction: it runs for a while after its rows have their numbers.
      await move({ intents }, intentId, 'committed', {
        step: 'awaitDeposit',
        dueAtMs: 9_000,
        legs: (['deposit', 'origin', 'destination'] as const).map((leg) => ({ leg, chainId: 10, status: 'PENDING' })),
        nowMs: 2,
      })
      await intents.transition({ intentId, step: 'awaitDeposit' }, { step: 'lapsed', nowMs: 3 })
    }
  }
  const readAll = async (reader: PostgresStore): Promise<LogEvent[]> => {
    const seen: LogEvent[] = []
    for (;;) {
      const last = !writing
      const rows = await reader.events.ofProject({ projectId: 1, after: seen.at(-1)?.position, limit: 37 })
      seen.push(...rows)
      if (last && rows.length === 0) return seen
    }
  }
  const reading = others.map(readAll)
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  // Nothing of ours runs any more; the database's own housekeeping may, for a moment.
  while ((await leftBehind(store!)) > 0) await new Promise(setImmediate)
  writing = false
  for (const seen of await Promise.all(reading)) {
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
    expect(seen).toHaveLength(writers * intentsAWriter * rowsAnIntent)
    const byIntent = new Map<Hex, string[]>()
    for (const { intentId, status } of seen) byIntent.set(intentId, [...(byIntent.get(intentId) ?? []), status!])
    for (const statuses of byIntent.values()) expect(statuses).toEqual(['COMMITTED', 'EXECUTING', 'FAILED'])
  }
})

async function leftBehind({ pool }: PostgresStore): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) from events where xact >= pg_snapshot_xmin(pg_current_snapshot())',
  )
  return rows[0]!.count
}

test('a row of a transaction that still runs is neither skipped nor waited for by readers of other intents', async () => {
  const [store] = stores
  const make = async (n: number) => (await store!.intents.insertQuote(sampleQuote({ intentId: hashOf(n) }))).intentId
  const [slow, quick] = [await make(1), await make(2)]
  const client = await store!.pool.connect()
  await client.query('begin')
  await client.query(`insert into events (project_id, intent, kind, body, at_ms)
    select 1, id, 'updated', '{"status":"QUOTED"}', 1 from intents where intent_id = '\\x${slow.slice(2)}'`)
  await store!.intents.transition({ intentId: quick, step: 'quoted' }, { step: 'committed', dueAtMs: 9_000, nowMs: 1 })
  const read = () => store!.events.ofProject({ projectId: 1, limit: 10 })
  expect(await read()).toEqual([])
  expect(await store!.events.ofIntent({ intentId: quick, afterId: 0, limit: 10 })).toHaveLength(1)
  await client.query('commit')
  client.release()
  while ((await leftBehind(store!)) > 0) await new Promise(setImmediate)
  expect((await read()).map(({ intentId }) => intentId)).toEqual([slow, quick])
})

test('of two rows of an intent the older goes out first, though its transaction is the younger', async () => {
  const [store] = stores
  const { intentId } = await store!.intents.insertQuote(sampleQuote({ intentId: hashOf(1) }))
  await store!.webhooks.create(
    { projectId: 1, name: 'in', url: 'https://example.org', secret: 'whsec_', kinds: [] },
    9,
    { actor: 'test', nowMs: 1 },
  )
  const client = await store!.pool.connect()
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  await store!.intents.transition({ intentId, step: 'quoted' }, { step: 'committed', dueAtMs: 9_000, nowMs: 1 })
  await client.query(`insert into events (project_id, intent, kind, body, at_ms)
    select 1, id, 'moved', '{"status":"FAILED"}', 2 from intents where intent_id = '\\x${intentId.slice(2)}'`)
  await client.query('commit')
  client.release()
  // One row at a time: the first that is met is the younger one.
  const fanOut = () => store!.webhooks.fanOut({ limit: 1, nowMs: 5, print: ({ status }) => status })
  while ((await fanOut()).more);
  const ask = { worker: 'w', nowMs: 9, leaseMs: 9, limit: 9, perWebhook: 9 }
  const [first] = await store!.webhooks.lease(ask)
  expect(first!.body).toBe('COMMITTED')
  await store!.webhooks.recordDelivery({
    id: first!.id,
    leaseToken: first!.leaseToken,
    state: 'delivered',
    tookMs: 1,
    nowMs: 9,
  })
  expect((await store!.webhooks.lease(ask)).map(({ body }) => body)).toEqual(['FAILED'])
})
