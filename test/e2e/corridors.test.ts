import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NodeWeather } from '../../src/chains/definitions/devnet/weather.ts'
import { rpc } from '../../src/devnet/rpc.ts'
import { startWeatherProxy, type WeatherProxy } from '../../src/devnet/weatherProxy.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { CausewayError } from '../../src/sdk/causewayError.ts'
import { keptLog } from '../keptLog.ts'
import { serveHttp } from '../listen.ts'
import { fromTo, harbor, island, type Service, startService, summit, tokens } from './setup.ts'

/** Failures between two chains stay there: a provider's rests only that corridor, and silent nodes rest none. */

/** A normal node; it can be made silent. */
const clear: NodeWeather = {
  tags: { safe: 0, finalized: 0 },
  latencyMs: [0, 0],
  callsPerS: 1_000_000,
  burst: 1_000_000,
  batchMax: 1_000,
  logBlocksMax: 1_000_000,
  refusesBy: 'http',
  like: 'Ethereum',
  nodes: [{ is: 'well' }],
}

let service: Service
let islandNode: WeatherProxy
let fees: Awaited<ReturnType<typeof startFees>>
let brokenFor: number | undefined
const lines: Record<string, unknown>[] = []

/** The public shape of Across' fee service, which fails for one destination. */
const startFees = () =>
  serveHttp(async (request, reply) => {
    const asked = new URL(request.url!, 'http://fees').searchParams
    if (Number(asked.get('destinationChainId')) === brokenFor) return void reply.writeHead(500).end('{}')
    // Like the real one: at most an existing block's time. Shared chains may not have mined for minutes.
    const { rpcUrl } = service.devnet.chains.find(({ id }) => id === harbor)!
    const { timestamp } = await rpc<{ timestamp: Hex }>(rpcUrl, 'eth_getBlockByNumber', ['latest', false])
    const body = {
      totalRelayFee: { pct: '400000000000000' },
      timestamp: String(Number(timestamp)),
      limits: { minDeposit: '1000', maxDeposit: '1000000000000' },
    }
    reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })

beforeAll(async () => {
  fees = await startFees()
  service = await startService({
    config: {
      providers: { acrossApiUrl: fees.url },
      // As in production: waiting calls must not time out.
      engine: { quoteTimeoutMs: 8_000 },
      http: { operationTimeoutMs: 15_000 },
    },
    log: keptLog((line: (typeof lines)[number]) => void lines.push(line)),
    between: async ({ id, rpcUrls, wsUrls }) => {
      if (id !== island) return { rpcUrls, wsUrls }
      islandNode = await startWeatherProxy(rpcUrls[0]!, clear)
      return { rpcUrls: [islandNode.rpcUrl], wsUrls: [] }
    },
    chainLimits: { callTimeoutMs: 2_000, probeTimeoutMs: 1_000, headerTimeoutMs: 2_000 },
  })
})
afterAll(async () => {
  await service?.stop()
  await islandNode?.stop()
  await fees?.stop()
})

const quote = (destinationChainId: number, bridgeProvider?: string) =>
  service.client.quoteIntent({
    ownerAddress: service.devnet.accounts[1]!.address,
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [destinationChainId, tokens.usdc]),
    ...(bridgeProvider && { options: { bridgeProvider } }),
  })
const refusedBy = (asked: Promise<unknown>): Promise<CausewayError> =>
  asked.then(
    () => expect.unreachable('it was quoted'),
    (error: unknown) => (error instanceof CausewayError ? error : expect.unreachable(String(error))),
  )
const restLines = () => lines.filter(({ msg }) => /^provider (rests|is asked again)$/.test(String(msg)))
async function restingNow() {
  const text = await (await fetch(`${service.app.url}/metrics`)).text()
  const series = /^causeway_provider_resting\{provider="(\w+)",chain="(\d+)",destination="(\d*)"\} (\d+)$/gm
  return [...text.matchAll(series)].map(([, provider, ...numbers]) => [provider, ...numbers.map(Number)])
}

test('a service that fails for one corridor rests there, says so, and serves the others', async () => {
  brokenFor = island
  for (let times = 0; times < 5; times++)
    expect((await refusedBy(quote(island, 'ACROSS'))).message).toContain('the fee service answered with 500')
  expect((await refusedBy(quote(island, 'ACROSS'))).message).toMatch(
    /out of service, it failed 5 times in a row from Harbor to Island \(the fee service answered with 500\); it rests since \d\d:\d\d:\d\d until \d\d:\d\d:\d\d UTC, and then one quote tries it/,
  )
  expect((await quote(summit, 'ACROSS')).intent.quote.routeProviders).toContain('ACROSS')
  expect((await quote(island)).intent.quote.routeProviders).not.toContain('ACROSS')
  const resting = { level: 40, provider: 'ACROSS', chainId: harbor, destinationChainId: island, state: 'resting' }
  expect(restLines().length).toBeGreaterThan(0)
  for (const line of restLines()) expect(line).toMatchObject({ ...resting, failures: 5 })
  expect(await restingNow()).toEqual([['ACROSS', harbor, island, restLines().length]])
  const { status } = await service.client.runtimeStatus()
  expect(status.checks.find(({ name }) => name === 'ACROSS')).toMatchObject({
    healthy: false,
    detail: expect.stringContaining('from Harbor to Island'),
  })
  brokenFor = undefined
  await expect.poll(() => quote(island, 'ACROSS').then(restingNow, String)).toEqual([['ACROSS', harbor, island, 0]])
  expect((await quote(island, 'ACROSS')).intent.quote.routeProviders).toContain('ACROSS')
  expect(restLines().at(-1)).toMatchObject({ level: 30, state: 'served' })
})

test('silent nodes of one chain are told as that, make nobody rest, and touch no other corridor', async () => {
  const before = restLines().length
  const offered = ({ offers = [] }: Awaited<ReturnType<typeof quote>>) => offers.map(({ route }) => route).toSorted()
  const all = { summit: offered(await quote(summit)), island: offered(await quote(island)) }
  islandNode.trouble({ is: 'silent' })
  const silenced = Array.from({ length: 24 }, () => refusedBy(quote(island)))
  const others = Array.from({ length: 8 }, () => quote(summit))
  for (const other of others) expect(offered(await other)).toEqual(all.summit)
  for (const one of silenced) expect((await one).message).toMatch(/Island/)
  expect(offered(await quote(summit))).toEqual(all.summit)
  islandNode.trouble(undefined)
  const health = () => service.app.world.chains.get(island)!.health()
  await expect.poll(health).toMatchObject({ healthy: true })
  expect(offered(await quote(island))).toEqual(all.island)
  expect(restLines().length).toBe(before)
})
