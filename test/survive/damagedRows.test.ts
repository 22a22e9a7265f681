import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { move } from '../stores/move.ts'
import { hashOf, sampleQuote } from '../stores/sampleQuote.ts'
import { useForEach } from '../useParts.ts'

/** One row of many cannot be read, or all of them come from another cluster: the others go on. */
const database = useForEach(freshDatabase)
let store: PostgresStore

beforeEach(async () => {
  store = await openPostgresStore({ url: database.url })
})
afterEach(() => store.close())

const act = { actor: 'operator', nowMs: 1_000 }

async function commit(n: number): Promise<void> {
  const { intentId } = await store.intents.insertQuote(sampleQuote({ intentId: hashOf(n) }))
  await move(store, intentId, 'quoted', { step: 'committed', dueAtMs: 2_000, nowMs: 1_500 })
}

const reopen = async () => {
  await store.close()
  store = await openPostgresStore({ url: database.url })
}

const lease = async (nowMs: number) => {
  const leased = await store.intents.lease({ worker: 'a', nowMs, leaseMs: 1_000, limit: 10 })
  return leased.map(({ intentId }) => intentId)
}

const damages = {
  'the quote': `update intents set packed = '\\x0102030405'`,
  'the progress': `update runs set progress = '{'`,
}

for (const [what, sql] of Object.entries(damages)) {
  test(`${what} of one intent is damaged: it is set aside and counted, and the others are leased and listed`, async () => {
    for (const n of [1, 2, 3]) await commit(n)
    await store.pool.query(`${sql} where id = (select id from intents where intent_id = $1)`, [
      `\\x${hashOf(2).slice(2)}`,
    ])
    await reopen()
    expect(await lease(5_000)).toEqual([hashOf(1), hashOf(3)])
    expect(await lease(9_000)).toEqual([hashOf(1), hashOf(3)])
    expect(await store.intents.ages()).toMatchObject({ damaged: 1, damagedIntents: [hashOf(2)] })
    expect(await store.intents.orphans(10)).toEqual([])
    const found = await store.intents.search({}, { limit: 10, ascending: true })
    expect(found.map(({ intentId }) => intentId)).toEqual([hashOf(1), hashOf(3)])
    // A page that is one short would be the last for whoever pages.
    for (const ascending of [true, false])
      expect(await store.intents.search({}, { limit: 2, ascending })).toHaveLength(2)
    expect(await store.intents.list({}, { limit: 2 })).toHaveLength(2)
  })
}

test('an item of the outbox that cannot be read is set aside and its intent named, and the others are sent', async () => {
  for (const n of [1, 2, 3]) await commit(n)
  for (const n of [1, 2, 3])
    await store.pool.query(
      `insert into outbox (intent, project_id, chain_id, leg, to_address, data, value, gas_limit, created_at_ms)
        select id, project_id, 10, 'origin', $2, '\\x12', 0, 9, 1000 from intents where intent_id = $1`,
      [`\\x${hashOf(n).slice(2)}`, n === 2 ? '\\x01' : `\\x${'07'.repeat(20)}`],
    )
  const pending = async () => (await store.attempts.pending(10, 10)).map(({ intentId }) => intentId)
  expect(await pending()).toEqual([hashOf(1), hashOf(3)])
  expect(await store.intents.ages()).toMatchObject({ damaged: 1, damagedIntents: [hashOf(2)] })
  expect(await pending()).toEqual([hashOf(1), hashOf(3)])
})

test('an expired quote whose address cannot be read does not keep the others from being looked at', async () => {
  for (const n of [1, 2]) await store.intents.insertQuote(sampleQuote({ intentId: hashOf(n) }))
  const expired = { expiredBeforeMs: Number.MAX_SAFE_INTEGER, limit: 10 }
  await store.intents.archiveQuotes(expired)
  await store.pool.query(
    `update expired_quotes set origin_address = '\\x01' where id = (select min(id) from expired_quotes)`,
  )
  const taken = await store.intents.takeExpiredQuotes({ nowMs: Date.now() * 2, limit: 10 })
  expect(taken.map(({ intentId }) => intentId)).toEqual([hashOf(2)])
})

const hook = () =>
  store.webhooks.create({ projectId: 1, name: 'h', url: 'https://example.org', secret: 'whsec_a', kinds: [] }, 10, act)

/** Until nothing waits any more: the database's own housekeeping may be the transaction that is waited for. */
async function fanOut(): Promise<void> {
  const page = { limit: 100, nowMs: 2_000, print: JSON.stringify }
  while ((await store.webhooks.fanOut(page)).more);
}

const delivered = async () => {
  const found = await store.webhooks.deliveries({ projectId: 1, limit: 100 })
  return found.map(({ intentId }) => intentId).toReversed()
}

test('a damaged intent does not stop the webhooks of the others', async () => {
  await hook()
  for (const n of [1, 2]) await commit(n)
  await store.pool.query(`update runs set progress = '{' where id = (select min(id) from intents)`)
  await fanOut()
  expect(await delivered()).toEqual([hashOf(2)])
})

test('after a dump was restored into another cluster every event is told, once, and positions of readers go on', async () => {
  await hook()
  await commit(1)
  await fanOut()
  await commit(2)
  const before = await store.events.ofProject({ projectId: 1, limit: 100 })
  // As in a cluster that has counted a billion transactions less.
  const ahead = (column: string) => `${column} = (${column}::text::bigint + 1000000000)::text::xid8`
  await store.pool.query('alter table events disable trigger user')
  await store.pool.query(`update events set ${ahead('xact')}`)
  await store.pool.query('alter table events enable trigger user')
  await store.pool.query(`update log_cursors set ${ahead('xact')}`)
  await store.pool.query(`update webhooks set ${ahead('since_xact')}`)
  const handedOut = `${BigInt(before[0]!.position.split('-')[0]!) + 1_000_000_000n}-${before[0]!.id}`
  await reopen()
  await fanOut()
  expect(await delivered()).toEqual([hashOf(1), hashOf(2)])
  await commit(3)
  await fanOut()
  expect(await delivered()).toEqual([hashOf(1), hashOf(2), hashOf(3)])
  const after = await store.events.ofProject({ projectId: 1, after: handedOut, limit: 100 })
  expect(after.map(({ intentId }) => intentId)).toEqual([hashOf(2), hashOf(3)])
  await reopen()
  expect(await delivered()).toHaveLength(3)
  await expect(store.pool.query('update events set at_ms = 0')).rejects.toMatchObject({ code: 'CW002' })
})

test('open work says since when it waits, also events that a foreign transaction keeps back', async () => {
  expect(await store.intents.ages()).toMatchObject({ damaged: 0, nowMs: expect.any(Number) })
  const client = await store.pool.connect()
  await client.query('begin')
  await client.query('select pg_current_xact_id()')
  await commit(1)
  await store.webhooks.fanOut({ limit: 100, nowMs: 2_000, print: JSON.stringify })
  expect((await store.intents.ages()).eventMs).toBe(1_500)
  await client.query('rollback')
  client.release()
  await fanOut()
  expect((await store.intents.ages()).eventMs).toBeUndefined()
})
