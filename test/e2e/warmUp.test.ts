import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningApp } from '../../src/app/startApp.ts'
import { createClient } from '../../src/sdk/client.ts'
import { keptLog } from '../keptLog.ts'
import { startHostedFront } from '../providers/hostedFront.ts'
import { freshDatabase, query } from '../stores/freshDatabase.ts'
import { useForAll } from '../useParts.ts'
import { devnetForOwnApp, fromTo, harbor, native, startServiceOn, tokens } from './setup.ts'

const front = useForAll(startHostedFront)
const database = useForAll(freshDatabase)
const devnet = useForAll(devnetForOwnApp)
let app: RunningApp
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  front.target = devnet.aggregatorsUrl
  const providers = { zeroXApiUrl: front.url, zeroXApiKey: 'key', lifiApiUrl: front.url, hostedTimeoutMs: 60_000 }
  const log = keptLog((line: Record<string, unknown>) => void lines.push(line))
  app = await startServiceOn(devnet, database.url, { providers }, undefined, log, { warmUpMs: 120_000 })
})
afterAll(() => app?.stop())

const rows = async (table: string) =>
  Number((await query<{ count: string }>(database.url, `select count(*) from ${table}`))[0]!.count)

test('a start makes quotes on and between all chains, keeps none, and asks nobody who counts', async () => {
  const warm = lines.find(({ msg }) => msg === 'warmed up')
  expect(warm).toMatchObject({ quotes: 60 })
  expect(lines.indexOf(warm!)).toBeLessThan(lines.findIndex(({ msg }) => msg === 'server started'))
  for (const table of ['intents', 'runs', 'sights', 'transactions', 'reservations']) expect(await rows(table)).toBe(0)
  expect(front.headers).toEqual([])
})

test('who calls then is quoted and asks the aggregators too', async () => {
  const client = createClient({ url: app.url, timeoutMs: 120_000 })
  const { intent } = await client.quoteIntent({
    ownerAddress: devnet.accounts[0]!.address,
    ...fromTo([harbor, tokens.usdc, 250_000_000n], [harbor, native]),
  })
  expect(intent.quote.toAmount).toBeGreaterThan(0n)
  expect(front.headers.length).toBeGreaterThan(0)
  expect(await rows('intents')).toBe(1)
})
