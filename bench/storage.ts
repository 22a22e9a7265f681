// Postgres bytes of a quote and an intent, tables and indexes together: `npx tsx bench/storage.ts [count]`.
// An ordinary intent crosses a bridge; the largest one has as much call data as a request may have.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '../src/host/postgres/embeddedPostgres.ts'
import type { IntentRecord } from '../src/intents/intentRecord.ts'
import type { Hex } from '../src/interface/fields.ts'
import { printIntent } from '../src/stores/intentBody.ts'
import { openPostgresStore, type PostgresStore } from '../src/stores/postgres/postgresStore.ts'
import { largestIntent, ordinaryIntent, quoteOf } from '../test/grief/storedIntents.ts'

const count = Number(process.argv[2] ?? 500)
const idOf = (n: number): Hex => `0x${n.toString(16).padStart(64, '0')}`

async function bytesOf(store: PostgresStore): Promise<number> {
  await store.pool.query('vacuum')
  const sizes = await store.intents.sizes()
  return sizes.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Quotes, then commits that lapse: both are free for a caller. */
async function measure(name: string, record: IntentRecord, firstId: number, store: PostgresStore): Promise<void> {
  const before = await bytesOf(store)
  const ids = Array.from({ length: count }, (_, n) => idOf(firstId + n))
  for (const intentId of ids) await store.intents.insertQuote(quoteOf(record, intentId))
  const quoted = await bytesOf(store)
  for (const intentId of ids) {
    const nowMs = record.createdAtMs
    await store.intents.transition({ intentId, step: 'quoted' }, { step: 'committed', nowMs, dueAtMs: nowMs })
    const lapsed = { step: 'lapsed', nowMs, finishedAtMs: nowMs, dueAtMs: null } as const
    await store.intents.transition({ intentId, step: 'committed' }, lapsed)
  }
  const lapsed = await bytesOf(store)
  const each = (from: number, to: number) => `${Math.round((to - from) / count / 102.4) / 10} KiB`
  const wire = `${Math.round(printIntent(record.intent).length / 102.4) / 10} KiB`
  console.log(
    `${name}: on the wire ${wire}, a quote ${each(before, quoted)}, its commit and lapse ${each(quoted, lapsed)} more`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'causeway-storage-'))
await chmod(folder, 0o755)
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
const store = await openPostgresStore({ url: postgres.url })
try {
  const ordinary = { ...(await ordinaryIntent()), projectId: 1 }
  await measure('ordinary', ordinary, 1, store)
  await measure('largest', largestIntent(ordinary), 1_000_000, store)
} finally {
  await store.close()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
