import type { Hex } from '../../src/interface/fields.ts'
import type { PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import type { Transition } from '../../src/stores/store.ts'
import { move } from '../stores/move.ts'
import { addressOf, hashOf, sampleQuote } from '../stores/sampleQuote.ts'

/** One thing that some part of the service asks of the database. */
export type Caller = {
  name: string
  /** Makes the rows it works on, through a connection that nobody disturbs. */
  prepare(direct: PostgresStore): Promise<Prepared>
}

export type Prepared = {
  call(store: PostgresStore): Promise<unknown>
  /** What has to be the same, however often the call was disturbed and then repeated. */
  books(): Promise<unknown>
}

const chainId = 10
const act = { actor: 'operator', nowMs: 1_000 }
const outbox: Transition['outbox'] = [
  { chainId, leg: 'origin', to: addressOf(7), data: '0x12', value: 0n, gasLimit: 5n },
]
let made = 0

async function committed(store: PostgresStore, more: Partial<Transition> = {}): Promise<Hex> {
  const intentId = hashOf(++made)
  await store.intents.insertQuote(sampleQuote({ intentId }))
  await move(store, intentId, 'quoted', {
    step: 'committed',
    dueAtMs: 60_000,
    nowMs: 1_500,
    committedAtMs: 1_500,
    ...more,
  })
  return intentId
}

/** Step, legs, ledger, and how many rows of each kind the intent has. */
async function booksOf({ pool, intents }: PostgresStore, intentId: Hex) {
  const record = await intents.find(intentId)
  const { rows } = await pool.query(
    `select (select count(*) from events e where e.intent = i.id) as events, (select count(*) from ledger l where l.intent = i.id) as ledger,
      (select count(*) from outbox o where o.intent = i.id) as outbox, (select count(*) from reservations r where r.intent = i.id) as reservations
      from intents i where i.intent_id = $1`,
    [`\\x${intentId.slice(2)}`],
  )
  return { step: record?.step, legs: record?.legs.map(({ leg, status }) => [leg, status]), rows }
}

/** A lane of its own with an item in the outbox. */
async function laneWithItem(direct: PostgresStore) {
  const intentId = await committed(direct, { outbox })
  const own = addressOf(1_000 + made)
  const pending = await direct.attempts.pending(chainId, 10_000)
  const items = pending.filter((item) => item.intentId === intentId).map(({ id }) => id)
  await direct.attempts.leaseLane({ chainId, signer: own, holder: 'a', nowMs: 1_000, untilMs: 90_000 })
  const planned = {
    chainId,
    signer: own,
    nonce: 1,
    hash: hashOf(made, 'f'),
    raw: '0x02' as const,
    items,
    gasLimit: 1n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
    holder: 'a',
    nowMs: 2_000,
  }
  const books = async () => ({
    ...(await booksOf(direct, intentId)),
    attempts: (await direct.attempts.atNonce(chainId, own, 1)).map(({ state }) => state),
    inFlight: await direct.attempts.isInFlight(intentId, 'origin'),
  })
  return { intentId, planned, books }
}

const reserve: Transition['reserve'] = [
  { kind: 'gas', chainId, token: addressOf(4), amount: 1n, untilMs: 2_000, most: 1_000_000n },
]

export const callers: Caller[] = [
  {
    name: 'an API call that commits with a reservation',
    async prepare(direct) {
      const intentId = hashOf(++made)
      await direct.intents.insertQuote(sampleQuote({ intentId }))
      const commit = { step: 'committed' as const, dueAtMs: 60_000, nowMs: 1_500, reserve }
      return {
        call: (store) => store.intents.transition({ intentId, step: 'quoted' }, commit),
        books: () => booksOf(direct, intentId),
      }
    },
  },
  {
    name: 'an API call that executes what the project pays for',
    async prepare(direct) {
      const intentId = await committed(direct)
      await direct.sponsors.setBudget(1, 1_000, act)
      const dayMs = ++made * 86_400_000
      const sponsor = { dayMs, microUsd: 7n, mostMicroUsd: 10n }
      const execute = { step: 'sendDeposit' as const, dueAtMs: 60_000, nowMs: 1_600, sponsor }
      return {
        call: (store) => store.intents.transition({ intentId, step: 'committed' }, execute),
        books: async () => ({
          ...(await booksOf(direct, intentId)),
          used: (await direct.sponsors.budget(1, dayMs))?.usedMicroUsd,
        }),
      }
    },
  },
  {
    name: 'an API call that quotes',
    async prepare(direct) {
      const intentId = hashOf(++made)
      return {
        call: (store) => store.intents.insertQuote(sampleQuote({ intentId })).catch(unlessThere),
        books: () => booksOf(direct, intentId),
      }
    },
  },
  {
    name: 'an API call under an idempotency key',
    async prepare(direct) {
      const key = `key ${++made}`
      const claim = { projectId: 1, operation: 'CommitIntent', key, bodyHash: hashOf(1), nowMs: 1_000 }
      return {
        call: (store) => store.idempotency.claim(claim),
        books: () => direct.idempotency.claim({ ...claim, bodyHash: hashOf(2) }),
      }
    },
  },
  {
    name: 'an act of the operator',
    async prepare(direct) {
      return {
        call: (store) => store.access.setSwitches({ chainsPaused: [7] }, act),
        books: () => direct.access.switches(),
      }
    },
  },
  {
    name: 'a step of a worker',
    async prepare(direct) {
      const intentId = await committed(direct)
      const change: Transition = {
        step: 'awaitOrigin',
        dueAtMs: 60_000,
        nowMs: 2_000,
        legs: [{ leg: 'origin', chainId, status: 'PENDING' }],
        ledger: [{ from: 'owner', to: 'originIntent', chainId, token: addressOf(4), amount: 5n, why: 'deposit' }],
        outbox,
        reserve,
      }
      await move(direct, intentId, 'committed', { step: 'awaitDeposit', dueAtMs: 60_000, nowMs: 1_600 })
      return {
        call: (store) => store.intents.transition({ intentId, step: 'awaitDeposit' }, change),
        books: () => booksOf(direct, intentId),
      }
    },
  },
  {
    name: 'a wake of a worker',
    async prepare(direct) {
      const intentId = await committed(direct)
      return {
        call: (store) => store.intents.wake([intentId], 50_000),
        books: async () => (await direct.intents.find(intentId))?.dueAtMs,
      }
    },
  },
  {
    name: 'a sender that plans',
    async prepare(direct) {
      const { planned, books } = await laneWithItem(direct)
      return { call: (store) => store.attempts.insertAttempt(planned), books }
    },
  },
  {
    name: 'a sender that records a broadcast',
    async prepare(direct) {
      const { planned, books } = await laneWithItem(direct)
      const { id } = (await direct.attempts.insertAttempt(planned))!
      const report = { id, state: 'broadcast', legStatus: 'RELAYED', nowMs: 3_000 } as const
      return { call: (store) => store.attempts.recordAttempt(report), books }
    },
  },
  {
    name: 'a sender that closes a nonce',
    async prepare(direct) {
      const { planned, books } = await laneWithItem(direct)
      const { id } = (await direct.attempts.insertAttempt(planned))!
      const report = { id, state: 'confirmed', legStatus: 'MINING', nowMs: 3_000 } as const
      return { call: (store) => store.attempts.recordAttempt(report), books }
    },
  },
  {
    name: 'the fan-out of webhooks',
    async prepare(direct) {
      const project = await direct.access.createProject({ name: `p${++made}`, anchorDay: 1, limits: {} }, act)
      const hook = { projectId: project.id, name: 'h', url: 'https://example.org', secret: 'whsec_a', kinds: [] }
      await direct.webhooks.create(hook, 10, act)
      const intentId = hashOf(++made)
      await direct.intents.insertQuote(sampleQuote({ intentId, projectId: project.id }))
      await move(direct, intentId, 'quoted', { step: 'committed', dueAtMs: 60_000, nowMs: 1_500 })
      const page = { limit: 10_000, nowMs: 2_000, print: JSON.stringify }
      const all = async (store: PostgresStore): Promise<void> => {
        while ((await store.webhooks.fanOut(page)).more);
      }
      return {
        call: all,
        books: async () => {
          const sent = await direct.webhooks.deliveries({ projectId: project.id, limit: 10 })
          return sent.map(({ kind }) => kind)
        },
      }
    },
  },
  {
    name: 'a sweep of lapsed intents',
    async prepare(direct) {
      const intentId = await committed(direct)
      await move(direct, intentId, 'committed', { step: 'lapsed', nowMs: 3_000, finishedAtMs: 3_000, dueAtMs: null })
      return {
        call: (store) => store.retention.forget('lapsed', { beforeMs: 4_000, intentIds: [intentId] }),
        books: () => booksOf(direct, intentId),
      }
    },
  },
  {
    name: 'a search',
    async prepare(direct) {
      const intentId = await committed(direct)
      return {
        call: (store) => store.intents.search({ projectId: 1, statuses: ['COMMITTED'] }, { limit: 3 }),
        books: () => booksOf(direct, intentId),
      }
    },
  },
]

/** The quote was stored and only the answer lost: a caller asks for another quote, under another id. */
function unlessThere(error: { code?: string }): void {
  if (error.code !== '23505') throw error
}
