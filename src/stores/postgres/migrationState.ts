import type pg from 'pg'
import { readMigrations } from './readMigrations.ts'

export type MigrationState = {
  applied: number
  /** Number of migrations in this version's code. */
  known: number
  /** When the last one was applied. */
  lastAtMs?: number
}

/** How far a database is migrated. Writes nothing. */
export async function readMigrationState(pool: pg.Pool): Promise<MigrationState> {
  const known = readMigrations().length
  const { rows: tables } = await pool.query<{ found: boolean }>(`select to_regclass('migrations') is not null as found`)
  if (!tables[0]?.found) return { applied: 0, known }
  const { rows } = await pool.query<{ applied: number; last_at_ms: number | null }>(
    'select count(*) as applied, max(applied_at_ms) as last_at_ms from migrations',
  )
  const { applied, last_at_ms } = rows[0]!
  return { applied, known, ...(last_at_ms !== null && { lastAtMs: last_at_ms }) }
}
