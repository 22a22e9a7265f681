import type pg from 'pg'
import { clockOffMsMax } from '../../app/startDatabaseClock.ts'
import type { Config } from '../../config/config.ts'
import { systemClock } from '../../host/clock.ts'
import { findBinaries } from '../../host/postgres/findBinaries.ts'
import { openPool } from '../../stores/postgres/database.ts'
import { type MigrationState, readMigrationState } from '../../stores/postgres/migrationState.ts'
import { readMigrations } from '../../stores/postgres/readMigrations.ts'
import { unusable } from '../../stores/postgres/whyUnusable.ts'
import { checkTopology } from './checkTopology.ts'
import { bad, clockFinding, type Finding, ok, warn } from './finding.ts'

const about = 'database'
const versionMin = 14

export async function checkStore(
  { databaseUrl, listenUrl, folder }: Pick<Config['store'], 'databaseUrl' | 'folder'> & { listenUrl?: string },
  processName?: string,
): Promise<Finding[]> {
  if (!databaseUrl) return [checkEmbedded(folder)]
  const pool = openPool(databaseUrl)
  try {
    const { rows } = await pool.query<{ version: string; now_ms: number }>(
      `select current_setting('server_version') as version, (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms`,
    )
    const { version, now_ms } = rows[0]!
    const server =
      Number.parseInt(version, 10) < versionMin
        ? bad(about, `is Postgres ${version}`, `use Postgres ${versionMin} or newer`)
        : ok(about, `Postgres ${version} answers`)
    const state = await readMigrationState(pool)
    return [
      server,
      state.applied < state.known && !(await mayMigrate(pool)) ? unmigratable(databaseUrl) : migrationFinding(state),
      ...(await checkRights(pool, databaseUrl)),
      ...clockFinding(about, now_ms - systemClock.nowMs(), clockOffMsMax),
      ...(processName ? await checkGuests(pool, processName) : []),
      ...(await checkTopology({ pool, databaseUrl, listenUrl })),
    ]
  } catch (error) {
    const { what, remedy } = unusable(error, databaseUrl)
    return [bad(about, `cannot be used: ${what}`, remedy)]
  } finally {
    await pool.end()
  }
}

/** Processes put their guest in `application_name`. A worker of another guest fails all intents of this one. */
async function checkGuests(pool: pg.Pool, processName: string): Promise<Finding[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
     where datname = current_database() and application_name ~ '^causeway (api|worker|service) 0x' order by 1`,
  )
  const guest = processName.split(' ').at(-1)
  const others = rows.map(({ name }) => name.split(' ').slice(1)).filter(([, one]) => one !== guest)
  const remedy = 'give all processes the same operator.name, operator.signer (the address of the grant key) and brands'
  return others.map(([role, one]) =>
    bad('operator', `a running ${role} works for the guest ${one}, these settings for ${guest}`, remedy),
  )
}

/** Since Postgres 15, only the database's owner may create tables in schema public unless others are granted it. */
async function mayMigrate(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean | null }>(
    `select has_schema_privilege(current_schema(), 'create') as may`,
  )
  return rows[0]?.may === true
}

/** A service with a read-only role starts, then fails to write. Only the migrating role writes `migrations`. */
async function checkRights(pool: pg.Pool, databaseUrl: string): Promise<Finding[]> {
  const tables = readMigrations().flatMap(({ sql }) =>
    [...sql.matchAll(/^create table (\w+)/gim)].map(([, name]) => name),
  )
  const { rows } = await pool.query<{ name: string }>(
    `select name from unnest($1::text[]) name where to_regclass(name) is not null and name <> 'migrations' and not (
      has_table_privilege(name, 'select') and has_table_privilege(name, 'insert')
      and has_table_privilege(name, 'update') and has_table_privilege(name, 'delete'))`,
    [tables],
  )
  if (rows.length === 0) return []
  const { what, remedy } = unusable({ code: '42501', message: `for table ${rows[0]!.name}` }, databaseUrl)
  const named = rows.slice(0, namedMax).map(({ name }) => name)
  return [bad(about, `${what}: not ${named.join(', ')}${rows.length > namedMax ? ' and others' : ''}`, remedy)]
}

const namedMax = 3

function unmigratable(databaseUrl: string): Finding {
  const { what, remedy } = unusable({ code: '42501' }, databaseUrl)
  return bad(about, what, remedy)
}

function migrationFinding({ applied, known, isTooNew }: MigrationState): Finding {
  if (applied === known) return ok(about, `all ${known} migrations are there`)
  const newer = `was written by a newer version (${applied} migrations, this has ${known})`
  if (isTooNew) return bad(about, newer, 'start that version, or a later one')
  if (applied > known) return warn(about, `${newer}, and can be used`, 'end the roll-out: start that version')
  return warn(
    about,
    `${known - applied} of ${known} migrations are missing`,
    'causeway migrate, or just start the service',
  )
}

function checkEmbedded(folder: string): Finding {
  try {
    findBinaries(undefined, folder, () => {})
    return ok(about, `one of our own, in ${folder}; for more than one process set DATABASE_URL`)
  } catch (error) {
    return bad(about, (error as Error).message, 'set DATABASE_URL to a Postgres of yours')
  }
}
