import { afterEach, expect, test } from 'vitest'
import type { RunningApp } from '../../src/app/startApp.ts'
import { loopHealth } from '../../src/app/watchLoops.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createLoopWatch } from '../../src/host/loopWatch.ts'
import { createClient } from '../../src/sdk/client.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { isStoreFailure } from '../../src/stores/storeError.ts'
import { startTestDevnet } from '../devnet/setup.ts'
import { execute, finished, fromTo, harbor, native, order, startServiceOn, tokens } from '../e2e/setup.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { hear } from '../stores/intentsContract.ts'
import { useForAll } from '../useParts.ts'
import { type PgProxy, startPgProxy } from './pgProxy.ts'

/** The machine of the database loses its power: connections stay open and nothing answers. Only time tells. */
const statementTimeoutMs = 4_000
const close: (() => unknown)[] = []
let proxy: PgProxy

afterEach(async () => {
  for (const each of close.splice(0).toReversed()) await each()
})

async function openBehindProxy() {
  const database = await freshDatabase()
  close.push(database.close)
  proxy = await startPgProxy(database.url)
  close.push(proxy.stop)
  return database
}

test('a statement on a silent connection fails, and the next one finds another connection', async () => {
  await openBehindProxy()
  const store = await openPostgresStore({ url: proxy.url, statementTimeoutMs })
  close.push(store.close)
  proxy.muteOpen()
  const failure = await store.intents.nextDueMs().catch((error: unknown) => error)
  expect(isStoreFailure(failure)).toBe(true)
  await store.ping()
})

test('a transaction on a silent connection fails, without an answer to its rollback', async () => {
  await openBehindProxy()
  const store = await openPostgresStore({ url: proxy.url, statementTimeoutMs })
  close.push(store.close)
  proxy.fate = ({ text }) => (text === 'setting_lock' ? 'silent' : undefined)
  const act = { actor: 'operator', nowMs: 1_000 }
  const failure = await store.access.setSwitches({ intents: true }, act).catch((error: unknown) => error)
  expect(isStoreFailure(failure)).toBe(true)
})

test('a listener notices that its connection went silent, and says that it was away', async () => {
  await openBehindProxy()
  const store = await openPostgresStore({ url: proxy.url, statementTimeoutMs })
  close.push(store.close)
  const { until, stop } = await hear(store)
  proxy.muteOpen()
  await until(({ kind }) => kind === 'missed')
  stop()
})

test('a loop that finishes no turn makes the process not ready, and one that turns again ready', async () => {
  let nowMs = 0
  const loops = createLoopWatch({ ...systemClock, monotonicMs: () => nowMs })
  const turn = loops.add('steps', 60_000)
  const [check] = loopHealth(loops)
  nowMs = 60_000
  expect(await check!.probe()).toEqual({ healthy: true })
  nowMs = 61_000
  expect(await check!.probe()).toEqual({ healthy: false, detail: 'has not finished a turn for 61 s' })
  turn()
  expect(await check!.probe()).toEqual({ healthy: true })
})

const devnet = useForAll(() => startTestDevnet({ blockTimeS: 0 }))

test('a service whose database goes silent in the middle of an intent ends it, and is ready again', async () => {
  await openBehindProxy()
  const app: RunningApp = await startServiceOn(devnet, proxy.url, {
    store: { databaseUrl: proxy.url, statementTimeoutMs },
    engine: { leaseMs: 2_000, laneLeaseMs: 2_000 },
  })
  close.push(app.stop)
  const client = createClient({ url: app.url })
  const user = devnet.accounts[0]!
  const intent = await order(client, {
    ownerAddress: user.address,
    ...fromTo([harbor, tokens.usdc, 50_000_000n], [harbor, native]),
  })
  await execute({ client, devnet }, user, intent)
  proxy.muteOpen()
  const isReady = async () => (await fetch(`${app.url}/ready`)).ok
  await expect.poll(isReady).toBe(true)
  expect((await finished({ client }, intent.intentId)).status).toBe('SUCCEEDED')
  const { status } = await client.runtimeStatus({})
  const loops = status.checks.filter(({ kind }) => kind === 'worker').map(({ name }) => name)
  expect(loops).toEqual(expect.arrayContaining(['steps', 'webhooks', 'sweeper', 'counting', 'sender of harbor']))
})
