import type pg from 'pg'
import { getAddress } from 'viem'
import type { LedgerEntry } from '../../intents/ledger.ts'
import type { Step } from '../../intents/lifecycle.ts'
import type { Hex } from '../../interface/fields.ts'
import { leaseTokenOf, medianSample } from '../rules.ts'
import type { IntentStore, Scheduled } from '../store.ts'
import { omitNulls, type RecordRow, recordColumns, type StateRow, stateColumns } from './columns.ts'
import { bytes, channel, type Statement } from './database.ts'
import { noteText } from './listen.ts'
import { createQuotedBodyCache } from './quotedBodyCache.ts'
import { forgetQuotes, insertQuote } from './quotes.ts'
import { list, search } from './search.ts'
import { transition } from './transition.ts'

const findIn = 'from intents i join runs r on r.id = i.id where i.intent_id = $1'
const findState: Statement = { name: 'intent_find_state', text: `select ${stateColumns} ${findIn}` }
const findWhole: Statement = { name: 'intent_find', text: `select ${recordColumns} ${findIn}` }

// Lease the intents that have been ready longest. A worker that dies loses its lease when `leased_until_ms` passes.
const lease: Statement = {
  name: 'intent_lease',
  text: `with ready as (
    select id from runs where ready_at_ms <= $2 order by ready_at_ms limit $4 for update skip locked
  ), r as (
    update runs set leased_by = $1, leased_until_ms = $2::bigint + $3::bigint, lease_number = lease_number + 1, woken = false
    from ready where runs.id = ready.id returning runs.*
  ) select ${stateColumns}, r.lease_number from r join intents i on i.id = r.id order by r.due_at_ms, i.id`,
}

// Rows are locked in one order everywhere, so that two writers of several rows never wait for each other.
const wake: Statement = {
  name: 'intent_wake',
  text: `with waiting as (
    select r.id from runs r join intents i on i.id = r.id
    where i.intent_id = any($1::bytea[]) and r.due_at_ms is not null order by r.id for update of r
  ), woken as (
    update runs set due_at_ms = least(due_at_ms, $2), woken = true from waiting where runs.id = waiting.id returning runs.id
  ) select pg_notify('${channel}', $3) where exists (select from woken)`,
}

const nextDue: Statement = {
  name: 'intent_next_due',
  text: 'select min(ready_at_ms) as at_ms from runs where ready_at_ms is not null',
}

const ledgerOf: Statement = {
  name: 'intent_ledger',
  text: `select from_place, to_place, chain_id, token, amount, why, txn_hash, block_number from ledger
    where intent = (select id from intents where intent_id = $1) order by id`,
}

const median: Statement = {
  name: 'intent_median',
  text: `select count(*)::int as count, percentile_cont(0.5) within group (order by took_ms) as took_ms from (
    select finished_at_ms - started_at_ms as took_ms from runs
    where origin_chain_id = $1 and destination_chain_id = $2 and step = 'succeeded' and started_at_ms is not null
    order by finished_at_ms desc limit ${medianSample.max}) as last`,
}

const reserved: Statement = {
  name: 'intent_reserved',
  text: `select coalesce(sum(amount), 0) as amount from reservations where chain_id = $1 and token = $2 and until_ms > $3`,
}

export function postgresIntents(pool: pg.Pool): IntentStore {
  const contents = createQuotedBodyCache(pool)
  return {
    insertQuote: (quote) => insertQuote(pool, quote),
    forgetQuotes: (ask) => forgetQuotes(pool, ask),
    search: (filter, page) => search(pool, filter, page),
    list: (filter, page) => list(pool, filter, page),
    transition: (fence, what) => transition(pool, fence, what),

    async find(intentId) {
      if (contents.knows(intentId)) {
        const { rows } = await pool.query<StateRow>({ ...findState, values: [bytes(intentId)] })
        return (await contents.complete(rows))[0]
      }
      const { rows } = await pool.query<RecordRow>({ ...findWhole, values: [bytes(intentId)] })
      return rows[0] && contents.keep(rows[0])
    },

    async stepOf(intentId) {
      const { rows } = await pool.query<{ projectId: number; step: Step }>({
        name: 'intent_step',
        text: 'select r.project_id as "projectId", r.step from intents i join runs r on r.id = i.id where i.intent_id = $1',
        values: [bytes(intentId)],
      })
      return rows[0]
    },

    async lease({ worker, nowMs, leaseMs, limit }) {
      const { rows } = await pool.query<StateRow & { lease_number: number }>({
        ...lease,
        values: [worker, nowMs, leaseMs, limit],
      })
      const tokens = new Map(rows.map((row) => [row.id, leaseTokenOf(worker, row.lease_number)]))
      return (await contents.complete(rows)).map((record) => ({ ...record, leaseToken: tokens.get(record.id)! }))
    },

    async wake(intentIds, nowMs) {
      await pool.query({ ...wake, values: [intentIds.map(bytes), nowMs, noteText({ due: true })] })
    },

    async nextDueMs() {
      const { rows } = await pool.query<{ at_ms: number | null }>(nextDue)
      return rows[0]?.at_ms ?? undefined
    },

    async ledger(intentId) {
      const { rows } = await pool.query<LedgerRow>({ ...ledgerOf, values: [bytes(intentId)] })
      return rows.map(toEntry)
    },

    async orphans(limit) {
      const { rows } = await pool.query<{ intent_id: Hex }>(
        `select i.intent_id from runs r join intents i on i.id = r.id
         where r.due_at_ms is null and r.status in ('COMMITTED', 'EXECUTING') order by r.id limit $1`,
        [limit],
      )
      return rows.map((row) => row.intent_id)
    },

    async medianSeconds(originChainId, destinationChainId) {
      const { rows } = await pool.query<{ count: number; took_ms: number | null }>({
        ...median,
        values: [originChainId, destinationChainId],
      })
      const { count, took_ms } = rows[0]!
      return count < medianSample.min || took_ms === null ? undefined : took_ms / 1_000
    },

    async reserved(chainId, token, nowMs) {
      const { rows } = await pool.query<{ amount: bigint }>({ ...reserved, values: [chainId, bytes(token), nowMs] })
      return rows[0]!.amount
    },

    async scheduled() {
      const { rows } = await pool.query<Scheduled>(
        `select step, count(*) as count, min(ready_at_ms) as "readyAtMs" from runs where ready_at_ms is not null group by step`,
      )
      return rows
    },
  }
}

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
