import type pg from 'pg'
import { getAddress } from 'viem'
import type { Hex } from '../../interface/fields.ts'
import type { ClosedIntent, ClosedKind, Prunable, RetentionStore } from '../retentionStore.ts'
import { bytes, statement, transact } from './database.ts'
import { holdsNothing } from './quotes.ts'

/** Ended and no longer polled for late payments: nothing reads its transactions again. */
const isClosed = `r.status in ('SUCCEEDED', 'FAILED') and r.due_at_ms is null`
const isOfClosed = `(select true from runs r where r.id = o.intent and ${isClosed})`

const allows = statement(
  'prune_setting',
  `select set_config('causeway.prunes', 'yes', true), set_config('causeway.forgets_lapsed', 'yes', true)`,
)

// All walk an index by age, oldest first, and look up each row's relations as values (`(select …) is null`). Joins
// are planned for a third of all rows, Postgres's guess for `< :before_ms`, and read both tables whole. For the
// same reason, the ids to delete are an array.

// Events of ended intents that webhooks no longer need: the fan-out has passed them and no delivery refers to them.
const deleteEvents = statement(
  'prune_events',
  `delete from events where id = any(array(
    select e.id from events e
    where e.at_ms < :before_ms and (select r.status from runs r where r.id = e.intent) in ('SUCCEEDED', 'FAILED')
      and (e.xact, e.id) <= (select c.xact, c.id from log_cursors c where c.name = 'webhooks')
      and (select d.id from deliveries d where d.event = e.id limit 1) is null
    order by e.at_ms limit :limit))`,
)

const deleteAudit = statement(
  'prune_audit',
  'delete from audit where id = any(array(select id from audit where at_ms < :before_ms order by at_ms limit :limit))',
)

const deleteItems = statement(
  'prune_items',
  `with old as (
    select o.id from outbox o where o.done and o.created_at_ms < :before_ms and ${isOfClosed}
    order by o.created_at_ms limit :limit for update of o skip locked
  ) delete from attempt_items where item = any(array(select id from old))`,
)
const deleteOutbox = statement(
  'prune_outbox',
  `delete from outbox where id = any(array(
    select o.id from outbox o where o.done and o.created_at_ms < :before_ms and ${isOfClosed}
      and (select i.item from attempt_items i where i.item = o.id limit 1) is null
    order by o.created_at_ms limit :limit for update of o skip locked))`,
)
// Keeps a signer's newest mined nonce, where the sender continues, and attempts that another row names in `replaces`.
const deleteAttempts = statement(
  'prune_attempts',
  `delete from attempts where id = any(array(
    select a.id from attempts a
    where a.updated_at_ms < :before_ms and a.state in ('confirmed', 'reverted', 'rejected', 'replaced')
      and (select i.item from attempt_items i where i.attempt = a.id limit 1) is null
      and (select o.id from outbox o where o.attempt = a.id limit 1) is null
      and (select b.id from attempts b where b.replaces = a.id limit 1) is null
      and (select b.id from attempts b where b.chain_id = a.chain_id and b.signer = a.signer and b.nonce > a.nonce
        and b.state in ('confirmed', 'reverted') order by b.nonce limit 1) is not null
    order by a.updated_at_ms limit :limit for update skip locked))`,
)

/** What the rows must say of an intent that may go; `r` is its run. */
const isClosedOf: Record<ClosedKind, string> = {
  // The deposit never came: only the log refers to the intent.
  lapsed: `r.step = 'lapsed' and ${holdsNothing} and r.due_at_ms is null`,
  intents: `${isClosed} and not r.recoverable`,
}
const mayGo = (kind: ClosedKind): string => `${isClosedOf[kind]} and r.finished_at_ms < :before_ms
    and (select o.id from outbox o where o.intent = r.id limit 1) is null
    and (select d.id from deliveries d where d.intent = r.id and d.state = 'pending' limit 1) is null`

const selectClosedOf = (kind: ClosedKind) =>
  statement(
    `closed_${kind}`,
    `select i.intent_id as "intentId", c.step, c.finished_at_ms as "finishedAtMs", i.origin_chain_id, i.origin_address, i.origin_token,
      i.destination_chain_id, i.destination_address, i.destination_token
    from (select r.id, r.step, r.finished_at_ms from runs r where ${mayGo(kind)} and r.finished_at_ms > :after_ms
      order by r.finished_at_ms limit :limit) as c join intents i on i.id = c.id order by c.finished_at_ms`,
  )
const lockClosedOf = (kind: ClosedKind) =>
  statement(
    `closed_lock_${kind}`,
    `select r.id from runs r where r.id = any(array(select id from intents where intent_id = any(:intent_ids::bytea[])))
      and ${mayGo(kind)} order by r.id for update skip locked`,
  )
const selectClosed = { lapsed: selectClosedOf('lapsed'), intents: selectClosedOf('intents') }
const lockClosed = { lapsed: lockClosedOf('lapsed'), intents: lockClosedOf('intents') }

type ClosedRow = Pick<ClosedIntent, 'intentId' | 'step' | 'finishedAtMs'> & {
  origin_chain_id: number
  origin_address: Hex
  origin_token: Hex
  destination_chain_id: number
  destination_address: Hex | null
  destination_token: Hex
}

function toClosed({ intentId, step, finishedAtMs, ...row }: ClosedRow): ClosedIntent {
  const wallet = (chainId: number, address: Hex, token: Hex) => ({
    chainId,
    address: getAddress(address),
    token: getAddress(token),
  })
  const origin = wallet(row.origin_chain_id, row.origin_address, row.origin_token)
  const { destination_chain_id: chainId, destination_address: address, destination_token: token } = row
  const wallets = address ? [origin, wallet(chainId, address, token)] : [origin]
  return { intentId, step, finishedAtMs, wallets }
}

const deleteIntents = ['deliveries', 'events', 'ledger', 'intents'].map((table) =>
  statement(
    `prune_intents_${table}`,
    `delete from ${table} where ${table === 'intents' ? 'id' : 'intent'} = any(:ids::bigint[])`,
  ),
)

type Page = { before_ms: number; limit: number }

const prunes: Record<Exclude<Prunable, 'intents'>, (client: pg.PoolClient, page: Page) => Promise<number>> = {
  events: (client, page) => countOf(client.query(deleteEvents(page))),
  audit: (client, page) => countOf(client.query(deleteAudit(page))),
  async transactions(client, page) {
    await client.query(deleteItems(page))
    const items = await countOf(client.query(deleteOutbox(page)))
    return items + (await countOf(client.query(deleteAttempts(page))))
  },
}

const countOf = async (query: Promise<pg.QueryResult>): Promise<number> => (await query).rowCount ?? 0

export const createPostgresRetention = (pool: pg.Pool): RetentionStore => ({
  prune: (what, { beforeMs, limit }) =>
    transact(pool, async (client) => {
      await client.query(allows())
      return prunes[what](client, { before_ms: beforeMs, limit })
    }),

  async closed(kind, { afterMs, beforeMs, limit }) {
    const { rows } = await pool.query<ClosedRow>(selectClosed[kind]({ after_ms: afterMs, before_ms: beforeMs, limit }))
    return rows.map(toClosed)
  },

  forget: (kind, { beforeMs, intentIds }) =>
    transact(pool, async (client) => {
      await client.query(allows())
      const { rows } = await client.query<{ id: number }>(
        lockClosed[kind]({ before_ms: beforeMs, intent_ids: intentIds.map(bytes) }),
      )
      const ids = rows.map(({ id }) => id)
      if (ids.length > 0) for (const deleteFrom of deleteIntents) await client.query(deleteFrom({ ids }))
      return ids.length
    }),
})
