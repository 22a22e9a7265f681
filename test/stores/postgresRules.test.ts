import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSweeper } from '../../src/engine/work/sweeper.ts'
import { systemClock } from '../../src/host/clock.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { createObserve } from '../../src/observe/observe.ts'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { readMigrations } from '../../src/stores/postgres/readMigrations.ts'
import { useForEach } from '../useParts.ts'
import { freshDatabase, query } from './freshDatabase.ts'
import { move } from './move.ts'
import { addressOf, hashOf, sampleQuote } from './sampleQuote.ts'

const database = useForEach(freshDatabase)
let store: PostgresStore

beforeEach(async () => {
  store = await openPostgresStore({ url: database.url })
})
afterEach(() => store.close())

const tokens = { find: () => undefined, listed: () => [] }

async function commit(n: number, more: object = {}): Promise<Hex> {
  const { intentId } = await store.intents.insertQuote(sampleQuote({ intentId: hashOf(n) }))
  await move(store, intentId, 'quoted', { step: 'committed', dueAtMs: 2_000, nowMs: 1_500, ...more })
  return intentId
}

const entry = {
  from: 'owner',
  to: 'originIntent',
  chainId: 10,
  token: addressOf(4),
  amount: 5n,
  why: 'deposit',
} as const

test('the database itself refuses to change the ledger, the events and the audit', async () => {
  await commit(1, { ledger: [entry] })
  await store.pool.query(`insert into audit (at_ms, actor, act) values (1, 'operator', 'switch')`)
  for (const table of ['ledger', 'events', 'audit']) {
    expect((await store.pool.query(`select from ${table}`)).rowCount).toBe(1)
    for (const sql of [`update ${table} set at_ms = 0`, `delete from ${table}`, `truncate ${table} cascade`]) {
      await expect(store.pool.query(sql)).rejects.toMatchObject({ code: 'CW002' })
    }
  }
})

test('quotes are stored while a webhook endpoint is being made', async () => {
  const other = await store.pool.connect()
  await other.query('begin')
  await other.query('lock table audit in exclusive mode')
  const endpoint = { projectId: 1, name: 'x', url: 'https://x.example', kinds: [], secret: 's' }
  const made = store.webhooks.create(endpoint, 9, { actor: 'test', nowMs: 1_000 })
  const waits = `select from pg_locks where relation = 'audit'::regclass and not granted`
  while ((await store.pool.query(waits)).rowCount === 0);
  await store.intents.insertQuote(sampleQuote({ intentId: hashOf(1) }))
  await other.query('rollback')
  other.release()
  expect(await made).toMatchObject({ name: 'x' })
})

test('an intent under way that lost its due time is made due by the sweeper', async () => {
  const intentId = await commit(1)
  await store.pool.query('update runs set due_at_ms = null')
  expect(await store.intents.orphans(10)).toEqual([intentId])
  const observe = createObserve(pino({ level: 'silent' }))
  await new Promise<void>((resolve) => {
    // It sleeps when the first sweep is over.
    const sleep = async (): Promise<void> => resolve(sweeper.stop())
    const clock = { ...systemClock, nowMs: () => 3_000, sleep }
    const sweeper = startSweeper({ store, observe, clock, chains: new Map(), tokens, settings: { lapsedKeptMs: 1 } })
  })
  expect(await store.intents.orphans(10)).toEqual([])
  const leased = await store.intents.lease({ worker: 'a', nowMs: 3_000, leaseMs: 1_000, limit: 10 })
  expect(leased.map((record) => record.intentId)).toEqual([intentId])
})

test('many writers of the same rows neither wait for each other in a circle nor lose a write', async () => {
  const [chainId, signer] = [10, addressOf(50)]
  const outbox = [{ chainId, leg: 'origin', to: addressOf(7), data: '0x12', value: 0n, gasLimit: 5n }]
  const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => commit(n, { outbox })))
  const { attempts, intents } = store
  await attempts.leaseLane({ chainId, signer, holder: 'a', nowMs: 1, untilMs: 90_000 })
  const items = (await attempts.pending(chainId, 100)).map(({ id }) => id)
  const gas = { gasLimit: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
  const plan = async (nonce: number, carried: number[]) =>
    (await attempts.insertAttempt({
      chainId,
      signer,
      nonce,
      hash: hashOf(nonce, 'f'),
      raw: '0x02',
      items: carried,
      ...gas,
      holder: 'a',
      nowMs: 2,
    }))!
  // Two attempts that carry the intents in opposite orders, recorded while the intents change and wake.
  const [even, odd] = [items.filter((_, n) => n % 2 === 0), items.filter((_, n) => n % 2 === 1).toReversed()]
  const planned = [await plan(1, even), await plan(2, odd)]
  const records = planned.map(({ id }) =>
    attempts.recordAttempt({ id, state: 'confirmed', legStatus: 'SUCCEEDED', nowMs: 3_000 }),
  )
  const changes = ids.toReversed().map((intentId, n) =>
    move({ intents }, intentId, 'committed', {
      progress: { failures: n },
      legs: [{ leg: 'deposit', chainId, status: 'PENDING' }],
      nowMs: 3_000,
    }),
  )
  const wakes = Array.from({ length: 10 }, (_, n) => intents.wake(n % 2 ? ids : ids.toReversed(), 2_900))
  await Promise.all([...records, ...changes, ...wakes])
  for (const intentId of ids) {
    const record = await intents.find(intentId)
    expect(record?.legs.map(({ status }) => status)).toEqual(['PENDING', 'SUCCEEDED', 'UNKNOWN'])
    expect(record?.progress.failures).toBeTypeOf('number')
    expect(record?.dueAtMs).toBeLessThanOrEqual(2_900)
  }
})

const withEmpty = async (use: (url: string) => Promise<void>) => {
  await store.pool.query('create database empty_store')
  const address = new URL(database.url)
  address.pathname = '/empty_store'
  try {
    await use(address.href)
  } finally {
    await store.pool.query('drop database empty_store with (force)')
  }
}

test('of two processes that start at once, one migrates and both go on', async () => {
  await withEmpty(async (url) => {
    const script = `
      import { openPostgresStore } from ${JSON.stringify(new URL('../../src/stores/postgres/postgresStore.ts', import.meta.url).href)}
      const store = await openPostgresStore({ url: ${JSON.stringify(url)} })
      await store.ping()
      await store.close()`
    const start = () =>
      spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { stdio: 'inherit' })
    const codes = await Promise.all([start(), start()].map(async (child) => (await once(child, 'exit'))[0]))
    expect(codes).toEqual([0, 0])
    const rows = await query<{ number: number }>(url, 'select number from migrations order by number')
    expect(rows.map(({ number }) => number)).toEqual(readMigrations().map(({ number }) => number))
    expect(await query(url, 'select id, name from projects')).toEqual([{ id: 1, name: 'default' }])
  })
})

test('a database of a newer version is used until something was removed from it', async () => {
  await store.pool.query(`insert into migrations values ($1, 'x', 0)`, [readMigrations().length + 1])
  const older = await openPostgresStore({ url: database.url })
  await older.ping()
  await older.close()
  await store.pool.query('insert into migrations values ($1, $2, 0, true)', [readMigrations().length + 2, 'y'])
  await expect(openPostgresStore({ url: database.url })).rejects.toMatchObject({ kind: 'newer' })
})

test('a migration that was edited after it was applied is noticed', async () => {
  await store.pool.query(`update migrations set checksum = 'x' where number = 1`)
  await expect(openPostgresStore({ url: database.url })).rejects.toMatchObject({ kind: 'altered' })
})

test('a store that cannot be reached says so', async () => {
  const address = new URL(database.url)
  address.port = '1'
  await expect(openPostgresStore({ url: address.href })).rejects.toThrow(
    'nothing listens at 127.0.0.1:1; start Postgres there',
  )
})

test('quotes that come together share a statement, and one that the database refuses costs the others nothing', async () => {
  const numbers = Array.from({ length: 12 }, (_, n) => 700 + n)
  const refused = 706
  const nowhere = 999_999
  const written = await Promise.allSettled(
    numbers.map((n) =>
      store.intents.insertQuote(sampleQuote({ intentId: hashOf(n), ...(n === refused && { projectId: nowhere }) })),
    ),
  )
  expect(written.map(({ status }) => status)).toEqual(numbers.map((n) => (n === refused ? 'rejected' : 'fulfilled')))
  const kept = await Promise.all(numbers.map((n) => store.intents.find(hashOf(n))))
  expect(kept.map((record) => record?.intentId)).toEqual(numbers.map((n) => (n === refused ? undefined : hashOf(n))))
  expect(new Set(kept.map((record) => record?.id)).size).toBe(numbers.length)
  expect(kept[0]!.id).toBe(kept[0]!.intent.id)
})

test('a list of intents with long call data is cut where it has been read enough, the newest first', async () => {
  const count = 60
  for (let n = 1; n <= count; n++) {
    const quote = sampleQuote({ intentId: hashOf(n) })
    const destinationCallData: Hex = `0x${'00'.repeat(125_000)}`
    const build = (id: number) => {
      const intent = quote.build(id)
      return { ...intent, quoteRequest: { ...intent.quoteRequest, destinationCallData } }
    }
    await store.intents.insertQuote({ ...quote, build })
  }
  const ids = (await store.intents.list({ projectId: 1 }, { limit: 1_000 })).map(({ intent }) => intent.id)
  expect(ids.length).toBeLessThan(40)
  expect(ids.length).toBeGreaterThan(20)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(ids[0]).toBe(Math.max(...ids))
  expect((await store.intents.list({ projectId: 1, intentId: hashOf(1) }, { limit: 1 })).length).toBe(1)
})
