import type pg from 'pg'
import { getAddress } from 'viem'
import type { Hex } from '../../interface/fields.ts'
import {
  type BoardStore,
  type BooksRow,
  type Earned,
  type HourCount,
  type LedgerRow,
  type OpenTransaction,
  type RecentCall,
  recentCallsMax,
} from '../boardStore.ts'
import { writeAudit } from './accessRows.ts'
import { omitNulls } from './columns.ts'
import { bytes, columnsOf, notify, queryPlanned, statement, transact } from './database.ts'
import { noteText } from './listen.ts'

// Sorted by key: two processes that add to the same rows lock them in the same order and cannot deadlock. The commit
// does not wait for the disk: a database crash loses half a second of counts.
const addCounts = statement(
  'hour_counts_add',
  `insert into hour_counts as h
    select kind, project_id, hour_ms, subject, outcome, count, units, took_ms, last_at_ms, last_note, recent::jsonb
    from unnest(:kind::text[], :project_id::integer[], :hour_ms::bigint[], :subject::text[], :outcome::text[], :count::bigint[],
      :units::bigint[], :took_ms::bigint[], :last_at_ms::bigint[], :last_note::text[], :recent::text[])
      as a (kind, project_id, hour_ms, subject, outcome, count, units, took_ms, last_at_ms, last_note, recent)
    where set_config('synchronous_commit', 'off', true) = 'off'
    order by kind, project_id, hour_ms, subject, outcome
    on conflict (kind, project_id, hour_ms, subject, outcome) do update set
      count = h.count + excluded.count, units = h.units + excluded.units, took_ms = h.took_ms + excluded.took_ms,
      last_note = case when excluded.last_at_ms >= h.last_at_ms then excluded.last_note else h.last_note end,
      last_at_ms = greatest(h.last_at_ms, excluded.last_at_ms),
      recent = (select coalesce(jsonb_agg(call order by (call->>'atMs')::bigint desc), '[]') from (
        select call from jsonb_array_elements(excluded.recent || h.recent) call
        order by (call->>'atMs')::bigint desc limit ${recentCallsMax}) as newest)`,
)

// Sends `recent` only of the newest rows per subject and outcome: they hold the newest calls; the rest is bulk.
const selectCounts = statement(
  'hour_counts_read',
  `select kind, project_id, hour_ms, subject, outcome, count, units, took_ms, last_at_ms, last_note,
      case when row_number() over (partition by subject, outcome order by last_at_ms desc) <= ${recentCallsMax} then recent else '[]' end as recent
    from hour_counts where kind = :kind and (:project_id::integer is null or project_id = :project_id)
    and hour_ms >= :from_ms order by hour_ms desc, subject, outcome limit :limit`,
)

const deleteCounts = statement(
  'hour_counts_delete',
  `delete from hour_counts where ctid = any(array(
    select ctid from hour_counts where hour_ms < :before_ms order by hour_ms limit :limit))`,
)

// A nonce's state is that of its live attempt; all its attempts show how often it was replaced and since when.
const selectLanes = statement(
  'lanes_read',
  `select l.chain_id, l.signer, l.holder, l.held_until_ms,
      (select coalesce(max(nonce) + 1, 0) from attempts where chain_id = l.chain_id and signer = l.signer
        and state <> 'rejected') as next_nonce,
      coalesce((select jsonb_agg(jsonb_build_object('nonce', a.nonce, 'hash', encode(a.hash, 'hex'), 'state', a.state,
          'items', (select count(*) from attempt_items i where i.attempt = a.id),
          'replacements', (select count(*) from attempts o where o.chain_id = a.chain_id and o.signer = a.signer
            and o.nonce = a.nonce and o.state = 'replaced'),
          'sinceMs', (select min(o.created_at_ms) from attempts o where o.chain_id = a.chain_id and o.signer = a.signer
            and o.nonce = a.nonce)) order by a.nonce)
        from attempts a where a.chain_id = l.chain_id and a.signer = l.signer
          and a.state in ('planned', 'broadcast', 'indeterminate')), '[]') as open
    from lanes l where l.held_until_ms >= :since_ms order by l.chain_id, l.signer`,
)

const selectEarned = statement(
  'ledger_earned',
  `select chain_id, token, why, sum(amount) as amount from ledger
    where at_ms >= :from_ms and (to_place = 'collector' or why = 'gas') group by chain_id, token, why order by chain_id, token, why`,
)

const selectBooks = statement(
  'ledger_books',
  `with entries as (
      select intent, chain_id, at_ms, why, micro_usd, gas_micro_usd from ledger
        where at_ms >= :from_ms and at_ms < :to_ms and (to_place = 'collector' or why = 'gas')
      union all
      select s.intent, r.origin_chain_id, coalesce(r.finished_at_ms, r.started_at_ms, s.day_ms), 'sponsored', s.spent_micro_usd, s.spent_micro_usd
        from sponsorships s join runs r on r.id = s.intent
        where s.spent_micro_usd > 0 and coalesce(r.finished_at_ms, r.started_at_ms, s.day_ms) >= :from_ms
          and coalesce(r.finished_at_ms, r.started_at_ms, s.day_ms) < :to_ms
    ), keyed as (
      select e.*, case :by::text when 'hour' then (e.at_ms - e.at_ms % 3600000)::text
        when 'day' then (e.at_ms - e.at_ms % 86400000)::text when 'project' then i.project_id::text
        when 'chain' then e.chain_id::text else '0x' || encode(i.intent_id, 'hex') end as key
      from entries e join intents i on i.id = e.intent where :project_id::integer is null or i.project_id = :project_id
    ), summed as (
      select key, count(distinct intent)::int as intents,
        coalesce(sum(micro_usd) filter (where why = 'fee'), 0) as fees,
        coalesce(sum(micro_usd) filter (where why = 'relayFee'), 0) as "relayFees",
        coalesce(sum(micro_usd) filter (where why = 'sponsored'), 0) as sponsored,
        coalesce(sum(micro_usd) filter (where why = 'gas'), 0) as gas,
        coalesce(sum(gas_micro_usd), 0) as charged,
        (count(*) filter (where micro_usd is null))::int as unpriced
      from keyed group by key
    ) select * from summed
    order by case when :by in ('hour', 'day') then key::numeric end desc, fees + "relayFees" + sponsored - gas, key limit :limit`,
)

// Ids are assigned before commit, so lower ids may appear later: reads stop at the first line since `settled_ms`.
// `offset 0`: the time index finds those lines; the planner would read the primary key from its low end instead.
const selectLedger = statement(
  'ledger_page',
  `with page as (
      select id, at_ms, intent, from_place, to_place, why, chain_id, token, amount, micro_usd, gas_micro_usd, txn_hash, block_number
      from ledger where id > :after_id and at_ms >= :from_ms and at_ms < :to_ms
        and id >= case when :after_id::bigint > 0 then 0
          else coalesce((select min(id) from (select id from ledger where at_ms >= :from_ms offset 0) f), 0) end
        and id < coalesce((select min(id) from (select id from ledger where at_ms >= :settled_ms offset 0) y), 9223372036854775807)
      order by id limit :limit
    )
    select p.id, p.at_ms as "atMs", i.intent_id as "intentId", i.project_id as "projectId", p.from_place as from, p.to_place as to,
      p.why, p.chain_id as "chainId", p.token, p.amount, p.micro_usd as "microUsd", p.gas_micro_usd as "gasMicroUsd",
      p.txn_hash as "txnHash", p.block_number as "blockNumber"
    from page p join intents i on i.id = p.intent order by p.id`,
)

const insertRequest = statement(
  'lane_requests_insert',
  `insert into lane_requests values (:chain_id, :signer, :nonce, :cancels, :now_ms)
    on conflict (chain_id, signer, nonce) do update set cancels = excluded.cancels, requested_at_ms = excluded.requested_at_ms`,
)

type CountRow = {
  kind: HourCount['kind']
  project_id: number
  hour_ms: number
  subject: string
  outcome: string
  count: number
  units: number
  took_ms: number
  last_at_ms: number
  last_note: string
  recent: RecentCall[] | string
}

const toCount = (row: CountRow): HourCount => ({
  kind: row.kind,
  projectId: row.project_id,
  hourMs: row.hour_ms,
  subject: row.subject,
  outcome: row.outcome,
  count: row.count,
  units: row.units,
  tookMs: row.took_ms,
  lastAtMs: row.last_at_ms,
  lastNote: row.last_note,
  recent: typeof row.recent === 'string' ? JSON.parse(row.recent) : row.recent,
})

type OpenRow = Omit<OpenTransaction, 'hash'> & { hash: string }

export const createPostgresBoard = (pool: pg.Pool): BoardStore => ({
  async addCounts(counts) {
    const columns = columnsOf(counts, {
      kind: ({ kind }) => kind,
      project_id: ({ projectId }) => projectId,
      hour_ms: ({ hourMs }) => hourMs,
      subject: ({ subject }) => subject,
      outcome: ({ outcome }) => outcome,
      count: ({ count }) => count,
      units: ({ units }) => units,
      took_ms: ({ tookMs }) => Math.round(tookMs),
      last_at_ms: ({ lastAtMs }) => lastAtMs,
      last_note: ({ lastNote }) => lastNote,
      recent: ({ recent }) => JSON.stringify(recent),
    })
    if (counts.length > 0) await pool.query(addCounts(columns))
  },

  async counts({ kind, projectId, fromMs, limit }) {
    const values = { kind, project_id: projectId, from_ms: fromMs, limit }
    const { rows } = await pool.query<CountRow>(selectCounts(values))
    return rows.map(toCount)
  },

  async forgetCounts({ beforeMs, limit }) {
    const { rowCount } = await pool.query(deleteCounts({ before_ms: beforeMs, limit }))
    return rowCount ?? 0
  },

  async lanes(sinceMs) {
    type Row = {
      chain_id: number
      signer: Hex
      holder: string
      held_until_ms: number
      next_nonce: number
      open: string
    }
    const { rows } = await pool.query<Row>(selectLanes({ since_ms: sinceMs }))
    return rows.map((row) => ({
      chainId: row.chain_id,
      signer: getAddress(row.signer),
      holder: row.holder,
      leasedUntilMs: row.held_until_ms,
      nextNonce: row.next_nonce,
      open: (JSON.parse(row.open) as OpenRow[]).map((one) => ({ ...one, hash: `0x${one.hash}` })),
    }))
  },

  async earned(fromMs) {
    type Row = { chain_id: number; token: Hex; why: Earned['why']; amount: bigint }
    const { rows } = await queryPlanned<Row>(pool, selectEarned({ from_ms: fromMs }))
    return rows.map(({ chain_id: chainId, token, why, amount }) => ({ chainId, token: getAddress(token), why, amount }))
  },

  async books({ by, fromMs, toMs, projectId, limit }) {
    const values = { by, from_ms: fromMs, to_ms: toMs, project_id: projectId, limit }
    const { rows } = await queryPlanned<BooksRow>(pool, selectBooks(values))
    return rows
  },

  async ledger({ fromMs, toMs, settledMs, projectId, afterId, limit }) {
    const values = { from_ms: fromMs, to_ms: toMs, settled_ms: settledMs, after_id: afterId, limit }
    const { rows } = await queryPlanned<LedgerRow>(pool, selectLedger(values))
    const lines = rows
      .filter((row) => projectId === undefined || row.projectId === projectId)
      .map((row) => ({ ...(omitNulls(row) as LedgerRow), token: getAddress(row.token) }))
    return { lines, lastId: rows.at(-1)?.id }
  },

  async requestReplacement({ chainId, signer, nonce, cancels }, act) {
    await transact(pool, async (client) => {
      await client.query(insertRequest({ chain_id: chainId, signer: bytes(signer), nonce, cancels, now_ms: act.nowMs }))
      const detail = { chainId, signer, nonce, cancels }
      await writeAudit(client, act, { act: 'transaction.replace', detail })
      await client.query(notify({ note: noteText({ outbox: [chainId] }) }))
    })
  },
})
