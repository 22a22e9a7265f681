// Times of the store's statements with many intents: `npx tsx bench/scale.ts [intents] [open]`, default 10,000,000 and
// 100,000. The database makes the rows as copies of one real quote: ended ones over 90 days, the newest hundredth
// readable, and open ones that are due. Then runs each statement of the service some times; prints slowest and median.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/host/postgres/embeddedPostgres.ts'
import type { Hex } from '../src/interface/fields.ts'
import { openPostgresStore } from '../src/stores/postgres/postgresStore.ts'
import { ordinaryIntent, quoteOf } from '../test/grief/storedIntents.ts'

const intents = Number(process.argv[2] ?? 10_000_000)
const open = Number(process.argv[3] ?? 100_000)
const dayMs = 24 * 60 * 60_000
const batch = 100_000
const runs = 20

const folder = await mkdtemp(join(tmpdir(), 'causeway-scale-'))
await chmod(folder, 0o755)
// Only for filling: the timed statements read, or write few rows.
const settings = { fsync: 'off', full_page_writes: 'off', max_wal_size: '8GB', maintenance_work_mem: '1GB' }
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), settings })
const store = await openPostgresStore({ url: postgres.url, statementTimeoutMs: 3_600_000 })
const { pool } = store
const nowMs = Date.now()

/** Rows `from` to `to` by their number; the highest `open` of all are open. */
async function fill(sample: number, from: number, to: number): Promise<void> {
  await pool.query(
    `with made as (
      insert into intents (id, project_id, intent_id, owner, recipient, origin_address, destination_address, origin_chain_id,
        destination_chain_id, origin_token, destination_token, origin_symbol, destination_symbol, created_at_ms, expires_at_ms, packed)
      select 1000000 + n, s.project_id, sha256(n::text::bytea), substr(sha256(('o' || n % 100000)::bytea), 1, 20), s.recipient,
        substr(sha256(('a' || n)::bytea), 1, 20), substr(sha256(('d' || n)::bytea), 1, 20), s.origin_chain_id, s.destination_chain_id,
        s.origin_token, s.destination_token, s.origin_symbol, s.destination_symbol, at, at + 300000,
        case when n > $5::bigint then s.packed else '\\x'::bytea end
      from intents s, generate_series($2::bigint, $3::bigint) n,
        lateral (select $4::bigint - (($6::bigint - n) * ${90 * dayMs} / $6::bigint)::bigint as at) t
      where s.id = $1 returning id, project_id, origin_chain_id, destination_chain_id, created_at_ms
    ) insert into runs (id, project_id, origin_chain_id, destination_chain_id, step, status, progress, created_at_ms, updated_at_ms,
        committed_at_ms, started_at_ms, finished_at_ms, due_at_ms, route)
      select id, project_id, origin_chain_id, destination_chain_id,
        case when id > 1000000 + $7::bigint then 'awaitOrigin' else 'succeeded' end,
        case when id > 1000000 + $7::bigint then 'EXECUTING' else 'SUCCEEDED' end, '{}', created_at_ms, created_at_ms + 60001,
        created_at_ms, created_at_ms, case when id <= 1000000 + $7::bigint then created_at_ms + 60000 end,
        case when id > 1000000 + $7::bigint then $4::bigint - id % 60000 else $4::bigint + 3600000 + id % ${30 * dayMs} end, 'ACROSS'
      from made`,
    [sample, from, to, nowMs, intents - Math.max(open, intents / 100), intents, intents - open],
  )
}

/** Drops the filled tables' indexes and returns their recreation: row by row they take most of the time. */
async function dropIndexes(): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename in ('intents', 'runs', 'events') and indexname not like '%_pkey'`,
  )
  for (const { indexname } of rows) await pool.query(`drop index ${indexname}`)
  return async () => {
    for (const { indexdef } of rows) await pool.query(indexdef)
  }
}

/** Three events an intent, most of them old, all delivered to webhooks. */
const fillEvents = (from: number, to: number) =>
  pool.query(
    `insert into events (project_id, intent, kind, body, at_ms)
      select project_id, id, 'step', '{"from": "awaitOrigin", "to": "succeeded"}', created_at_ms + k * 1000
      from intents, generate_series(1, 3) k where id between 1000000 + $1::bigint and 1000000 + $2::bigint`,
    [from, to],
  )

async function time(name: string, work: (n: number) => Promise<unknown>, times = runs): Promise<void> {
  const tookMs: number[] = []
  for (let n = 0; n < times; n++) {
    const startMs = performance.now()
    await work(n)
    tookMs.push(performance.now() - startMs)
  }
  const sorted = tookMs.toSorted((a, b) => a - b)
  const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
  console.log(`| ${name} | ${ms(sorted[Math.floor(times / 2)]!)} | ${ms(sorted.at(-1)!)} |`)
}

try {
  const record = { ...(await ordinaryIntent()), projectId: 1 }
  const sample = await store.intents.insertQuote(quoteOf(record, `0x${'5a'.repeat(32)}` as Hex))
  const startMs = performance.now()
  const makeIndexes = await dropIndexes()
  for (let from = 1; from <= intents; from += batch) {
    const to = Math.min(intents, from + batch - 1)
    await fill(sample.id, from, to)
    await fillEvents(from, to)
  }
  await makeIndexes()
  await pool.query(`update log_cursors set xact = pg_current_xact_id(), id = (select max(id) from events)`)
  await pool.query('analyze')
  const bytes = (await store.intents.sizes()).reduce((sum, table) => sum + table.bytes, 0)
  const filledS = Math.round((performance.now() - startMs) / 1_000)
  console.log(
    `${intents} intents, ${open} open, filled in ${filledS} s: ${Math.round(bytes / intents)} bytes an intent without its quote\n`,
  )
  console.log('| statement | middle, ms | slowest, ms |\n|---|---|---|')
  const lease = (limit: number) => store.intents.lease({ worker: 'w', nowMs, leaseMs: 30_000, limit })
  await time('lease of 64 (the first reads their quotes)', () => lease(64))
  await time('lease of 1', () => lease(1))
  await time('next due time', () => store.intents.nextDueMs())
  const page = { limit: 50 }
  const owner = (n: number) =>
    pool.query(`select '0x' || encode(owner, 'hex') as owner from intents where id = $1`, [1_000_000 + intents - n])
  await time('history of an owner, 50', async (n) => {
    const { rows } = await owner(n)
    await store.intents.search({ projectId: 1, owner: rows[0].owner }, { limit: 5 })
  })
  await time('list of a project, 50', () => store.intents.list({ projectId: 1 }, page))
  await time('list of those executing, 50', () => store.intents.list({ projectId: 1, statuses: ['EXECUTING'] }, page))
  await time('ages for /metrics', () => store.intents.ages(), 3)
  await time('counts for /metrics', () => store.intents.scheduled(), 3)
  await time('addresses that are looked after', () => store.intents.latePayees(record.intent.originChainId, 1_000), 3)
  const payees = (n: number) =>
    pool.query(
      `select '0x' || encode(origin_address, 'hex') as address from intents where id between $1 and $1 + 999`,
      [1_000_000 + n * 1_000],
    )
  await time('1,000 transfers compared with addresses', async (n) => {
    const { rows } = await payees(n)
    await store.intents.pollNow({ chainId: 424_242, addresses: rows.map(({ address }) => address), nowMs })
  })
  await time('sweep: quotes set aside, none due', () =>
    store.intents.archiveQuotes({ expiredBeforeMs: 0, limit: 1_000 }),
  )
  await time('sweep: lapsed forgotten, none due', () =>
    store.retention.closed('lapsed', { afterMs: 0, beforeMs: nowMs, limit: 1_000 }),
  )
  await time('sweep: orphans', () => store.intents.orphans(100))
  await time('sweep: old intents, none due', () =>
    store.retention.closed('intents', { afterMs: 0, beforeMs: 0, limit: 1_000 }),
  )
  for (const what of ['events', 'transactions', 'audit'] as const)
    await time(`sweep: old ${what}, none due`, () => store.retention.prune(what, { beforeMs: 0, limit: 1_000 }))
  await time('sweep: 1,000 old events', () =>
    store.retention.prune('events', { beforeMs: nowMs - 80 * dayMs, limit: 1_000 }),
  )
  await time('webhooks: nothing new in the log', () => store.webhooks.fanOut({ limit: 500, nowMs, print: () => '' }))
} finally {
  await store.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
