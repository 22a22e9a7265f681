import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Hex } from '../../interface/fields.ts'
import { type Content, type ContentRow, type RecordRow, type StateRow, toContent, withContent } from './columns.ts'

/** Intents by row that were read whole lately: what was quoted is most of an intent and never changes, so it is fetched and parsed once. */
export type QuotedBodyCache = {
  knows(intentId: Hex): boolean
  /** Of a row that was read whole. */
  keep(row: RecordRow): IntentRecord
  /** Of rows without their content; what is not known is fetched. */
  complete(rows: readonly StateRow[]): Promise<IntentRecord[]>
}

const contentsMax = 2_000

export function createQuotedBodyCache(pool: pg.Pool): QuotedBodyCache {
  const known = new LRUCache<Hex, Content & { id: number }>({ max: contentsMax })

  function remember(intentId: Hex, id: number, row: ContentRow): Content {
    const content = deepFreeze(toContent(row))
    known.set(intentId, { ...content, id })
    return content
  }

  /** A quote may have been forgotten and made again: then the row is another one. */
  function find({ intent_id, id }: StateRow): Content | undefined {
    const found = known.get(intent_id)
    return found?.id === id ? { intent: found.intent, plan: found.plan } : undefined
  }

  return {
    knows: (intentId) => known.has(intentId),
    keep: (row) => withContent(row, remember(row.intent_id, row.id, row)),
    async complete(rows) {
      const contents = new Map(rows.map((row) => [row.id, find(row)]))
      const unknown = rows.filter(({ id }) => !contents.get(id)).map(({ id }) => id)
      if (unknown.length > 0) {
        const found = await pool.query<ContentRow & { id: number; intent_id: Hex }>({
          name: 'intent_contents',
          text: 'select id, intent_id, body, plan from intents where id = any($1::bigint[])',
          values: [unknown],
        })
        for (const row of found.rows) contents.set(row.id, remember(row.intent_id, row.id, row))
      }
      return rows.flatMap((row) => {
        const content = contents.get(row.id)
        return content ? [withContent(row, content)] : []
      })
    },
  }
}

/** Everyone shares it. */
function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) deepFreeze(member)
  return Object.freeze(value)
}
