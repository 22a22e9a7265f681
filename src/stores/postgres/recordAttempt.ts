import type pg from 'pg'
import type { Leg } from '../../intents/intentRecord.ts'
import type { Hex } from '../../interface/fields.ts'
import type { AttemptReport, AttemptState } from '../store.ts'
import { ensure } from '../storeError.ts'
import { printTagged } from '../taggedJson.ts'
import { checkAttemptMove, isLiveState, isRecorded, statesBefore, usesNonce } from '../transitionRules.ts'
import { bytes, channel, columnsOf, notify, retryDeadlock, statement, transact, translate } from './database.ts'
import { noteText } from './listen.ts'

// Postgres takes at most 8,000 bytes a note; an intent id is 65 of them.
const idsPerNote = 100

/** A leg's `rest`, with the block's time added if the report has one. */
const restWithTime = `case when :mined_at_ms::bigint is null then t.rest
      else t.rest || jsonb_build_object('minedAtMs', :mined_at_ms::bigint) end`

// An attempt that stays live (broadcast, or mined), in one statement, because every intent does this twice. Counting
// `locked` makes the update of the attempt wait until the runs are locked.
const recordLive = statement(
  'attempt_record_live',
  `with carried as (
    select o.intent, o.leg, i.intent_id, i.project_id
    from attempt_items c join outbox o on o.id = c.item join intents i on i.id = o.intent where c.attempt = :id
  ), locked as (
    select id from runs where id in (select intent from carried) order by id for update
  ), recorded as (
    update attempts set state = :state, updated_at_ms = :now_ms
    where id = :id and state = any(:from_states::text[]) and (select count(*) from locked) >= 0 returning hash
  ), moved as (
    update transactions t set status = :leg_status, txn_hash = recorded.hash, updated_at_ms = :now_ms,
      rest = ${restWithTime}
    from recorded, carried c
    where :leg_status::text is not null and t.intent = c.intent and t.leg = c.leg and t.status not in ('SUCCEEDED', 'FAILED')
      and status_rank(:leg_status) >= status_rank(t.status) and (t.status, t.txn_hash) is distinct from (:leg_status, recorded.hash)
    returning t.intent, t.leg, c.intent_id, c.project_id, recorded.hash
  ), logged as (
    insert into events (project_id, intent, kind, body, at_ms)
    select project_id, intent, 'attempt',
      jsonb_build_object('leg', leg, 'state', :state::text, 'status', :leg_status::text, 'txnHash', '0x' || encode(hash, 'hex')), :now_ms
    from moved
  ), woken as (
    update runs set updated_at_ms = :now_ms,
      due_at_ms = case when :wakes and due_at_ms is not null then least(due_at_ms, :now_ms) else due_at_ms end,
      woken = woken or (:wakes and due_at_ms is not null)
    where id in (select intent from moved)
  ), notes as (
    select pg_notify('${channel}', :flags || ',' || string_agg(id, ',')) from (
      select id, row_number() over () / ${idsPerNote} as part from (select distinct encode(intent_id, 'hex') as id from moved) as ids
    ) as parts group by part
  ) select from recorded where (select count(*) from notes) >= 0`,
)

const updateState = statement(
  'attempt_update_state',
  'update attempts set state = :state, updated_at_ms = :now_ms where id = :id',
)

export const recordAttempt = (pool: pg.Pool, report: AttemptReport): Promise<void> =>
  retryDeadlock(() => record(pool, report))

async function record(pool: pg.Pool, report: AttemptReport): Promise<void> {
  const { id, state, legStatus, nowMs } = report
  if (!isLiveState(state) || report.requeue?.length) return recordFully(pool, report)
  const wakes = legStatus === 'MINING'
  const values = {
    id,
    state,
    from_states: statesBefore(state),
    leg_status: legStatus,
    mined_at_ms: report.minedAtMs,
    now_ms: nowMs,
    wakes,
    flags: noteText({ due: wakes }),
  }
  const { rowCount } = await pool.query(recordLive(values)).catch((error) => {
    throw translate(error)
  })
  // Nothing was updated: no such attempt, or a forbidden move. `recordFully` finds out which and throws it.
  if (rowCount === 0) await recordFully(pool, report)
}

/** Locks rows in the order runs, attempts, transactions, outbox, like a transition, so the two cannot deadlock. */
async function recordFully(pool: pg.Pool, report: AttemptReport): Promise<void> {
  const { id, state, legStatus, minedAtMs, nowMs, requeue = [] } = report
  return transact(pool, async (client) => {
    const carried = await lockCarried(client, id)
    const attempt = await lockAttempt(client, id)
    if (isRecorded(attempt.state, state)) return
    checkAttemptMove(attempt.state, state)
    if (usesNonce(state)) await replaceOthers(client, id, nowMs)
    await client.query(updateState({ id, state, now_ms: nowMs }))

    const over = !isLiveState(state)
    if (over) await endItems(client, report)
    const sent = carried.filter(({ item, ours }) => ours && !requeue.includes(item))
    const moved = legStatus
      ? await moveLegs(client, sent, { status: legStatus, hash: attempt.hash, minedAtMs, nowMs })
      : new Set<string>()
    const intents = new Set(carried.filter((one) => moved.has(legKey(one))).map(({ intent }) => intent))
    const changed = over ? carried : carried.filter(({ intent }) => intents.has(intent))
    await logAndNotify(client, {
      changed,
      moved,
      wake: over || legStatus === 'MINING',
      state,
      legStatus,
      hash: attempt.hash,
      nowMs,
    })
  })
}

/** An item of some attempt at this nonce; `ours` if the attempt that is recorded carries it. */
type Carried = { item: number; intent: number; intent_id: Hex; project_id: number; leg: Leg; ours: boolean }

const selectCarried = statement(
  'attempt_carried',
  `select o.id as item, o.intent, i.intent_id, i.project_id, o.leg, bool_or(c.attempt = :id) as ours
    from attempts a
    join attempts b on b.chain_id = a.chain_id and b.signer = a.signer and b.nonce = a.nonce
    join attempt_items c on c.attempt = b.id join outbox o on o.id = c.item join intents i on i.id = o.intent
    where a.id = :id group by o.id, i.id order by o.id`,
)

const lockRuns = statement(
  'attempt_lock_runs',
  'select from runs where id = any(:intents::bigint[]) order by id for update',
)

/** The items of all attempts at this one's nonce; locks their runs in id order. */
async function lockCarried(client: pg.PoolClient, id: number): Promise<Carried[]> {
  const { rows } = await client.query<Carried>(selectCarried({ id }))
  const intents = [...new Set(rows.map((row) => row.intent))]
  if (intents.length > 0) await client.query(lockRuns({ intents }))
  return rows
}

const selectLocked = statement('attempt_lock', 'select state, hash from attempts where id = :id for update')

async function lockAttempt(client: pg.PoolClient, id: number): Promise<{ state: AttemptState; hash: Hex }> {
  const { rows } = await client.query<{ state: AttemptState; hash: Hex }>(selectLocked({ id }))
  ensure(rows[0], `there is no attempt ${id}`)
  return rows[0]
}

const updateOthers = statement(
  'attempt_replace_others',
  `with mine as (select chain_id, signer, nonce from attempts where id = :id), others as (
    update attempts a set state = 'replaced', updated_at_ms = :now_ms from mine
    where (a.chain_id, a.signer, a.nonce) = (mine.chain_id, mine.signer, mine.nonce) and a.id <> :id
      and a.state in ('planned', 'broadcast', 'indeterminate')
  ) select exists (select from attempts a, mine where (a.chain_id, a.signer, a.nonce) = (mine.chain_id, mine.signer, mine.nonce)
      and a.id <> :id and a.state in ('confirmed', 'reverted')) as mined`,
)

async function replaceOthers(client: pg.PoolClient, id: number, nowMs: number): Promise<void> {
  const { rows } = await client.query<{ mined: boolean }>(updateOthers({ id, now_ms: nowMs }))
  ensure(!rows[0]?.mined, `another attempt at the nonce of ${id} was mined`)
}

const endItemsOf = (attempts: string): string => `with ended as (
    select id from outbox where attempt in (${attempts}) and not done order by id for update
  ) update outbox set attempt = case when outbox.id = any(:requeue::bigint[]) then null else attempt end,
      done = not outbox.id = any(:requeue::bigint[])
    from ended where outbox.id = ended.id`

const endItemsOfAttempt = statement('attempt_end_items', endItemsOf(':id'))
const endItemsOfNonce = statement(
  'attempt_end_items_of_nonce',
  endItemsOf(`select b.id from attempts a
    join attempts b on b.chain_id = a.chain_id and b.signer = a.signer and b.nonce = a.nonce where a.id = :id`),
)

/** Items in `requeue` become pending again, the others done. */
async function endItems(client: pg.PoolClient, { id, state, requeue = [] }: AttemptReport): Promise<void> {
  await client.query((usesNonce(state) ? endItemsOfNonce : endItemsOfAttempt)({ id, requeue }))
}

const legKey = ({ intent, leg }: { intent: number; leg: Leg }): string => `${intent} ${leg}`

const updateLegs = statement(
  'attempt_update_legs',
  `update transactions t set status = :status, txn_hash = :hash, updated_at_ms = :now_ms, rest = ${restWithTime}
    from unnest(:intents::bigint[], :legs::text[]) as s (intent, leg)
    where t.intent = s.intent and t.leg = s.leg and t.status not in ('SUCCEEDED', 'FAILED')
      and status_rank(:status) >= status_rank(t.status) and (t.status, t.txn_hash) is distinct from (:status, :hash)
    returning t.intent, t.leg`,
)

/** Moves legs forward or leaves them: reports may arrive out of order. Returns the keys of those that moved. */
async function moveLegs(
  client: pg.PoolClient,
  sent: readonly Carried[],
  { status, hash, minedAtMs, nowMs }: { status: string; hash: Hex; minedAtMs?: number; nowMs: number },
): Promise<Set<string>> {
  const columns = columnsOf(sent, { intents: ({ intent }) => intent, legs: ({ leg }) => leg })
  const { rows } = await client.query<{ intent: number; leg: Leg }>(
    updateLegs({ ...columns, status, hash: bytes(hash), mined_at_ms: minedAtMs, now_ms: nowMs }),
  )
  return new Set(rows.map(legKey))
}

type Change = {
  changed: readonly Carried[]
  /** Keys of the legs whose status or hash changed; events of the others carry no status. */
  moved: ReadonlySet<string>
  wake: boolean
  state: AttemptState
  legStatus?: string
  hash: Hex
  nowMs: number
}

const insertEvents = statement(
  'attempt_insert_events',
  `insert into events (project_id, intent, kind, body, at_ms)
    select e.project_id, e.intent, 'attempt', e.body, :now_ms
    from unnest(:projects::int[], :intents::bigint[], :bodies::jsonb[]) as e (project_id, intent, body)`,
)

const updateRuns = statement(
  'attempt_update_runs',
  `update runs set updated_at_ms = :now_ms,
      due_at_ms = case when :wake and due_at_ms is not null then least(due_at_ms, :now_ms) else due_at_ms end,
      woken = woken or (:wake and due_at_ms is not null)
    where id = any(:intents::bigint[])`,
)

/** Logs an event per leg, makes the intents due if `wake`, and notifies waiting processes. */
async function logAndNotify(client: pg.PoolClient, change: Change): Promise<void> {
  const { changed, moved, wake, state, legStatus, hash, nowMs } = change
  if (changed.length === 0) return
  const columns = columnsOf(changed, {
    projects: ({ project_id }) => project_id,
    intents: ({ intent }) => intent,
    bodies(carried) {
      const { leg, ours } = carried
      if (!ours) return printTagged({ leg, state: 'replaced' })
      return printTagged(moved.has(legKey(carried)) ? { leg, state, status: legStatus, txnHash: hash } : { leg, state })
    },
  })
  await client.query(insertEvents({ ...columns, now_ms: nowMs }))
  await client.query(updateRuns({ ...columns, now_ms: nowMs, wake }))
  const ids = [...new Set(changed.map(({ intent_id }) => intent_id))]
  for (let from = 0; from < ids.length; from += idsPerNote) {
    const note = noteText({ moved: ids.slice(from, from + idsPerNote), due: wake })
    await client.query(notify({ note }))
  }
}
