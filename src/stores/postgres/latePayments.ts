import type pg from 'pg'
import { getAddress } from 'viem'
import type { Hex } from '../../interface/fields.ts'
import type { IntentStore, LatePayee } from '../store.ts'
import { bytes, channel, statement } from './database.ts'
import { noteText } from './listen.ts'

// Excludes rows not polled since they ended: their first poll, when refunds begin, sees earlier payments.
const isLookedAfter = `r.due_at_ms is not null and r.damaged is null and r.status not in ('QUOTED', 'COMMITTED', 'EXECUTING')
  and r.updated_at_ms > r.finished_at_ms`

// Looks up each address on its own, forced by `limit 1`: a join was planned for a tenth of all rows, Postgres's
// guess for `limit :limit`. If there are too many origins, skips the destinations: most intents have none.
const selectPayees = statement(
  'late_payees',
  `with origin as (
    select i.address, i.token from runs r
    cross join lateral (select origin_address as address, origin_token as token from intents where id = r.id limit 1) as i
    where ${isLookedAfter} and r.origin_chain_id = :chain_id limit :limit
  ), destination as (
    select i.address, null::bytea as token from runs r
    cross join lateral (select destination_address as address from intents where id = r.id limit 1) as i
    where ${isLookedAfter} and r.destination_chain_id = :chain_id and i.address is not null
      and (select count(*) from origin) < :limit limit :limit
  ), quotes as (
    select origin_address as address, origin_token as token from expired_quotes where origin_chain_id = :chain_id limit :limit
  ) select * from origin union select * from destination union select * from quotes limit :limit`,
)

export async function latePayees(pool: pg.Pool, chainId: number, limit: number): Promise<LatePayee[] | undefined> {
  const { rows } = await pool.query<{ address: Hex; token: Hex | null }>(
    selectPayees({ chain_id: chainId, limit: limit + 1 }),
  )
  if (rows.length > limit) return undefined
  return rows.map(({ address, token }) => ({
    address: getAddress(address),
    ...(token && { token: getAddress(token) }),
  }))
}

// Rows are locked in id order, like everywhere.
const wakePaid = statement(
  'late_look_now',
  `with paid as (
    select r.id from intents i join runs r on r.id = i.id
    where i.origin_address = any(:addresses::bytea[]) and i.origin_chain_id = :chain_id and ${isLookedAfter}
    union select r.id from intents i join runs r on r.id = i.id
    where i.destination_address = any(:addresses::bytea[]) and i.destination_chain_id = :chain_id and ${isLookedAfter}
  ), locked as (
    select id from runs where id in (select id from paid) order by id for update
  ), woken as (
    update runs set due_at_ms = least(due_at_ms, :now_ms), woken = true from locked where runs.id = locked.id returning runs.id
  ), quotes as (
    update expired_quotes set look_at_ms = least(look_at_ms, :now_ms)
    where origin_address = any(:addresses::bytea[]) and origin_chain_id = :chain_id returning id
  ), note as (select pg_notify('${channel}', :note) where exists (select from woken))
  select (select count(*) from woken) + (select count(*) from quotes) as count, (select count(*) from note) as notes`,
)

type Paid = Parameters<IntentStore['pollNow']>[0]

export async function pollNow(pool: pg.Pool, { chainId, addresses, nowMs }: Paid): Promise<number> {
  if (addresses.length === 0) return 0
  const values = { chain_id: chainId, addresses: addresses.map(bytes), now_ms: nowMs, note: noteText({ due: true }) }
  const { rows } = await pool.query<{ count: number }>(wakePaid(values))
  return rows[0]!.count
}

const takeTurn = statement(
  'payments_take',
  `insert into payment_cursors as c values (:chain_id, :first_block, :now_ms)
    on conflict (chain_id) do update set taken_at_ms = :now_ms where c.taken_at_ms <= :now_ms::bigint - :every_ms::bigint
    returning block`,
)

type Turn = Parameters<IntentStore['takePayments']>[0]

export async function takePayments(
  pool: pg.Pool,
  { chainId, nowMs, everyMs, firstBlock }: Turn,
): Promise<number | undefined> {
  const values = { chain_id: chainId, first_block: firstBlock, now_ms: nowMs, every_ms: everyMs }
  const { rows } = await pool.query<{ block: number }>(takeTurn(values))
  return rows[0]?.block
}

const advance = statement(
  'payments_advance',
  'update payment_cursors set block = :to_block where chain_id = :chain_id and block = :from_block',
)

type Range = Parameters<IntentStore['advancePayments']>[0]

export async function advancePayments(pool: pg.Pool, { chainId, from, to }: Range): Promise<void> {
  await pool.query(advance({ chain_id: chainId, from_block: from, to_block: to }))
}
