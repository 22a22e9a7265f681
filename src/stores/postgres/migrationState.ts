import type pg from 'pg'
import { readMigrations } from './readMigrations.ts'

export type MigrationState = {
  applied: number
  /** Number of migrations in this version's code. */
  known: number
  /** A newer version has removed something that this one uses. */
  isTooNew: boolean
}

export type AppliedMigration = { checksum: string; removes: boolean }

/** Reads `removes` through JSON, because a database from before migration 24 lacks that column. */
export async function readApplied(client: pg.Pool | pg.PoolClient): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    `select checksum, coalesce((to_jsonb(m) ->> 'removes')::boolean, false) as removes from migrations m order by number`,
  )
  return rows
}

export const hasRemoved = (applied: readonly AppliedMigration[], known: number): boolean =>
  applied.slice(known).some(({ removes }) => removes)

/** How far a database is migrated. Writes nothing. */
export async function readMigrationState(pool: pg.Pool): Promise<MigrationState> {
  const known = readMigrations().length
  const { rows: tables } = await pool.query<{ found: boolean }>(`select to_regclass('migrations') is not null as found`)
  if (!tables[0]?.found) return { applied: 0, known, isTooNew: false }
  const applied = await readApplied(pool)
  return { applied: applied.length, known, isTooNew: hasRemoved(applied, known) }
}
