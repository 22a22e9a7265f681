import type pg from 'pg'
import { foldEvents } from '../../intents/foldEvents.ts'
import { type IntentEvent, widerKindOf } from '../../interface/eventShapes.ts'
import type { Hex } from '../../interface/fields.ts'
import type { WebhookStore } from '../eventStore.ts'
import { type RecordRow, readable, recordColumns, toRecord } from './columns.ts'
import { columnsOf, statement, transact } from './database.ts'
import { type EventRow, toLogEvent } from './postgresEvents.ts'

type FanOutOptions = Parameters<WebhookStore['fanOut']>[0]
type Cursor = { xact: string; id: number }
type Row = EventRow & { intent: number; followed: boolean }

const lockCursor = statement(
  'fan_out_lock',
  `select xact, id from log_cursors where name = 'webhooks' for update skip locked`,
)

const moveCursor = statement('fan_out_move', `update log_cursors set xact = :xact, id = :id where name = 'webhooks'`)

/**
 * Makes deliveries from the log: reads the rows after the cursor, inserts their deliveries and moves the cursor, in
 * one transaction under the cursor's lock. Rows come in the order of their transactions, and only of those older than
 * every running one, so no row can appear before the cursor later.
 */
export function fanOut(
  pool: pg.Pool,
  { limit, nowMs, print }: FanOutOptions,
): Promise<{ made: number; more: boolean }> {
  return transact(pool, async (client) => {
    const locked = await client.query<Cursor>(lockCursor())
    const cursor = locked.rows[0]
    if (!cursor) return { made: 0, more: false }
    const batch = await nextRows(client, cursor, limit)
    const last = batch.at(-1)
    if (!last) return { made: 0, more: await anyLeft(client, cursor) }
    const followed = batch.filter((row) => row.followed)
    const made = followed.length === 0 ? 0 : await makeDeliveries(client, { cursor, followed, nowMs, print })
    await client.query(moveCursor({ xact: last.xact, id: last.id }))
    return { made, more: await anyLeft(client, last) }
  })
}

const selectNext = statement(
  'fan_out_rows',
  `select e.id, e.xact, e.project_id, e.intent, i.intent_id, e.body, e.at_ms,
      exists (select from webhooks w where w.project_id = e.project_id and w.active) as followed
    from events e join intents i on i.id = e.intent
    where (e.xact, e.id) > (:xact::xid8, :id::bigint) and e.xact < pg_snapshot_xmin(pg_current_snapshot())
    order by e.xact, e.id limit :limit`,
)

async function nextRows(client: pg.PoolClient, { xact, id }: Cursor, limit: number): Promise<Row[]> {
  return (await client.query<Row>(selectNext({ xact, id, limit }))).rows
}

const selectLeft = statement(
  'fan_out_left',
  // The order makes it read the index's end. Without it, Postgres expected a third of all rows and read the whole log.
  `select exists (select from (
    select from events where (xact, id) > (:xact::xid8, :id::bigint) order by xact, id limit 1) as next) as left`,
)

/** Also counts visible rows that must wait for an older transaction to end. */
async function anyLeft(client: pg.PoolClient, { xact, id }: Cursor): Promise<boolean> {
  const { rows } = await client.query<{ left: boolean }>(selectLeft({ xact, id }))
  return rows[0]!.left
}

const insertDeliveries = statement(
  'fan_out_deliveries',
  `insert into deliveries (webhook, project_id, event, intent, message_id, kind, body, due_at_ms, created_at_ms)
    select w.id, w.project_id, e.event, e.intent, 'evt_' || e.event, e.kind, e.body, :now_ms, :now_ms
    from unnest(:event::bigint[], :xact::text[], :intent::bigint[], :kind::text[], :wider_kind::text[], :body::text[])
      as e (event, xact, intent, kind, wider_kind, body)
    join intents i on i.id = e.intent
    join webhooks w on w.project_id = i.project_id and w.active and w.since_xact < e.xact::xid8
      and (w.kinds = '{}' or e.kind = any(w.kinds) or e.wider_kind = any(w.kinds))
    order by e.event
    on conflict (webhook, event) do nothing`,
)

type Making = { cursor: Cursor; followed: readonly Row[]; nowMs: number; print: (event: IntentEvent) => string }

async function makeDeliveries(client: pg.PoolClient, { cursor, followed, nowMs, print }: Making): Promise<number> {
  const lastOf = new Map<number, number>()
  for (const { intent, id } of followed) lastOf.set(intent, Math.max(id, lastOf.get(intent) ?? 0))
  const events = await publicEvents(client, cursor, lastOf)
  const columns = columnsOf(events, {
    event: ({ event }) => event.id,
    xact: ({ xact }) => xact,
    intent: ({ intent }) => intent,
    kind: ({ event }) => event.kind,
    wider_kind: ({ event }) => widerKindOf(event.kind),
    body: ({ event }) => print(event),
  })
  const inserted = await client.query(insertDeliveries({ ...columns, now_ms: nowMs }))
  return inserted.rowCount ?? 0
}

const selectRecords = statement(
  'fan_out_records',
  `select ${recordColumns} from intents i join runs r on r.id = i.id where i.id = any(:intents::bigint[])`,
)

const selectLogs = statement(
  'fan_out_logs',
  `select e.id, e.xact, e.project_id, e.intent, ''::bytea as intent_id, e.body, e.at_ms,
      (e.xact, e.id) > (:xact::xid8, :id::bigint) as ahead
    from unnest(:intents::bigint[], :last_ids::bigint[]) as l (intent, last)
    join events e on e.intent = l.intent and e.id <= l.last
    order by e.intent, e.id`,
)

/**
 * The public events of some intents, each up to a given row id. Of two transactions, the one that began first may write
 * to an intent last: its row sorts first but has the higher id. Includes the row with the lower id too, so that an
 * endpoint gets an intent's events in the order in which they happened.
 */
async function publicEvents(client: pg.PoolClient, cursor: Cursor, lastOf: ReadonlyMap<number, number>) {
  const intents = [...lastOf.keys()]
  const records = await client.query<RecordRow>(selectRecords({ intents }))
  const logs = await client.query<EventRow & { intent: number; ahead: boolean; intent_id: Hex }>(
    selectLogs({ intents, last_ids: intents.map((intent) => lastOf.get(intent)), xact: cursor.xact, id: cursor.id }),
  )
  return readable(records.rows, toRecord).flatMap((row) => {
    const fold = foldEvents(row)
    return logs.rows
      .filter(({ intent }) => intent === row.id)
      .flatMap((log) => {
        const event = fold(toLogEvent(log))
        return event && log.ahead ? [{ event, xact: log.xact, intent: row.id }] : []
      })
  })
}
