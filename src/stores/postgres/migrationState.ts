import type pg from 'pg'
import { migrations } from './migrate.ts'

export type MigrationState = {
  applied: number
  /** How many this version has. */
  known: number
  /** When the last one was applied. */
  lastAtMs?: number
}

/** How far a database is, without touching it. */
export async function migrationState(pool: pg.Pool): Promise<MigrationState> {
  const known = migrations.length
  const there = await pool.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`)
  if (!there.rows[0]?.there) return { applied: 0, known }
  const { rows } = await pool.query<{ applied: number; last_at_ms: number | null }>(
    'select count(*) as applied, max(applied_at_ms) as last_at_ms from migrations',
  )
  const { applied, last_at_ms } = rows[0]!
  return { applied, known, ...(last_at_ms !== null && { lastAtMs: last_at_ms }) }
}
