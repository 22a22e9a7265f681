import type pg from 'pg'
import { getAddress } from 'viem'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import { latePollSchedule } from '../../intents/latePollSchedule.ts'
import type { Hex } from '../../interface/fields.ts'
import type { ExpiredQuote, IntentStore, QuoteSnapshot } from '../store.ts'
import { type RecordRow, readable, type StateRow, toQuotedBody, toRecord } from './columns.ts'
import { bytes, rolledBack, statement, transact } from './database.ts'
import { unpackSnapshot } from './packQuote.ts'
import { insertQuotes, quoteColumns } from './quoteWriter.ts'

const deleteExpired = statement(
  'expired_delete',
  `delete from expired_quotes where intent_id = :intent_id
    returning id, project_id, created_at_ms, expires_at_ms, look_at_ms, packed`,
)

const selectSnapshot = statement(
  'sight_find',
  'select s.saw from sights s join intents i on i.id = s.id where i.intent_id = :intent_id',
)

export async function findSnapshot(pool: pg.Pool, intentId: Hex): Promise<QuoteSnapshot | undefined> {
  const { rows } = await pool.query<{ saw: Hex }>(selectSnapshot({ intent_id: bytes(intentId) }))
  return rows[0] && unpackSnapshot(rows[0].saw)
}

type ExpiredRow = Omit<StateTimes, 'intent_id'> & { look_at_ms: number; packed: Hex }
type StateTimes = Pick<StateRow, 'id' | 'project_id' | 'intent_id' | 'created_at_ms' | 'expires_at_ms'>

/** Turns an archived expired quote back into an intent, because it was paid. False if there is none. */
export async function restoreQuote(pool: pg.Pool, intentId: Hex): Promise<boolean> {
  const restored = await transact(pool, async (client) => {
    const { rows } = await client.query<ExpiredRow>(deleteExpired({ intent_id: bytes(intentId) }))
    const row = rows[0]
    if (!row) return rolledBack
    const { intent, plan } = toQuotedBody({ packed: row.packed, body: null, plan: null })
    const { id, project_id: projectId, created_at_ms, expires_at_ms, look_at_ms } = row
    const found = quoteColumns({ projectId, intentId }, { id, intent, plan })
    const times = { created_at_ms, expires_at_ms, look_at_ms }
    await client.query(insertQuotes([{ ...found, ...times, packed: bytes(row.packed), saw: null }]))
    return true
  })
  return restored === true
}

const selectExpired = statement(
  'expired_find',
  `select id, project_id, intent_id, created_at_ms, expires_at_ms, 'quoted' as step, '{}' as progress, created_at_ms as updated_at_ms,
      null as committed_at_ms, null as execute_by_ms, null as started_at_ms, null as arrived_at_ms, null as finished_at_ms, null as due_at_ms, null as legs,
      packed, null as body, null as plan
    from expired_quotes where intent_id = :intent_id`,
)

/** An archived expired quote, unchanged. */
export async function findExpiredQuote(pool: pg.Pool, intentId: Hex): Promise<IntentRecord | undefined> {
  const { rows } = await pool.query<RecordRow>(selectExpired({ intent_id: bytes(intentId) }))
  return rows[0] && toRecord(rows[0])
}

/**
 * No ledger entry for the intent of `runs r`, and no balance found at its addresses: what may hold money is never
 * deleted. Code that finds a balance must book it or set `recoverable`.
 */
export const holdsNothing = 'not r.recoverable and not exists (select from ledger l where l.intent = r.id)'

// Only intents that were never committed: no other row refers to them.
const deleteQuotes = statement(
  'quote_delete',
  `with aside as (
    delete from expired_quotes where intent_id = any(:intent_ids::bytea[]) returning id
  ), gone as (
    delete from intents where id in (
      select i.id from runs r join intents i on i.id = r.id
      where r.status = 'QUOTED' and ${holdsNothing} and i.intent_id = any(:intent_ids::bytea[]) order by i.id for update of r skip locked)
    returning id
  ) select id from aside union all select id from gone`,
)

export async function forgetQuotes(pool: pg.Pool, intentIds: readonly Hex[]): Promise<number> {
  const { rowCount } = await pool.query(deleteQuotes({ intent_ids: intentIds.map(bytes) }))
  return rowCount ?? 0
}

// Deleting the intent deletes its run; nothing else refers to a quote.
const setAside = statement(
  'expired_set_aside',
  `with old as (
    select r.id, r.look_at_ms from runs r join intents i on i.id = r.id
    where r.look_at_ms is not null and r.status = 'QUOTED' and i.expires_at_ms < :expired_before_ms and i.packed is not null and ${holdsNothing}
    order by r.look_at_ms limit :limit for update of r skip locked
  ), kept as (
    insert into expired_quotes
    select i.id, i.project_id, i.intent_id, i.origin_chain_id, i.origin_address, i.origin_token, i.created_at_ms, i.expires_at_ms,
      old.look_at_ms, i.packed
    from old join intents i on i.id = old.id returning id
  ) delete from intents where id in (select id from kept)`,
)

type Archiving = Parameters<IntentStore['archiveQuotes']>[0]

export async function archiveQuotes(pool: pg.Pool, { expiredBeforeMs, limit }: Archiving): Promise<number> {
  const { rowCount } = await pool.query(setAside({ expired_before_ms: expiredBeforeMs, limit }))
  return rowCount ?? 0
}

// The statement that takes the rows also sets the next poll: only one process polls them; a crash skips one poll.
const nextPoll = (expiresAtMs: string): string =>
  `:now_ms::bigint + greatest(${latePollSchedule.msMin}, (:now_ms::bigint - ${expiresAtMs}) / ${latePollSchedule.ageShare})`

// Takes the longest due first, archived or not: a flood of new quotes must not starve a paid old one.
const takeExpired = statement(
  'quote_take_expired',
  `with first as (
    (select id, look_at_ms, false as is_aside from runs where look_at_ms <= :now_ms order by look_at_ms limit :limit)
    union all
    (select id, look_at_ms, true from expired_quotes where look_at_ms <= :now_ms order by look_at_ms limit :limit)
    order by look_at_ms limit :limit
  ), due as (
    select id from runs where id in (select id from first where not is_aside) and look_at_ms <= :now_ms order by id
    for update skip locked
  ), taken as (
    update runs r set look_at_ms = ${nextPoll('i.expires_at_ms')} from due join intents i on i.id = due.id where r.id = due.id returning r.id
  ), aside as (
    select id from expired_quotes where id in (select id from first where is_aside) and look_at_ms <= :now_ms order by id
    for update skip locked
  ), taken_aside as (
    update expired_quotes e set look_at_ms = ${nextPoll('e.expires_at_ms')} from aside where e.id = aside.id returning e.*
  ) select intent_id as "intentId", chain_id as "chainId", address, token, expires_at_ms as "expiresAtMs" from (
      select i.id, i.intent_id, i.origin_chain_id as chain_id, i.origin_address as address, i.origin_token as token, i.expires_at_ms
      from taken join intents i on i.id = taken.id
      union all select id, intent_id, origin_chain_id, origin_address, origin_token, expires_at_ms from taken_aside
    ) as quotes order by id`,
)

type TakeOptions = Parameters<IntentStore['takeExpiredQuotes']>[0]

export async function takeExpiredQuotes(pool: pg.Pool, options: TakeOptions): Promise<ExpiredQuote[]> {
  const { nowMs, limit } = options
  const { rows } = await pool.query<ExpiredQuote>(takeExpired({ now_ms: nowMs, limit }))
  return readable(rows, (row) => ({ ...row, address: getAddress(row.address), token: getAddress(row.token) }))
}
