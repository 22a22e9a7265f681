import pg from 'pg'
import { asStoreFailure, StoreError } from '../storeError.ts'

/** Where notes about changes go; see `listen.ts`. */
export const channel = 'causeway'

const poolSize = 16
const connectMsMax = 10_000

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

/** How values come out of the database. Local to our connections: other users of `pg` in the process keep their own. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[id]) ?? pg.types.getTypeParser(id, format as 'text'),
}

export function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: poolSize,
    connectionTimeoutMillis: connectMsMax,
    application_name: 'causeway',
    // Our statements look things up by keys: planning a change anew would cost as much as carrying it out.
    onConnect: async (client) => void (await client.query('set plan_cache_mode = force_generic_plan')),
  })
  // An idle connection that breaks (the server restarts) is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return markFailures(pool)
}

/** Whoever catches an error of this pool can tell that the database failed and not the code that asked. */
function markFailures(pool: pg.Pool): pg.Pool {
  const marked = (error: unknown) => {
    throw asStoreFailure(error)
  }
  const [query, connect] = [pool.query.bind(pool), pool.connect.bind(pool)] as unknown as Asking[]
  pool.query = ((...args: unknown[]) => query!(...args).catch(marked)) as pg.Pool['query']
  // The pool itself connects with a callback, and then the answer is no promise.
  pool.connect = ((...args: unknown[]) => connect!(...args)?.catch(marked)) as pg.Pool['connect']
  return pool
}

type Asking = (...args: unknown[]) => Promise<unknown>

/** `0x…` as Postgres reads it. */
export const bytes = (hex: string): string => `\\x${hex.slice(2)}`
export const bytesOrNull = (hex: string | undefined): string | null => (hex === undefined ? null : bytes(hex))

/** A statement with a name is planned once a connection. For hot paths. */
export type Statement = { name: string; text: string }

export type Values = Record<string, unknown>

/** A statement whose parameters have names, `:like_this`, planned once a connection. What is left out is null. */
export function namedStatement(name: string, text: string): (values: Values) => pg.QueryConfig {
  const names: string[] = []
  const numbered = text.replace(/(?<!:):([a-z_]+)/g, (_, parameter: string) => {
    if (!names.includes(parameter)) names.push(parameter)
    return `$${names.indexOf(parameter) + 1}`
  })
  return (values) => ({ name, text: numbered, values: names.map((parameter) => values[parameter] ?? null) })
}

/** All or nothing. */
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
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw asStoreFailure(translate(error))
  } finally {
    client.release(broken)
  }
}

/** For a question whose best plan hangs on what is asked for. */
export const queryPlanned = <T extends pg.QueryResultRow>(pool: pg.Pool, text: string, values: unknown[]) =>
  transact(
    pool,
    (client) => client.query<T>(text, values),
    'begin read only; set local plan_cache_mode = force_custom_plan',
  )

/** Returned from `transact` to leave everything as it was without an error. */
export const rolledBack = Symbol('rolled back')

const refusals = { CW001: 'backward', CW002: 'immutable' } as const

/** What our triggers raise, as our own error. */
export function translate(error: unknown): unknown {
  const { code, message } = error as { code?: keyof typeof refusals; message: string }
  const kind = code && refusals[code]
  return kind ? new StoreError(kind, message, { cause: error }) : error
}
