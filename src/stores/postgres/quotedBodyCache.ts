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
 * Quoted intents and plans of recently read rows. They are most of an intent's row and never change, so each is
 * fetched and parsed once, and later reads fetch only the state.
 */
export type QuotedBodyCache = {
  has(intentId: Hex): boolean
  /** The record of a row read whole; caches its quoted body. */
  add(row: RecordRow): IntentRecord
  /** The record of a row read without its quoted body. */
  one(row: StateRow): Promise<IntentRecord | undefined>
  /** The records of such rows; fetches missing bodies in one query. Lists unreadable rows as damaged. */
  join(rows: readonly StateRow[]): Promise<{ records: IntentRecord[]; damaged: { id: number; why: string }[] }>
  /** From the cache, or read in a query of its own. */
  find(intentId: Hex): Promise<QuotedBody | undefined>
}

/** About 2,000 ordinary quotes. Counts characters: one with the longest call data, which callers choose, equals 100. */
const charsKeptMax = 64 * 1_024 * 1_024

const selectBodies = statement(
  'quoted_bodies',
  'select id, intent_id, packed, body, plan from intents where id = any(:ids::bigint[])',
)

const selectBody = statement('quoted_body', 'select id, packed, body, plan from intents where intent_id = :intent_id')

export function createQuotedBodyCache(pool: pg.Pool): QuotedBodyCache {
  const cache = new LRUCache<Hex, QuotedBody & { id: number }>({ maxSize: charsKeptMax })

  function put(intentId: Hex, id: number, row: QuotedBodyRow): QuotedBody {
    const { chars, ...quoted } = toQuotedBody(row)
    const body = deepFreeze(quoted)
    cache.set(intentId, { ...body, id }, { size: chars })
    return body
  }

  /** A quote may have been deleted and remade with the same intent id: then the row number differs. */
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
    async one(row) {
      const body = get(row) ?? (await fetch([row.id])).get(row.id)?.()
      return body && withQuotedBody(row, body)
    },
    async join(rows) {
      const missing = rows.filter((row) => !get(row)).map(({ id }) => id)
      const fetched = missing.length === 0 ? undefined : await fetch(missing)
      const records: IntentRecord[] = []
      const damaged: { id: number; why: string }[] = []
      for (const row of rows) {
        try {
          const body = get(row) ?? fetched?.get(row.id)?.()
          if (body) records.push(withQuotedBody(row, body))
        } catch (error) {
          damaged.push({ id: row.id, why: error instanceof Error ? error.message : String(error) })
        }
      }
      return { records, damaged }
    },
  }

  /** Each is parsed on demand, so that an unreadable one fails alone. */
  async function fetch(ids: number[]): Promise<Map<number, () => QuotedBody>> {
    const { rows } = await pool.query<QuotedBodyRow & { id: number; intent_id: Hex }>(selectBodies({ ids }))
    return new Map(rows.map((row) => [row.id, () => put(row.intent_id, row.id, row)]))
  }
}

/** Frozen: cached objects are shared by all readers. */
function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) deepFreeze(member)
  return Object.freeze(value)
}
