import { chmodSync } from 'node:fs'
import { keccak256, slice, stringToHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../src/host/ports.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/host/postgres/embeddedPostgres.ts'
import { type Client, createClient } from '../../src/sdk/client.ts'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { ended, expectDeliveredOnce, type Quoted } from '../chaos/books.ts'
import { chaosConfig, type ServiceProcess, startProcess } from '../chaos/process.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { execute, harbor, island, native, tokens } from '../e2e/setup.ts'
import { useFolder, useForAll } from '../useParts.ts'

/** Postgres is ended in immediate mode, as by a loss of power, again and again while intents are quoted and carried out. */
const restarts = 3
const quotesAtOnce = 4
const holdsMax = 12

const devnet = useForAll(() => startTestDevnet({ blockTimeS: 0 }))
let postgres: EmbeddedPostgres
const folder = useFolder()
let service: ServiceProcess
let store: PostgresStore

const startPostgres = (port: number) =>
  startEmbeddedPostgres({ dataDir: folder, port, settings: { shared_buffers: '64MB', max_connections: '100' } })

beforeAll(async () => {
  chmodSync(folder, 0o711)
  postgres = await startPostgres(await freePort())
  store = await openPostgresStore({ url: postgres.url })
  service = await startProcess(chaosConfig(devnet, postgres.url))
})
afterAll(async () => {
  await service?.stop()
  await store?.close()
  await postgres?.stop()
})

const port = () => Number(new URL(postgres.url).port)

async function restartImmediately(): Promise<void> {
  process.kill(postgres.pid, 'SIGQUIT')
  await postgres.stop() // the server is gone; this waits for it and lets the folder go
  postgres = await startPostgres(port())
}

const kinds = [
  { destinationChainId: harbor, destinationTokenAddress: native },
  { destinationChainId: island, destinationTokenAddress: tokens.usdc },
]

async function quote(client: Client, index: number): Promise<Quoted> {
  const { intent } = await client.quoteIntent({
    ...kinds[index % kinds.length]!,
    ownerAddress: devnet.accounts[index]!.address,
    originChainId: harbor,
    originTokenAddress: tokens.usdc,
    originTokenAmount: 50_000_000n,
    destinationToAddress: slice(keccak256(stringToHex(`restart ${index}`)), 12),
    options: { slippageTolerance: 0.03 },
  })
  return intent
}

/** Quotes without end; those that the database fails are refused, and nothing else happens to them. */
async function load(client: Client, over: AbortSignal): Promise<number> {
  let made = 0
  const lane = async () => {
    while (!over.aborted)
      made += await quote(client, 0).then(
        () => 1,
        () => 0,
      )
  }
  await Promise.all(Array.from({ length: quotesAtOnce }, lane))
  return made
}

/** Begins to listen; `seen` resolves when the store tells of a move of one of our intents. */
async function listenForMove(): Promise<{ seen: Promise<void> }> {
  let moved = () => {}
  const seen = new Promise<void>((resolve) => {
    moved = resolve
  })
  const forget = await store.listen(({ kind }) => kind === 'moved' && moved())
  return { seen: seen.finally(forget) }
}

async function isReady(): Promise<boolean> {
  const reply = await fetch(`${service.url}/ready`).catch(() => undefined)
  return reply?.ok ?? false
}

test('the service lives through it, every intent ends once, and nobody is paid twice', async () => {
  const client = createClient({ url: service.url })
  let alive = true
  void service.gone.then(() => {
    alive = false
  })
  const over = new AbortController()
  const loaded = load(client, over.signal)
  const intents: Quoted[] = []
  for (let round = 0; round < restarts; round++) {
    const fresh = await Promise.all([quote(client, 2 * round), quote(client, 2 * round + 1)])
    const move = await listenForMove()
    for (const [index, intent] of fresh.entries()) {
      await client.commitIntent({ intent })
      await execute({ client, devnet }, devnet.accounts[2 * round + index]!, intent)
    }
    intents.push(...fresh)
    await move.seen
    await restartImmediately()
    await expect.poll(isReady).toBe(true)
    expect(alive, `round ${round}`).toBe(true)
  }
  over.abort()
  expect(await loaded).toBeGreaterThan(0)
  const receipts = await Promise.all(intents.map((intent) => ended(client, intent, holdsMax)))
  expect(receipts.map(({ status }) => status)).toEqual(intents.map(() => 'SUCCEEDED'))
  for (const intent of intents) await expectDeliveredOnce(intent, { devnet, store })
  expect(await store.intents.orphans(10)).toEqual([])
  expect(alive).toBe(true)
})
