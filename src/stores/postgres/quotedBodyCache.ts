import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Hex } from '../../interface/fields.ts'
import {
  type QuotedBody,
  type QuotedBodyRow,
  type RecordRow,
  type StateRow,
  toQuotedBody,
  withQuotedBody,
} from './columns.ts'
import { bytes, statement } from './database.ts'

/**
 * Intents and plans as they were quoted, of the rows read lately. They are most of what an intent's row holds and never
 * change, so each is fetched and parsed once, and later reads fetch only the state.
 */
export type QuotedBodyCache = {
  has(intentId: Hex): boolean
  /** The record of a row that was read whole; its quoted body is cached. */
  add(row: RecordRow): IntentRecord
  /** The records of rows that were read without quoted bodies; those not cached are fetched in one query. */
  join(rows: readonly StateRow[]): Promise<IntentRecord[]>
  /** From the cache, or read in a query of its own. */
  find(intentId: Hex): Promise<QuotedBody | undefined>
}

const bodiesMax = 2_000

const selectBodies = statement(
  'quoted_bodies',
  'select id, intent_id, packed, body, plan from intents where id = any(:ids::bigint[])',
)

const selectBody = statement('quoted_body', 'select id, packed, body, plan from intents where intent_id = :intent_id')

export function createQuotedBodyCache(pool: pg.Pool): QuotedBodyCache {
  const cache = new LRUCache<Hex, QuotedBody & { id: number }>({ max: bodiesMax })

  function put(intentId: Hex, id: number, row: QuotedBodyRow): QuotedBody {
    const body = deepFreeze(toQuotedBody(row))
    cache.set(intentId, { ...body, id })
    return body
  }

  /** A quote may have been deleted and made again under the same intent id: then the row number differs. */
  function get({ intent_id, id }: StateRow): QuotedBody | undefined {
    const found = cache.get(intent_id)
    return found?.id === id ? found : undefined
  }

  return {
    async find(intentId) {
      const cached = cache.get(intentId)
      if (cached) return cached
      const { rows } = await pool.query<QuotedBodyRow & { id: number }>(selectBody({ intent_id: bytes(intentId) }))
      return rows[0] && put(intentId, rows[0].id, rows[0])
    },
    has: (intentId) => cache.has(intentId),
    add: (row) => withQuotedBody(row, put(row.intent_id, row.id, row)),
    async join(rows) {
      const bodies = new Map(rows.map((row) => [row.id, get(row)]))
      const ids = rows.filter(({ id }) => !bodies.get(id)).map(({ id }) => id)
      if (ids.length > 0) {
        const found = await pool.query<QuotedBodyRow & { id: number; intent_id: Hex }>(selectBodies({ ids }))
        for (const row of found.rows) bodies.set(row.id, put(row.intent_id, row.id, row))
      }
      return rows.flatMap((row) => {
        const body = bodies.get(row.id)
        return body ? [withQuotedBody(row, body)] : []
      })
    },
  }
}

/** Frozen: cached objects are shared by all readers. */
function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) deepFreeze(member)
  return Object.freeze(value)
}
