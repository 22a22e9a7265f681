import type pg from 'pg'
import type { LogEvent } from '../../intents/foldEvents.ts'
import type { Hex } from '../../interface/fields.ts'
import type { EventStore } from '../eventStore.ts'
import { readBody } from '../logBody.ts'
import { ensure } from '../storeError.ts'
import { parseTagged } from '../taggedJson.ts'
import { bytes, type Statement } from './database.ts'

// Every writer of an intent's events holds the row of its run, so for one intent the order of numbers is that of commits.
const ofIntent: Statement = {
  name: 'events_of_intent',
  text: `select e.id, e.xact, e.project_id, i.intent_id, e.body, e.at_ms from intents i join events e on e.intent = i.id
    where i.intent_id = $1 and e.id > $2 order by e.id limit $3`,
}

// A transaction that runs may still add rows before those that are visible. Everything older than the oldest running one is settled.
const ofProject: Statement = {
  name: 'events_of_project',
  text: `select e.id, e.xact, e.project_id, i.intent_id, e.body, e.at_ms from events e join intents i on i.id = e.intent
    where e.project_id = $1 and (e.xact, e.id) > ($2::xid8, $3::bigint) and e.xact < pg_snapshot_xmin(pg_current_snapshot())
    order by e.xact, e.id limit $4`,
}

export const postgresEvents = (pool: pg.Pool): EventStore => ({
  async ofIntent({ intentId, afterId, limit }) {
    const { rows } = await pool.query<EventRow>({ ...ofIntent, values: [bytes(intentId), afterId, limit] })
    return rows.map(toLogEvent)
  },
  async ofProject({ projectId, after, limit }) {
    const { xact, id } = after === undefined ? { xact: '0', id: 0 } : readPosition(after)
    const { rows } = await pool.query<EventRow>({ ...ofProject, values: [projectId, xact, id, limit] })
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
