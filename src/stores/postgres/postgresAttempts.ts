import type pg from 'pg'
import { getAddress } from 'viem'
import type { Hex } from '../../interface/fields.ts'
import type { Attempt, AttemptState, AttemptStore, OutboxItem } from '../store.ts'
import { omitNulls } from './columns.ts'
import { bytes, bytesOrNull, projectsIn, rolledBack, statement, transact } from './database.ts'
import { recordAttempt } from './recordAttempt.ts'

/** The attempt itself if it carries items; for a cancellation, the newest earlier one at its nonce that does. */
const carrier = `(select max(b.id) from attempts b join attempt_items c on c.attempt = b.id
    where b.chain_id = a.chain_id and b.signer = a.signer and b.nonce = a.nonce
      and (b.id = a.id or (b.id < a.id and a.replaces is not null and b.state <> 'rejected')))`
const intentIds = `array(
    select '0x' || encode(i.intent_id, 'hex') from attempt_items c join outbox o on o.id = c.item join intents i on i.id = o.intent
    where c.attempt = ${carrier} group by i.intent_id order by min(o.id))`

const attemptColumns = `a.id, a.chain_id, a.signer, a.nonce, a.hash, a.raw, a.state, a.gas_limit, a.max_fee_per_gas,
  a.max_priority_fee_per_gas, a.replaces, a.created_at_ms, a.updated_at_ms,
  array(select item from attempt_items where attempt = a.id order by item) as items,
  ${intentIds} as intent_ids`

const idOfIntent = '(select id from intents where intent_id = :intent_id)'
const isLive = `state in ('planned', 'broadcast', 'indeterminate')`

const waits = 'chain_id = :chain_id and attempt is null and not done and damaged is null'

const setDamaged = statement('outbox_set_damaged', 'update outbox set damaged = :why where id = :id')

// Round-robin by project, oldest first: a flood by one waits behind the first items of the others.
const selectPending = statement(
  'outbox_pending',
  `with recursive dropped as (
    update outbox set done = true where ${waits} and last_at_ms <= :now_ms::bigint
  ), ${projectsIn('outbox', waits)}, fair as (
    select o.id, o.rank from projects p cross join lateral (
      select id, row_number() over (order by id) as rank from (
        select id from outbox where ${waits} and project_id = p.project_id
          and (last_at_ms is null or :now_ms::bigint is null or last_at_ms > :now_ms) order by id limit :limit) as own
    ) as o order by o.rank, o.id limit :limit
  ) select o.id, i.intent_id, o.chain_id, o.leg, o.to_address, o.data, o.value, o.gas_limit, o.created_at_ms,
      (t.rest -> 'metaTxnFeeQuote' ->> '$big')::numeric as gas_quoted
    from fair join outbox o on o.id = fair.id join intents i on i.id = o.intent
    left join transactions t on t.intent = o.intent and t.leg = o.leg order by fair.rank, o.id`,
)

// A lane can be leased if it has no row, this process holds it, or its holder's time has run out.
const upsertLane = statement(
  'lane_lease',
  `insert into lanes as l values (:chain_id, :signer, :holder, :until_ms)
    on conflict (chain_id, signer) do update set holder = :holder, held_until_ms = :until_ms
    where l.holder = :holder or l.held_until_ms <= :now_ms`,
)

const endLanes = statement(
  'lane_retire',
  `update lanes set held_until_ms = 0
    where chain_id = :chain_id and held_until_ms between 1 and :now_ms and signer <> all(:keep::bytea[])`,
)

const selectSigners = statement(
  'lane_signers',
  'select signer from lanes where chain_id = :chain_id and held_until_ms >= :since_ms order by signer',
)

const selectLive = statement(
  'attempts_live',
  `select ${attemptColumns} from attempts a
    where a.chain_id = :chain_id and (:signer::bytea is null or a.signer = :signer) and a.${isLive}
    order by a.signer, a.nonce`,
)

const selectAtNonce = statement(
  'attempts_at_nonce',
  `select ${attemptColumns} from attempts a
    where a.chain_id = :chain_id and a.signer = :signer and a.nonce = :nonce order by a.id desc`,
)

const selectOfLeg = statement(
  'attempts_of_leg',
  `select a.id, a.signer, a.nonce, a.hash, a.state, a.updated_at_ms from attempts a where a.id in (
      select ai.attempt from attempt_items ai join outbox o on o.id = ai.item
      where o.intent = ${idOfIntent} and o.leg = :leg)
    order by a.id desc`,
)

const selectInFlight = statement(
  'outbox_in_flight',
  `select exists (select from outbox where intent = ${idOfIntent} and leg = :leg and not done) as in_flight`,
)

const selectNextNonce = statement(
  'attempts_next_nonce',
  `select max(nonce) + 1 as nonce from attempts where chain_id = :chain_id and signer = :signer and state <> 'rejected'`,
)

const deleteRequests = statement(
  'lane_requests_take',
  'delete from lane_requests where chain_id = :chain_id and signer = :signer returning nonce, cancels',
)

const selectMinedBelow = statement(
  'attempts_mined_below',
  `select max(nonce) + 1 as nonce from attempts
    where chain_id = :chain_id and signer = :signer and state in ('confirmed', 'reverted')`,
)

export function createPostgresAttempts(pool: pg.Pool): AttemptStore {
  return {
    recordAttempt: (report) => recordAttempt(pool, report),
    insertAttempt: (attempt) => insertAttempt(pool, attempt),

    async pending(chainId, limit, nowMs) {
      const { rows } = await pool.query<OutboxRow>(selectPending({ chain_id: chainId, limit, now_ms: nowMs }))
      const items: OutboxItem[] = []
      for (const row of rows) {
        try {
          items.push(toItem(row))
        } catch (error) {
          await pool.query(setDamaged({ id: row.id, why: error instanceof Error ? error.message : String(error) }))
        }
      }
      return items
    },

    async leaseLane({ chainId, signer, holder, nowMs, untilMs }) {
      const values = { chain_id: chainId, signer: bytes(signer), holder, until_ms: untilMs, now_ms: nowMs }
      const { rowCount } = await pool.query(upsertLane(values))
      return rowCount === 1
    },

    async retireLanes({ chainId, keep, nowMs }) {
      await pool.query(endLanes({ chain_id: chainId, keep: keep.map(bytes), now_ms: nowMs }))
    },

    async signers(chainId, sinceMs) {
      const { rows } = await pool.query<{ signer: Hex }>(selectSigners({ chain_id: chainId, since_ms: sinceMs }))
      return rows.map(({ signer }) => getAddress(signer))
    },

    async live(chainId, signer) {
      const { rows } = await pool.query<AttemptRow>(selectLive({ chain_id: chainId, signer: bytesOrNull(signer) }))
      return rows.map(toAttempt)
    },

    async atNonce(chainId, signer, nonce) {
      const { rows } = await pool.query<AttemptRow>(selectAtNonce({ chain_id: chainId, signer: bytes(signer), nonce }))
      return rows.map(toAttempt)
    },

    async ofLeg(intentId, leg) {
      const { rows } = await pool.query<LegAttemptRow>(selectOfLeg({ intent_id: bytes(intentId), leg }))
      return rows.map(({ updated_at_ms: updatedAtMs, signer, ...row }) => ({
        ...row,
        signer: getAddress(signer),
        updatedAtMs,
      }))
    },

    async isInFlight(intentId, leg) {
      const { rows } = await pool.query<{ in_flight: boolean }>(selectInFlight({ intent_id: bytes(intentId), leg }))
      return rows[0]!.in_flight
    },

    async nextNonce(chainId, signer) {
      const { rows } = await pool.query<{ nonce: number | null }>(
        selectNextNonce({ chain_id: chainId, signer: bytes(signer) }),
      )
      return rows[0]?.nonce ?? undefined
    },

    async takeRequests(chainId, signer) {
      const { rows } = await pool.query<{ nonce: number; cancels: boolean }>(
        deleteRequests({ chain_id: chainId, signer: bytes(signer) }),
      )
      return rows
    },

    async minedBelow(chainId, signer) {
      const { rows } = await pool.query<{ nonce: number | null }>(
        selectMinedBelow({ chain_id: chainId, signer: bytes(signer) }),
      )
      return rows[0]?.nonce ?? 0
    },
  }
}

const lockLane = statement(
  'plan_lane',
  `select from lanes
    where chain_id = :chain_id and signer = :signer and holder = :holder and held_until_ms > :now_ms for update`,
)

const replaceOld = statement(
  'plan_replace',
  `update attempts set state = 'replaced', updated_at_ms = :now_ms
    where id = :replaces and chain_id = :chain_id and signer = :signer and nonce = :nonce and ${isLive}`,
)

const insertRow = statement(
  'plan_insert',
  `insert into attempts (chain_id, signer, nonce, hash, raw, state, gas_limit, max_fee_per_gas, max_priority_fee_per_gas,
      replaces, created_at_ms, updated_at_ms)
    values (:chain_id, :signer, :nonce, :hash, :raw, 'planned', :gas_limit, :max_fee_per_gas, :max_priority_fee_per_gas,
      :replaces, :now_ms, :now_ms)
    on conflict (chain_id, signer, nonce) where state not in ('replaced', 'rejected') do nothing returning id`,
)

// An item is free if no attempt carries it, or one at the same nonce does: only one of the two can be mined.
const bindItems = statement(
  'plan_bind',
  `with free as (
    select o.id from outbox o left join attempts a on a.id = o.attempt
    where o.id = any(:items::bigint[]) and o.chain_id = :chain_id and not o.done
      and (o.attempt is null or (a.signer = :signer and a.nonce = :nonce)) order by o.id for update of o
  ), bound as (update outbox set attempt = :attempt from free where outbox.id = free.id returning outbox.id, outbox.intent
  ), carried as (insert into attempt_items select :attempt, id from bound)
  select i.intent_id from bound join intents i on i.id = bound.intent order by bound.id`,
)

const selectIntentIds = statement(
  'plan_intents',
  `select unnest(${intentIds}) as intent_id from attempts a where a.id = :attempt`,
)

type NewAttempt = Parameters<AttemptStore['insertAttempt']>[0]

async function insertAttempt(pool: pg.Pool, planned: NewAttempt): Promise<Attempt | undefined> {
  const { holder, nowMs, ...attempt } = planned
  const { items, replaces } = attempt
  const slot = { chain_id: attempt.chainId, signer: bytes(attempt.signer), nonce: attempt.nonce, now_ms: nowMs }
  const written = await transact(pool, async (client) => {
    const lane = await client.query(lockLane({ ...slot, holder }))
    if (lane.rowCount !== 1) return rolledBack
    if (replaces !== undefined) {
      const replaced = await client.query(replaceOld({ ...slot, replaces }))
      if (replaced.rowCount !== 1) return rolledBack
    }
    const { rows } = await client.query<{ id: number }>(
      insertRow({
        ...slot,
        hash: bytes(attempt.hash),
        raw: bytes(attempt.raw),
        gas_limit: attempt.gasLimit.toString(),
        max_fee_per_gas: attempt.maxFeePerGas.toString(),
        max_priority_fee_per_gas: attempt.maxPriorityFeePerGas.toString(),
        replaces,
      }),
    )
    const row = rows[0]
    if (!row) return rolledBack
    const carried = await client.query<{ intent_id: Hex }>(
      items.length > 0 ? bindItems({ ...slot, attempt: row.id, items }) : selectIntentIds({ attempt: row.id }),
    )
    if (items.length > 0 && carried.rowCount !== items.length) return rolledBack
    return { id: row.id, intentIds: [...new Set(carried.rows.map(({ intent_id }) => intent_id))] }
  })
  if (typeof written === 'symbol') return undefined
  return { ...attempt, ...written, state: 'planned', createdAtMs: nowMs, updatedAtMs: nowMs }
}

type OutboxRow = {
  id: number
  intent_id: Hex
  chain_id: number
  leg: OutboxItem['leg']
  to_address: Hex
  data: Hex
  value: bigint
  gas_limit: bigint
  created_at_ms: number
  gas_quoted: bigint | null
}

const toItem = (row: OutboxRow): OutboxItem => ({
  id: row.id,
  intentId: row.intent_id,
  chainId: row.chain_id,
  leg: row.leg,
  to: getAddress(row.to_address),
  data: row.data,
  value: row.value,
  gasLimit: row.gas_limit,
  createdAtMs: row.created_at_ms,
  ...omitNulls({ gasQuoted: row.gas_quoted }),
})

type LegAttemptRow = Pick<AttemptRow, 'id' | 'signer' | 'nonce' | 'hash' | 'state' | 'updated_at_ms'>

type AttemptRow = {
  id: number
  chain_id: number
  signer: Hex
  nonce: number
  hash: Hex
  raw: Hex
  state: AttemptState
  gas_limit: bigint
  max_fee_per_gas: bigint
  max_priority_fee_per_gas: bigint
  replaces: number | null
  created_at_ms: number
  updated_at_ms: number
  items: (number | string)[]
  intent_ids: Hex[]
}

const toAttempt = (row: AttemptRow): Attempt => ({
  id: row.id,
  chainId: row.chain_id,
  signer: getAddress(row.signer),
  nonce: row.nonce,
  hash: row.hash,
  raw: row.raw,
  state: row.state,
  items: row.items.map(Number),
  intentIds: row.intent_ids,
  gasLimit: row.gas_limit,
  maxFeePerGas: row.max_fee_per_gas,
  maxPriorityFeePerGas: row.max_priority_fee_per_gas,
  ...omitNulls({ replaces: row.replaces }),
  createdAtMs: row.created_at_ms,
  updatedAtMs: row.updated_at_ms,
})
