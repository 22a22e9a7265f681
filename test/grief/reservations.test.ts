import { afterEach, beforeEach, expect, test } from 'vitest'
import { configSchema } from '../../src/config/config.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import type { Address } from '../../src/interface/fields.ts'
import { hashKey, hintOf, mintKey } from '../../src/server/access/accessKey.ts'
import { createHandlers } from '../../src/server/operations/createHandlers.ts'
import { fromTo } from '../e2e/fromTo.ts'
import { setNativeBalance } from '../engine/scripted/state.ts'
import { setTokenBalance } from '../engine/scripted/tokens.ts'
import { addresses, type Bench, harborId, islandId, openBench, owner, relayer, usdc } from '../engine/setup.ts'
import { act } from '../server/accessSetup.ts'
import { type Answer, post, serve } from '../server/serve.ts'

/** Two projects on one service whose only filler holds 1,000 USDC on the destination. */
let bench: Bench
let url: string
let attacker: string
let honest: string

beforeEach(async () => {
  bench = await openBench({ knownFiller: true, worker: false, settings: { reservedShareMax: 0.5 } })
  setTokenBalance(bench.island.state(), addresses.usdc, addresses.filler, usdc(1_000))
  setTokenBalance(bench.island.state(), addresses.weth, addresses.filler, 0n) // no way around over another token
  const limits = { projectPerS: 0, operationsPerMinute: {} }
  const handlers = createHandlers(configSchema.parse({ limits }), bench.engine)
  const served = await serve({ auth: { required: true }, limits }, { handlers, ports: { store: bench.store } })
  url = served.url
  attacker = await newKey()
  honest = await newKey()
})
afterEach(() => bench.close())

async function newKey(): Promise<string> {
  const { access } = bench.store
  const { id: projectId } = await access.createProject({ name: 'p', anchorDay: 1, limits: {} }, act())
  const text = mintKey(createSystemRandom(), projectId)
  const rules = { name: 'k', origins: [], services: [], operations: [] }
  await access.createKey({ projectId, keyHash: hashKey(text), hint: hintOf(text), ...rules }, 10, act())
  return text
}

const emptyWallet = (n: number): Address => `0x${n.toString(16).padStart(40, 'd')}`

const quote = (key: string, ownerAddress: Address, amount: number): Promise<Answer> =>
  post(
    url,
    'QuoteIntent',
    {
      ownerAddress,
      ...fromTo([harborId, addresses.usdc, Number(usdc(amount))], [islandId, addresses.usdc]),
      destinationToAddress: addresses.recipient,
      options: { bridgeProvider: 'ACROSS' },
    },
    { 'x-access-key': key },
  )

async function commit(key: string, quoted: Answer): Promise<string> {
  const { body } = await post(url, 'CommitIntent', { intent: quoted.body.intent }, { 'x-access-key': key })
  return String(body.error ?? 'ok')
}

/** Quotes all first, as a flood does: a quote that comes after the commits would see what they have set aside. */
async function flood(key: string, owners: readonly Address[], amount: number): Promise<string[]> {
  const quotes: Answer[] = []
  for (const one of owners) quotes.push(await quote(key, one, amount))
  const outcomes: string[] = []
  for (const one of quotes) outcomes.push(await commit(key, one))
  return outcomes
}

const reservedOnIsland = () => bench.store.intents.reserved(islandId, addresses.usdc, bench.clock.nowMs())

test('commits for wallets that hold nothing set nothing aside, and others commit as if they were not there', async () => {
  const wallets = Array.from({ length: 20 }, (_, n) => emptyWallet(n))
  expect(new Set(await flood(attacker, wallets, 900))).toEqual(new Set(['ok']))
  expect(await reservedOnIsland()).toBe(0n)
  expect(await commit(honest, await quote(honest, owner, 450))).toBe('ok')
  expect(await reservedOnIsland()).toBeGreaterThan(usdc(440))
})

test('one balance backs as many commits as it can pay for', async () => {
  setTokenBalance(bench.harbor.state(), addresses.usdc, owner, usdc(250))
  expect(await flood(attacker, Array<Address>(5).fill(owner), 100)).toEqual(Array(5).fill('ok'))
  const reserved = await reservedOnIsland()
  expect(reserved).toBeGreaterThan(usdc(190))
  expect(reserved).toBeLessThan(usdc(200))
})

test('a project with money sets its share aside, is told so, and leaves the rest to the others', async () => {
  const outcomes = await flood(attacker, Array<Address>(10).fill(owner), 100)
  expect(outcomes).toEqual([...Array(5).fill('ok'), ...Array(5).fill('Unavailable')])
  expect(await reservedOnIsland()).toBeLessThanOrEqual(usdc(500))
  expect(await commit(honest, await quote(honest, owner, 400))).toBe('ok')
})

test('the same holds for what the signers have for gas', async () => {
  await quote(attacker, owner, 40) // the first of its kind guesses the gas, the next ones know it
  const { body } = await quote(attacker, owner, 40)
  const fees = body.intent as { fees: { originGas: { totalFeeAmount: number } } }
  const gas = BigInt(fees.fees.originGas.totalFeeAmount)
  setNativeBalance(bench.harbor.state(), relayer, gas * 8n + gas / 2n)
  const outcomes = await flood(attacker, Array<Address>(10).fill(owner), 40)
  expect(outcomes).toEqual([...Array(4).fill('ok'), ...Array(6).fill('Unavailable')])
  expect(await commit(honest, await quote(honest, owner, 40))).toBe('ok')
})

test('a quote sees what is set aside: what could not be committed is not quoted', async () => {
  expect(await commit(attacker, await quote(attacker, owner, 450))).toBe('ok')
  expect(await commit(honest, await quote(honest, owner, 450))).toBe('ok')
  const refused = await quote(honest, owner, 200)
  expect(refused.body).toMatchObject({ error: 'Unavailable', cause: expect.stringContaining('reserved') })
  expect((await quote(honest, owner, 50)).status).toBe(200)
})

test("a quote sees its project's own share: what the project could not commit is not quoted to it, and to others it is", async () => {
  expect(await commit(attacker, await quote(attacker, owner, 450))).toBe('ok')
  const refused = await quote(attacker, owner, 100)
  expect(refused.body).toMatchObject({
    error: 'Unavailable',
    cause: expect.stringContaining('as one project may, 50 % of what there is'),
  })
  expect((await quote(attacker, owner, 40)).status).toBe(200)
  expect((await quote(honest, owner, 100)).status).toBe(200)
})

test('an intent whose wallet held nothing sets aside what it uses when its deposit is seen', async () => {
  await bench.close()
  bench = await openBench({ knownFiller: true })
  setTokenBalance(bench.harbor.state(), addresses.usdc, owner, 0n)
  const intent = await bench.commit()
  expect(await reservedOnIsland()).toBe(0n)
  setTokenBalance(bench.harbor.state(), addresses.usdc, owner, usdc(200))
  await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
  await bench.until(intent, 'awaitOrigin')
  expect(await reservedOnIsland()).toBeGreaterThan(usdc(190))
  await bench.until(intent, 'succeeded')
  expect(await reservedOnIsland()).toBe(0n)
})
