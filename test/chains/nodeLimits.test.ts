import assert from 'node:assert/strict'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { Chain } from '../../src/chains/chain.ts'
import type { NodeWeather } from '../../src/chains/definitions/devnet/weather.ts'
import { type ChainOptions, openChain } from '../../src/chains/openChain.ts'
import { createPrivateKeySigner } from '../../src/chains/send/signer.ts'
import { type NodeTrouble, startWeatherProxy, type WeatherProxy } from '../../src/devnet/weatherProxy.ts'
import { systemClock } from '../../src/host/clock.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { useForAll } from '../useParts.ts'
import { keys, localDefinition, startAnvil, watchful } from './anvil.ts'
import { headWhere } from './headWhere.ts'
import { createRecorder } from './recorder.ts'

const rich = createPrivateKeySigner(keys[0]!)
/** Emits its call data as a log without topics. */
const echo: Address = '0x00000000000000000000000000000000000ec400'
const generous: NodeWeather = {
  like: 'Ethereum',
  tags: { safe: 4, finalized: 8 },
  latencyMs: [0, 1],
  callsPerS: 100_000,
  burst: 100_000,
  refusesBy: 'http',
  batchMax: 1_000,
  logBlocksMax: 100_000,
  nodes: [{ is: 'well' }],
}

const anvil = useForAll(startAnvil)
const undo: (() => Promise<void>)[] = []
beforeAll(async () => {
  await anvil.rpc('anvil_setCode', [echo, '0x365f5f37365fa000'])
  await anvil.mine(200)
})
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function behind(...weathers: Partial<NodeWeather>[]): Promise<WeatherProxy[]> {
  const proxies = await Promise.all(weathers.map((one) => startWeatherProxy(anvil.url, { ...generous, ...one })))
  undo.push(async () => void (await Promise.all(proxies.map((proxy) => proxy.stop()))))
  return proxies
}

async function open(proxies: readonly WeatherProxy[], options: Partial<ChainOptions> = {}): Promise<Chain> {
  const chain = await openChain({
    definition: localDefinition,
    endpoints: proxies.map(({ rpcUrl }) => ({ url: rpcUrl })),
    clock: systemClock,
    ...options,
    // So long that a read which waits for a silent node is not answered within the bound of a test.
    limits: { ...watchful, callTimeoutMs: 1_000_000, probeTimeoutMs: 5_000, hedgeMs: 200, ...options.limits },
  })
  undo.push(chain.close)
  return chain
}

async function send(data: Hex, via: (raw: Hex) => Promise<unknown>): Promise<Hex> {
  const nonce = Number(await anvil.rpc<Hex>('eth_getTransactionCount', [rich.address, 'pending']))
  const fees = { gas: 100_000n, maxFeePerGas: 5_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
  const raw = await rich.signTransaction({ chainId: 31337, nonce, to: echo, data, value: 0n, ...fees })
  await via(raw)
  await anvil.mine(1)
  const { transactions } = await anvil.rpc<{ transactions: Hex[] }>('eth_getBlockByNumber', ['latest', false])
  return transactions[0]!
}

const slot = (index: number): Address => `0x${(0xabc000 + index).toString(16).padStart(40, '0')}`
const asked = (proxy: WeatherProxy): number => [...proxy.asked().values()].reduce((sum, calls) => sum + calls, 0)

test.each(['http', 'rpc'] as const)(
  'a node that refuses by %s is left alone for as long as it says, and the other one answers',
  async (refusesBy) => {
    const [thrifty, other] = await behind({ callsPerS: 0.02, burst: 70, refusesBy }, {})
    const recorder = createRecorder()
    // Polls would use up what a second refills.
    const chain = await open([thrifty!, other!], {
      quorum: 1,
      limits: { idleCallsPerS: 0.001, pollMsMax: 60_000 },
      observe: recorder.observe,
      definition: { ...localDefinition, blockTimeMs: 240_000 },
    })
    for (let n = 0; n < 20; n++) assert.equal(await chain.code(slot(n)), '0x')
    assert.ok(thrifty!.refused() > 0, 'it never refused')
    assert.ok(thrifty!.refused() <= 3, `asked again before its time: ${thrifty!.refused()}`)
    assert.ok((other!.asked().get('eth_getCode') ?? 0) > 0)
    assert.equal((await chain.health()).healthy, true)
    assert.equal(recorder.of('nodeHealth', { healthy: false }).length, 0)
  },
)

test('one node alone that refuses: calls wait for their turn, all are answered, and it stays healthy', async () => {
  const [only] = await behind({ callsPerS: 40, burst: 80, refusesBy: 'rpc' })
  const recorder = createRecorder()
  const chain = await open([only!], { observe: recorder.observe })
  const codes = await Promise.all(Array.from({ length: 150 }, (_, n) => chain.code(slot(n))))
  assert.ok(codes.every((code) => code === '0x'))
  assert.ok(only!.refused() > 0)
  assert.equal(recorder.of('nodeHealth', { healthy: false }).length, 0)
})

test('with its rate configured a node never has to refuse: start and a catch-up under 25 calls a second', async () => {
  const [only] = await behind({ callsPerS: 25, burst: 30, batchMax: 10, logBlocksMax: 20 })
  const limits = { callsPerS: 24, callsPerRequestMax: 10, logBlocksPerCall: 20 }
  const chain = await open([], { endpoints: [{ url: only!.rpcUrl, limits }] })
  const { number } = await chain.head()
  await chain.logs({ address: echo, fromBlock: 0, toBlock: number, isFinal: true })
  assert.equal(only!.refused(), 0)
})

test('a batch that is refused is halved until it is taken, and the next ones are as small', async () => {
  const [only] = await behind({ batchMax: 6 })
  const chain = await open([only!])
  const ask = async () => {
    const before = only!.asked().get('eth_getCode') ?? 0
    await Promise.all(Array.from({ length: 60 }, (_, n) => chain.code(slot(n))))
    return (only!.asked().get('eth_getCode') ?? 0) - before
  }
  await ask()
  assert.equal(await ask(), 60) // none was asked twice
})

test('a range of logs that is refused is read in parts, complete, and the next ranges are as short', async () => {
  const [only] = await behind({ logBlocksMax: 30 })
  const hashes = [await send('0x01', (raw) => anvil.rpc('eth_sendRawTransaction', [raw]))]
  await anvil.mine(100)
  hashes.push(await send('0x02', (raw) => anvil.rpc('eth_sendRawTransaction', [raw])))
  const chain = await open([only!])
  const { number } = await chain.head()
  const read = async () => {
    const before = only!.asked().get('eth_getLogs') ?? 0
    const logs = await chain.logs({ address: echo, fromBlock: 0, toBlock: number, isFinal: true })
    assert.deepEqual(
      logs.map((log) => log.transactionHash),
      hashes,
    )
    return (only!.asked().get('eth_getLogs') ?? 0) - before
  }
  const [first, second] = [await read(), await read()]
  assert.ok(second < first)
  assert.ok(second <= Math.ceil(number / 15) + 1)
})

test('logs of many recent blocks are one range and its check, those of a few are read by hash', async () => {
  const [only] = await behind({})
  const chain = await open([only!])
  const hashes: Hex[] = []
  for (let n = 1; n <= 12; n++)
    hashes.push(await send(`0x0${n.toString(16)}`, (raw) => anvil.rpc('eth_sendRawTransaction', [raw])))
  const newest = Number(await anvil.rpc<Hex>('eth_blockNumber'))
  const seen = headWhere(chain, ({ number }) => number >= newest)
  chain.markActive()
  await seen
  const read = async (fromBlock: number) => {
    const before = only!.asked().get('eth_getLogs') ?? 0
    const logs = await chain.logs({ address: echo, fromBlock, toBlock: newest })
    return [logs.map((log) => log.transactionHash), (only!.asked().get('eth_getLogs') ?? 0) - before]
  }
  assert.deepEqual(await read(newest - 11), [hashes, 1])
  assert.deepEqual(await read(newest - 2), [hashes.slice(-3), 3])
})

test('fees and nonces of a chain whose only node has just gone away fail as its health, not as a fault of the service', async () => {
  const [only] = await behind({})
  const chain = await open([only!])
  only!.trouble({ is: 'away' })
  await expect(chain.fees()).rejects.toMatchObject({ name: 'ServiceError', error: 'ChainNodeHealth' })
  await expect(chain.nonce(rich.address, 'latest')).rejects.toMatchObject({ error: 'ChainNodeHealth' })
})

const troubles: NodeTrouble[] = [{ is: 'away' }, { is: 'silent' }, { is: 'lags', blocks: 40 }]
for (const trouble of troubles)
  for (const place of [0, 2])
    test(`of three nodes number ${place + 1} ${trouble.is}: reads, sends and receipts go on`, async () => {
      const proxies = await behind({}, {}, {})
      const chain = await open(proxies)
      proxies[place]!.trouble(trouble)
      assert.ok((await chain.balance(nativeToken, rich.address, { quorum: true })) > 0n)
      assert.ok((await chain.balance(nativeToken, rich.address)) > 0n)
      const hash = await send('0xaa', chain.broadcast)
      const block = Number(await anvil.rpc<Hex>('eth_blockNumber'))
      await headWhere(chain, (head) => head.number >= block)
      assert.equal((await chain.receipt(hash)).is, 'proven')
      assert.ok((await chain.fees()).gasPrice > 0n)
      assert.equal((await chain.health()).healthy, true)
    })

test('a quorum of all stops with one away; the default of three is two', async () => {
  const proxies = await behind({}, {}, {})
  const recorder = createRecorder()
  const all = await open(proxies, { quorum: 3, observe: recorder.observe })
  const most = await open(proxies)
  proxies[1]!.trouble({ is: 'away' })
  await recorder.until('nodeHealth', { node: 'node 2', healthy: false })
  await assert.rejects(all.balance(nativeToken, rich.address, { quorum: true }))
  assert.ok((await most.balance(nativeToken, rich.address, { quorum: true })) > 0n)
})

test('a socket announces blocks and polling rests; one of another chain is not listened to', async () => {
  const [mine, , theirs] = await behind({}, {}, {})
  const other = await startAnvil({ chainId: 4_242 })
  undo.push(other.stop)
  const recorder = createRecorder()
  const socketed = { definition: localDefinition, limits: { idleCallsPerS: 0.01, pollMsMax: 600_000 } }
  const chain = await open([], { ...socketed, endpoints: [{ url: mine!.rpcUrl, socketUrl: mine!.wsUrl }] })
  const wrong = await open([], {
    ...socketed,
    endpoints: [{ url: theirs!.rpcUrl, socketUrl: other.ws }],
    observe: recorder.observe,
  })
  await recorder.until('nodeHealth', { node: 'socket 1', healthy: false })
  const { number } = await chain.head()
  const heads: number[] = []
  const fifth = new Promise<void>((resolve) =>
    chain.onHead((head) => void (heads.push(head.number) === 5 && resolve())),
  )
  // Until the subscription is there, nobody announces.
  await anvil.rpc('evm_setIntervalMining', [1])
  await fifth
  await anvil.rpc('evm_setIntervalMining', [0])
  assert.ok(heads[0]! > number)
  assert.deepEqual(
    heads,
    heads.toSorted((a, b) => a - b),
  )
  await other.mine(5)
  assert.equal((await wrong.head()).number, number)
  expect(asked(mine!)).toBeLessThan(90) // 64 headers at the start, and what the first announcements left out
})
