import type pg from 'pg'
import type { IntentRecord } from '../../intents/intentRecord.ts'
import type { Hex } from '../../interface/fields.ts'
import type { NewQuote } from '../store.ts'
import { isStoreOutage } from '../storeError.ts'
import { routeKeyOf } from '../transitionRules.ts'
import { packQuotedBody } from './columns.ts'
import { bytes, bytesOrNull, columnsOf, statement, type Values } from './database.ts'
import { packSnapshot } from './packQuote.ts'

const columns = {
  id: 'bigint',
  project_id: 'integer',
  intent_id: 'bytea',
  owner: 'bytea',
  recipient: 'bytea',
  origin_address: 'bytea',
  destination_address: 'bytea',
  origin_chain_id: 'bigint',
  destination_chain_id: 'bigint',
  origin_token: 'bytea',
  destination_token: 'bytea',
  origin_symbol: 'text',
  destination_symbol: 'text',
  created_at_ms: 'bigint',
  expires_at_ms: 'bigint',
  packed: 'bytea',
} as const
const besides = { look_at_ms: 'bigint', route: 'text', saw: 'bytea' } as const
const all = { ...columns, ...besides }
type QuoteRow = { [column in keyof typeof all]: unknown }

const names = Object.keys(columns).join(', ')
const arrays = Object.entries(all).map(([name, type]) => `:${name}::${type}[]`)

// One statement: its quotes become durable together, in one round trip. Leg rows follow when the intent leaves `quoted`.
const insert = statement(
  'quote_insert',
  `with quoted as (
    select * from unnest(${arrays.join(', ')}) as q (${Object.keys(all).join(', ')})
  ), written as (
    insert into intents (${names}) select ${names} from quoted
  ), seen as (
    insert into sights (id, saw) select id, saw from quoted where saw is not null
  )
  insert into runs (id, project_id, origin_chain_id, destination_chain_id, step, status, progress, created_at_ms, updated_at_ms,
    look_at_ms, route)
  select id, project_id, origin_chain_id, destination_chain_id, 'quoted', 'QUOTED', '{}', created_at_ms, created_at_ms, look_at_ms, route
  from quoted`,
)

export const insertQuotes = (rows: readonly QuoteRow[]): pg.QueryConfig =>
  insert(columnsOf(rows, Object.fromEntries(Object.keys(all).map((name) => [name, (row) => Reflect.get(row, name)]))))

const nextIds = statement(
  'quote_next_ids',
  `select array(select nextval('intents_id_seq') from generate_series(1, :quotes::int)) as ids,
    array(select nextval('transactions_id_seq') from generate_series(1, :legs::int)) as leg_ids`,
)

/** Row numbers reserved at once; the next are fetched when half are used. A process that ends wastes its own. */
const quotesAhead = 64
const legsMax = 3
/** Most concurrent statements. Quotes that come meanwhile share the next one. */
const writesMax = 2
/** Most quotes per statement, by number, and by bytes of all but the first. */
const rowsMax = 32
const bytesMax = 256 * 1_024

type Waiting = { row: QuoteRow; bytes: number; resolve(): void; reject(error: unknown): void }

/** Stores a quote in one round trip; concurrent callers share a statement. */
export function createQuoteWriter(pool: pg.Pool): (quote: NewQuote) => Promise<IntentRecord> {
  const ahead = createNumbers(pool)
  const waiting: Waiting[] = []
  let writing = 0

  const write = (row: QuoteRow, size: number) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ row, bytes: size, resolve, reject })
      writeNext()
    })

  function writeNext(): void {
    while (waiting.length > 0 && writing < writesMax) {
      const together = [waiting.shift()!]
      let room = bytesMax
      while (waiting.length > 0 && together.length < rowsMax && waiting[0]!.bytes <= room) {
        room -= waiting[0]!.bytes
        together.push(waiting.shift()!)
      }
      writing++
      void writeTogether(together).finally(() => {
        writing--
        writeNext()
      })
    }
  }

  async function writeTogether(quotes: readonly Waiting[]): Promise<void> {
    try {
      await pool.query(insertQuotes(quotes.map(({ row }) => row)))
      for (const { resolve } of quotes) resolve()
    } catch (error) {
      // A restored database may give the same numbers again.
      ahead.forget()
      // The server wrote none of what it refused. One bad row must not lose the others.
      if (quotes.length > 1 && !isStoreOutage(error)) for (const quote of quotes) await writeTogether([quote])
      else for (const { reject } of quotes) reject(error)
    }
  }

  return async (quote) => {
    const { projectId, intentId, nowMs, expiresAtMs, plan } = quote
    const { id, legIds } = await ahead.take(quote.legs.length)
    const intent = quote.build(id)
    const legs = quote.legs.map((leg, at) => ({ ...leg, id: legIds[at]!, createdAtMs: nowMs, updatedAtMs: nowMs }))
    const [packed, saw] = await Promise.all([
      packQuotedBody({ intent, plan, firstLegs: legs }),
      quote.snapshot ? packSnapshot(quote.snapshot) : null,
    ])
    const found = quoteColumns(quote, { id, intent, plan })
    const times = { created_at_ms: nowMs, expires_at_ms: expiresAtMs, look_at_ms: expiresAtMs }
    await write({ ...found, ...times, packed, saw }, packed.length + (saw?.length ?? 0))
    const record = { id, projectId, intentId, step: 'quoted', intent, plan, progress: {}, legs, expiresAtMs } as const
    return { ...record, createdAtMs: nowMs, updatedAtMs: nowMs }
  }
}

type Numbers = { ids: (number | string)[]; leg_ids: (number | string)[] }

function createNumbers(pool: pg.Pool) {
  let ids: number[] = []
  let legIds: number[] = []
  let asked: Promise<void> | undefined
  const ask = async (): Promise<void> => {
    const legs = legsMax * (ids.length + quotesAhead) - legIds.length
    const { rows } = await pool.query<Numbers>(nextIds({ quotes: quotesAhead, legs }))
    ids.push(...rows[0]!.ids.map(Number))
    legIds.push(...rows[0]!.leg_ids.map(Number))
  }
  const refill = () => {
    asked ??= ask().finally(() => {
      asked = undefined
    })
    return asked
  }
  return {
    async take(legs: number): Promise<{ id: number; legIds: number[] }> {
      while (ids.length === 0 || legIds.length < legs) await refill()
      const taken = { id: ids.shift()!, legIds: legIds.splice(0, legs) }
      // A caller that finds none retries and gets the error.
      if (ids.length < quotesAhead / 2) refill().catch(() => {})
      return taken
    },
    forget(): void {
      ids = []
      legIds = []
    },
  }
}

type Quoted = Pick<IntentRecord, 'id' | 'intent' | 'plan'>
type Found = Omit<QuoteRow, 'created_at_ms' | 'expires_at_ms' | 'look_at_ms' | 'packed' | 'saw'>

/** The columns by which searches and statistics find a quote. */
export function quoteColumns(of: { projectId: number; intentId: Hex }, { id, intent, plan }: Quoted): Found & Values {
  const request = intent.quoteRequest
  return {
    id,
    project_id: of.projectId,
    intent_id: bytes(of.intentId),
    owner: bytes(intent.ownerAddress),
    recipient: bytes(request.destinationToAddress ?? intent.ownerAddress),
    origin_address: bytes(intent.originIntentAddress),
    destination_address: bytesOrNull(intent.destinationIntentAddress),
    origin_chain_id: intent.originChainId,
    destination_chain_id: intent.destinationChainId,
    origin_token: bytes(request.originTokenAddress),
    destination_token: bytes(request.destinationTokenAddress),
    origin_symbol: plan.originToken?.symbol.toUpperCase(),
    destination_symbol: plan.destinationToken?.symbol.toUpperCase(),
    route: routeKeyOf(intent.quote.routeProviders),
  }
}
