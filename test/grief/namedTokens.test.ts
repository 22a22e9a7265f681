import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { encodeAbiParameters, encodeFunctionResult, type Hex, multicall3Abi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import type { Chain, Head } from '../../src/chains/chain.ts'
import { chainLimits } from '../../src/chains/chainLimits.ts'
import { mainnets } from '../../src/chains/definitions/mainnets.ts'
import { createReads } from '../../src/chains/read/createReads.ts'
import { createQuoteCaches } from '../../src/engine/quote/quoteCaches.ts'
import { balanceOverride } from '../../src/engine/quote/simulateBatch.ts'
import { createRouteGraph } from '../../src/engine/read/routeGraph.ts'
import type { World } from '../../src/engine/world.ts'
import { systemClock } from '../../src/host/clock.ts'
import type { Address } from '../../src/interface/fields.ts'
import { startPoolSync } from '../../src/providers/poolSync.ts'
import { createPoolGraph, dropPool } from '../../src/routing/graph.ts'
import type { Pool } from '../../src/routing/pool.ts'
import { createTokenLists } from '../../src/tokens/tokenLists.ts'
import { createTokenReader } from '../../src/tokens/tokenReader.ts'
import { leastCpuMs } from './cpuTime.ts'

/** Tokens that callers name, on chains of this file that answer what they are told to. */
const definition = mainnets.find(({ id }) => id === 1)!
const addressOf = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`

setFlagsFromString('--expose_gc')
const collect: () => void = runInNewContext('gc')
const heapMb = () => {
  collect()
  return process.memoryUsage().heapUsed / 1e6
}

test('a token with a name of a megabyte is remembered by its first characters alone', async () => {
  const text = encodeAbiParameters([{ type: 'string' }], ['A'.repeat(1e6)])
  const long = ['symbol()', 'name()'].map((one) => toFunctionSelector(one))
  const chain = {
    id: 1,
    definition,
    code: async () => '0x60',
    read: async ({ data }: { data: Hex }) => ({
      ok: true,
      data: long.includes(data.slice(0, 10) as Hex) ? text : word(18n),
    }),
  } as unknown as Chain
  const tokens = createTokenLists({ chainIds: [1], own: [] })
  const chains = new Map([[1, chain]])
  const read = createTokenReader({ chains, tokens, clock: systemClock, onRead: async () => {} })
  await read(1, addressOf(1))
  const before = heapMb()
  for (let n = 2; n <= 31; n++) expect(await read(1, addressOf(n))).toMatchObject({ symbol: 'A'.repeat(64) })
  expect(heapMb() - before).toBeLessThan(10)
})

test('a token that answers with megabytes holds the event loop for 25 ms at most, and its neighbours get their answers', async () => {
  const long = encodeAbiParameters([{ type: 'string' }], ['A'.repeat(2e6)])
  const outcomes = [
    { success: true, returnData: long },
    { success: false, returnData: long },
    { success: true, returnData: word(18n) },
  ]
  const both = encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: outcomes })
  const node = { call: async () => both }
  const reads = createReads({
    multicall3: addressOf(9),
    quorum: { any: (ask: (of: unknown) => unknown) => ask(node) } as never,
    headNumber: async () => 1,
    clock: systemClock,
    limits: chainLimits,
  })
  const ask = () => Promise.all([1, 2, 3].map((n) => reads.read({ to: addressOf(n), data: '0x06fdde03' })))
  expect(await ask()).toMatchObject([
    { ok: false, message: 'the answer is longer than 32768 bytes' },
    { ok: false, message: 'the answer is longer than 32768 bytes' },
    { ok: true, data: word(18n) },
  ])
  expect(await leastCpuMs(ask, 25, 10)).toBeLessThan(25)
})

test('a token whose balances are nowhere is looked through once in ten minutes', async () => {
  let nowMs = 1_000
  let calls = 0
  const chain = {
    id: 1,
    simulate: async () => {
      calls++
      return { ok: true, data: word(0n) }
    },
  } as unknown as Chain
  const { balanceSlots } = createQuoteCaches({ monotonicMs: () => nowMs })
  const ask = () =>
    balanceOverride(chain, addressOf(5), { holder: addressOf(6), amount: 1n }, balanceSlots).then(
      () => expect.fail('it is nowhere'),
      (error: Error) => error.message,
    )
  expect(await ask()).toMatch(/unknown way/)
  const once = calls
  expect(once).toBeGreaterThan(0)
  for (let minute = 0; minute < 9; minute++) {
    nowMs += 60_000
    expect(await ask()).toMatch(/unknown way/)
  }
  expect(calls).toBe(once)
  nowMs += 61_000
  await ask()
  expect(calls).toBe(2 * once)
})

test('however many tokens are named, heads are followed between them', async () => {
  const hash = (n: number): Hex => word(BigInt(n))
  const headAt = (number: number) =>
    ({ number, hash: hash(number), parentHash: hash(number - 1), timestampS: 1 }) as Head
  let tell: (head: Head) => void = () => {}
  let reads = 0
  const chain = {
    id: 1,
    definition,
    head: async () => headAt(1_000_000),
    onHead: (listener: (head: Head) => void) => {
      tell = listener
      return () => {}
    },
    read: async () => {
      reads++
      await new Promise((resolve) => setImmediate(resolve))
      return { ok: true, data: word(0n) }
    },
    logs: async () => [],
  } as unknown as Chain
  let followed = (_: number) => {}
  const sync = startPoolSync({
    chains: [chain],
    tokens: () => [definition.wrappedNative],
    clock: systemClock,
    events: { advanced: ({ block }) => followed(block), failed: ({ error }) => expect.fail(String(error)) },
  })
  await sync.ready()
  reads = 0
  const count = 64
  const readsAtHead = new Promise<number>((resolve) => {
    followed = (block) => block === 1_000_001 && resolve(reads)
  })
  const all = Promise.all(Array.from({ length: count }, (_, n) => sync.include(1, addressOf(1_000 + n))))
  await new Promise((resolve) => setImmediate(resolve))
  tell(headAt(1_000_001))
  await sync.catchUp(1)
  const early = await readsAtHead
  await all
  expect(early).toBeLessThan(reads / 2)
  await sync.stop()
})

test('tokens of pools that are gone are not asked for', async () => {
  const [hub, other, gone] = [addressOf(1), addressOf(2), addressOf(3)]
  const pool = (id: number, token1: Address) =>
    ({
      kind: 'v2',
      id: addressOf(id),
      chainId: 1,
      provider: 'UNISWAP_V2',
      token0: hub,
      token1,
      feePpm: 3_000,
      gas: 100_000n,
      reserve0: 10n ** 24n,
      reserve1: 10n ** 24n,
    }) as Pool
  const graph = createPoolGraph({ chainId: 1, wrappedNative: hub, pools: [pool(10, other), pool(11, gone)] })
  dropPool(graph, addressOf(11))
  const asked: Address[] = []
  const world = {
    clock: systemClock,
    chains: new Map([[1, { id: 1, definition, head: async () => undefined, fees: async () => undefined }]]),
    providers: [],
    liquidity: { graph: () => graph },
    prices: {
      prices: async (of: { token: Address }[]) => {
        asked.push(...of.map(({ token }) => token))
        return []
      },
    },
    tokens: { find: () => undefined },
  } as unknown as World
  await createRouteGraph(world)()
  expect(asked.toSorted()).toEqual([hub, other])
})
