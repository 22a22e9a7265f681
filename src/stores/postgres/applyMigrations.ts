import type pg from 'pg'
import type { Clock } from '../../host/clock.ts'
import { StoreError } from '../storeError.ts'
import { statement, transact, withSilenceMax } from './database.ts'
import { hasRemoved, readApplied } from './migrationState.ts'
import { type Migration, readMigrations } from './readMigrations.ts'

const lockKey = 0x63617573 // "caus"

/** An index on a large table takes minutes, and other migrators wait for the lock as long. */
const migrateMsMax = 60 * 60_000

const lock = statement('migrate_lock', 'select pg_advisory_xact_lock(:key)')
const insertApplied = statement('migrate_insert', 'insert into migrations values (:number, :checksum, :now_ms)')
// Only files after number 24, which adds the column, may remove anything.
const markRemoving = statement('migrate_mark', 'update migrations set removes = true where number = :number')

/**
 * A table change waits for running statements, and new ones queue behind it: after this long the migration stops
 * waiting and retries. Below `deadlock_timeout` (1 s), so that it never ends another process's statement.
 */
const waitForTableMs = 500
const pauseMs = 200
const triesMax = migrateMsMax / (waitForTableMs + pauseMs)
const lockNotAvailable = '55P03'

/**
 * Migrates the database to this version while processes of the previous one run. Of several that start at once, one
 * migrates and the others wait. A newer database is used unchanged, so that old processes can restart during a
 * roll-out or after one is undone; it is refused once a newer migration has removed something.
 *
 * Each migration is one transaction and changes one existing table: with two table locks it could deadlock with
 * statements that use both. A crash leaves whole migrations, and the next process continues there.
 */
export async function applyMigrations(pool: pg.Pool, clock: Pick<Clock, 'nowMs' | 'sleep'>): Promise<void> {
  const known = readMigrations()
  const applyNext = () =>
    transact(pool, async (client) => {
      await client.query('set local statement_timeout = 0')
      await client.query(withSilenceMax(lock({ key: lockKey }), migrateMsMax))
      return applyFirstMissing(client, known, clock.nowMs())
    })
  for (let tries = 1; ; ) {
    try {
      if ((await applyNext()) === 'complete') return
      tries = 1
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockNotAvailable || tries++ >= triesMax) throw error
      await clock.sleep(pauseMs)
    }
  }
}

async function applyFirstMissing(
  client: pg.PoolClient,
  known: readonly Migration[],
  nowMs: number,
): Promise<'applied' | 'complete'> {
  // `create table` only if needed: a role without that right may start if another has migrated.
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('migrations') is not null as found`,
  )
  if (!tables[0]?.found)
    await client.query(`create table migrations (
    number integer primary key, checksum text not null, applied_at_ms bigint not null)`)
  const rows = await readApplied(client)
  if (hasRemoved(rows, known.length)) {
    throw new StoreError(
      'newer',
      `it has ${rows.length} migrations, of which one removes what this version uses, which knows ${known.length}. Start the version that wrote it, or a later one.`,
    )
  }
  const altered = known.find(({ checksum }, index) => rows[index] && rows[index].checksum !== checksum)
  if (altered) throw new StoreError('altered', `number ${altered.number} was changed after this database was made`)
  const missing = known[rows.length]
  if (!missing) return 'complete'
  const { number, sql, checksum, removes } = missing
  await client.query(`set local lock_timeout = ${waitForTableMs}`)
  await client.query(withSilenceMax({ text: sql }, migrateMsMax))
  await client.query(insertApplied({ number, checksum, now_ms: nowMs }))
  if (removes) await client.query(markRemoving({ number }))
  return 'applied'
}
