import { createServer } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { blocksUntilFinal, type NodeWeather, weathers } from '../../src/chains/definitions/devnet/weather.ts'
import { startWeatherProxy, type WeatherProxy } from '../../src/devnet/weatherProxy.ts'
import { listen } from '../listen.ts'

type Call = { id: number; method: string; params: unknown[] }

/** A node at block 1,000 that answers every call with what it was asked. */
const node = createServer(async (request, reply) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const answers = (JSON.parse(text) as Call[]).map(({ id, method, params }) => ({
    jsonrpc: '2.0',
    id,
    result: method === 'eth_blockNumber' ? '0x3e8' : { method, params },
  }))
  reply.end(JSON.stringify(answers))
})

const weather: NodeWeather = {
  like: 'Ethereum',
  tags: { safe: 32, finalized: 64 },
  latencyMs: [0, 1],
  callsPerS: 1,
  burst: 10,
  refusesBy: 'http',
  batchMax: 5,
  logBlocksMax: 500,
  nodes: [{ is: 'well' }],
}

let nodeUrl = ''
let proxy: WeatherProxy
beforeEach(async () => {
  nodeUrl = await listen(node)
  proxy = await startWeatherProxy(nodeUrl, weather)
})
afterEach(async () => {
  await proxy.stop()
  node.closeAllConnections()
  await new Promise((resolve) => node.close(resolve))
})

const call = (method: string, params: unknown[] = [], id = 1): Call & { jsonrpc: string } => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})
const post = (body: unknown, url = proxy.rpcUrl) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
const ask = async (body: unknown) => (await post(body)).json()

test('safe and finalized are as many blocks behind the head as the chain says', async () => {
  for (const [tag, block] of [
    ['safe', '0x3c8'],
    ['finalized', '0x3a8'],
    ['latest', 'latest'],
  ])
    expect(await ask(call('eth_getBlockByNumber', [tag, false]))).toMatchObject({ result: { params: [block, false] } })
})

test('a range of logs beyond the limit is refused and the rest of the batch answered', async () => {
  const logs = (toBlock: string, id: number) => call('eth_getLogs', [{ fromBlock: '0x0', toBlock }], id)
  expect(await ask([logs('0x1f3', 1), logs('0x1f4', 2)])).toEqual([
    expect.objectContaining({ id: 1, result: expect.anything() }),
    { jsonrpc: '2.0', id: 2, error: { code: -32_602, message: 'query exceeds max block range 500' } },
  ])
})

test('a batch beyond the limit is refused as a whole, with one error', async () => {
  const batch = Array.from({ length: 6 }, (_, id) => call('eth_chainId', [], id))
  expect(await ask(batch)).toEqual({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32_600, message: 'batch of 6 is too large: at most 5' },
  })
})

test('too many calls: 429 with the time after which there is room, and none of them reaches the node', async () => {
  const batch = Array.from({ length: 5 }, (_, id) => call('eth_chainId', [], id))
  expect((await post(batch)).status).toBe(200)
  expect((await post(batch)).status).toBe(200)
  const refused = await post(batch)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(4)
  expect(proxy.refused()).toBe(5)
  expect((await post(call('evm_mine'))).status).toBe(200)
})

test('a provider that refuses inside HTTP 200 names every call', async () => {
  const inside = await startWeatherProxy(nodeUrl, { ...weather, burst: 1, refusesBy: 'rpc' })
  const body = [call('eth_chainId', [], 1), call('eth_chainId', [], 2)]
  const refused = await post(body, inside.rpcUrl)
  expect(refused.status).toBe(200)
  expect(await refused.json()).toEqual(
    [1, 2].map((id) => ({
      jsonrpc: '2.0',
      id,
      error: { code: -32_005, message: expect.stringContaining('rate limit') },
    })),
  )
  await inside.stop()
})

test('what a value rests on follows from the definition of the chain that a local one is like', () => {
  const [ethereum, base, arbitrum] = weathers.mainnet
  expect([100, 5_000, 1e6].map((usd) => blocksUntilFinal(ethereum, usd))).toEqual([6, 32, 64])
  expect([base, arbitrum].map((one) => blocksUntilFinal(one, 100))).toEqual([10, 80])
})
