import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom } from '../../src/host/random.ts'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import type { Store } from '../../src/stores/store.ts'
import { StoreError } from '../../src/stores/storeError.ts'
import { freshSeed } from '../freshSeed.ts'
import { budget } from '../tier.ts'
import { type Call, chainId, draws, type History, insertQuote, own, type Which } from './drawnCalls.ts'
import { freshDatabase } from './freshDatabase.ts'
import { createMemory, type Memory } from './memory/memory.ts'
import { createMemoryStore } from './memory/memoryStore.ts'
import { addressOf } from './sampleQuote.ts'

/** Other histories in every run. */
const { seed: firstSeed, repeat } = freshSeed(import.meta.filename)
const historiesWanted = budget({ fast: 10_000, full: 10_000, deep: 100_000 })
/** Two free cores take a minute; busy ones run fewer, and the output says how many. */
const budgetMs = budget({ fast: 10_000, full: 75_000, deep: 600_000 })
/** Histories that share tables, so that each starts among others' rows. */
const historiesPerWorld = 25
/** Share of histories that begin with a quote; others use existing rows. A quote costs as much as three calls. */
const quoteShare = 0.5
const callsPerHistory = { min: 2, max: 6 }
/** Databases used in parallel: while one works, the test works on another. */
const lanes = 4

/** The statement at which the process ends, before it runs or when its answer is lost. None follows. */
type Cut = { left: number; isCarriedOut: boolean }
type Gate = { cut?: Cut | undefined }
type Lane = { postgres: PostgresStore; gate: Gate }
const crashShare = 0.06
/** A transition takes up to six: `begin`, a lock, the budget, the write, the room, `commit`. */
const statementsMax = 6
const open: Lane[] = []
const close: (() => Promise<void>)[] = []

beforeAll(async () => {
  for (let count = 0; count < lanes; count++) {
    const database = await freshDatabase()
    const gate: Gate = {}
    const postgres = await openPostgresStore({ url: database.url, around: (_, run) => cutOff(gate, run) })
    open.push({ postgres, gate })
    close.push(() => postgres.close(), database.close)
  }
})
afterAll(async () => {
  for (const one of close) await one()
})

/** Row numbers come from sequences with gaps; all else must be equal. */
function plainOf(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  if (Array.isArray(value)) return `[${value.map(plainOf).join()}]`
  let text = ''
  for (const [key, each] of Object.entries(value).sort(byKey))
    if (each !== undefined && !rowNumbers.has(key)) text += `${key}:${plainOf(each)},`
  return `{${text}}`
}

const rowNumbers = new Set(['id', 'items', 'replaces', 'position'])
const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1)

test('the memory store answers like Postgres, call by call, on random histories', async () => {
  let histories = 0
  let worlds = 0
  const endMs = performance.now() + budgetMs
  await Promise.all(
    open.map(async (lane) => {
      while (performance.now() < endMs && worlds * historiesPerWorld < historiesWanted) {
        await world(firstSeed + worlds++, lane)
        await lane.postgres.pool.query(emptyTables)
        histories += historiesPerWorld
      }
    }),
  )
  process.stdout.write(`compared ${histories} histories with Postgres, in worlds from seed ${firstSeed}\n`)
  expect(histories).toBeGreaterThan(0)
})

/** Where two texts differ, with context. */
function differing(ours: string, theirs: string): { memory: string; postgres: string } {
  let at = 0
  while (ours[at] === theirs[at]) at++
  const part = (text: string) => text.slice(Math.max(0, at - 80), at + 120)
  return { memory: part(ours), postgres: part(theirs) }
}

/** The books are immutable, so this bypasses their trigger. */
const emptyTables = `begin; set local session_replication_role = replica;
  truncate intents, attempts, outbox, lanes, idempotency, reserved_sums, expired_quotes, sights, sponsor_days,
    payment_cursors, audit cascade; update projects set limits = '{}'; commit`

async function cutOff<T>(gate: Gate, run: () => Promise<T>): Promise<T> {
  const { cut } = gate
  if (!cut) return run()
  if (--cut.left > 0) return run()
  if (cut.left === 0 && cut.isCarriedOut) await run()
  throw new Error('the process ended')
}

/** A reader's view of the newest intents, all attempts, and the sums. */
async function view(store: Store, { intentIds, nowMs }: History): Promise<string> {
  const [gas, ...signers] = [101, 101, 102].map(addressOf)
  const slots = signers.flatMap((signer) => [0, 1, 2, 3].map((nonce) => store.attempts.atNonce(chainId, signer, nonce)))
  return plainOf(
    await Promise.all([
      ...intentIds.map((id) => store.intents.find(id)),
      ...intentIds.map((id) => store.intents.ledger(id)),
      store.attempts.pending(chainId, 1_000),
      store.intents.reserved(chainId, gas!, nowMs),
      store.sponsors.budget(1, 0),
      store.sponsors.days(1, { fromMs: 0, limit: 9 }),
      ...slots,
    ]),
  )
}

const copyOf = ({ listeners: _, ...tables }: Memory): Memory => ({ ...structuredClone(tables), listeners: new Set() })

/** Histories in sequence on tables that began empty. Half have their own intent; all sometimes touch earlier ones. */
async function world(seed: number, lane: Lane): Promise<void> {
  const { postgres, gate } = lane
  const random = createSeededRandom(seed)
  const below = (count: number) => Math.floor(random.next() * count)
  let tables = createMemory()
  let memory = createMemoryStore(tables)
  const done: string[] = []
  const history: History = {
    seed,
    below,
    pick: (from) => from[below(from.length)]!,
    chance: (probability) => random.next() < probability,
    nowMs: 1_000_000,
    stepOf: (intentId) => tables.intents.get(intentId)?.record.step ?? 'quoted',
    intentIds: [],
    attempts: [],
    leases: [],
    hashes: 0,
  }
  const told = () => `after:\n${done.join('\n')}\n${repeat(seed)}`

  /** A store's answer, or the kind of its refusal. */
  const settle = (call: Call, which: Which) =>
    call.ask(which === 'memory' ? memory : postgres, which).then(
      (value) => ({ value, said: plainOf(value) }),
      (error: unknown) => {
        if (error instanceof StoreError) return { said: `refused: ${error.kind}` }
        throw new Error(`${which}: ${error}; ${told()}`, { cause: error })
      },
    )

  async function both(name: string, call: Call): Promise<void> {
    done.push(name)
    if (call.crashes && history.chance(crashShare)) return cutShort(name, call)
    const [ours, theirs] = [await settle(call, 'memory'), await settle(call, 'postgres')]
    if (ours.said !== theirs.said) expect(differing(ours.said, theirs.said), told()).toBeUndefined()
    if ('value' in ours && 'value' in theirs)
      call.keep?.({ memory: ours.value as never, postgres: theirs.value as never })
  }

  /** The process ends during a call: all of it is written, or nothing. */
  async function cutShort(name: string, call: Call): Promise<void> {
    const before = copyOf(tables)
    gate.cut = { left: 1 + below(statementsMax), isCarriedOut: history.chance(0.5) }
    done.push(`${name} ends at statement ${gate.cut.left}${gate.cut.isCarriedOut ? ', which is carried out' : ''}`)
    await call.ask(postgres, 'postgres').catch(() => {})
    gate.cut = undefined
    await settle(call, 'memory')
    const seen = await view(postgres, history)
    if (seen === (await view(memory, history))) return
    tables = before
    memory = createMemoryStore(tables)
    const unchanged = await view(memory, history)
    if (seen !== unchanged) expect(differing(unchanged, seen), told()).toBeUndefined()
  }

  for (let at = 0; at < historiesPerWorld; at++) {
    done.push(`history ${at}`)
    if (at === 0 || history.chance(quoteShare)) await both('insertQuote', insertQuote(history, at))
    const length = callsPerHistory.min + below(callsPerHistory.max - callsPerHistory.min + 1)
    for (let count = 0; count < length; count++) {
      history.nowMs += 1 + below(1_500)
      const [name, draw] = history.pick(draws)
      const call = draw(history)
      if (call) await both(`${name} ${own(history).slice(-4)}`, call)
    }
  }
}
