import type pg from 'pg'
import type { LegRecord } from '../../intents/intentRecord.ts'
import { isFinalStep, statusOf } from '../../intents/lifecycle.ts'
import { transitionBody } from '../logBody.ts'
import type { Fence, Reservation, Transition } from '../store.ts'
import { printTagged } from '../taggedJson.ts'
import { checkRoom, checkTransition, endsLease, newLeg, restCounts } from '../transitionRules.ts'
import { calldataColumn, omitNulls, type QuotedBody, restOf } from './columns.ts'
import {
  bytes,
  bytesOrNull,
  channel,
  columnsOf,
  retryDeadlock,
  rolledBack,
  statement,
  transact,
  translate,
  type Values,
} from './database.ts'
import { noteText } from './listen.ts'
import { takeFromBudget } from './postgresSponsors.ts'

// Updates the row only if it is still at the step that the worker read, under the same lease. Of two writers the
// second waits for the row lock and then finds the step changed. A wake during the lease (`woken`) makes the intent
// due now, whatever due time the worker writes.
const fencedUpdate = `update runs set
    step = :step, status = :status,
    look_at_ms = case when :status::text = 'QUOTED' then look_at_ms end,
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
    arrived_at_ms = coalesce(:arrived_at_ms, arrived_at_ms),
    finished_at_ms = coalesce(:finished_at_ms, finished_at_ms)`

const fence = `where id = (select id from intents where intent_id = :intent_id) and step = :at_step
    and (:read_at_ms::bigint is null or updated_at_ms = :read_at_ms)
    and (:lease_token::text is null or (leased_by || '#' || lease_number = :lease_token and leased_until_ms > :now_ms))`

/** Locks the run first, if the fence holds: the same lock order as `updateAll`. */
const lockRun = statement('transition_lock', `select from runs ${fence} for update`)

/** For a transition that only writes the run: progress, times, the next due time. */
const updateRun = statement('transition_run', `${fencedUpdate} ${fence}`)

// A whole transition in one statement: one round trip, durable together. Its parts see the tables as they were before,
// so `recoverable` sums existing ledger rows and those it inserts. An existing leg keeps the fields that the patch
// leaves out; a trigger refuses a status that moves backward.
// All writers lock in one order, to prevent deadlocks: the run, the day of the project's budget, then the reservation
// counts. `counted` locks, in one sorted pass, those that the triggers on `reservations` will add to: for a trigger,
// release and reserve are two statements. It writes them, because a row that does not exist cannot be locked.
const updateAll = statement(
  'transition_all',
  `with entries as (
    select * from unnest(:ledger_from::text[], :ledger_to::text[], :ledger_chain::bigint[], :ledger_token::bytea[], :ledger_amount::numeric[],
      :ledger_why::text[], :ledger_hash::bytea[], :ledger_block::bigint[], :ledger_usd::numeric[], :ledger_gas_usd::numeric[])
      as e (from_place, to_place, chain_id, token, amount, why, txn_hash, block_number, micro_usd, gas_micro_usd)
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
      :leg_new::jsonb[], :leg_patch::jsonb[], :leg_id::bigint[], :leg_created::bigint[], :leg_updated::bigint[])
      as l (leg, chain_id, status, txn_hash, calldata, new, patch, id, created_at_ms, updated_at_ms)
  ), patched as (
    update transactions t set chain_id = l.chain_id, status = coalesce(l.status, t.status), txn_hash = coalesce(l.txn_hash, t.txn_hash),
      calldata = coalesce(l.calldata, t.calldata), rest = t.rest || l.patch, updated_at_ms = :now_ms
    from moved, legs l where t.intent = moved.id and t.leg = l.leg
  ), added as (
    insert into transactions (id, intent, leg, chain_id, status, txn_hash, calldata, rest, created_at_ms, updated_at_ms)
    select coalesce(l.id, nextval('transactions_id_seq')), moved.id, l.leg, l.chain_id, coalesce(l.status, 'UNKNOWN'), l.txn_hash,
      l.calldata, l.new, coalesce(l.created_at_ms, :now_ms), coalesce(l.updated_at_ms, :now_ms) from moved, legs l
    where not exists (select from transactions t where t.intent = moved.id and t.leg = l.leg)
  ), booked as (
    insert into ledger (intent, from_place, to_place, chain_id, token, amount, why, txn_hash, block_number, micro_usd, gas_micro_usd, at_ms)
    select moved.id, entries.*, :now_ms from moved, entries
  ), sent as (
    insert into outbox (intent, project_id, chain_id, leg, to_address, data, value, gas_limit, last_at_ms, created_at_ms)
    select moved.id, moved.project_id, o.*, :now_ms from moved, unnest(:outbox_chain::bigint[], :outbox_leg::text[], :outbox_to::bytea[],
      :outbox_data::bytea[], :outbox_value::numeric[], :outbox_gas::numeric[], :outbox_last::bigint[]) as o
  ), released as (
    delete from reservations using moved where intent = moved.id and :release
  ), reserved as (
    insert into reservations (intent, project_id, kind, chain_id, token, amount, until_ms)
    select moved.id, moved.project_id, r.* from moved, unnest(:reserved_kind::text[], :reserved_chain::bigint[], :reserved_token::bytea[],
      :reserved_amount::numeric[], :reserved_until::bigint[]) as r
  ), settled as (
    update sponsorships s set spent_micro_usd = least(s.held_micro_usd, :sponsored::numeric) from moved
    where :settles and s.intent = moved.id and s.spent_micro_usd is null
    returning s.project_id, s.day_ms, s.held_micro_usd, s.spent_micro_usd
  ), given_back as (
    update sponsor_days d set held_micro_usd = d.held_micro_usd - s.held_micro_usd, spent_micro_usd = d.spent_micro_usd + s.spent_micro_usd,
      deposits = d.deposits + (s.spent_micro_usd > 0)::integer
    from settled s where d.project_id = s.project_id and d.day_ms = s.day_ms returning d.day_ms
  ), counted as (
    insert into reserved_sums as s (kind, chain_id, token, project_id, amount)
    select distinct k.kind, k.chain_id, k.token, p.id, 0 from (
      select r.kind, r.chain_id, r.token, r.project_id from moved join reservations r on r.intent = moved.id where :release
      union all select r.kind, r.chain_id, r.token, moved.project_id
        from moved, unnest(:reserved_kind::text[], :reserved_chain::bigint[], :reserved_token::bytea[]) as r (kind, chain_id, token)
    ) as k cross join lateral (values (0), (k.project_id)) as p (id)
    where (select count(*) from given_back) >= 0
    order by k.kind, k.chain_id, k.token, p.id
    on conflict (kind, chain_id, token, project_id) do update set amount = s.amount
  ), logged as (
    insert into events (project_id, intent, kind, body, at_ms) select project_id, id, :event::text, :event_body, :now_ms from moved
    where :event::text is not null
  ) select case when :note::text is not null then pg_notify('${channel}', :note) end from moved`,
)

type LegPatch = NonNullable<Transition['legs']>[number]
/** A leg to write: a patch, or when a quote is left, the whole leg with its row number and times. */
type WrittenLeg = Omit<LegPatch & Partial<LegRecord>, 'calldata'> & { calldata?: string }

/** Legs to insert when a quote is left: as quoted, with the transition's patches applied. */
function writtenLegs({ legs = [], nowMs }: Transition, quoted: QuotedBody | undefined): WrittenLeg[] {
  if (!quoted || quoted.firstLegs.length === 0) return legs
  const whole = quoted.firstLegs.map((leg): WrittenLeg => {
    const patch = legs.find((one) => one.leg === leg.leg)
    const merged = patch ? { ...leg, ...omitNulls(patch), updatedAtMs: nowMs } : leg
    return { ...merged, calldata: calldataColumn(merged.calldata, quoted.intent) }
  })
  return [...whole, ...legs.filter(({ leg }) => !whole.some((one) => one.leg === leg))]
}

/** `quoted`: needed to leave a quote, whose legs have no rows yet. */
export async function writeTransition(
  pool: pg.Pool,
  fence: Fence,
  transition: Transition,
  quoted?: QuotedBody,
): Promise<boolean> {
  checkTransition(fence, transition)
  const bounded = (transition.reserve ?? []).filter(
    ({ most, projectMost }) => most !== undefined || projectMost !== undefined,
  )
  const row = rowValues(fence, transition)
  const update = hasParts(transition) ? updateAll({ ...row, ...partValues(fence, transition, quoted) }) : updateRun(row)
  if (bounded.length === 0 && !transition.sponsor) {
    const { rowCount } = await retryDeadlock(() => pool.query(update)).catch((error) => {
      throw translate(error)
    })
    return rowCount === 1
  }
  const { sponsor } = transition
  const write = async (client: pg.PoolClient) => {
    if (sponsor) {
      if ((await client.query(lockRun(fenceValues(fence, transition)))).rowCount === 0) return rolledBack
      await takeFromBudget(client, fence.intentId, sponsor)
    }
    if ((await client.query(update)).rowCount === 0) return rolledBack
    for (const reservation of bounded) await requireRoom(client, fence, reservation, transition.nowMs)
    return true
  }
  return (await retryDeadlock(() => transact(pool, write))) === true
}

/** Whether it writes more than the run. */
const hasParts = (transition: Transition): boolean => {
  const { step, legs, ledger, outbox, reserve, release, sponsor, sponsoredMicroUsd, arrived } = transition
  if (
    step !== undefined ||
    arrived !== undefined ||
    release === true ||
    sponsor !== undefined ||
    sponsoredMicroUsd !== undefined
  )
    return true
  return [legs, ledger, outbox, reserve].some((rows) => rows && rows.length > 0)
}

/** The kind of the event to log. None for a mere new due time: a waiting intent would log one every few seconds. */
const kindOf = ({ step, legs, ledger, arrived }: Transition): string | undefined =>
  step ? 'moved' : legs?.length || ledger?.length || arrived !== undefined ? 'updated' : undefined

const fenceValues = ({ intentId, step, leaseToken, updatedAtMs }: Fence, { nowMs }: Transition): Values => ({
  intent_id: bytes(intentId),
  at_step: step,
  lease_token: leaseToken,
  read_at_ms: updatedAtMs,
  now_ms: nowMs,
})

function rowValues(fence: Fence, transition: Transition): Values {
  const at = transition.step ?? fence.step
  // A final step ends the schedule unless the transition names a due time.
  const dueAtMs = transition.dueAtMs === undefined && transition.step && isFinalStep(at) ? null : transition.dueAtMs
  return {
    ...fenceValues(fence, transition),
    step: at,
    status: statusOf(at),
    progress: transition.progress && printTagged(transition.progress),
    sets_due: dueAtMs !== undefined,
    due_at_ms: dueAtMs,
    ends_lease: endsLease(transition),
    committed_at_ms: transition.committedAtMs,
    execute_by_ms: transition.executeByMs,
    started_at_ms: transition.startedAtMs,
    arrived_at_ms: transition.arrivedAtMs,
    finished_at_ms: transition.finishedAtMs,
  }
}

function partValues(fence: Fence, transition: Transition, quoted: QuotedBody | undefined): Values {
  const { ledger = [], outbox = [], reserve = [] } = transition
  const at = transition.step ?? fence.step
  const atEnd = isFinalStep(at)
  return {
    counts_rest: restCounts(at) && (transition.step !== undefined || ledger.length > 0),
    release: transition.release === true || (transition.step !== undefined && atEnd),
    ...columnsOf(writtenLegs(transition, quoted), {
      leg: ({ leg }) => leg,
      leg_chain: ({ chainId }) => chainId,
      leg_status: ({ status }) => status,
      leg_hash: ({ txnHash }) => bytesOrNull(txnHash),
      leg_calldata: ({ calldata }) => calldata,
      leg_new: ({ calldata: _, ...patch }) => restOf(newLeg(patch)),
      leg_patch: ({ calldata: _, ...patch }) => restOf(patch),
      leg_id: ({ id }) => id,
      leg_created: ({ createdAtMs }) => createdAtMs,
      leg_updated: ({ updatedAtMs }) => updatedAtMs,
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
      ledger_usd: ({ microUsd }) => microUsd?.toString(),
      ledger_gas_usd: ({ gasMicroUsd }) => gasMicroUsd?.toString(),
    }),
    ...columnsOf(outbox, {
      outbox_chain: ({ chainId }) => chainId,
      outbox_leg: ({ leg }) => leg,
      outbox_to: ({ to }) => bytes(to),
      outbox_data: ({ data }) => bytes(data),
      outbox_value: ({ value }) => value.toString(),
      outbox_gas: ({ gasLimit }) => gasLimit.toString(),
      outbox_last: ({ lastAtMs }) => lastAtMs,
    }),
    ...columnsOf(reserve, {
      reserved_kind: ({ kind }) => kind,
      reserved_chain: ({ chainId }) => chainId,
      reserved_token: ({ token }) => bytes(token),
      reserved_amount: ({ amount }) => amount.toString(),
      reserved_until: ({ untilMs }) => untilMs,
    }),
    settles: transition.sponsoredMicroUsd !== undefined || (transition.step !== undefined && atEnd),
    sponsored: (transition.sponsoredMicroUsd ?? 0n).toString(),
    event: kindOf(transition),
    event_body: printTagged(transitionBody(fence, transition)),
    note: noteOf(fence, transition),
  }
}

function noteOf({ intentId }: Fence, transition: Transition): string | undefined {
  const { step } = transition
  const outbox = new Set((transition.outbox ?? []).map(({ chainId }) => chainId))
  const isPublic = kindOf(transition) !== undefined
  if (!isPublic) return outbox.size > 0 ? noteText({ outbox }) : undefined
  const ended = step !== undefined && isFinalStep(step)
  return noteText({ moved: [intentId], ended, due: step !== undefined && !ended, outbox })
}

// `reserved_sums` includes expired reservations, which are subtracted here. They are few: an intent's end deletes them.
const sumReserved = statement(
  'reservations_sum',
  `with mine as (select project_id from intents where intent_id = :intent_id),
    counted as (select project_id, amount from reserved_sums where kind = :kind and chain_id = :chain_id and token = :token
        and project_id in (0, (select project_id from mine))),
    over as (select project_id, amount from reservations where kind = :kind and chain_id = :chain_id and token = :token and until_ms <= :now_ms)
    select coalesce((select amount from counted where project_id = 0), 0) - coalesce((select sum(amount) from over), 0) as "all",
      coalesce((select amount from counted where project_id <> 0), 0)
        - coalesce((select sum(amount) from over where project_id = (select project_id from mine)), 0) as "ofProject"`,
)

/** Reads counts that this transaction's write has locked: the second of two reservers waits and sees both. */
async function requireRoom(
  client: pg.PoolClient,
  { intentId }: Fence,
  reservation: Reservation,
  nowMs: number,
): Promise<void> {
  const { kind, chainId, token } = reservation
  const { rows } = await client.query<{ all: bigint; ofProject: bigint }>(
    sumReserved({ intent_id: bytes(intentId), kind, chain_id: chainId, token: bytes(token), now_ms: nowMs }),
  )
  checkRoom(reservation, rows[0]!)
}
