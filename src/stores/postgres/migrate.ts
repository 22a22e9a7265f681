import type pg from 'pg'
import { StoreError } from '../storeError.ts'
import { statement, transact, withSilenceMax } from './database.ts'
import { type Migration, readMigrations } from './readMigrations.ts'

const lockKey = 0x63617573 // "caus"

/** An index on a large table takes minutes, and whoever waits for the lock waits as long. */
const migrateMsMax = 60 * 60_000

const lock = statement('migrate_lock', 'select pg_advisory_xact_lock(:key)')
const insertApplied = statement('migrate_insert', 'insert into migrations values (:number, :checksum, :now_ms)')

/** Brings the database to this version, in one transaction. Of several processes that start at once, one does it and the others wait. */
export async function migrate(pool: pg.Pool, nowMs: number): Promise<void> {
  const known = readMigrations()
  await transact(pool, async (client) => {
    await client.query('set local statement_timeout = 0')
    await client.query(withSilenceMax(lock({ key: lockKey }), migrateMsMax))
    await applyMissing(client, known, nowMs)
  })
}

async function applyMissing(client: pg.PoolClient, known: readonly Migration[], nowMs: number): Promise<void> {
  await client.query(`create table if not exists migrations (
    number integer primary key, checksum text not null, applied_at_ms bigint not null)`)
  const { rows } = await client.query<{ checksum: string }>('select checksum from migrations order by number')
  if (rows.length > known.length) {
    throw new StoreError(
      'newer',
      `it has ${rows.length} migrations and this version knows ${known.length}. Start the version that wrote it, or a later one.`,
    )
  }
  for (const [index, { number, sql, checksum }] of known.entries()) {
    const applied = rows[index]
    if (applied?.checksum === checksum) continue
    if (applied) throw new StoreError('altered', `number ${number} was changed after this database was made`)
    await client.query(withSilenceMax({ text: sql }, migrateMsMax))
    await client.query(insertApplied({ number, checksum, now_ms: nowMs }))
  }
}
