import type pg from 'pg'
import { type Clock, systemClock } from '../../host/clock.ts'
import type { Hex } from '../../interface/fields.ts'
import type { BoardStore } from '../boardStore.ts'
import type { IdempotencyStore, Store } from '../store.ts'
import { StoreError } from '../storeError.ts'
import { applyMigrations } from './applyMigrations.ts'
import { type AroundStatement, bytes, openPool, statement } from './database.ts'
import { openListening } from './listen.ts'
import { createPostgresAccess } from './postgresAccess.ts'
import { createPostgresAttempts } from './postgresAttempts.ts'
import { createPostgresBoard } from './postgresBoard.ts'
import { createPostgresEvents } from './postgresEvents.ts'
import { createPostgresIntents } from './postgresIntents.ts'
import { createPostgresRetention } from './postgresRetention.ts'
import { createPostgresSponsors } from './postgresSponsors.ts'
import { createPostgresWebhooks } from './postgresWebhooks.ts'
import { rebaseLog } from './rebaseLog.ts'
import { whyUnusable } from './whyUnusable.ts'

export type PostgresStore = Store & { readonly pool: pg.Pool; readonly board: BoardStore }

/** Connects to a database and migrates it to this version. Any number of processes may share one. */
export async function openPostgresStore(
  options: ({ url: string } | { pool: pg.Pool }) & {
    /** The same database without a pooler: `LISTEN` needs a session that lasts. */
    listenUrl?: string
    clock?: Clock
    statementTimeoutMs?: number
    around?: AroundStatement
    /** How other processes see this one in `pg_stat_activity`, at most 63 bytes. */
    name?: string
  },
): Promise<PostgresStore> {
  const clock = options.clock ?? systemClock
  const pool =
    'pool' in options ? options.pool : openPool(options.url, options.statementTimeoutMs, options.around, options.name)
  const ours = !('pool' in options)
  const checks =
    'pool' in options ? pool : openPool(options.url, options.statementTimeoutMs, options.around, options.name, true)
  try {
    await applyMigrations(pool, clock)
    await rebaseLog(pool)
  } catch (error) {
    if (!ours) throw error
    await pool.end()
    throw asUnusable(error, options.url)
  }
  const listenPool = options.listenUrl ? openPool(options.listenUrl, options.statementTimeoutMs) : pool
  const listening = openListening(listenPool, clock)
  return {
    pool,
    intents: createPostgresIntents(pool),
    attempts: createPostgresAttempts(pool),
    idempotency: createIdempotency(pool),
    access: createPostgresAccess(pool, checks),
    events: createPostgresEvents(pool),
    webhooks: createPostgresWebhooks(pool),
    sponsors: createPostgresSponsors(pool),
    retention: createPostgresRetention(pool),
    board: createPostgresBoard(pool),
    listen: listening.listen,
    async nowMs() {
      const { rows } = await pool.query<{ now_ms: number }>(selectNow())
      return rows[0]!.now_ms
    },
    ping: async () => {
      await pool.query('select 1')
    },
    close: async () => {
      await listening.close()
      if (listenPool !== pool) await listenPool.end()
      if (ours) await Promise.all([pool.end(), checks.end()])
    },
  }
}

const selectNow = statement('store_now', 'select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms')

function asUnusable(error: unknown, url: string): unknown {
  const why = whyUnusable(error, url)
  return why ? new StoreError('unusable', `${why.what}; ${why.remedy}`, { cause: error }) : error
}

/** Throws a `StoreError` that says what to do if the database cannot be used. */
export async function requireDatabase(url: string): Promise<void> {
  const pool = openPool(url)
  try {
    await pool.query('select 1')
  } catch (error) {
    throw asUnusable(error, url)
  } finally {
    await pool.end()
  }
}

// Rewrites the same value, because `do nothing` would return no row.
const upsertClaim = statement(
  'idempotency_claim',
  `insert into idempotency as kept values (:project_id, :operation, :key, :body_hash, :now_ms)
    on conflict (project_id, operation, key) do update set body_hash = kept.body_hash returning body_hash`,
)

const deleteClaims = statement(
  'idempotency_delete',
  `delete from idempotency where ctid = any(array(
    select ctid from idempotency where created_at_ms < :claimed_before_ms order by created_at_ms limit :limit))`,
)

const createIdempotency = (pool: pg.Pool): IdempotencyStore => ({
  async claim({ projectId, operation, key, bodyHash, nowMs }) {
    const values = { project_id: projectId, operation, key, body_hash: bytes(bodyHash), now_ms: nowMs }
    const { rows } = await pool.query<{ body_hash: Hex }>(upsertClaim(values))
    return { bodyHash: rows[0]!.body_hash }
  },
  async forget({ claimedBeforeMs, limit }) {
    const { rowCount } = await pool.query(deleteClaims({ claimed_before_ms: claimedBeforeMs, limit }))
    return rowCount ?? 0
  },
})
