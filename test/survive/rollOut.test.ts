import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keccak256, slice, stringToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { type Client, createClient } from '../../src/sdk/client.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { readMigrations } from '../../src/stores/postgres/readMigrations.ts'
import { ended, expectDeliveredOnce, type Quoted } from '../chaos/books.ts'
import { chaosConfig, type ServiceProcess, startProcess } from '../chaos/process.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { execute, fromTo, harbor, island, order, tokens } from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'

/**
 * The next version is this one plus a migration per table that adds a column. It starts beside this one while intents
 * flow; this one stops; then the roll-out is undone.
 */
const root = join(import.meta.dirname, '..', '..')
const operatorSecret = 'cwop_0123456789012345678901234567890123456789012'
const holdsMax = 12

const database = useForAll(freshDatabase)
const devnet = useForAll(() => startTestDevnet({ blockTimeS: 0 }))
const store = useForAll(() => openPostgresStore({ url: database.url }))
type Version = { script: string; known: number; remove(): void }
let next: Version
const running = new Set<ServiceProcess>()

beforeAll(async () => {
  next = await nextVersion()
})
afterAll(async () => {
  for (const process of running) await process.stop()
  next?.remove()
})

async function nextVersion(): Promise<Version> {
  const folder = mkdtempSync(join(tmpdir(), 'causeway-next-'))
  for (const part of ['src', 'package.json', 'test/chaos/service.ts']) {
    mkdirSync(join(folder, part, '..'), { recursive: true })
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { rows } = await store.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  for (const [index, { name }] of rows.entries()) {
    const file = `${String(readMigrations().length + 1 + index).padStart(4, '0')}.sql`
    const sql = `alter table ${name} add column of_next text not null default 'next';`
    writeFileSync(join(folder, 'src/stores/postgres/migrations', file), sql)
  }
  return {
    known: readMigrations().length + rows.length,
    script: join(folder, 'test/chaos/service.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function start(script?: string): Promise<ServiceProcess> {
  const config = chaosConfig(devnet, database.url, { admin: { operatorSecret } })
  const process = await startProcess(config, undefined, script)
  running.add(process)
  return process
}

async function stop(process: ServiceProcess): Promise<void> {
  running.delete(process)
  await process.stop()
}

let made = 0
/** A paid intent under way. None of its calls may fail, whichever version answers. */
async function begin(client: Client): Promise<Quoted> {
  const payer = devnet.accounts[made++ % 9]!
  const intent = await order(client, {
    ownerAddress: payer.address,
    ...fromTo([harbor, tokens.usdc, 50_000_000n], [island, tokens.usdc]),
    destinationToAddress: slice(keccak256(stringToHex(`roll-out ${made}`)), 12),
    options: { slippageTolerance: 0.03 },
  })
  await execute({ client, devnet }, payer, intent)
  return intent
}

/** An operator page's requests: statements that no intent runs. */
const look = (url: string) =>
  createAdminClient({ url, secret: operatorSecret, operator: 'o' }).listRequests({ projectId: 1 })

const applied = async (): Promise<number> =>
  (await store.pool.query<{ count: number }>('select count(*) as count from migrations')).rows[0]!.count

test('two versions side by side on one database, forward and back, and every intent ends once', async () => {
  const old = await start()
  const [oldClient, intents] = [createClient({ url: old.url }), [] as Quoted[]]
  await look(old.url)

  // Intents use the old version while the new one migrates and starts.
  let isUp = false
  const coming = start(next.script).finally(() => {
    isUp = true
  })
  do intents.push(await begin(oldClient))
  while (!isUp)
  const fresh = await coming
  expect(await applied()).toBe(next.known)

  // In parallel: both answer and work, and one may end what the other began.
  const freshClient = createClient({ url: fresh.url })
  await Promise.all([look(old.url), look(fresh.url)])
  intents.push(await begin(oldClient), await begin(freshClient))
  await stop(old)
  intents.push(await begin(freshClient))

  // Undone: a process of the old version starts on the newer database and continues.
  const again = await start()
  await stop(fresh)
  const lastClient = createClient({ url: again.url })
  intents.push(await begin(lastClient))
  const receipts = await Promise.all(intents.map((intent) => ended(lastClient, intent, holdsMax)))
  expect(receipts.map(({ status }) => status)).toEqual(intents.map(() => 'SUCCEEDED'))
  for (const intent of intents) await expectDeliveredOnce(intent, { devnet, store })
  expect(await store.intents.orphans(10)).toEqual([])
  expect(await applied()).toBe(next.known)
})
