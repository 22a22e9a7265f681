import type pg from 'pg'
import type { IntentRecord, Leg } from '../../intents/intentRecord.ts'
import { printIntent } from '../intentBody.ts'
import type { NewQuote } from '../store.ts'
import { printTagged } from '../taggedJson.ts'
import { restOf } from './columns.ts'
import { bytes, bytesOrNull, type Statement } from './database.ts'

// The three inserts are one statement: durable together, and one round trip.
const insert: Statement = {
  name: 'quote_insert',
  text: `with quoted as (
    insert into intents (id, project_id, intent_id, owner, recipient, origin_address, destination_address, origin_chain_id,
      destination_chain_id, origin_token, destination_token, origin_symbol, destination_symbol, created_at_ms, expires_at_ms,
      body, plan)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
  ), begun as (
    insert into runs (id, project_id, origin_chain_id, destination_chain_id, step, status, progress, updated_at_ms)
    values ($1, $2, $8, $9, 'quoted', 'QUOTED', '{}', $14)
  )
  insert into transactions (intent, leg, chain_id, status, txn_hash, calldata, rest, created_at_ms, updated_at_ms)
  select $1, l.leg, l.chain_id, l.status, l.txn_hash, l.calldata, l.rest, $14, $14
  from unnest($18::text[], $19::bigint[], $20::text[], $21::bytea[], $22::text[], $23::jsonb[])
    as l (leg, chain_id, status, txn_hash, calldata, rest)
  returning id, leg`,
}

const nextId: Statement = { name: 'quote_next_id', text: `select nextval('intents_id_seq') as id` }

export async function insertQuote(pool: pg.Pool, quote: NewQuote): Promise<IntentRecord> {
  const { rows } = await pool.query<{ id: number }>(nextId)
  const id = rows[0]!.id
  const intent = quote.build(id)
  const request = intent.quoteRequest
  const { legs } = quote
  const inserted = await pool.query<{ id: number; leg: Leg }>({
    ...insert,
    values: [
      id,
      quote.projectId,
      bytes(quote.intentId),
      bytes(intent.ownerAddress),
      bytes(request.destinationToAddress ?? intent.ownerAddress),
      bytes(intent.originIntentAddress),
      bytesOrNull(intent.destinationIntentAddress),
      intent.originChainId,
      intent.destinationChainId,
      bytes(request.originTokenAddress),
      bytes(request.destinationTokenAddress),
      quote.plan.originToken?.symbol.toUpperCase() ?? null,
      quote.plan.destinationToken?.symbol.toUpperCase() ?? null,
      quote.nowMs,
      quote.expiresAtMs,
      printIntent(intent),
      printTagged(quote.plan),
      legs.map(({ leg }) => leg),
      legs.map(({ chainId }) => chainId),
      legs.map(({ status }) => status),
      legs.map(({ txnHash }) => bytesOrNull(txnHash)),
      legs.map(({ calldata }) => calldata ?? null),
      legs.map(restOf),
    ],
  })
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

/** Old quotes that nobody committed; nothing refers to them. */
export async function forgetQuotes(pool: pg.Pool, ask: { expiredBeforeMs: number; limit: number }): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from intents where id in (
       select i.id from runs r join intents i on i.id = r.id
       where r.status = 'QUOTED' and i.expires_at_ms < $1 order by i.id limit $2 for update of r skip locked)`,
    [ask.expiredBeforeMs, ask.limit],
  )
  return rowCount ?? 0
}
