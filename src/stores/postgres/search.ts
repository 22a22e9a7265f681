import type pg from 'pg'
import { inSlices } from '../../host/inSlices.ts'
import type { SearchTerm } from '../../intents/classifyTerms.ts'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { IntentStatus } from '../../interface/enums.ts'
import { addressFields, searchLimitMax } from '../searchRules.ts'
import type { IntentFilter, Keyset, ListedIntent } from '../store.ts'
import { ensure } from '../storeError.ts'
import {
  type ListedRow,
  listedColumns,
  type RecordRow,
  readable,
  recordColumns,
  toListed,
  toRecord,
} from './columns.ts'
import { bytes, queryPlanned, statement, unprepared, type Values } from './database.ts'
import { expandPrefix, prefixRange } from './prefix.ts'

/**
 * A query term can match in several columns. With `or` over them Postgres collects and sorts every match: half a
 * second for a popular token in a million intents. So the most selective term drives: each of its columns has an index
 * in the answer's order and gives its newest matches; the newest of those are the answer. Other terms and filters are
 * conditions on those rows.
 */
export async function searchRecords(pool: pg.Pool, filter: IntentFilter, page: Keyset): Promise<IntentRecord[]> {
  const found: IntentRecord[] = []
  for await (const row of eachRow<RecordRow>(recordColumns, pool, filter, page)) {
    found.push(...(await inSlices(() => readable([row], toRecord), page.cost)))
    if (found.length === page.limit) break
  }
  return found
}

/** Fits 1,000 ordinary intents. Counts characters: an intent with the longest call data unpacks to 800,000. */
const listedCharsMax = 8 * 1_024 * 1_024

export async function listRecords(pool: pg.Pool, filter: IntentFilter, page: Keyset): Promise<ListedIntent[]> {
  const found: ListedIntent[] = []
  let chars = 0
  for await (const row of eachRow<ListedRow>(listedColumns, pool, filter, page)) {
    // The longest take 10 ms to unpack.
    for (const one of await inSlices(() => readable([row], toListed), page.cost)) {
      found.push(one.listed)
      chars += one.chars
    }
    if (found.length === page.limit || chars >= listedCharsMax) break
  }
  return found
}

/** Yields page after page while the caller continues, so that unreadable rows do not make its page short. */
async function* eachRow<T extends pg.QueryResultRow & { id: number }>(
  columns: string,
  pool: pg.Pool,
  filter: IntentFilter,
  page: Keyset,
): AsyncGenerator<T> {
  for (let { beyondId } = page; ; ) {
    const rows = await select<T>(columns, pool, filter, { ...page, beyondId })
    yield* rows
    if (rows.length < page.limit) return
    beyondId = rows.at(-1)!.id
  }
}

async function select<T extends pg.QueryResultRow>(
  columns: string,
  pool: pg.Pool,
  filter: IntentFilter,
  page: Keyset,
): Promise<T[]> {
  ensure(page.limit >= 1 && page.limit <= searchLimitMax, `a page of ${page.limit} rows`)
  const values: Values = {}
  // Parameter names: the use of the value and a counter that makes it unique.
  const param: Param = (name, value) => {
    const unique = `${name}_${Object.keys(values).length + 1}`
    values[unique] = value
    return `:${unique}`
  }
  const project = filter.projectId === undefined ? undefined : param('project', filter.projectId)
  const terms = termsOf(filter).sort((a, b) => commonness(a) - commonness(b))
  const drives = hasOwnIndex(filter) ? undefined : terms[0]
  const conditions = conditionsOf(filter, param)
  for (const term of terms) if (term !== drives) conditions.push(conditionOf(term, param))
  const bounds = [...timeBounds(filter, param), ...(await beyond(pool, page, param))]
  const direction = page.ascending ? 'asc' : 'desc'
  const ordered = (table: string) => `order by ${table}.created_at_ms ${direction}, ${table}.id ${direction}`
  const limit = param('limit', page.limit)

  const branch = (seed = 'true') => {
    const where = [seed, ...conditions]
    const names = (table: string) => where.some((condition) => condition.includes(`${table}.`))
    const tables = names('i') || !names('r') ? (names('r') ? ['i', 'r'] : ['i']) : ['r']
    // Bounds go to both tables and the time is joined too: Postgres can scan either in order. But it takes id and time
    // for independent, expects one row in 100,000 and sorts all; so conditions on one table join no other.
    for (const table of tables) {
      if (project) where.push(`${table}.project_id = ${project}`)
      where.push(...bounds.map((bound) => bound(table)))
    }
    const [first, second] = tables
    const from = second ? 'intents i join runs r on r.id = i.id and r.created_at_ms = i.created_at_ms' : tableOf[first!]
    return `select ${first}.created_at_ms, ${first}.id from ${from} where ${where.join(' and ')} ${ordered(first!)} limit ${limit}`
  }
  const seeds = drives ? await seedsOf(pool, drives, filter.projectId) : undefined
  const branches = seeds?.map(({ column, type, found }) => {
    // A single value is compared with `=`: Postgres then estimates its frequency from its statistics.
    if (found.length === 1) return `(${branch(`${column} = ${param('seed', found[0])}`)})`
    const list = `unnest(${param('seeds', found)}::${type}[]) as v (seed)`
    return `(select x.created_at_ms, x.id from ${list} cross join lateral (${branch(`${column} = v.seed`)}) as x)`
  }) ?? [`(${branch()})`]
  if (branches.length === 0) return []
  const text = `with ids as (
      select distinct b.created_at_ms, b.id from (${branches.join(' union all ')}) as b (created_at_ms, id) ${ordered('b')} limit ${limit}
    ) select ${columns} from ids join intents i on i.id = ids.id join runs r on r.id = i.id ${ordered('i')}`
  return (await queryPlanned<T>(pool, unprepared(text, values))).rows
}

const tableOf: Record<string, string> = { i: 'intents i', r: 'runs r' }

type Param = (name: string, value: unknown) => string

/** A term, or the statuses asked for, which work like one. */
type Term = Exclude<SearchTerm, { kind: 'status' }> | { kind: 'statuses'; value: readonly IntentStatus[] }

const termsOf = ({ terms = [], statuses }: IntentFilter): Term[] => [
  ...terms.map((term): Term => (term.kind === 'status' ? { kind: 'statuses', value: [term.value] } : term)),
  ...(statuses ? [{ kind: 'statuses', value: statuses } as const] : []),
]

/** Estimated rank by number of matches; the lowest drives. Few intents are executing: most are quotes or ended. */
function commonness(term: Term): number {
  const kinds: readonly Term['kind'][] = ['hash', 'prefix', 'address', 'symbol', 'chain', 'statuses']
  const onTheWay =
    term.kind === 'statuses' && term.value.every((status) => status === 'COMMITTED' || status === 'EXECUTING')
  return onTheWay ? 0.5 : kinds.indexOf(term.kind)
}

/** Whether a filter is selective enough, and indexed, to drive the query instead of a term. */
const hasOwnIndex = (filter: IntentFilter): boolean =>
  [
    filter.intentId,
    filter.transactionHash,
    filter.depositTransactionHash,
    filter.owner,
    filter.originAddress,
    filter.destinationAddress,
  ].some((field) => field !== undefined)

function conditionsOf(filter: IntentFilter, param: Param): string[] {
  const out: string[] = []
  const equal = (column: string, value: unknown) => {
    if (value !== undefined) out.push(`i.${column} = ${param(column, value)}`)
  }
  const hex = (value: string | undefined) => value && bytes(value)
  equal('intent_id', hex(filter.intentId))
  equal('owner', hex(filter.owner))
  equal('origin_address', hex(filter.originAddress))
  equal('destination_address', hex(filter.destinationAddress))
  equal('origin_chain_id', storable(filter.originChainId))
  equal('destination_chain_id', storable(filter.destinationChainId))
  if (filter.transactionHash) out.push(byHash(param('hash', bytes(filter.transactionHash))))
  if (filter.depositTransactionHash) out.push(byHash(param('hash', bytes(filter.depositTransactionHash)), 'deposit'))
  if (filter.onlyRecoverable) out.push('r.recoverable')
  return out
}

/** Chain ids have up to 64 bits, a `bigint` column 63: the cut value matches no row. */
const storable = (chainId: number | undefined) => chainId && Math.min(chainId, Number.MAX_SAFE_INTEGER)

type Bound = (table: string) => string

function timeBounds({ fromMs, toMs }: IntentFilter, param: Param): Bound[] {
  const out: Bound[] = []
  const bound = (sign: string, value: string) => out.push((table) => `${table}.created_at_ms ${sign} ${value}`)
  if (fromMs !== undefined) bound('>=', param('from_ms', fromMs))
  if (toMs !== undefined) bound('<=', param('to_ms', toMs))
  return out
}

const selectPlace = statement('search_place', 'select created_at_ms from intents where id = :id')

/** Only rows after a row in the order. If that row was deleted, its number is the best estimate. */
async function beyond(pool: pg.Pool, { beyondId, ascending }: Keyset, param: Param): Promise<Bound[]> {
  if (beyondId === undefined) return []
  const sign = ascending ? '>' : '<'
  const { rows } = await pool.query<{ created_at_ms: number }>(selectPlace({ id: beyondId }))
  const [place] = rows
  const id = param('beyond_id', beyondId)
  if (!place) return [(table) => `${table}.id ${sign} ${id}`]
  const ms = param('beyond_ms', place.created_at_ms)
  return [(table) => `(${table}.created_at_ms, ${table}.id) ${sign} (${ms}, ${id})`]
}

const byHash = (hash: string, leg?: 'deposit') =>
  `i.id in (select t.intent from transactions t where t.txn_hash = ${hash}${leg ? ` and t.leg = '${leg}'` : ''})`

/** The SQL condition of a term that does not drive the query. */
function conditionOf(term: Term, param: Param): string {
  if (term.kind === 'statuses') return `r.status = any(${param('statuses', term.value)})`
  if (term.kind === 'hash') {
    const hash = param('hash', bytes(term.value))
    return `(i.intent_id = ${hash} or ${byHash(hash)})`
  }
  if (term.kind === 'prefix') {
    const { from, to } = prefixRange(term.value)
    const low = param('low', bytes(from))
    const high = to && param('high', bytes(to))
    const within = (column: string) => `(${column} >= ${low}${high ? ` and ${column} < ${high}` : ''})`
    const leg = `exists (select from transactions t where t.intent = i.id and ${within('t.txn_hash')})`
    return `(${[...['intent_id', ...addressColumns].map((column) => within(`i.${column}`)), leg].join(' or ')})`
  }
  const value = param(
    term.kind,
    term.kind === 'address' ? bytes(term.value) : term.kind === 'symbol' ? term.value.toUpperCase() : term.value,
  )
  return `(${columnsOf[term.kind].map((column) => `i.${column} = ${value}`).join(' or ')})`
}

const addressColumns = addressFields.map(({ column }) => column)

const columnsOf = {
  address: addressColumns,
  symbol: ['origin_symbol', 'destination_symbol'],
  chain: ['origin_chain_id', 'destination_chain_id'],
} as const

/** A column and the values to look up in its index. */
type Seed = { column: string; type: string; found: readonly (string | number)[] }

/** The columns and values in which the driving term can match. */
async function seedsOf(pool: pg.Pool, term: Term, projectId: number | undefined): Promise<Seed[]> {
  switch (term.kind) {
    case 'statuses':
      return term.value.map((status) => ({ column: 'r.status', type: 'text', found: [status] }))
    case 'hash':
      return hashSeeds(pool, [bytes(term.value)], [bytes(term.value)])
    case 'address':
      return columnsOf.address.map((column) => ({ column: `i.${column}`, type: 'bytea', found: [bytes(term.value)] }))
    case 'symbol':
      return columnsOf.symbol.map((column) => ({
        column: `i.${column}`,
        type: 'text',
        found: [term.value.toUpperCase()],
      }))
    case 'chain':
      return columnsOf.chain.map((column) => ({ column: `i.${column}`, type: 'bigint', found: [term.value] }))
    case 'prefix': {
      const found = await expandPrefix(pool, term.value, projectId, addressColumns)
      const inColumns = addressColumns.map((column) => ({ column: `i.${column}`, type: 'bytea', found: found(column) }))
      const byHashes = await hashSeeds(pool, found('intent_id'), found('txn_hash'))
      return [...inColumns, ...byHashes].filter((seed) => seed.found.length > 0)
    }
  }
}

const selectByHash = statement(
  'search_by_hash',
  'select distinct intent from transactions where txn_hash = any(:hashes::bytea[]) order by intent desc limit :limit',
)

async function hashSeeds(pool: pg.Pool, intentIds: readonly string[], txnHashes: readonly string[]): Promise<Seed[]> {
  const { rows } = await pool.query<{ intent: number }>(selectByHash({ hashes: txnHashes, limit: searchLimitMax }))
  return [
    { column: 'i.intent_id', type: 'bytea', found: intentIds },
    { column: 'i.id', type: 'bigint', found: rows.map((row) => row.intent) },
  ]
}
