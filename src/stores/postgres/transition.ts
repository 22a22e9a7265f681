import type pg from 'pg'
import { isFinalStep, statusOf } from '../../intents/lifecycle.ts'
import { changeBody } from '../logBody.ts'
import { checkChange, endsLease, newLeg, tooMuch } from '../rules.ts'
import type { Change, Fence, Reservation } from '../store.ts'
import { printTagged } from '../taggedJson.ts'
import { restOf } from './columns.ts'
import {
  bytes,
  bytesOrNull,
  channel,
  namedStatement,
  rolledBack,
  transact,
  translate,
  type Values,
} from './database.ts'
import { noteText } from './listen.ts'

// Move it only if it is still where it was found, and still leased by that worker. A second writer waits for the first
// one's row and then finds it changed. A wake that came while the worker had it is not lost: it is then due at once.
const fencedUpdate = `update runs set
    step = :step, status = :status,
    progress = coalesce(:progress, progress),
    due_at_ms = case when not :sets_due then due_at_ms
      when woken and :due_at_ms::bigint is not null then least(:due_at_ms, :now_ms) else :due_at_ms end,
    woken = woken and not :ends_lease,
    leased_by = case when :ends_lease then null else leased_by end,
    leased_until_ms = case when :ends_lease then 0 else leased_until_ms end,
    updated_at_ms = :now_ms,
    committed_at_ms = coalesce(:committed_at_ms, committed_at_ms),
    execute_by_ms = coalesce(:execute_by_ms, execute_by_ms),
    started_at_ms = coalesce(:started_at_ms, started_at_ms),
    finished_at_ms = coalesce(:finished_at_ms, finished_at_ms)`

const fence = `where id = (select id from intents where intent_id = :intent_id) and step = :at_step
    and (:lease_token::text is null or (leased_by || '#' || lease_number = :lease_token and leased_until_ms > :now_ms))`

/** Of a change that is only about when to look again. */
const putOff = namedStatement('change_put_off', `${fencedUpdate} ${fence}`)

// All of a change in one statement: one round trip, and durable together. The parts see the tables as they were before it, so
// what is left at an intent address at the end is counted over the rows that are there and those that are about to be.
// A leg that is there keeps what the patch does not name; its status is guarded by a trigger.
const whole = namedStatement(
  'change_whole',
  `with entries as (
    select * from unnest(:ledger_from::text[], :ledger_to::text[], :ledger_chain::bigint[], :ledger_token::bytea[], :ledger_amount::numeric[],
      :ledger_why::text[], :ledger_hash::bytea[], :ledger_block::bigint[])
      as e (from_place, to_place, chain_id, token, amount, why, txn_hash, block_number)
  ), moved as (
    ${fencedUpdate},
    recoverable = case when not :counts_rest then recoverable else exists (
      select from (
        select from_place, to_place, chain_id, token, amount from ledger where intent = runs.id
        union all select from_place, to_place, chain_id, token, amount from entries
      ) as l, lateral (values (to_place, amount), (from_place, -amount)) as e (place, change)
      where place in ('originIntent', 'destinationIntent') group by place, chain_id, token having sum(change) > 0) end
    ${fence}
    returning id, project_id
  ), legs as (
    select * from unnest(:leg::text[], :leg_chain::bigint[], :leg_status::text[], :leg_hash::bytea[], :leg_calldata::text[],
      :leg_new::jsonb[], :leg_patch::jsonb[]) as l (leg, chain_id, status, txn_hash, calldata, new, patch)
  ), patched as (
    update transactions t set chain_id = l.chain_id, status = coalesce(l.status, t.status), txn_hash = coalesce(l.txn_hash, t.txn_hash),
      calldata = coalesce(l.calldata, t.calldata), rest = t.rest || l.patch, updated_at_ms = :now_ms
    from moved, legs l where t.intent = moved.id and t.leg = l.leg
  ), added as (
    insert into transactions (intent, leg, chain_id, status, txn_hash, calldata, rest, created_at_ms, updated_at_ms)
    select moved.id, l.leg, l.chain_id, coalesce(l.status, 'UNKNOWN'), l.txn_hash, l.calldata, l.new, :now_ms, :now_ms from moved, legs l
    where not exists (select from transactions t where t.intent = moved.id and t.leg = l.leg)
  ), booked as (
    insert into ledger (intent, from_place, to_place, chain_id, token, amount, why, txn_hash, block_number, at_ms)
    select moved.id, entries.*, :now_ms from moved, entries
  ), sent as (
    insert into outbox (intent, chain_id, leg, to_address, data, value, gas_limit, created_at_ms)
    select moved.id, o.*, :now_ms from moved, unnest(:outbox_chain::bigint[], :outbox_leg::text[], :outbox_to::bytea[],
      :outbox_data::bytea[], :outbox_value::numeric[], :outbox_gas::numeric[]) as o
  ), released as (
    delete from reservations using moved where intent = moved.id and :release
  ), reserved as (
    insert into reservations (intent, kind, chain_id, token, amount, until_ms)
    select moved.id, r.* from moved, unnest(:reserved_kind::text[], :reserved_chain::bigint[], :reserved_token::bytea[],
      :reserved_amount::numeric[], :reserved_until::bigint[]) as r
  ), told as (
    insert into events (project_id, intent, kind, body, at_ms) select project_id, id, :event::text, :event_body, :now_ms from moved
    where :event::text is not null
  ) select case when :note::text is not null then pg_notify('${channel}', :note) end from moved`,
)

export async function transition(pool: pg.Pool, fence: Fence, change: Change): Promise<boolean> {
  checkChange(fence, change)
  // In one order everywhere: two that need room in the same two places must not wait for each other.
  const bounded = (change.reserve ?? [])
    .filter(({ most }) => most !== undefined)
    .toSorted((a, b) => (roomOf(a) < roomOf(b) ? -1 : 1))
  const row = rowValues(fence, change)
  const statement = hasParts(change) ? whole({ ...row, ...partValues(fence, change) }) : putOff(row)
  if (bounded.length === 0) {
    const { rowCount } = await pool.query(statement).catch((error) => {
      throw translate(error)
    })
    return rowCount === 1
  }
  const written = await transact(pool, async (client) => {
    if ((await client.query(statement)).rowCount === 0) return rolledBack
    for (const held of bounded) await requireRoom(client, held, change.nowMs)
    return true
  })
  return written === true
}

const hasParts = ({ step, legs, ledger, outbox, reserve, release }: Change): boolean =>
  step !== undefined || release === true || [legs, ledger, outbox, reserve].some((rows) => rows && rows.length > 0)

/** Looking again later is no news: a waiting intent would write an event every few seconds. */
const kindOf = ({ step, legs, ledger }: Change): string | undefined =>
  step ? 'moved' : legs?.length || ledger?.length ? 'updated' : undefined

function rowValues({ intentId, step, leaseToken }: Fence, change: Change): Values {
  const at = change.step ?? step
  // A final intent has nothing left to do unless the change says so.
  const dueAtMs = change.dueAtMs === undefined && change.step && isFinalStep(at) ? null : change.dueAtMs
  return {
    intent_id: bytes(intentId),
    at_step: step,
    lease_token: leaseToken,
    step: at,
    status: statusOf(at),
    progress: change.progress && printTagged(change.progress),
    sets_due: dueAtMs !== undefined,
    due_at_ms: dueAtMs,
    now_ms: change.nowMs,
    ends_lease: endsLease(change),
    committed_at_ms: change.committedAtMs,
    execute_by_ms: change.executeByMs,
    started_at_ms: change.startedAtMs,
    finished_at_ms: change.finishedAtMs,
  }
}

function partValues(fence: Fence, change: Change): Values {
  const { legs = [], ledger = [], outbox = [], reserve = [] } = change
  const atEnd = isFinalStep(change.step ?? fence.step)
  return {
    counts_rest: atEnd && (change.step !== undefined || ledger.length > 0),
    release: change.release === true || (change.step !== undefined && atEnd),
    ...columnsOf(legs, {
      leg: ({ leg }) => leg,
      leg_chain: ({ chainId }) => chainId,
      leg_status: ({ status }) => status,
      leg_hash: ({ txnHash }) => bytesOrNull(txnHash),
      leg_calldata: ({ calldata }) => calldata,
      leg_new: (patch) => restOf(newLeg(patch)),
      leg_patch: restOf,
    }),
    ...columnsOf(ledger, {
      ledger_from: ({ from }) => from,
      ledger_to: ({ to }) => to,
      ledger_chain: ({ chainId }) => chainId,
      ledger_token: ({ token }) => bytes(token),
      ledger_amount: ({ amount }) => amount.toString(),
      ledger_why: ({ why }) => why,
      ledger_hash: ({ txnHash }) => bytesOrNull(txnHash),
      ledger_block: ({ blockNumber }) => blockNumber,
    }),
    ...columnsOf(outbox, {
      outbox_chain: ({ chainId }) => chainId,
      outbox_leg: ({ leg }) => leg,
      outbox_to: ({ to }) => bytes(to),
      outbox_data: ({ data }) => bytes(data),
      outbox_value: ({ value }) => value.toString(),
      outbox_gas: ({ gasLimit }) => gasLimit.toString(),
    }),
    ...columnsOf(reserve, {
      reserved_kind: ({ kind }) => kind,
      reserved_chain: ({ chainId }) => chainId,
      reserved_token: ({ token }) => bytes(token),
      reserved_amount: ({ amount }) => amount.toString(),
      reserved_until: ({ untilMs }) => untilMs,
    }),
    event: kindOf(change),
    event_body: printTagged(changeBody(fence, change)),
    note: noteOf(fence, change),
  }
}

function noteOf({ intentId }: Fence, change: Change): string | undefined {
  const { step } = change
  const outbox = new Set((change.outbox ?? []).map(({ chainId }) => chainId))
  const news = kindOf(change) !== undefined
  if (!news) return outbox.size > 0 ? noteText({ outbox }) : undefined
  const ended = step !== undefined && isFinalStep(step)
  return noteText({ moved: [intentId], ended, due: step !== undefined && !ended, outbox })
}

/** Rows as the columns that `unnest` makes rows of again. */
function columnsOf<T>(rows: readonly T[], columns: Record<string, (row: T) => unknown>): Values {
  return Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, rows.map((row) => read(row) ?? null)]))
}

const roomOf = ({ kind, chainId, token }: Reservation): string => `${kind} ${chainId} ${token}`

/** One at a time for each token, and after this one is counted in: of two who reserve the last of it, the later sees both. */
async function requireRoom(client: pg.PoolClient, held: Reservation, nowMs: number): Promise<void> {
  const { kind, chainId, token, amount, most = 0n } = held
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [roomOf(held)])
  const { rows } = await client.query<{ amount: bigint }>({
    name: 'reservations_sum',
    text: `select coalesce(sum(amount), 0) as amount from reservations
      where kind = $1 and chain_id = $2 and token = $3 and until_ms > $4`,
    values: [kind, chainId, bytes(token), nowMs],
  })
  const all = rows[0]!.amount
  if (all > most) throw tooMuch(held, all - amount)
}
