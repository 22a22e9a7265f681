import type pg from 'pg'
import type { LogEvent } from '../../intents/foldEvents.ts'
import type { Hex } from '../../interface/fields.ts'
import type { EventStore } from '../eventStore.ts'
import { readBody } from '../logBody.ts'
import { ensure } from '../storeError.ts'
import { parseTagged } from '../taggedJson.ts'
import { bytes, statement } from './database.ts'

const eventColumns = 'e.id, e.xact, e.project_id, i.intent_id, e.body, e.at_ms'

// Writers lock the intent's run first, so the event ids of one intent grow in commit order.
const ofIntent = statement(
  'events_of_intent',
  `select ${eventColumns} from intents i join events e on e.intent = i.id
    where i.intent_id = :intent_id and e.id > :after_id order by e.id limit :limit`,
)

// Whether the position is older than a dump that was restored here: this cluster has not reached its transaction
// number. A restore keeps row numbers, so the query then compares only those.
const isForeign = '(:xact::xid8 >= pg_snapshot_xmax(pg_current_snapshot()))'

// A running transaction may still commit rows that sort before visible ones. So only rows of transactions older than
// every running one are read: a reader that resumes at its position misses none.
const ofProject = statement(
  'events_of_project',
  `select ${eventColumns} from events e join intents i on i.id = e.intent
    where e.project_id = :project_id and e.xact < pg_snapshot_xmin(pg_current_snapshot())
      and (e.xact, e.id) > (case when ${isForeign} then '0'::xid8 else :xact::xid8 end, case when ${isForeign} then 0 else :id::bigint end)
      and (not ${isForeign} or e.id > :id::bigint)
    order by e.xact, e.id limit :limit`,
)

export const createPostgresEvents = (pool: pg.Pool): EventStore => ({
  async ofIntent({ intentId, afterId, limit }) {
    const { rows } = await pool.query<EventRow>(ofIntent({ intent_id: bytes(intentId), after_id: afterId, limit }))
    return rows.map(toLogEvent)
  },
  async ofProject({ projectId, after, limit }) {
    const { xact, id } = after === undefined ? { xact: '0', id: 0 } : readPosition(after)
    const { rows } = await pool.query<EventRow>(ofProject({ project_id: projectId, xact, id, limit }))
    return rows.map(toLogEvent)
  },
})

export type EventRow = { id: number; xact: string; project_id: number; intent_id: Hex; body: string; at_ms: number }

export const toLogEvent = (row: EventRow): LogEvent => ({
  id: row.id,
  position: `${row.xact}-${row.id}`,
  projectId: row.project_id,
  intentId: row.intent_id,
  ...readBody(parseTagged(row.body)),
  atMs: row.at_ms,
})

function readPosition(text: string): { xact: string; id: number } {
  const found = /^(\d{1,19})-(\d{1,16})$/.exec(text)
  ensure(found, 'a position that this store did not hand out')
  return { xact: found[1]!, id: Number(found[2]) }
}
