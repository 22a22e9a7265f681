import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statements } from '../../src/stores/postgres/database.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { useForAll } from '../useParts.ts'
import { freshDatabase } from './freshDatabase.ts'

/**
 * A plan that reads a whole table gets slower with every intent, unnoticed while tables are small. So tables get a few
 * thousand rows, the planner is told that they have ten million, and every statement's plan is checked as the service
 * uses it: for any values (`plan_cache_mode = force_generic_plan`).
 */
const rows = 4_000
const open = 40
const many = 10_000_000
const growing = [
  'intents',
  'runs',
  'transactions',
  'events',
  'ledger',
  'outbox',
  'attempts',
  'attempt_items',
  'deliveries',
  'expired_quotes',
]

const database = useForAll(freshDatabase)
let client: pg.Client

beforeAll(async () => {
  await (await openPostgresStore({ url: database.url })).close()
  client = new pg.Client(database.url)
  await client.connect()
  await client.query(fill)
  await client.query('analyze')
  await client.query(`update pg_class set reltuples = $1 where relkind = 'r' and relname = any($2)`, [many, growing])
})
afterAll(() => client?.end())

/** Ended intents, the last `open` still under way, with all their rows. */
const fill = `
  insert into projects (id, name, created_at_ms) select n, n, 1 from generate_series(2, 20) n;
  insert into intents (id, project_id, intent_id, owner, recipient, origin_address, destination_address, origin_chain_id,
    destination_chain_id, origin_token, destination_token, origin_symbol, destination_symbol, created_at_ms, expires_at_ms, packed)
  select n, 1 + n % 20, sha256(n::text::bytea), sha256(('o' || n % 100)::bytea), sha256(('r' || n)::bytea), sha256(('a' || n)::bytea),
    sha256(('d' || n)::bytea), 1 + n % 3, 1 + n % 2, '\\x01', '\\x02', 'USDC', 'ETH', n * 1000, n * 1000 + 300, '\\x'
  from generate_series(1, ${rows}) n;
  insert into runs (id, project_id, origin_chain_id, destination_chain_id, step, status, progress, created_at_ms, updated_at_ms,
    committed_at_ms, started_at_ms, finished_at_ms, due_at_ms, route)
  select n, 1 + n % 20, 1 + n % 3, 1 + n % 2, case when ended then 'succeeded' else 'awaitOrigin' end,
    case when ended then 'SUCCEEDED' else 'EXECUTING' end, '{}', n * 1000, n * 1000 + 900, n * 1000, n * 1000,
    case when ended then n * 1000 + 800 end, case when n > ${rows / 2} then n * 1000 + 5000 end, 'ACROSS'
  from generate_series(1, ${rows}) n, lateral (select n <= ${rows - open} as ended) e;
  insert into transactions (intent, leg, chain_id, status, txn_hash, rest, created_at_ms, updated_at_ms)
  select n, leg, 1, 'SUCCEEDED', sha256((leg || n)::bytea), '{}', n * 1000, n * 1000
  from generate_series(1, ${rows}) n, unnest('{deposit,origin,destination}'::text[]) leg;
  insert into events (project_id, intent, kind, body, at_ms)
  select 1 + n % 20, n, 'step', '{}', n * 1000 + k from generate_series(1, ${rows}) n, generate_series(1, 5) k;
  insert into ledger (intent, from_place, to_place, chain_id, token, amount, why, at_ms)
  select n, 'owner', 'originIntent', 1, '\\x01', 5, 'deposit', n * 1000 from generate_series(1, ${rows}) n, generate_series(1, 4);
  insert into attempts (chain_id, signer, nonce, hash, raw, state, gas_limit, max_fee_per_gas, max_priority_fee_per_gas, created_at_ms, updated_at_ms)
  select 1, '\\x01', n, sha256(n::text::bytea), '\\x', case when n > ${rows - open} then 'broadcast' else 'confirmed' end, 1, 1, 1, n * 1000, n * 1000
  from generate_series(1, ${rows}) n;
  insert into outbox (intent, project_id, leg, chain_id, to_address, data, value, gas_limit, attempt, done, created_at_ms)
  select n, 1 + n % 20, 'origin', 1, '\\x01', '\\x', 0, 1, n, n <= ${rows - open}, n * 1000 from generate_series(1, ${rows}) n;
  insert into attempt_items (attempt, item) select id, id from outbox;
  insert into webhooks (project_id, name, url, secret, created_at_ms, updated_at_ms) values (1, 'w', 'https://example.org', 's', 1, 1);
  insert into deliveries (webhook, project_id, event, intent, message_id, kind, body, state, due_at_ms, last_at_ms, created_at_ms)
  select 1, project_id, id, intent, id, kind, '', case when intent > ${rows - open} then 'pending' else 'delivered' end, at_ms, at_ms, at_ms from events;
  insert into expired_quotes (id, project_id, intent_id, origin_chain_id, origin_address, origin_token, created_at_ms, expires_at_ms, look_at_ms, packed)
  select n + ${rows}, 1 + n % 20, sha256(('e' || n)::bytea), 1 + n % 3, sha256(('e' || n)::bytea), '\\x01', n, n, n * 1000, '\\x' from generate_series(1, ${rows}) n;
`

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Indexes of open or broken rows: these stay short, so they may be read whole. */
const short =
  /^(runs_(ready_live|executing|damaged|unscheduled|recoverable)|outbox_(pending|waiting|overdue|damaged)|attempts_live|deliveries_(ready|soonest))$/

/** Read from one end until there are enough, which there always are. */
const fromTheEnd = ['runs_ready_idle']

const allowed: Record<string, string> = {
  rebase_events: 'once, at the first start after a restore',
  rebase_ahead: 'the last row of the index',
  rebase_cursor: 'the last row of the index',
  ledger_earned: 'planned for its values, by the time index of the ledger; people ask for it, seldom',
  ledger_books: 'the same',
  ledger_page: 'the same',
}

/** What a plan reads whole: a table, or an index that grows with it, without a condition. */
const wholeOf = (plan: Plan): string[] =>
  nodesOf(plan)
    .filter((node) => growing.includes(node['Relation Name'] ?? ''))
    .filter((node) => /^(Seq|Index|Index Only) Scan$/.test(node['Node Type']) && node['Index Cond'] === undefined)
    .map((node) => node['Index Name'] ?? node['Relation Name']!)
    .filter((name) => !short.test(name) && !fromTheEnd.includes(name))

async function planOf(text: string): Promise<Plan> {
  const { rows: found } = await client.query(`explain (generic_plan, format json) ${text}`)
  return found[0]['QUERY PLAN'][0].Plan
}

test('no statement of the service reads a whole table that grows with every intent', async () => {
  expect(statements.size).toBeGreaterThan(120)
  const wrong: string[] = []
  for (const [name, text] of statements) {
    const whole = wholeOf(await planOf(text))
    if (whole.length > 0 && !(name in allowed)) wrong.push(`${name} reads all of ${whole.join(', ')}`)
  }
  expect(wrong, 'give it an index, an order or an array: see postgresRetention.ts').toEqual([])
})

test('a whole table that is read is seen', async () => {
  expect(wholeOf(await planOf('select count(*) from runs'))).not.toEqual([])
  expect(wholeOf(await planOf('select exists (select from events where (xact, id) > ($1::xid8, $2::bigint))'))).toEqual(
    ['events'],
  )
  expect(wholeOf(await planOf('select id from runs where id = $1'))).toEqual([])
})
