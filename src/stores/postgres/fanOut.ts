import type pg from 'pg'
import { foldEvents } from '../../intents/foldEvents.ts'
import type { IntentEvent } from '../../interface/eventShapes.ts'
import type { Hex } from '../../interface/fields.ts'
import type { WebhookStore } from '../eventStore.ts'
import { type RecordRow, recordColumns, toRecord } from './columns.ts'
import { transact } from './database.ts'
import { type EventRow, toLogEvent } from './postgresEvents.ts'

type FanOut = Parameters<WebhookStore['fanOut']>[0]
type Cursor = { xact: string; id: number }
type Row = EventRow & { intent: number; followed: boolean }

/**
 * Hands the log on: reads the next rows behind the cursor, makes their deliveries and moves the cursor, in one transaction
 * and under the cursor's lock. Rows are taken in the order of their transactions, and only those of transactions older than
 * every running one, so that none can appear behind the cursor later.
 */
export function fanOut(pool: pg.Pool, { limit, nowMs, print }: FanOut): Promise<{ made: number; more: boolean }> {
  return transact(pool, async (client) => {
    const locked = await client.query<Cursor>(
      `select xact, id from log_cursors where name = 'webhooks' for update skip locked`,
    )
    const cursor = locked.rows[0]
    if (!cursor) return { made: 0, more: false }
    const batch = await nextRows(client, cursor, limit)
    const last = batch.at(-1)
    if (!last) return { made: 0, more: await anyLeft(client, cursor) }
    const followed = batch.filter((row) => row.followed)
    const made = followed.length === 0 ? 0 : await makeDeliveries(client, { cursor, followed, nowMs, print })
    await client.query(`update log_cursors set xact = $1, id = $2 where name = 'webhooks'`, [last.xact, last.id])
    return { made, more: await anyLeft(client, last) }
  })
}

async function nextRows(client: pg.PoolClient, { xact, id }: Cursor, limit: number): Promise<Row[]> {
  const { rows } = await client.query<Row>({
    name: 'fan_out_rows',
    text: `select e.id, e.xact, e.project_id, e.intent, i.intent_id, e.body, e.at_ms,
        exists (select from webhooks w where w.project_id = e.project_id and w.active) as followed
      from events e join intents i on i.id = e.intent
      where (e.xact, e.id) > ($1::xid8, $2::bigint) and e.xact < pg_snapshot_xmin(pg_current_snapshot())
      order by e.xact, e.id limit $3`,
    values: [xact, id, limit],
  })
  return rows
}

/** Rows that are there and wait for a running transaction count too. */
async function anyLeft(client: pg.PoolClient, { xact, id }: Cursor): Promise<boolean> {
  const { rows } = await client.query<{ left: boolean }>({
    name: 'fan_out_left',
    text: 'select exists (select from events where (xact, id) > ($1::xid8, $2::bigint)) as left',
    values: [xact, id],
  })
  return rows[0]!.left
}

type Making = { cursor: Cursor; followed: readonly Row[]; nowMs: number; print: (event: IntentEvent) => string }

async function makeDeliveries(client: pg.PoolClient, { cursor, followed, nowMs, print }: Making): Promise<number> {
  const lastOf = new Map<number, number>()
  for (const { intent, id } of followed) lastOf.set(intent, Math.max(id, lastOf.get(intent) ?? 0))
  const news = await publicEvents(client, cursor, lastOf)
  const inserted = await client.query({
    name: 'fan_out_deliveries',
    text: `insert into deliveries (webhook, project_id, event, intent, message_id, kind, body, due_at_ms, created_at_ms)
      select w.id, w.project_id, e.event, e.intent, 'evt_' || e.event, e.kind, e.body, $6, $6
      from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[]) as e (event, xact, intent, kind, body)
      join intents i on i.id = e.intent
      join webhooks w on w.project_id = i.project_id and w.active and w.since_xact < e.xact::xid8
        and (w.kinds = '{}' or e.kind = any(w.kinds))
      order by e.event
      on conflict (webhook, event) do nothing`,
    values: [
      news.map(({ event }) => event.id),
      news.map(({ xact }) => xact),
      news.map(({ intent }) => intent),
      news.map(({ event }) => event.kind),
      news.map(({ event }) => print(event)),
      nowMs,
    ],
  })
  return inserted.rowCount ?? 0
}

/**
 * What the rows of some intents, each up to a row, show to callers. A transaction that began before another may write to an
 * intent after it: such a row stands earlier in the batch than the older row of that intent. The older one is then taken
 * along, so that an endpoint meets them in the order in which they happened.
 */
async function publicEvents(client: pg.PoolClient, cursor: Cursor, lastOf: ReadonlyMap<number, number>) {
  const intents = [...lastOf.keys()]
  const records = await client.query<RecordRow>({
    name: 'fan_out_records',
    text: `select ${recordColumns} from intents i join runs r on r.id = i.id where i.id = any($1::bigint[])`,
    values: [intents],
  })
  const logs = await client.query<EventRow & { intent: number; ahead: boolean; intent_id: Hex }>({
    name: 'fan_out_logs',
    text: `select e.id, e.xact, e.project_id, e.intent, ''::bytea as intent_id, e.body, e.at_ms,
        (e.xact, e.id) > ($3::xid8, $4::bigint) as ahead
      from unnest($1::bigint[], $2::bigint[]) as l (intent, last) join events e on e.intent = l.intent and e.id <= l.last
      order by e.intent, e.id`,
    values: [intents, intents.map((intent) => lastOf.get(intent)), cursor.xact, cursor.id],
  })
  return records.rows.flatMap((row) => {
    const fold = foldEvents(toRecord(row))
    return logs.rows
      .filter(({ intent }) => intent === row.id)
      .flatMap((log) => {
        const event = fold(toLogEvent(log))
        return event && log.ahead ? [{ event, xact: log.xact, intent: row.id }] : []
      })
  })
}
