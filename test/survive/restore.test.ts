import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { keccak256, slice, stringToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverAccount } from '../../src/host/postgres/account.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/host/postgres/embeddedPostgres.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { type Client, createClient } from '../../src/sdk/client.ts'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { ended, expectDeliveredOnce, type Quoted } from '../chaos/books.ts'
import { chaosConfig, type ServiceProcess, startProcess } from '../chaos/process.ts'
import { deferred } from '../deferred.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { balance, deposit, fromTo, harbor, island, order, tokens } from '../e2e/setup.ts'
import { useFolder, useForAll } from '../useParts.ts'

/**
 * A base backup is taken while intents are under way, like `pg_basebackup`. The service goes on, pays, and is lost with
 * its database; another starts on the backup, which lacks everything signed since.
 */
const holdsMax = 24
const settings = { shared_buffers: '64MB', max_connections: '100' }

const devnet = useForAll(() => startTestDevnet({ blockTimeS: 1 }))
const folder = useFolder()
let postgres: EmbeddedPostgres
let store: PostgresStore
let service: ServiceProcess

beforeAll(async () => {
  chmodSync(folder, 0o711)
  postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'lost'), settings })
  store = await openPostgresStore({ url: postgres.url })
  service = await startProcess(chaosConfig(devnet, postgres.url))
})
afterAll(async () => {
  await service?.stop()
  await store?.close()
  await postgres?.stop()
})

/** Copies a running server's data folder, with the log that completes it. */
async function backUp(to: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`select pg_backup_start('test', true)`)
  const data = join(to, 'postgres', 'data')
  mkdirSync(dirname(data), { recursive: true })
  chmodSync(to, 0o711)
  execFileSync('cp', ['-a', join(dirname(postgres.dataFolder), 'password'), dirname(data)])
  // Files that the server removes during the copy are not needed.
  execFileSync('sh', ['-c', 'cp -a "$0" "$1" 2>/dev/null; test -f "$1/PG_VERSION"', postgres.dataFolder, data])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  execFileSync('cp', ['-a', join(postgres.dataFolder, 'pg_wal'), data])
  await client.end()
  rmSync(join(data, 'postmaster.pid'))
  const label = join(data, 'backup_label')
  writeFileSync(label, rows[0]!.labelfile)
  const account = serverAccount()
  if (account) chownSync(label, account.uid, account.gid)
}

async function restore(from: string): Promise<void> {
  await service.kill()
  await store.close()
  await postgres.stop()
  rmSync(join(folder, 'lost'), { recursive: true, force: true })
  postgres = await startEmbeddedPostgres({ dataDir: from, settings })
  store = await openPostgresStore({ url: postgres.url })
  service = await startProcess(chaosConfig(devnet, postgres.url))
}

let made = 0
async function commit(client: Client): Promise<{ intent: Quoted; pay(): Promise<Hex> }> {
  const payer = devnet.accounts[made++]!
  const intent = await order(client, {
    ownerAddress: payer.address,
    ...fromTo([harbor, tokens.usdc, 50_000_000n], [island, tokens.usdc]),
    destinationToAddress: slice(keccak256(stringToHex(`restore ${made}`)), 12),
    options: { slippageTolerance: 0.03 },
  })
  return { intent, pay: () => deposit(devnet, payer, intent) }
}

async function settle(client: Client): Promise<Quoted> {
  const { intent, pay } = await commit(client)
  await client.executeIntent({ intentId: intent.intentId, depositTransactionHash: await pay() })
  expect((await ended(client, intent, holdsMax)).status).toBe('SUCCEEDED')
  return intent
}

/** Starts listening; resolves with a wait for the next move of an intent. */
async function listenForMove(): Promise<Promise<void>> {
  const { promise: seen, resolve: moved } = deferred()
  const forget = await store.listen(({ kind }) => kind === 'moved' && moved())
  return seen.finally(forget)
}

const recipientHas = ({ quoteRequest }: Quoted) =>
  balance(devnet, island, tokens.usdc, quoteRequest.destinationToAddress as Hex)

test('a service on a backup ends what was under way, pays nobody twice, and goes on', async () => {
  const client = createClient({ url: service.url })
  const before = await settle(client)
  const [running, committed] = [await commit(client), await commit(client)]
  const hash = await running.pay()
  const move = listenForMove()
  await client.executeIntent({ intentId: running.intent.intentId, depositTransactionHash: hash })
  await await move
  const backup = join(folder, 'backup')
  await backUp(backup)

  // After the backup both are executed to their end, with nonces unknown to it; a third is not in it at all.
  const late = { intentId: committed.intent.intentId, depositTransactionHash: await committed.pay() }
  await client.executeIntent(late)
  for (const { intent } of [running, committed])
    expect((await ended(client, intent, holdsMax)).status).toBe('SUCCEEDED')
  const forgotten = await settle(client)
  const paid = [running.intent, committed.intent, forgotten]
  const amounts = await Promise.all(paid.map(recipientHas))

  await restore(backup)
  const restored = createClient({ url: service.url })
  await restored.executeIntent(late) // as whoever waits for it does
  for (const { intent } of [running, committed])
    expect((await ended(restored, intent, holdsMax)).status).toBe('SUCCEEDED')
  await expect(restored.getIntentReceipt({ intentId: forgotten.intentId })).rejects.toThrow('not found')
  const after = await settle(restored)
  for (const intent of [before, running.intent, committed.intent, after])
    await expectDeliveredOnce(intent, { devnet, store })
  expect(await Promise.all(paid.map(recipientHas))).toEqual(amounts)
  expect(await store.intents.orphans(10)).toEqual([])
})
