import type pg from 'pg'
import { getAddress } from 'viem'
import type { IntentRecord, Leg } from '../../intents/intentRecord.ts'
import { lookAfter } from '../../intents/lookAfter.ts'
import type { Hex } from '../../interface/fields.ts'
import { printIntent } from '../intentBody.ts'
import type { ExpiredQuote, IntentStore, NewQuote } from '../store.ts'
import { printTagged } from '../taggedJson.ts'
import { calldataColumn, packQuotedBody, restOf } from './columns.ts'
import { bytes, bytesOrNull, columnsOf, statement, transact } from './database.ts'

// The three inserts are one statement: they are durable together, in one round trip.
const insert = statement(
  'quote_insert',
  `with quoted as (
    insert into intents (id, project_id, intent_id, owner, recipient, origin_address, destination_address, origin_chain_id,
      destination_chain_id, origin_token, destination_token, origin_symbol, destination_symbol, created_at_ms, expires_at_ms,
      body, plan)
    values (:id, :project_id, :intent_id, :owner, :recipient, :origin_address, :destination_address, :origin_chain_id,
      :destination_chain_id, :origin_token, :destination_token, :origin_symbol, :destination_symbol, :now_ms, :expires_at_ms,
      :body, :plan)
  ), begun as (
    insert into runs (id, project_id, origin_chain_id, destination_chain_id, step, status, progress, created_at_ms, updated_at_ms,
      look_at_ms)
    values (:id, :project_id, :origin_chain_id, :destination_chain_id, 'quoted', 'QUOTED', '{}', :now_ms, :now_ms, :expires_at_ms)
  )
  insert into transactions (intent, leg, chain_id, status, txn_hash, calldata, rest, created_at_ms, updated_at_ms)
  select :id, l.leg, l.chain_id, l.status, l.txn_hash, l.calldata, l.rest, :now_ms, :now_ms
  from unnest(:leg::text[], :leg_chain::bigint[], :leg_status::text[], :leg_hash::bytea[], :leg_calldata::text[], :leg_rest::jsonb[])
    as l (leg, chain_id, status, txn_hash, calldata, rest)
  returning id, leg`,
)

const nextId = statement('quote_next_id', `select nextval('intents_id_seq') as id`)

export async function insertQuote(pool: pg.Pool, quote: NewQuote): Promise<IntentRecord> {
  const { rows } = await pool.query<{ id: number }>(nextId())
  const id = rows[0]!.id
  const intent = quote.build(id)
  const request = intent.quoteRequest
  const { legs } = quote
  const inserted = await pool.query<{ id: number; leg: Leg }>(
    insert({
      id,
      project_id: quote.projectId,
      intent_id: bytes(quote.intentId),
      owner: bytes(intent.ownerAddress),
      recipient: bytes(request.destinationToAddress ?? intent.ownerAddress),
      origin_address: bytes(intent.originIntentAddress),
      destination_address: bytesOrNull(intent.destinationIntentAddress),
      origin_chain_id: intent.originChainId,
      destination_chain_id: intent.destinationChainId,
      origin_token: bytes(request.originTokenAddress),
      destination_token: bytes(request.destinationTokenAddress),
      origin_symbol: quote.plan.originToken?.symbol.toUpperCase(),
      destination_symbol: quote.plan.destinationToken?.symbol.toUpperCase(),
      now_ms: quote.nowMs,
      expires_at_ms: quote.expiresAtMs,
      ...(await packQuotedBody(printIntent(intent), printTagged(quote.plan))),
      ...columnsOf(legs, {
        leg: ({ leg }) => leg,
        leg_chain: ({ chainId }) => chainId,
        leg_status: ({ status }) => status,
        leg_hash: ({ txnHash }) => bytesOrNull(txnHash),
        leg_calldata: ({ calldata }) => calldataColumn(calldata, intent),
        leg_rest: restOf,
      }),
    }),
  )
  const idOf = new Map(inserted.rows.map((row) => [row.leg, row.id]))
  return {
    id,
    projectId: quote.projectId,
    intentId: quote.intentId,
    step: 'quoted',
    intent,
    plan: quote.plan,
    progress: {},
    legs: legs.map((leg) => ({ ...leg, id: idOf.get(leg.leg)!, createdAtMs: quote.nowMs, updatedAtMs: quote.nowMs })),
    createdAtMs: quote.nowMs,
    updatedAtMs: quote.nowMs,
    expiresAtMs: quote.expiresAtMs,
  }
}

/**
 * Nothing was ever booked to the intent of `runs r`, and no balance was found at its addresses: what may hold money is never deleted.
 * Whatever finds a balance must book it or set `recoverable`.
 */
const holdsNothing = 'not r.recoverable and not exists (select from ledger l where l.intent = r.id)'

// Only intents that were never committed: no other row refers to them.
const deleteQuotes = statement(
  'quote_delete',
  `delete from intents where id in (
    select i.id from runs r join intents i on i.id = r.id
    where r.status = 'QUOTED' and ${holdsNothing} and i.intent_id = any(:intent_ids::bytea[]) order by i.id for update of r skip locked)`,
)

// Those whose deposit never came and whose addresses nobody looks at any more, of which nothing was sent and nothing is still to be told: all that refers to them is their log.
const selectLapsed = statement(
  'lapsed_select',
  `select r.id from runs r where r.step = 'lapsed' and r.finished_at_ms < :ended_before_ms and ${holdsNothing}
    and r.due_at_ms is null
    and not exists (select from outbox o where o.intent = r.id)
    and not exists (select from deliveries d where d.intent = r.id and d.state = 'pending')
    order by r.finished_at_ms limit :limit for update skip locked`,
)
const forgetsLapsed = statement('lapsed_setting', `select set_config('causeway.forgets_lapsed', 'yes', true)`)
const deleteLapsed = ['deliveries', 'events', 'intents'].map((table) =>
  statement(
    `lapsed_delete_${table}`,
    `delete from ${table} where ${table === 'intents' ? 'id' : 'intent'} = any(:ids::bigint[])`,
  ),
)

type Lapsed = Parameters<IntentStore['forgetLapsed']>[0]

export async function forgetLapsed(pool: pg.Pool, { endedBeforeMs, limit }: Lapsed): Promise<number> {
  return transact(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>(selectLapsed({ ended_before_ms: endedBeforeMs, limit }))
    if (rows.length === 0) return 0
    const ids = rows.map(({ id }) => id)
    await client.query(forgetsLapsed())
    for (const deleteFrom of deleteLapsed) await client.query(deleteFrom({ ids }))
    return rows.length
  })
}

export async function forgetQuotes(pool: pg.Pool, intentIds: readonly Hex[]): Promise<number> {
  const { rowCount } = await pool.query(deleteQuotes({ intent_ids: intentIds.map(bytes) }))
  return rowCount ?? 0
}

// The next look is written by the statement that takes the rows, so that of many processes one looks, and a crash costs one look.
const takeExpired = statement(
  'quote_take_expired',
  `with due as (
    select id from runs where look_at_ms <= :now_ms order by look_at_ms limit :limit for update skip locked
  ), taken as (
    update runs r set look_at_ms = :now_ms::bigint
        + greatest(${lookAfter.msMin}, (:now_ms::bigint - i.expires_at_ms) / ${lookAfter.ageShare})
    from due join intents i on i.id = due.id where r.id = due.id returning r.id
  ) select i.intent_id as "intentId", i.origin_chain_id as "chainId", i.origin_address as address, i.origin_token as token,
      i.expires_at_ms as "expiresAtMs"
    from taken join intents i on i.id = taken.id order by i.id`,
)

type TakeOptions = Parameters<IntentStore['takeExpiredQuotes']>[0]

export async function takeExpiredQuotes(pool: pg.Pool, options: TakeOptions): Promise<ExpiredQuote[]> {
  const { nowMs, limit } = options
  const { rows } = await pool.query<ExpiredQuote>(takeExpired({ now_ms: nowMs, limit }))
  return rows.map((row) => ({ ...row, address: getAddress(row.address), token: getAddress(row.token) }))
}
