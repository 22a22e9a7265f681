import type pg from 'pg'
import type { Prunable, RetentionStore } from '../store.ts'
import { statement, transact } from './database.ts'

/** Ended, and looked at no more for late payments: nothing reads its transactions again. */
const isClosed = `r.status in ('SUCCEEDED', 'FAILED') and r.due_at_ms is null`

const allows = statement(
  'prune_setting',
  `select set_config('causeway.prunes', 'yes', true), set_config('causeway.forgets_lapsed', 'yes', true)`,
)

// Of ended intents, and only what webhooks were told: the fan-out has passed it and no delivery refers to it any more.
const deleteEvents = statement(
  'prune_events',
  `delete from events where id in (
    select e.id from events e join runs r on r.id = e.intent join log_cursors c on c.name = 'webhooks'
    where e.at_ms < :before_ms and r.status in ('SUCCEEDED', 'FAILED') and (e.xact, e.id) <= (c.xact, c.id)
      and not exists (select from deliveries d where d.event = e.id)
    order by e.xact, e.id limit :limit)`,
)

const deleteAudit = statement(
  'prune_audit',
  'delete from audit where id in (select id from audit where at_ms < :before_ms order by id limit :limit)',
)

const deleteItems = statement(
  'prune_items',
  `with old as (
    select o.id from outbox o join runs r on r.id = o.intent
    where o.done and o.created_at_ms < :before_ms and ${isClosed} order by o.id limit :limit for update of o skip locked
  ) delete from attempt_items where item in (select id from old)`,
)
const deleteOutbox = statement(
  'prune_outbox',
  `delete from outbox where id in (
    select o.id from outbox o join runs r on r.id = o.intent
    where o.done and o.created_at_ms < :before_ms and ${isClosed} and not exists (select from attempt_items i where i.item = o.id)
    order by o.id limit :limit for update of o skip locked)`,
)
// The newest mined nonce of a signer stays, because the sender goes on from it; so does what a newer row names as replaced.
const deleteAttempts = statement(
  'prune_attempts',
  `delete from attempts where id in (
    select a.id from attempts a
    where a.updated_at_ms < :before_ms and a.state in ('confirmed', 'reverted', 'rejected', 'replaced')
      and not exists (select from attempt_items i where i.attempt = a.id)
      and not exists (select from outbox o where o.attempt = a.id)
      and not exists (select from attempts b where b.replaces = a.id)
      and exists (select from attempts b where b.chain_id = a.chain_id and b.signer = a.signer and b.nonce > a.nonce
        and b.state in ('confirmed', 'reverted'))
    order by a.id limit :limit for update skip locked)`,
)

// Whole intents: never one that holds money by the books, of which a webhook must still be told, or whose transactions are kept.
const selectIntents = statement(
  'prune_intents',
  `select r.id from runs r where ${isClosed} and r.finished_at_ms < :before_ms and not r.recoverable
    and not exists (select from outbox o where o.intent = r.id)
    and not exists (select from deliveries d where d.intent = r.id and d.state = 'pending')
    order by r.id limit :limit for update skip locked`,
)
const deleteIntents = ['deliveries', 'events', 'ledger', 'intents'].map((table) =>
  statement(
    `prune_intents_${table}`,
    `delete from ${table} where ${table === 'intents' ? 'id' : 'intent'} = any(:ids::bigint[])`,
  ),
)

type Page = { before_ms: number; limit: number }

const prunes: Record<Prunable, (client: pg.PoolClient, page: Page) => Promise<number>> = {
  events: (client, page) => countOf(client.query(deleteEvents(page))),
  audit: (client, page) => countOf(client.query(deleteAudit(page))),
  async transactions(client, page) {
    await client.query(deleteItems(page))
    const items = await countOf(client.query(deleteOutbox(page)))
    return items + (await countOf(client.query(deleteAttempts(page))))
  },
  async intents(client, page) {
    const { rows } = await client.query<{ id: number }>(selectIntents(page))
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) for (const deleteFrom of deleteIntents) await client.query(deleteFrom({ ids }))
    return ids.length
  },
}

const countOf = async (query: Promise<pg.QueryResult>): Promise<number> => (await query).rowCount ?? 0

export const createPostgresRetention = (pool: pg.Pool): RetentionStore => ({
  prune: (what, { beforeMs, limit }) =>
    transact(pool, async (client) => {
      await client.query(allows())
      return prunes[what](client, { before_ms: beforeMs, limit })
    }),
})
