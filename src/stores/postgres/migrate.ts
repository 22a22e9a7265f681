import { createHash } from 'node:crypto'
import type pg from 'pg'
import { StoreError } from '../storeError.ts'
import { migration0001 } from './migrations/0001.ts'
import { migration0002 } from './migrations/0002.ts'
import { migration0003 } from './migrations/0003.ts'
import { migration0004 } from './migrations/0004.ts'
import { migration0005 } from './migrations/0005.ts'

/** Only ever appended to. What was applied somewhere is never edited: the checksum would no longer be that of the database. */
export const migrations: readonly string[] = [migration0001, migration0002, migration0003, migration0004, migration0005]

const lockKey = 0x63617573 // "caus"

/** Brings the database to this version, in one transaction. Of several processes that start at once, one does it and the others wait. */
export async function migrate(pool: pg.Pool, nowMs: number): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    await applyMissing(client, nowMs)
    await client.query('commit')
    client.release()
  } catch (error) {
    await client.query('rollback').catch(() => {}) // the connection may be what failed
    client.release(error as Error)
    throw error
  }
}

async function applyMissing(client: pg.PoolClient, nowMs: number): Promise<void> {
  await client.query(`create table if not exists migrations (
    number integer primary key, checksum text not null, applied_at_ms bigint not null)`)
  const { rows } = await client.query<{ number: number; checksum: string }>(
    'select number, checksum from migrations order by number',
  )
  if (rows.length > migrations.length) {
    throw new StoreError(
      'newer',
      `it has ${rows.length} migrations and this version knows ${migrations.length}. Start the version that wrote it, or a later one.`,
    )
  }
  for (const [index, sql] of migrations.entries()) {
    const number = index + 1
    const checksum = createHash('sha256').update(sql).digest('hex')
    const applied = rows[index]
    if (applied?.checksum === checksum) continue
    if (applied) throw new StoreError('altered', `number ${number} was changed after this database was made`)
    await client.query(sql)
    await client.query('insert into migrations values ($1, $2, $3)', [number, checksum, nowMs])
  }
}
