import pg from 'pg'
import { asStoreFailure, StoreError } from '../storeError.ts'

/** The channel of `pg_notify` on which processes tell each other what they committed; see `listen.ts`. */
export const channel = 'causeway'

/** Most connections that a process opens, besides one for `listenUrl`. */
export const poolSize = 16
/** Connections reserved for access and rate checks, so that running calls never block the next call's check. */
const checksPoolSize = 2
const connectMsMax = 10_000
/**
 * The server cancels a statement that takes longer. After a third more without an answer, the client drops the
 * connection: a machine that lost power sends no reset. Ours take milliseconds, prunes of 1,000 rows under a second.
 */
const statementMsDefault = 15_000
const silenceFactor = 4 / 3
/** The server ends a session that idles this long inside a transaction, which frees its locks. */
const idleInTransactionMsMax = 30_000
const keepAliveAfterMs = 10_000

// Our statements find rows by key, where one plan fits all values; planning a transition takes as long as running it.
// Set by a statement, because poolers refuse start parameters.
const sessionSettings = (
  statementMs: number,
) => `set plan_cache_mode = force_generic_plan; set statement_timeout = ${statementMs};
  set idle_in_transaction_session_timeout = ${idleInTransactionMsMax}`

const parsers: Record<number, (text: string) => unknown> = {
  17: (text) => `0x${text.slice(2)}`, // bytea, which Postgres writes as \x…
  20: toSafeNumber, // int8: row numbers, chain ids, milliseconds
  114: (text) => text, // json and jsonb stay text: JSON.parse would round amounts
  3802: (text) => text,
  1700: (text) => BigInt(text), // numeric: amounts, all of them whole
}

function toSafeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`)
  return value
}

/** Value parsers of our connections only: other users of `pg` in the process keep their own. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[id]) ?? pg.types.getTypeParser(id, format as 'text'),
}

/** Wraps each statement for tracing: by its name, or its first word if it has none. */
export type AroundStatement = <T>(name: string, run: () => Promise<T>) => Promise<T>

export function openPool(
  url: string,
  statementTimeoutMs = statementMsDefault,
  around?: AroundStatement,
  name = 'causeway',
  isForChecks = false,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: isForChecks ? checksPoolSize : poolSize - checksPoolSize,
    connectionTimeoutMillis: connectMsMax,
    query_timeout: Math.ceil(statementTimeoutMs * silenceFactor),
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    application_name: name,
    onConnect: async (client) => void (await client.query(sessionSettings(statementTimeoutMs))),
  })
  // A connection that breaks (a restart, a failover) emits an error, and without a listener that ends the process. The
  // pool only listens on idle connections, so we listen on those in use. Nothing else to do: the current or next
  // statement fails with it, and the pool drops the connection.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  markFailures(pool)
  if (around) runAround(pool, around)
  return pool
}

/** Marks every error of this pool as the database's (`isStoreFailure`), to tell it from the caller's defects. */
function markFailures(pool: pg.Pool): void {
  const marked = (error: unknown) => {
    throw asStoreFailure(error)
  }
  // `pool.query` calls `connect` with a callback, and then it returns no promise.
  pool.query = wrapped(pool.query, (run) => run()?.catch(marked))
  pool.connect = wrapped(pool.connect, (run) => run()?.catch(marked))
}

/** Wraps statements of the pool and of transactions. The pool calls `client.query` with a callback: wrapped already. */
function runAround(pool: pg.Pool, around: AroundStatement): void {
  const nameOf = (query: unknown): string => {
    const { name, text } = typeof query === 'string' ? { text: query } : (query as pg.QueryConfig)
    return name ?? text.trim().split(/\s/, 1)[0]!
  }
  pool.query = wrapped(pool.query, (run, [query]) => around(nameOf(query), run))
  pool.on('connect', (client) => {
    client.query = wrapped(client.query, (run, args) =>
      typeof args.at(-1) === 'function' ? run() : around(nameOf(args[0]), run),
    )
  })
}

/** Wraps each call of a method. A proxy keeps its type, which has eight overloads in pg. */
function wrapped<F extends (...args: never[]) => unknown>(
  method: F,
  around: (run: () => Promise<unknown>, args: readonly unknown[]) => unknown,
): F {
  return new Proxy(method, { apply: (target, self, args) => around(() => Reflect.apply(target, self, args), args) })
}

/** `0x…` as Postgres reads it. */
export const bytes = (hex: string): string => `\\x${hex.slice(2)}`
export const bytesOrNull = (hex: string | undefined): string | null => (hex === undefined ? null : bytes(hex))

export type Values = Record<string, unknown>

/** Every statement of the service by name, with `$1` for its parameters: a test checks their plans. */
export const statements = new Map<string, string>()

/**
 * SQL with named parameters, `:like_this`. A connection parses and plans it once under `name`, so use a name for one
 * text only. Undefined becomes null; a parameter missing from the values throws.
 */
export function statement(name: string, text: string): (values?: Values) => pg.QueryConfig {
  const bind = numbered(text)
  statements.set(name, bind.sql)
  return (values = {}) => ({ name, ...bind(values) })
}

/** The same for a text built for one request: parsed and planned each time. */
export const unprepared = (text: string, values: Values): pg.QueryConfig => numbered(text)(values)

/** Replaces named parameters by Postgres's `$1`. Ignores the double colon of a cast, `::text`. */
function numbered(text: string): ((values: Values) => { text: string; values: unknown[] }) & { sql: string } {
  const names: string[] = []
  const sql = text.replace(/(?<!:):([a-z_]+[0-9]*)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  const bind = (values: Values) => ({
    text: sql,
    values: names.map((name) => {
      if (!(name in values)) throw new Error(`no value for :${name} in ${text}`)
      return values[name] ?? null
    }),
  })
  return Object.assign(bind, { sql })
}

/**
 * The part of a recursive query that finds the projects of rows matching `where`, as `projects (project_id)`. It looks
 * up each next greater number in the index, so a project with a million rows costs as much as one with one.
 */
export const projectsIn = (table: string, where: string): string => `next_project (project_id) as (
    (select project_id from ${table} where ${where} order by project_id limit 1)
    union all
    select (select project_id from ${table} where ${where} and project_id > n.project_id order by project_id limit 1)
    from next_project n where n.project_id is not null
  ), projects as (select project_id from next_project where project_id is not null)`

/** Transposes rows into one array per column, the parameters of an `unnest`, which turns them into rows again. */
export function columnsOf<T>(rows: readonly T[], columns: Record<string, (row: T) => unknown>): Values {
  return Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, rows.map((row) => read(row) ?? null)]))
}

/** Postgres delivers the note to every listening process when the transaction commits. `noteText` makes the text. */
export const notify = statement('notify', `select pg_notify('${channel}', :note)`)

/** Runs `work` in a transaction: committed if it returns, rolled back if it throws or returns `rolledBack`. */
export async function transact<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(client)
    await client.query(result === rolledBack ? 'rollback' : 'commit')
    return result
  } catch (error) {
    // A connection that went silent answers no rollback either; dropping it rolls back.
    if (isSilence(error)) broken = error
    else
      await client.query(rollback).catch((failure: Error) => {
        broken = failure
      })
    throw asStoreFailure(translate(error))
  } finally {
    client.release(broken)
  }
}

const triesMax = 3

/**
 * Repeats a transaction that the server rolled back because of a deadlock. We lock in one order everywhere; this is
 * for locks by indexes and foreign keys. Only for work entirely inside its transaction.
 */
export async function retryDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== '40P01' || tries === triesMax) throw error
    }
  }
}

/** The query with its own silence limit instead of the pool's. */
export function withSilenceMax(query: pg.QueryConfig, query_timeout: number): pg.QueryConfig {
  const bounded = { ...query, query_timeout }
  return bounded
}

const rollback = withSilenceMax({ text: 'rollback' }, 5_000)

/** How `pg` words that a statement got no answer in time. */
const isSilence = (error: unknown): error is Error => error instanceof Error && error.message === 'Query read timeout'

/** Plans for the given values instead of generically: the best plan of a search depends on them. */
export const queryPlanned = <T extends pg.QueryResultRow>(pool: pg.Pool, query: pg.QueryConfig) =>
  transact(pool, (client) => client.query<T>(query), 'begin read only; set local plan_cache_mode = force_custom_plan')

/** Returned from the work of `transact` to roll back without an error. */
export const rolledBack = Symbol('rolled back')

const triggerErrors = { CW001: 'backward', CW002: 'immutable' } as const

/** Errors that our triggers raise (`forward_only`, `never_changed`) become `StoreError`; others stay as they are. */
export function translate(error: unknown): unknown {
  const { code, message } = error as { code?: keyof typeof triggerErrors; message: string }
  const kind = code && triggerErrors[code]
  return kind ? new StoreError(kind, message, { cause: error }) : error
}
