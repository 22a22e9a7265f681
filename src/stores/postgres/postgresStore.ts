import type pg from 'pg'
import { type Clock, systemClock } from '../../host/clock.ts'
import type { Hex } from '../../interface/fields.ts'
import type { CursorStore, IdempotencyStore, Store } from '../store.ts'
import { StoreError } from '../storeError.ts'
import { bytes, openPool } from './database.ts'
import { openListening } from './listen.ts'
import { migrate } from './migrate.ts'
import { postgresAccess } from './postgresAccess.ts'
import { postgresAttempts } from './postgresAttempts.ts'
import { postgresEvents } from './postgresEvents.ts'
import { postgresIntents } from './postgresIntents.ts'
import { postgresWebhooks } from './postgresWebhooks.ts'
import { whyUnusable } from './whyUnusable.ts'

export type PostgresStore = Store & { readonly pool: pg.Pool }

/** Opens a database, brings it to this version, and keeps everything in it. Any number of processes may share one. */
export async function openPostgresStore(
  options: ({ url: string } | { pool: pg.Pool }) & { clock?: Clock },
): Promise<PostgresStore> {
  const clock = options.clock ?? systemClock
  const pool = 'pool' in options ? options.pool : openPool(options.url)
  const ours = !('pool' in options)
  try {
    await migrate(pool, clock.nowMs())
  } catch (error) {
    if (!ours) throw error
    await pool.end()
    throw asUnusable(error, options.url)
  }
  const listening = openListening(pool, clock)
  return {
    pool,
    intents: postgresIntents(pool),
    attempts: postgresAttempts(pool),
    cursors: postgresCursors(pool),
    idempotency: postgresIdempotency(pool),
    access: postgresAccess(pool),
    events: postgresEvents(pool),
    webhooks: postgresWebhooks(pool),
    listen: listening.listen,
    ping: async () => {
      await pool.query('select 1')
    },
    close: async () => {
      await listening.close()
      if (ours) await pool.end()
    },
  }
}

function asUnusable(error: unknown, url: string): unknown {
  const why = whyUnusable(error, url)
  return why ? new StoreError('unusable', `${why.what}; ${why.remedy}`, { cause: error }) : error
}

/** Whether a database lets us in. For whoever would otherwise learn it late. */
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

const postgresCursors = (pool: pg.Pool): CursorStore => ({
  async read(chainId, name) {
    const { rows } = await pool.query<{ block: number; hash: Hex }>(
      'select block, hash from cursors where chain_id = $1 and name = $2',
      [chainId, name],
    )
    return rows[0]
  },
  async write(chainId, name, { block, hash }) {
    await pool.query(
      `insert into cursors values ($1, $2, $3, $4)
       on conflict (chain_id, name) do update set block = excluded.block, hash = excluded.hash`,
      [chainId, name, block, bytes(hash)],
    )
  },
})

const postgresIdempotency = (pool: pg.Pool): IdempotencyStore => ({
  async claim({ projectId, operation, key, bodyHash, nowMs }) {
    // The update changes nothing: it waits for a first claim that is being written at this moment, and reads it.
    const { rows } = await pool.query<{ body_hash: Hex }>({
      name: 'idempotency_claim',
      text: `insert into idempotency as kept values ($1, $2, $3, $4, $5)
        on conflict (project_id, operation, key) do update set body_hash = kept.body_hash returning body_hash`,
      values: [projectId, operation, key, bytes(bodyHash), nowMs],
    })
    return { bodyHash: rows[0]!.body_hash }
  },
})
