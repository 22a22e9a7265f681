import type pg from 'pg'
import { getAddress } from 'viem'
import type { Hex } from '../../interface/fields.ts'
import type { Attempt, AttemptState, AttemptStore, OutboxItem } from '../store.ts'
import { omitNulls } from './columns.ts'
import { bytes, rolledBack, type Statement, transact } from './database.ts'
import { recordAttempt } from './recordAttempt.ts'

const attemptColumns = `a.id, a.chain_id, a.signer, a.nonce, a.hash, a.raw, a.state, a.gas_limit, a.max_fee_per_gas,
  a.max_priority_fee_per_gas, a.replaces, a.created_at_ms, a.updated_at_ms,
  array(select item from attempt_items where attempt = a.id order by item) as items`

const pending: Statement = {
  name: 'outbox_pending',
  text: `select o.id, i.intent_id, o.chain_id, o.leg, o.to_address, o.data, o.value, o.gas_limit, o.created_at_ms
    from outbox o join intents i on i.id = o.intent
    where o.chain_id = $1 and o.attempt is null and not o.done order by o.id limit $2`,
}

// Taken if it is free, ours, or left by a holder whose time is over.
const holdLane: Statement = {
  name: 'lane_hold',
  text: `insert into lanes as l values ($1, $2, $3, $4)
    on conflict (chain_id, signer) do update set holder = $3, held_until_ms = $4
    where l.holder = $3 or l.held_until_ms <= $5`,
}

export function postgresAttempts(pool: pg.Pool): AttemptStore {
  return {
    settle: (ask) => recordAttempt(pool, ask),
    plan: (attempt) => plan(pool, attempt),

    async pending(chainId, limit) {
      const { rows } = await pool.query<OutboxRow>({ ...pending, values: [chainId, limit] })
      return rows.map(toItem)
    },

    async holdLane({ chainId, signer, holder, nowMs, untilMs }) {
      const { rowCount } = await pool.query({ ...holdLane, values: [chainId, bytes(signer), holder, untilMs, nowMs] })
      return rowCount === 1
    },

    async signers(chainId, sinceMs) {
      const { rows } = await pool.query<{ signer: Hex }>(
        'select signer from lanes where chain_id = $1 and held_until_ms >= $2 order by signer',
        [chainId, sinceMs],
      )
      return rows.map(({ signer }) => getAddress(signer))
    },

    async live(chainId, signer) {
      const { rows } = await pool.query<AttemptRow>(
        `select ${attemptColumns} from attempts a
         where a.chain_id = $1 and ($2::bytea is null or a.signer = $2) and a.state in ('planned', 'broadcast', 'indeterminate')
         order by a.signer, a.nonce`,
        [chainId, signer ? bytes(signer) : null],
      )
      return rows.map(toAttempt)
    },

    async atNonce(chainId, signer, nonce) {
      const { rows } = await pool.query<AttemptRow>(
        `select ${attemptColumns} from attempts a where a.chain_id = $1 and a.signer = $2 and a.nonce = $3 order by a.id desc`,
        [chainId, bytes(signer), nonce],
      )
      return rows.map(toAttempt)
    },

    async ofLeg(intentId, leg) {
      const { rows } = await pool.query<LegAttemptRow>({
        name: 'attempts_of_leg',
        text: `select a.id, a.signer, a.nonce, a.hash, a.state, a.updated_at_ms from attempts a where a.id in (
            select ai.attempt from attempt_items ai join outbox o on o.id = ai.item
            where o.intent = (select id from intents where intent_id = $1) and o.leg = $2)
          order by a.id desc`,
        values: [bytes(intentId), leg],
      })
      return rows.map(({ updated_at_ms: updatedAtMs, signer, ...row }) => ({
        ...row,
        signer: getAddress(signer),
        updatedAtMs,
      }))
    },

    async isOpen(intentId, leg) {
      const { rows } = await pool.query<{ open: boolean }>({
        name: 'outbox_open',
        text: `select exists (select from outbox
          where intent = (select id from intents where intent_id = $1) and leg = $2 and not done) as open`,
        values: [bytes(intentId), leg],
      })
      return rows[0]!.open
    },

    async nextNonce(chainId, signer) {
      const { rows } = await pool.query<{ nonce: number | null }>({
        name: 'attempts_next_nonce',
        text: `select max(nonce) + 1 as nonce from attempts where chain_id = $1 and signer = $2 and state <> 'rejected'`,
        values: [chainId, bytes(signer)],
      })
      return rows[0]?.nonce ?? undefined
    },
  }
}

const heldLane: Statement = {
  name: 'plan_lane',
  text: 'select from lanes where chain_id = $1 and signer = $2 and holder = $3 and held_until_ms > $4 for update',
}

const replaceOld: Statement = {
  name: 'plan_replace',
  text: `update attempts set state = 'replaced', updated_at_ms = $5
    where id = $1 and chain_id = $2 and signer = $3 and nonce = $4 and state in ('planned', 'broadcast', 'indeterminate')`,
}

const insertAttempt: Statement = {
  name: 'plan_insert',
  text: `insert into attempts (chain_id, signer, nonce, hash, raw, state, gas_limit, max_fee_per_gas, max_priority_fee_per_gas,
      replaces, created_at_ms, updated_at_ms)
    values ($1, $2, $3, $4, $5, 'planned', $6, $7, $8, $9, $10, $10)
    on conflict (chain_id, signer, nonce) where state not in ('replaced', 'rejected') do nothing returning id`,
}

// An item is free if nothing carries it, or if what carries it has this very nonce: then only one of the two can be mined.
const bindItems: Statement = {
  name: 'plan_bind',
  text: `with free as (
    select o.id from outbox o left join attempts a on a.id = o.attempt
    where o.id = any($2::bigint[]) and o.chain_id = $3 and not o.done
      and (o.attempt is null or (a.signer = $4 and a.nonce = $5)) order by o.id for update of o
  ), bound as (update outbox set attempt = $1 from free where outbox.id = free.id returning outbox.id)
  insert into attempt_items select $1, id from bound`,
}

type Plan = Parameters<AttemptStore['plan']>[0]

async function plan(pool: pg.Pool, ask: Plan): Promise<Attempt | undefined> {
  const { holder, nowMs, ...attempt } = ask
  const { chainId, nonce, items, replaces } = attempt
  const signer = bytes(ask.signer)
  const id = await transact(pool, async (client) => {
    const lane = await client.query({ ...heldLane, values: [chainId, signer, holder, nowMs] })
    if (lane.rowCount !== 1) return rolledBack
    if (replaces !== undefined) {
      const replaced = await client.query({ ...replaceOld, values: [replaces, chainId, signer, nonce, nowMs] })
      if (replaced.rowCount !== 1) return rolledBack
    }
    const { hash, raw, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = attempt
    const gas = [gasLimit.toString(), maxFeePerGas.toString(), maxPriorityFeePerGas.toString()]
    const values = [chainId, signer, nonce, bytes(hash), bytes(raw), ...gas, replaces ?? null, nowMs]
    const { rows } = await client.query<{ id: number }>({ ...insertAttempt, values })
    const row = rows[0]
    if (!row) return rolledBack
    if (items.length > 0) {
      const bound = await client.query({ ...bindItems, values: [row.id, items, chainId, signer, nonce] })
      if (bound.rowCount !== items.length) return rolledBack
    }
    return row.id
  })
  if (typeof id === 'symbol') return undefined
  return { ...attempt, id, state: 'planned', createdAtMs: nowMs, updatedAtMs: nowMs }
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
  gasLimit: row.gas_limit,
  maxFeePerGas: row.max_fee_per_gas,
  maxPriorityFeePerGas: row.max_priority_fee_per_gas,
  ...omitNulls({ replaces: row.replaces }),
  createdAtMs: row.created_at_ms,
  updatedAtMs: row.updated_at_ms,
})
