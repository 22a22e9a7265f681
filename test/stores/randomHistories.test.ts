import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom } from '../../src/host/random.ts'
import { legs } from '../../src/intents/intentRecord.ts'
import { lifecycle, type Step } from '../../src/intents/lifecycle.ts'
import { transactionStatuses } from '../../src/interface/enums.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { attemptStates, type Store } from '../../src/stores/store.ts'
import { StoreError } from '../../src/stores/storeError.ts'
import { freshSeed } from '../freshSeed.ts'
import { budget } from '../tier.ts'
import { freshDatabase } from './freshDatabase.ts'
import { createMemoryStore } from './memory/memoryStore.ts'
import { addressOf, hashOf, sampleQuote } from './sampleQuote.ts'

/** Other histories in every run of the suite. */
const { seed: firstSeed, repeat } = freshSeed(import.meta.filename)
const historiesWanted = budget({ fast: 10_000, full: 10_000, deep: 100_000 })
/** Two free cores take a minute for all; on busy ones fewer are run, and the line says how many. */
const budgetMs = budget({ fast: 10_000, full: 75_000, deep: 600_000 })
/** Histories that share tables, so that each begins among rows of others. */
const historiesPerWorld = 25
/** As few as a history leaves due: records are long, and comparing those of others again and again took most of the time. */
const leasedMax = 3
/** Of the histories that begin with a quote; the others go on with what is there. A quote costs as much as three other calls. */
const quoteShare = 0.5
const callsPerHistory = { min: 2, max: 6 }
/** Databases that are asked at the same time: while one works, the test has something to do for another. */
const lanes = 4

type Lane = { postgres: PostgresStore }
const open: Lane[] = []
const close: (() => Promise<void>)[] = []

beforeAll(async () => {
  for (let lane = 0; lane < lanes; lane++) {
    const database = await freshDatabase()
    const postgres = await openPostgresStore({ url: database.url })
    open.push({ postgres })
    close.push(() => postgres.close(), database.close)
  }
})
afterAll(async () => {
  for (const one of close) await one()
})

/** Row numbers come from sequences that may skip; everything else must be the same. */
function plainOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  if (Array.isArray(value)) return `[${value.map(plainOf).join()}]`
  let text = ''
  for (const [key, each] of Object.entries(value).sort(byKey))
    if (each !== undefined && !rowNumbers.has(key)) text += `${key}:${plainOf(each)},`
  return `{${text}}`
}

const rowNumbers = new Set(['id', 'items', 'replaces'])
const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

test('the memory store answers like Postgres, call by call, on random histories', async () => {
  let histories = 0
  let worlds = 0
  const endMs = performance.now() + budgetMs
  await Promise.all(
    open.map(async ({ postgres }) => {
      while (performance.now() < endMs && worlds * historiesPerWorld < historiesWanted) {
        await world(firstSeed + worlds++, postgres)
        await postgres.pool.query(emptyTables)
        histories += historiesPerWorld
      }
    }),
  )
  process.stdout.write(`compared ${histories} histories with Postgres, in worlds from seed ${firstSeed}\n`)
  expect(histories).toBeGreaterThan(0)
})

/** Where two texts part, with what comes before and after. */
function differing(ours: string, theirs: string): { memory: string; postgres: string } {
  let at = 0
  while (ours[at] === theirs[at]) at++
  const part = (text: string) => text.slice(Math.max(0, at - 80), at + 120)
  return { memory: part(ours), postgres: part(theirs) }
}

/** Nobody may change the books, so the trigger that says so has to be passed by. */
const emptyTables = `begin; set local session_replication_role = replica;
  truncate intents, attempts, outbox, lanes, idempotency, reserved_sums cascade; commit`

type Pair<T> = { memory: T; postgres: T }

/** Histories one after the other on tables that were empty. One in two has an intent of its own; all now and then touch one of those before. */
async function world(seed: number, postgres: Store): Promise<void> {
  const memory = createMemoryStore()
  const random = createSeededRandom(seed)
  const below = (count: number) => Math.floor(random.next() * count)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!
  const chance = (probability: number) => random.next() < probability
  const done: string[] = []
  const attempts: Pair<number>[] = []
  const leases: { intentId: Hex; token: string }[] = []
  const intentIds: Hex[] = []
  const own = (): Hex => (chance(0.8) ? intentIds.at(-1)! : pick(intentIds))
  const chainId = 10
  const signers = [addressOf(101), addressOf(102)]
  const steps = Object.keys(lifecycle) as Step[]
  let nowMs = 1_000_000
  let hashes = 0

  /** Asks both; the answers, or the kinds of refusal, must be the same. */
  async function both<T>(
    call: string,
    ask: (store: Store, which: keyof Pair<T>) => Promise<T>,
  ): Promise<Pair<T> | undefined> {
    done.push(call)
    const settle = (store: Store, which: keyof Pair<T>) =>
      ask(store, which).then(
        (value) => ({ value, said: plainOf(value) }),
        (error: unknown) => {
          if (error instanceof StoreError) return { said: `refused: ${error.kind}` }
          throw new Error(`${which}: ${error}; ${repeat(seed)}`, { cause: error })
        },
      )
    const [ours, theirs] = [await settle(memory, 'memory'), await settle(postgres, 'postgres')]
    if (ours.said !== theirs.said)
      expect(differing(ours.said, theirs.said), `after:\n${done.join('\n')}\n${repeat(seed)}`).toBeUndefined()
    return 'value' in ours && 'value' in theirs ? { memory: ours.value, postgres: theirs.value } : undefined
  }

  async function move(): Promise<void> {
    const intentId = own()
    const at = (await memory.intents.stepOf(intentId))?.step ?? 'quoted'
    const from = chance(0.9) ? at : pick(steps)
    const next: readonly string[] = lifecycle[from].next
    const name = pick(next)
    const named = steps.find((one) => one === name)
    // The service never writes to a quote without moving it on, and Postgres has no rows for its legs before that.
    const step = from === 'quoted' || chance(0.7) ? named : chance(0.1) ? pick(steps) : undefined
    const lease = leases.find((one) => one.intentId === intentId)
    const dueAtMs = chance(0.9) ? nowMs + below(5_000) : chance(0.5) ? null : undefined
    const change = {
      nowMs,
      step,
      dueAtMs,
      ...(chance(0.3) && { legs: [{ leg: pick(legs), chainId, status: pick(transactionStatuses) }] }),
      ...(chance(0.3) && {
        ledger: [
          {
            from: 'owner',
            to: 'originIntent',
            chainId,
            token: addressOf(4),
            amount: BigInt(below(100)),
            why: 'deposit',
          } as const,
        ],
      }),
      ...(chance(0.3) && {
        outbox: [{ chainId, leg: pick(legs), to: addressOf(9), data: '0x' as const, value: 0n, gasLimit: 1n }],
      }),
      ...(chance(0.2) && {
        reserve: [
          { kind: 'gas', chainId, token: signers[0]!, amount: 40n, untilMs: nowMs + 3_000, most: 100n } as const,
        ],
      }),
      ...(chance(0.1) && { release: true }),
    }
    const leaseToken = lease && chance(0.5) ? lease.token : undefined
    await both(`transition ${from} ${step} ${dueAtMs} ${leaseToken}`, (store) =>
      store.intents.transition({ intentId, step: from, leaseToken }, change),
    )
  }

  async function insertAttempt(): Promise<void> {
    const found = await both('pending', (store) => store.attempts.pending(chainId, 1_000))
    const count = found ? Math.min(found.memory.length, below(3)) : 0
    const signer = pick(signers)
    const nonce = below(4)
    const hash = hashOf(++hashes, 'c')
    const replaced = chance(0.3) ? attempts.at(-1) : undefined
    const made = await both(`insertAttempt ${nonce} ${count} items`, (store, which) =>
      store.attempts.insertAttempt({
        chainId,
        signer,
        nonce,
        hash,
        raw: '0x02',
        items: found ? found[which].slice(0, count).map(({ id }) => id) : [],
        gasLimit: 1n,
        maxFeePerGas: 2n,
        maxPriorityFeePerGas: 1n,
        ...(replaced && { replaces: replaced[which] }),
        holder: 'h1',
        nowMs,
      }),
    )
    if (made?.memory && made.postgres) attempts.push({ memory: made.memory.id, postgres: made.postgres.id })
  }

  const calls: (() => Promise<unknown>)[] = [
    move,
    move,
    move,
    insertAttempt,
    async () => {
      const attempt = attempts.at(below(attempts.length))
      const state = pick(attemptStates)
      const legStatus = chance(0.5) ? ('MINING' as const) : undefined
      if (attempt)
        await both(`recordAttempt ${state}`, (store, which) =>
          store.attempts.recordAttempt({
            id: attempt[which],
            state,
            legStatus,
            nowMs,
          }),
        )
    },
    async () => {
      const worker = pick(['w1', 'w2'])
      const taken = await both(`lease ${worker}`, (store) =>
        store.intents.lease({ worker, nowMs, leaseMs: 2_000, limit: leasedMax }),
      )
      for (const { intentId, leaseToken } of taken?.memory ?? []) leases.unshift({ intentId, token: leaseToken })
    },
    () => {
      const signer = pick(signers)
      return both('leaseLane', (store) =>
        store.attempts.leaseLane({ chainId, signer, holder: 'h1', nowMs, untilMs: nowMs + 10_000 }),
      )
    },
    () => {
      const intentId = own()
      return both('wake', (store) => store.intents.wake([intentId], nowMs))
    },
    () => both('nextDueMs', (store) => store.intents.nextDueMs()),
    () => {
      const intentId = own()
      return both('find', (store) => store.intents.find(intentId))
    },
    () => {
      const intentId = own()
      return both('ledger', (store) => store.intents.ledger(intentId))
    },
    () => both('reserved', (store) => store.intents.reserved(chainId, signers[0]!, nowMs)),
    () => {
      const signer = pick(signers)
      return both('live', (store) => store.attempts.live(chainId, signer))
    },
    () => {
      const intentId = own()
      return both('ofLeg', (store) => store.attempts.ofLeg(intentId, 'origin'))
    },
    () => {
      const intentId = own()
      return both('isInFlight', (store) => store.attempts.isInFlight(intentId, 'origin'))
    },
    () => {
      const signer = pick(signers)
      return both('nextNonce', (store) => store.attempts.nextNonce(chainId, signer))
    },
    () => {
      const claim = { projectId: 1, operation: 'x', key: `${below(20)}`, bodyHash: hashOf(below(2)), nowMs }
      return both('claim', (store) => store.idempotency.claim(claim))
    },
  ]
  async function insertQuote(number: number): Promise<void> {
    // No id comes twice: a store remembers the bodies of quotes by it.
    const intentId = hashOf((seed % 1_000_000) * 64 + number, 'b')
    intentIds.push(intentId)
    await both('insertQuote', (store) => store.intents.insertQuote(sampleQuote({ intentId, nowMs })))
  }

  for (let history = 0; history < historiesPerWorld; history++) {
    done.push(`history ${history}`)
    if (history === 0 || chance(quoteShare)) await insertQuote(history)
    const length = callsPerHistory.min + below(callsPerHistory.max - callsPerHistory.min + 1)
    for (let call = 0; call < length; call++) {
      nowMs += below(1_500)
      await pick(calls)()
    }
  }
}
