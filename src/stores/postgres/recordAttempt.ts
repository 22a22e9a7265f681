import type pg from 'pg'
import type { Leg } from '../../intents/intentRecord.ts'
import type { Hex } from '../../interface/fields.ts'
import { checkSettle, isLive, statesBefore, usesNonce } from '../rules.ts'
import type { AttemptState, AttemptStore } from '../store.ts'
import { ensure } from '../storeError.ts'
import { printTagged } from '../taggedJson.ts'
import { bytes, channel, namedStatement, transact, translate } from './database.ts'
import { noteText } from './listen.ts'

type Settle = Parameters<AttemptStore['settle']>[0]

// Postgres takes at most 8,000 bytes a note; an intent id is 65 of them.
const idsPerNote = 100

// A transaction that is still on its way, in one statement: every intent meets it twice. Where nothing is found to settle, the long way
// says why. The runs are locked before anything is written, because the attempt waits for their count.
const onItsWay = namedStatement(
  'settle_on_its_way',
  `with carried as (
    select o.intent, o.leg, i.intent_id, i.project_id
    from attempt_items c join outbox o on o.id = c.item join intents i on i.id = o.intent where c.attempt = :id
  ), locked as (
    select id from runs where id in (select intent from carried) order by id for update
  ), settled as (
    update attempts set state = :state, updated_at_ms = :now_ms
    where id = :id and state = any(:from_states::text[]) and (select count(*) from locked) >= 0 returning hash
  ), moved as (
    update transactions t set status = :leg_status, txn_hash = settled.hash, updated_at_ms = :now_ms from settled, carried c
    where :leg_status::text is not null and t.intent = c.intent and t.leg = c.leg and t.status not in ('SUCCEEDED', 'FAILED')
      and status_rank(:leg_status) >= status_rank(t.status) and (t.status, t.txn_hash) is distinct from (:leg_status, settled.hash)
    returning t.intent, t.leg, c.intent_id, c.project_id, settled.hash
  ), told as (
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
  ) select from settled where (select count(*) from notes) >= 0`,
)

export async function recordAttempt(pool: pg.Pool, ask: Settle): Promise<void> {
  const { id, state, legStatus, nowMs } = ask
  if (!isLive(state) || ask.requeue?.length) return settleFully(pool, ask)
  const wakes = legStatus === 'MINING'
  const values = {
    id,
    state,
    from_states: statesBefore(state),
    leg_status: legStatus,
    now_ms: nowMs,
    wakes,
    flags: noteText({ due: wakes }),
  }
  const { rowCount } = await pool.query(onItsWay(values)).catch((error) => {
    throw translate(error)
  })
  if (rowCount === 0) await settleFully(pool, ask)
}

/** Rows are locked in one order: runs, attempts, transactions, outbox. A change of an intent takes them in the same. */
async function settleFully(pool: pg.Pool, ask: Settle): Promise<void> {
  const { id, state, legStatus, nowMs, requeue = [] } = ask
  await transact(pool, async (client) => {
    const carried = await lockCarried(client, id)
    const attempt = await lockAttempt(client, id)
    checkSettle(attempt.state, state)
    if (usesNonce(state)) await replaceOthers(client, id, nowMs)
    await client.query({
      name: 'settle_state',
      text: 'update attempts set state = $2, updated_at_ms = $3 where id = $1',
      values: [id, state, nowMs],
    })

    const over = !isLive(state)
    if (over) await endItems(client, ask)
    const sent = carried.filter(({ item, ours }) => ours && !requeue.includes(item))
    const moved = legStatus ? await moveLegs(client, sent, legStatus, attempt.hash, nowMs) : new Set<string>()
    const intents = new Set(carried.filter((one) => moved.has(legKey(one))).map(({ intent }) => intent))
    const told = over ? carried : carried.filter(({ intent }) => intents.has(intent))
    await tell(client, {
      told,
      moved,
      wake: over || legStatus === 'MINING',
      state,
      legStatus,
      hash: attempt.hash,
      nowMs,
    })
  })
}

/** An item of some attempt at this nonce; `ours` if it travels in the attempt that is settled. */
type Carried = { item: number; intent: number; intent_id: Hex; project_id: number; leg: Leg; ours: boolean }

/** Locks the intents concerned, in the order of their numbers, and names what is carried at this nonce. */
async function lockCarried(client: pg.PoolClient, attempt: number): Promise<Carried[]> {
  const { rows } = await client.query<Carried>({
    name: 'settle_carried',
    text: `select o.id as item, o.intent, i.intent_id, i.project_id, o.leg, bool_or(c.attempt = $1) as ours
      from attempts a
      join attempts b on b.chain_id = a.chain_id and b.signer = a.signer and b.nonce = a.nonce
      join attempt_items c on c.attempt = b.id join outbox o on o.id = c.item join intents i on i.id = o.intent
      where a.id = $1 group by o.id, i.id order by o.id`,
    values: [attempt],
  })
  const intents = [...new Set(rows.map((row) => row.intent))]
  if (intents.length > 0) {
    await client.query({
      name: 'settle_lock_runs',
      text: 'select from runs where id = any($1::bigint[]) order by id for update',
      values: [intents],
    })
  }
  return rows
}

async function lockAttempt(client: pg.PoolClient, id: number): Promise<{ state: AttemptState; hash: Hex }> {
  const { rows } = await client.query<{ state: AttemptState; hash: Hex }>({
    name: 'settle_lock_attempt',
    text: 'select state, hash from attempts where id = $1 for update',
    values: [id],
  })
  ensure(rows[0], `there is no attempt ${id}`)
  return rows[0]
}

async function replaceOthers(client: pg.PoolClient, id: number, nowMs: number): Promise<void> {
  const { rows } = await client.query<{ mined: boolean }>({
    name: 'settle_others',
    text: `with mine as (select chain_id, signer, nonce from attempts where id = $1), others as (
        update attempts a set state = 'replaced', updated_at_ms = $2 from mine
        where (a.chain_id, a.signer, a.nonce) = (mine.chain_id, mine.signer, mine.nonce) and a.id <> $1
          and a.state in ('planned', 'broadcast', 'indeterminate')
      ) select exists (select from attempts a, mine where (a.chain_id, a.signer, a.nonce) = (mine.chain_id, mine.signer, mine.nonce)
          and a.id <> $1 and a.state in ('confirmed', 'reverted')) as mined`,
    values: [id, nowMs],
  })
  ensure(!rows[0]?.mined, `another attempt at the nonce of ${id} was mined`)
}

/** Nothing carries them any more: those to be sent again are pending, the others are done with. */
async function endItems(client: pg.PoolClient, { id, state, requeue = [] }: Settle): Promise<void> {
  const attempts = usesNonce(state)
    ? `(select b.id from attempts a join attempts b on b.chain_id = a.chain_id and b.signer = a.signer and b.nonce = a.nonce where a.id = $1)`
    : '($1)'
  await client.query({
    name: usesNonce(state) ? 'settle_items_of_nonce' : 'settle_items',
    text: `with ended as (
        select id from outbox where attempt in ${attempts} and not done order by id for update
      ) update outbox set attempt = case when outbox.id = any($2::bigint[]) then null else attempt end,
          done = not outbox.id = any($2::bigint[])
        from ended where outbox.id = ended.id`,
    values: [id, requeue],
  })
}

const legKey = ({ intent, leg }: { intent: number; leg: Leg }): string => `${intent} ${leg}`

/** Legs move forward or stay: of two reports that cross, the later one may be the older. Returns the legs that moved. */
async function moveLegs(
  client: pg.PoolClient,
  sent: readonly Carried[],
  status: string,
  hash: Hex,
  nowMs: number,
): Promise<Set<string>> {
  const { rows } = await client.query<{ intent: number; leg: Leg }>({
    name: 'settle_legs',
    text: `update transactions t set status = $3, txn_hash = $4, updated_at_ms = $5
      from unnest($1::bigint[], $2::text[]) as s (intent, leg)
      where t.intent = s.intent and t.leg = s.leg and t.status not in ('SUCCEEDED', 'FAILED')
        and status_rank($3) >= status_rank(t.status) and (t.status, t.txn_hash) is distinct from ($3, $4)
      returning t.intent, t.leg`,
    values: [sent.map(({ intent }) => intent), sent.map(({ leg }) => leg), status, bytes(hash), nowMs],
  })
  return new Set(rows.map(legKey))
}

type News = {
  told: readonly Carried[]
  /** Of them, the legs that changed: the others have nothing to show to callers. */
  moved: ReadonlySet<string>
  wake: boolean
  state: AttemptState
  legStatus?: string
  hash: Hex
  nowMs: number
}

/** Writes it down for those who follow, wakes the intents when the attempt is mined or over, and tells who waits. */
async function tell(client: pg.PoolClient, news: News): Promise<void> {
  const { told, moved: legsMoved, wake, state, legStatus, hash, nowMs } = news
  if (told.length === 0) return
  await client.query({
    name: 'settle_events',
    text: `insert into events (project_id, intent, kind, body, at_ms)
      select e.project_id, e.intent, 'attempt', e.body, $4 from unnest($1::int[], $2::bigint[], $3::jsonb[]) as e (project_id, intent, body)`,
    values: [
      told.map(({ project_id }) => project_id),
      told.map(({ intent }) => intent),
      told.map((one) => {
        const { leg, ours } = one
        if (!ours) return printTagged({ leg, state: 'replaced' })
        return printTagged(
          legsMoved.has(legKey(one)) ? { leg, state, status: legStatus, txnHash: hash } : { leg, state },
        )
      }),
      nowMs,
    ],
  })
  await client.query({
    name: 'settle_runs',
    text: `update runs set updated_at_ms = $2,
        due_at_ms = case when $3 and due_at_ms is not null then least(due_at_ms, $2) else due_at_ms end,
        woken = woken or ($3 and due_at_ms is not null)
      where id = any($1::bigint[])`,
    values: [told.map(({ intent }) => intent), nowMs, wake],
  })
  const moved = [...new Set(told.map(({ intent_id }) => intent_id))]
  for (let from = 0; from < moved.length; from += idsPerNote) {
    const note = noteText({ moved: moved.slice(from, from + idsPerNote), due: wake })
    await client.query(`select pg_notify('${channel}', $1)`, [note])
  }
}
