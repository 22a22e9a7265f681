import type pg from 'pg'
import { isFinalStep, statusOf } from '../../intents/lifecycle.ts'
import type { Leg } from '../../intents/record.ts'
import { changeBody } from '../logBody.ts'
import { checkChange, endsLease, newLeg, tooMuch } from '../rules.ts'
import type { Change, Fence, NewLeg, Reservation } from '../store.ts'
import { printTagged } from '../taggedJson.ts'
import { restOf } from './columns.ts'
import { bytes, bytesOrNull, channel, rolledBack, type Statement, transact } from './database.ts'
import { noteText } from './listen.ts'

// Move it only if it is still where it was found, and still leased by that worker. A second writer waits for the first
// one's row and then finds it changed. A wake that came while the worker had it is not lost: it is then due at once.
const fencedUpdate = `update runs set
    step = $3, status = $4,
    progress = coalesce($5, progress),
    due_at_ms = case when not $6 then due_at_ms when woken and $7::bigint is not null then least($7, $8) else $7 end,
    woken = woken and not $9,
    leased_by = case when $9 then null else leased_by end,
    leased_until_ms = case when $9 then 0 else leased_until_ms end,
    updated_at_ms = $8,
    committed_at_ms = coalesce($10, committed_at_ms),
    execute_by_ms = coalesce($11, execute_by_ms),
    started_at_ms = coalesce($12, started_at_ms),
    finished_at_ms = coalesce($13, finished_at_ms)
  where id = (select id from intents where intent_id = $1) and step = $2
    and ($14::text is null or (leased_by || '#' || lease_number = $14 and leased_until_ms > $8))
  returning id, project_id`

const quiet: Statement = { name: 'change_quiet', text: fencedUpdate }

const told: Statement = {
  name: 'change_told',
  text: `with moved as (${fencedUpdate}), event as (
    insert into events (project_id, intent, kind, body, at_ms) select project_id, id, $15, $16, $8 from moved
  ) select id, pg_notify('${channel}', $17) from moved`,
}

export async function change(pool: pg.Pool, fence: Fence, change: Change): Promise<boolean> {
  checkChange(fence, change)
  const main = mainStatement(fence, change)
  const steps = parts(fence, change)
  if (steps.length === 0) return (await pool.query(main)).rowCount === 1
  const written = await transact(pool, async (client) => {
    const { rows } = await client.query<{ id: number }>(main)
    const row = rows[0]
    if (!row) return rolledBack
    for (const step of steps) await step(client, row.id)
    return true
  })
  return written === true
}

function mainStatement(fence: Fence, change: Change): pg.QueryConfig {
  const at = change.step ?? fence.step
  // A final intent has nothing left to do unless the change says so.
  const dueAtMs = change.dueAtMs === undefined && change.step && isFinalStep(at) ? null : change.dueAtMs
  const values = [
    bytes(fence.intentId),
    fence.step,
    at,
    statusOf(at),
    change.progress ? printTagged(change.progress) : null,
    dueAtMs !== undefined,
    dueAtMs ?? null,
    change.nowMs,
    endsLease(change),
    change.committedAtMs ?? null,
    change.executeByMs ?? null,
    change.startedAtMs ?? null,
    change.finishedAtMs ?? null,
    fence.leaseToken ?? null,
  ]
  // Looking again later is no news: a waiting intent would write an event every few seconds.
  if (!change.step && !change.legs?.length && !change.ledger?.length) return { ...quiet, values }
  const kind = change.step ? 'moved' : 'updated'
  const note = noteText({ moved: [fence.intentId], due: change.step !== undefined && !isFinalStep(change.step) })
  return { ...told, values: [...values, kind, printTagged(changeBody(fence, change)), note] }
}

type Part = (client: pg.PoolClient, id: number) => Promise<unknown>

/** What the change writes besides the row itself, in the order it is written. */
function parts(fence: Fence, change: Change): Part[] {
  const { ledger, outbox, reserve, nowMs } = change
  const atEnd = isFinalStep(change.step ?? fence.step)
  const release = change.release || (change.step !== undefined && atEnd)
  const out: Part[] = (change.legs ?? []).map((patch) => (client, id) => client.query(upsertLeg(id, patch, nowMs)))
  if (ledger?.length) out.push((client, id) => client.query(insertLedger(id, ledger, nowMs)))
  if (outbox?.length) out.push((client, id) => client.query(insertOutbox(id, outbox, nowMs)))
  if (release) out.push((client, id) => client.query(releaseAll, [id]))
  for (const held of reserve ?? []) if (held.most !== undefined) out.push((client) => requireRoom(client, held, nowMs))
  if (reserve?.length) out.push((client, id) => client.query(insertReservations(id, reserve)))
  if (atEnd && (change.step || ledger?.length)) out.push((client, id) => client.query(markRecoverable, [id]))
  return out
}

// A leg that is there keeps what the patch does not name; its status is guarded by the trigger.
const legUpsert: Statement = {
  name: 'leg_upsert',
  text: `insert into transactions as t (intent, leg, chain_id, status, txn_hash, calldata, rest, created_at_ms, updated_at_ms)
    values ($1, $2, $3, coalesce($4, 'UNKNOWN'), $5, $6, $7, $9, $9)
    on conflict (intent, leg) do update set chain_id = $3, status = coalesce($4, t.status), txn_hash = coalesce($5, t.txn_hash),
      calldata = coalesce($6, t.calldata), rest = t.rest || $8, updated_at_ms = $9`,
}

function upsertLeg(id: number, patch: Partial<NewLeg> & { leg: Leg; chainId: number }, nowMs: number): pg.QueryConfig {
  const { leg, chainId, status, txnHash, calldata } = patch
  const rest = [restOf(newLeg(patch)), restOf(patch)]
  return {
    ...legUpsert,
    values: [id, leg, chainId, status ?? null, bytesOrNull(txnHash), calldata ?? null, ...rest, nowMs],
  }
}

const insertLedger = (id: number, entries: NonNullable<Change['ledger']>, nowMs: number): pg.QueryConfig => ({
  name: 'ledger_insert',
  text: `insert into ledger (intent, from_place, to_place, chain_id, token, amount, why, txn_hash, block_number, at_ms)
    select $1, e.*, $10 from unnest($2::text[], $3::text[], $4::bigint[], $5::bytea[], $6::numeric[], $7::text[], $8::bytea[],
      $9::bigint[]) as e`,
  values: [
    id,
    entries.map(({ from }) => from),
    entries.map(({ to }) => to),
    entries.map(({ chainId }) => chainId),
    entries.map(({ token }) => bytes(token)),
    entries.map(({ amount }) => amount.toString()),
    entries.map(({ why }) => why),
    entries.map(({ txnHash }) => bytesOrNull(txnHash)),
    entries.map(({ blockNumber }) => blockNumber ?? null),
    nowMs,
  ],
})

const insertOutbox = (id: number, items: NonNullable<Change['outbox']>, nowMs: number): pg.QueryConfig => ({
  name: 'outbox_insert',
  text: `insert into outbox (intent, chain_id, leg, to_address, data, value, gas_limit, created_at_ms)
    select $1, e.*, $8 from unnest($2::bigint[], $3::text[], $4::bytea[], $5::bytea[], $6::numeric[], $7::numeric[]) as e`,
  values: [
    id,
    items.map(({ chainId }) => chainId),
    items.map(({ leg }) => leg),
    items.map(({ to }) => bytes(to)),
    items.map(({ data }) => bytes(data)),
    items.map(({ value }) => value.toString()),
    items.map(({ gasLimit }) => gasLimit.toString()),
    nowMs,
  ],
})

const insertReservations = (id: number, held: NonNullable<Change['reserve']>): pg.QueryConfig => ({
  name: 'reservations_insert',
  text: `insert into reservations (intent, kind, chain_id, token, amount, until_ms)
    select $1, e.* from unnest($2::text[], $3::bigint[], $4::bytea[], $5::numeric[], $6::bigint[]) as e`,
  values: [
    id,
    held.map(({ kind }) => kind),
    held.map(({ chainId }) => chainId),
    held.map(({ token }) => bytes(token)),
    held.map(({ amount }) => amount.toString()),
    held.map(({ untilMs }) => untilMs),
  ],
})

/** One at a time for each token, so that two who reserve the last of it do not both see room. */
async function requireRoom(client: pg.PoolClient, held: Reservation, nowMs: number): Promise<void> {
  const { kind, chainId, token, amount, most = 0n } = held
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${kind} ${chainId} ${token}`])
  const { rows } = await client.query<{ amount: bigint }>({
    name: 'reservations_sum',
    text: `select coalesce(sum(amount), 0) as amount from reservations
      where kind = $1 and chain_id = $2 and token = $3 and until_ms > $4`,
    values: [kind, chainId, bytes(token), nowMs],
  })
  if (rows[0]!.amount + amount > most) throw tooMuch(held, rows[0]!.amount)
}

const releaseAll = 'delete from reservations where intent = $1'

const markRecoverable = `update runs set recoverable = exists (
    select from ledger, lateral (values (to_place, amount), (from_place, -amount)) as e (place, change)
    where intent = $1 and place in ('originIntent', 'destinationIntent')
    group by place, chain_id, token having sum(change) > 0)
  where id = $1`
