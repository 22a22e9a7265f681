import type pg from 'pg'
import { getAddress } from 'viem'
import type { LedgerEntry } from '../../intents/ledger.ts'
import { type Step, stepsAt } from '../../intents/lifecycle.ts'
import type { Hex } from '../../interface/fields.ts'
import type { IntentStore, Scheduled, TableSize } from '../store.ts'
import { damagedNamed, durationSample, idleShare, leaseTokenOf, routeKeyOf } from '../transitionRules.ts'
import { omitNulls, type RecordRow, recordColumns, type StateRow, stateColumns } from './columns.ts'
import { bytes, channel, projectsIn, statement } from './database.ts'
import { advancePayments, latePayees, pollNow, takePayments } from './latePayments.ts'
import { noteText } from './listen.ts'
import { createQuotedBodyCache } from './quotedBodyCache.ts'
import {
  archiveQuotes,
  findExpiredQuote,
  findSnapshot,
  forgetQuotes,
  restoreQuote,
  takeExpiredQuotes,
} from './quotes.ts'
import { createQuoteWriter } from './quoteWriter.ts'
import { listRecords, searchRecords } from './search.ts'
import { writeTransition } from './writeTransition.ts'

const findIn = 'from intents i join runs r on r.id = i.id where i.intent_id = :intent_id'
const findState = statement('intent_find_state', `select ${stateColumns} ${findIn}`)
const findRecord = statement('intent_find', `select ${recordColumns} ${findIn}`)
const findStep = statement('intent_step', `select r.project_id as "projectId", r.step ${findIn}`)

const isLive = `ready_at_ms is not null and damaged is null and status in ('COMMITTED', 'EXECUTING')`
const isIdle = `ready_at_ms is not null and damaged is null and status not in ('COMMITTED', 'EXECUTING')`

const textsOf = (steps: readonly Step[]): string => steps.map((step) => `'${step}'`).join(', ')

// A step works on one chain, a refund on either; other processes take rows of chains this one cannot reach.
const isSeen = `not case
    when step in (${textsOf(stepsAt.destination)}) then destination_chain_id = any(:blind::bigint[])
    when step in (${textsOf(stepsAt.either)}) then origin_chain_id = any(:blind::bigint[]) and destination_chain_id = any(:blind::bigint[])
    else origin_chain_id = any(:blind::bigint[]) end`

// Leases the intents due for longest: open ones first, round-robin by project; then, in the room left, ended ones
// that are only polled. These have a minimum, so that a flood cannot defer them for ever, and a maximum, so that slow
// chains do not delay intents. The update names rows as an array: a join was planned as a scan of all runs.
// A worker that dies loses its lease when `leased_until_ms` passes.
const leaseReady = statement(
  'intent_lease',
  `with recursive ${projectsIn('runs', isLive)}, fair as (
    select r.id, r.rank, r.ready_at_ms from projects p cross join lateral (
      select id, ready_at_ms, row_number() over (order by ready_at_ms, id) as rank from (
        select id, ready_at_ms from runs where ${isLive} and project_id = p.project_id and ready_at_ms <= :now_ms and ${isSeen}
        order by ready_at_ms, id limit :limit) as own
    ) as r order by r.rank, r.ready_at_ms, r.id limit :limit
  ), idle as (
    select id from runs where ${isIdle} and ready_at_ms <= :now_ms and ${isSeen} order by ready_at_ms, id
    limit least(:idle_max::int, greatest(:idle_min::int, :limit - (select count(*) from fair))) for update skip locked
  ), live as (
    select id from runs where id in (
      select id from fair order by rank, ready_at_ms, id limit :limit - (select count(*) from idle)) and ready_at_ms <= :now_ms
    for update skip locked
  ), ready as (
    select id from idle union all select id from live
  ), r as (
    update runs set leased_by = :worker, leased_until_ms = :now_ms::bigint + :lease_ms::bigint, lease_number = lease_number + 1,
      woken = false
    where runs.id = any(array(select id from ready)) returning runs.*
  ) select ${stateColumns}, r.lease_number from r join intents i on i.id = r.id order by r.due_at_ms, i.id`,
)

// Every writer of several rows locks them in id order, so two writers cannot deadlock.
const wakeScheduled = statement(
  'intent_wake',
  `with scheduled as (
    select r.id from runs r join intents i on i.id = r.id
    where i.intent_id = any(:intent_ids::bytea[]) and r.due_at_ms is not null order by r.id for update of r
  ), woken as (
    update runs set due_at_ms = least(due_at_ms, :now_ms), woken = true from scheduled where runs.id = scheduled.id
    returning runs.id
  ) select pg_notify('${channel}', :note) where exists (select from woken)`,
)

const selectNextDue = statement(
  'intent_next_due',
  `with recursive ${projectsIn('runs', isLive)} select least(
    (select min(first.ready_at_ms) from projects p cross join lateral (
      select ready_at_ms from runs where ${isLive} and project_id = p.project_id and ${isSeen} order by ready_at_ms limit 1) as first),
    (select ready_at_ms from runs where ${isIdle} and ${isSeen} order by ready_at_ms limit 1)) as at_ms`,
)

const setDamaged = statement('intent_set_damaged', 'update runs set damaged = :why where id = :id')

const selectAges = statement(
  'intent_ages',
  `select (extract(epoch from clock_timestamp()) * 1000)::bigint as "nowMs",
    (select min(started_at_ms) from runs where status = 'EXECUTING') as "executingMs",
    (select min(created_at_ms) from outbox where attempt is null and not done) as "outboxMs",
    (select min(created_at_ms) from attempts where state in ('planned', 'broadcast', 'indeterminate')
      and not exists (select from attempt_items ai join outbox o on o.id = ai.item join transactions t on t.intent = o.intent and t.leg = o.leg
        where ai.attempt = attempts.id and t.status in ('MINING', 'SUCCEEDED', 'FAILED'))) as "attemptMs",
    (select next.at_ms from log_cursors c cross join lateral (
      select at_ms from events e where (e.xact, e.id) > (c.xact, c.id) order by e.xact, e.id limit 1) as next
      where c.name = 'webhooks') as "eventMs",
    (select count(*) from runs where damaged is not null) + (select count(*) from outbox where damaged is not null) as damaged,
    array(select '0x' || encode(intent_id, 'hex') from intents where id in (select id from runs where damaged is not null
      union select intent from outbox where damaged is not null order by 1 limit ${damagedNamed})) as "damagedIntents"`,
)

const selectLedger = statement(
  'intent_ledger',
  `select from_place, to_place, chain_id, token, amount, why, txn_hash, block_number from ledger
    where intent = (select id from intents where intent_id = :intent_id) order by id`,
)

const selectLedgers = statement(
  'intent_ledgers',
  `select i.intent_id, from_place, to_place, chain_id, token, amount, why, txn_hash, block_number
    from intents i join ledger l on l.intent = i.id where i.intent_id = any(:intent_ids::bytea[]) order by l.id`,
)

const selectOrphans = statement(
  'intent_orphans',
  `select i.intent_id from runs r join intents i on i.id = r.id
    where r.due_at_ms is null and r.damaged is null and r.status in ('COMMITTED', 'EXECUTING') order by r.id limit :limit`,
)

const selectDurations = statement(
  'intent_durations',
  `select count(*)::int as count, percentile_cont(array[0.5, 0.9]) within group (order by took_ms) as took_ms from (
    select coalesce(arrived_at_ms, finished_at_ms) - started_at_ms as took_ms from runs
    where origin_chain_id = :origin_chain_id and destination_chain_id = :destination_chain_id and route = :route
      and step = 'succeeded' and started_at_ms is not null
    order by finished_at_ms desc limit ${durationSample.max}) as latest`,
)

const selectReserved = statement(
  'intent_reserved',
  `select coalesce((select sum(amount) from reserved_sums
      where chain_id = :chain_id and token = :token and project_id = coalesce(:project_id::integer, 0)), 0)
    - coalesce((select sum(amount) from reservations
      where chain_id = :chain_id and token = :token and until_ms <= :now_ms
        and (:project_id::integer is null or project_id = :project_id)), 0) as amount`,
)

// Both count by a partial index of just those rows (migration 21), and stop at the limit.
const countRefunds = statement(
  'intent_refunds_sent',
  `select count(*) as count from (
    select from outbox where leg = 'refund' and project_id = :project_id and created_at_ms >= :since_ms limit :limit) as sent`,
)

const countRefused = statement(
  'intent_refused_deposits',
  `select count(*) as count from (
    select from transactions t where t.leg = 'deposit' and t.rest->>'statusReason' like 'DEPOSIT_REFUSED%' and t.updated_at_ms >= :since_ms
      and (select i.owner from intents i where i.id = t.intent) = :owner limit :limit) as refused`,
)

const selectSignedMined = statement(
  'intent_signed_mined',
  `select coalesce(sum(r.amount), 0) as amount from reservations r
    where r.kind = 'signed' and r.chain_id = :chain_id and r.token = :token and r.until_ms > :now_ms
      and exists (select from transactions t where t.intent = r.intent and t.leg = 'origin' and t.status in ('MINING', 'SUCCEEDED'))`,
)

/** Up to this many ended intents are counted; beyond it, the database's estimate is used. */
const idleCountedMax = 10_000

// Ended intents are scheduled for 90 days and become millions; the index knows roughly how many. The steps
// of the first due are the sample for all.
const selectScheduled = statement(
  'intent_scheduled',
  `with idle as (select step, ready_at_ms from runs where ${isIdle} order by ready_at_ms limit ${idleCountedMax}
  ), factor as (
    select case when count(*) < ${idleCountedMax} then 1
      else greatest(1, (select reltuples from pg_class where oid = 'runs_ready_idle'::regclass) / ${idleCountedMax}) end as by from idle
  ), counted (step, count, at_ms) as (
    select step, count(*), min(ready_at_ms) from runs where ${isLive} group by step
    union all select step, round(count(*) * by)::bigint, min(ready_at_ms) from idle, factor group by step, by
    union all select step, count(*), min(ready_at_ms) from runs where damaged is not null and ready_at_ms is not null group by step
  ) select step, sum(count)::bigint as count, min(at_ms) as "readyAtMs" from counted group by step`,
)

const selectSizes = statement(
  'intent_sizes',
  `select relname as "table", pg_total_relation_size(relid) as bytes, n_live_tup as rows from pg_stat_user_tables
    where schemaname = current_schema()
      and relname in ('intents', 'expired_quotes', 'runs', 'transactions', 'ledger', 'events', 'outbox', 'attempts', 'deliveries', 'reservations')`,
)

export function createPostgresIntents(pool: pg.Pool): IntentStore {
  const quotedBodies = createQuotedBodyCache(pool)
  return {
    insertQuote: createQuoteWriter(pool),
    snapshot: (intentId) => findSnapshot(pool, intentId),
    forgetQuotes: (intentIds) => forgetQuotes(pool, intentIds),
    archiveQuotes: (options) => archiveQuotes(pool, options),
    takeExpiredQuotes: (options) => takeExpiredQuotes(pool, options),
    latePayees: (chainId, limit) => latePayees(pool, chainId, limit),
    pollNow: (paid) => pollNow(pool, paid),
    takePayments: (options) => takePayments(pool, options),
    advancePayments: (range) => advancePayments(pool, range),
    search: (filter, page) => searchRecords(pool, filter, page),
    list: (filter, page) => listRecords(pool, filter, page),
    async transition(fence, transition) {
      if (fence.step !== 'quoted') return writeTransition(pool, fence, transition)
      const write = async () => writeTransition(pool, fence, transition, await quotedBodies.find(fence.intentId))
      return (await write()) || ((await restoreQuote(pool, fence.intentId)) && (await write()))
    },

    async find(intentId) {
      const values = { intent_id: bytes(intentId) }
      if (quotedBodies.has(intentId)) {
        const { rows } = await pool.query<StateRow>(findState(values))
        if (rows[0]) return quotedBodies.one(rows[0])
        return findExpiredQuote(pool, intentId)
      }
      const { rows } = await pool.query<RecordRow>(findRecord(values))
      return rows[0] ? quotedBodies.add(rows[0]) : findExpiredQuote(pool, intentId)
    },

    async stepOf(intentId) {
      const { rows } = await pool.query<{ projectId: number; step: Step }>(findStep({ intent_id: bytes(intentId) }))
      if (rows[0]) return rows[0]
      const expired = await findExpiredQuote(pool, intentId)
      return expired && { projectId: expired.projectId, step: expired.step }
    },

    async lease({ worker, nowMs, leaseMs, limit, blind = [], idle }) {
      const { min, max } = idle ?? idleShare(limit)
      const { rows } = await pool.query<StateRow & { lease_number: number }>(
        leaseReady({ worker, now_ms: nowMs, lease_ms: leaseMs, limit, blind, idle_min: min, idle_max: max }),
      )
      const tokens = new Map(rows.map((row) => [row.id, leaseTokenOf(worker, row.lease_number)]))
      const { records, damaged } = await quotedBodies.join(rows)
      for (const { id, why } of damaged) await pool.query(setDamaged({ id, why }))
      return records.map((record) => ({ ...record, leaseToken: tokens.get(record.id)! }))
    },

    async wake(intentIds, nowMs) {
      const note = noteText({ due: true })
      await pool.query(wakeScheduled({ intent_ids: intentIds.map(bytes), now_ms: nowMs, note }))
    },

    async nextDueMs(blind = []) {
      const { rows } = await pool.query<{ at_ms: number | null }>(selectNextDue({ blind }))
      return rows[0]?.at_ms ?? undefined
    },

    async ledger(intentId) {
      const { rows } = await pool.query<LedgerRow>(selectLedger({ intent_id: bytes(intentId) }))
      return rows.map(toEntry)
    },

    async ledgers(intentIds) {
      const { rows } = await pool.query<LedgerRow & { intent_id: Hex }>(
        selectLedgers({ intent_ids: intentIds.map(bytes) }),
      )
      const byId = new Map<Hex, LedgerEntry[]>(intentIds.map((intentId) => [intentId, []]))
      for (const row of rows) byId.get(row.intent_id)?.push(toEntry(row))
      return intentIds.map((intentId) => byId.get(intentId)!)
    },

    async orphans(limit) {
      const { rows } = await pool.query<{ intent_id: Hex }>(selectOrphans({ limit }))
      return rows.map((row) => row.intent_id)
    },

    async durations({ originChainId, destinationChainId, providers }) {
      const route = {
        origin_chain_id: originChainId,
        destination_chain_id: destinationChainId,
        route: routeKeyOf(providers),
      }
      const { rows } = await pool.query<{ count: number; took_ms: [number, number] | null }>(selectDurations(route))
      const { count, took_ms } = rows[0]!
      if (count < durationSample.min || took_ms === null) return undefined
      return { medianS: took_ms[0] / 1_000, p90S: took_ms[1] / 1_000 }
    },

    async reserved(chainId, token, nowMs, projectId) {
      const { rows } = await pool.query<{ amount: bigint }>(
        selectReserved({ chain_id: chainId, token: bytes(token), now_ms: nowMs, project_id: projectId }),
      )
      return rows[0]!.amount
    },

    async refundsSent({ projectId, sinceMs, limit }) {
      const { rows } = await pool.query<{ count: number }>(
        countRefunds({ project_id: projectId, since_ms: sinceMs, limit }),
      )
      return rows[0]!.count
    },

    async refusedDeposits({ owner, sinceMs, limit }) {
      const { rows } = await pool.query<{ count: number }>(
        countRefused({ owner: bytes(owner), since_ms: sinceMs, limit }),
      )
      return rows[0]!.count
    },

    async signedMined(chainId, token, nowMs) {
      const { rows } = await pool.query<{ amount: bigint }>(
        selectSignedMined({ chain_id: chainId, token: bytes(token), now_ms: nowMs }),
      )
      return rows[0]!.amount
    },

    async sizes() {
      const { rows } = await pool.query<TableSize>(selectSizes())
      return rows
    },

    async ages() {
      const { rows } = await pool.query<AgesRow>(selectAges())
      const { nowMs, damaged, damagedIntents, ...since } = rows[0]!
      return { nowMs, damaged, damagedIntents, ...omitNulls(since) }
    },

    async scheduled() {
      const { rows } = await pool.query<Scheduled>(selectScheduled())
      return rows
    },
  }
}

type AgesRow = { nowMs: number; damaged: number; damagedIntents: Hex[] } & Record<
  'executingMs' | 'outboxMs' | 'attemptMs' | 'eventMs',
  number | null
>

type LedgerRow = {
  from_place: LedgerEntry['from']
  to_place: LedgerEntry['to']
  chain_id: number
  token: Hex
  amount: bigint
  why: LedgerEntry['why']
  txn_hash: Hex | null
  block_number: number | null
}

const toEntry = (row: LedgerRow): LedgerEntry => ({
  from: row.from_place,
  to: row.to_place,
  chainId: row.chain_id,
  token: getAddress(row.token),
  amount: row.amount,
  why: row.why,
  ...omitNulls({ txnHash: row.txn_hash, blockNumber: row.block_number }),
})
