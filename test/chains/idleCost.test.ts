import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Chain, Head } from '../../src/chains/chain.ts'
import type { NodeWeather } from '../../src/chains/definitions/devnet/weather.ts'
import { openChain } from '../../src/chains/openChain.ts'
import { startWeatherProxy, type WeatherProxy } from '../../src/devnet/weatherProxy.ts'
import { systemClock } from '../../src/host/clock.ts'
import type { Address } from '../../src/interface/fields.ts'
import { useForAll } from '../useParts.ts'
import { localDefinition, startAnvil } from './anvil.ts'
import { createRecorder } from './recorder.ts'

const weather: NodeWeather = {
  like: 'Arbitrum',
  tags: { safe: 4, finalized: 8 },
  latencyMs: [5, 10],
  callsPerS: 1_000,
  burst: 1_000,
  refusesBy: 'http',
  batchMax: 100,
  logBlocksMax: 2_000,
  nodes: [{ is: 'well' }],
}
/** Blocks of Arbitrum's pace. */
const definition = { ...localDefinition, blockTimeMs: 250 }
const pool: Address = '0x00000000000000000000000000000000000ec400'
const measuredMs = 13_000

const anvil = useForAll(() => startAnvil({ args: ['--block-time', '0.25'] }))
const undo: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

async function open(count: number, withSockets: boolean, tags = weather.tags, finality = localDefinition.finality) {
  const proxies = await Promise.all(
    Array.from({ length: count }, () => startWeatherProxy(anvil.url, { ...weather, tags })),
  )
  const recorder = createRecorder()
  const endpoints = proxies.map(({ rpcUrl, wsUrl }) => ({ url: rpcUrl, ...(withSockets && { socketUrl: wsUrl }) }))
  const chain = await openChain({
    definition: { ...definition, finality },
    endpoints,
    clock: systemClock,
    observe: recorder.observe,
  })
  undo.push(async () => {
    await chain.close()
    await Promise.all(proxies.map((proxy) => proxy.stop()))
  })
  return { chain, proxies, recorder }
}

/** Reads the logs of every new head, as the pools do. */
function followLogs(chain: Chain): void {
  let next: number | undefined
  chain.onHead(({ number }) => {
    const fromBlock = next ?? number
    next = number + 1
    void chain.logs({ address: pool, fromBlock, toBlock: number }).catch(() => undefined)
  })
}

const callsOf = (proxies: readonly WeatherProxy[]): number =>
  proxies.flatMap((proxy) => [...proxy.asked().values()]).reduce((sum, calls) => sum + calls, 0)

/** Measures how many calls an idle process makes; the wait is the measurement. */
async function callsPerS(proxies: readonly WeatherProxy[]): Promise<number> {
  const before = callsOf(proxies)
  const startedMs = systemClock.monotonicMs()
  await pause(measuredMs)
  return (callsOf(proxies) - before) / ((systemClock.monotonicMs() - startedMs) / 1_000)
}

const idle = {
  'without a socket: at most 2 calls a second, pools followed': async (count: number) => {
    const { chain, proxies } = await open(count, false)
    followLogs(chain)
    const heads: Head[] = []
    chain.onHead((head) => heads.push(head))
    expect(await callsPerS(proxies)).toBeLessThanOrEqual(2)
    expect(heads.length).toBeGreaterThanOrEqual(1)
    expect((await chain.health()).healthy).toBe(true)
  },
  'with sockets: at most 0.3 calls a second, and every block is told': async (count: number) => {
    const { chain, proxies } = await open(count, true)
    followLogs(chain)
    await new Promise<void>((resolve) => chain.onHead(({ follows }) => !follows && resolve()))
    const heads: Head[] = []
    chain.onHead((head) => heads.push(head))
    expect(await callsPerS(proxies)).toBeLessThanOrEqual(0.3)
    // However many blocks a busy machine made: none is passed over.
    expect(heads.length).toBeGreaterThanOrEqual(2)
    for (const [index, head] of heads.slice(1).entries()) expect(head.parentHash).toBe(heads[index]!.hash)
  },
}

// Each measures for as long as the others, so all four do at once.
test('idle beside one node and beside three, with and without sockets', async () => {
  const all = Object.entries(idle).flatMap(([name, measure]) => [1, 3].map((count) => ({ name, count, measure })))
  const ends = await Promise.allSettled(all.map(({ measure, count }) => measure(count)))
  const failed = ends.flatMap((end, at) =>
    end.status === 'rejected' ? [`${all[at]!.count} ${all[at]!.name}: ${end.reason}`] : [],
  )
  expect(failed).toEqual([])
})

test('blocks that an idle process passed over: heads follow one another, and a reorganisation under a leap is found', async () => {
  const { chain, recorder } = await open(1, false)
  const before = await chain.head()
  const heads: Head[] = []
  const leapt = new Promise<void>((resolve) =>
    chain.onHead((head) => {
      heads.push(head)
      if (head.follows) resolve()
    }),
  )
  await leapt
  expect(heads[0]).toMatchObject({ follows: before.hash })
  expect(heads[0]!.number).toBeGreaterThan(before.number + 1)
  await anvil.reorg(heads[0]!.number - before.number + 3)
  await recorder.until('reorg')
  expect(recorder.of('reorg')[0]!.forkBlock).toBeLessThan(heads.at(-1)!.number)
})

test('somebody waits: every block is told, within about one of them', async () => {
  const { chain } = await open(1, false)
  chain.markActive()
  const heads: Head[] = []
  await new Promise<void>((resolve) => chain.onHead((head) => void (heads.push(head) === 12 && resolve())))
  for (const [index, head] of heads.slice(1).entries()) expect(head.parentHash).toBe(heads[index]!.hash)
})

test('somebody waits for finality on a fast chain: a tag is read as seldom as it trails far behind, and never falls back', async () => {
  await anvil.rpc('anvil_mine', ['0x80'])
  const tags = { safe: 100, finalized: 100 }
  const rules = [{ belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' as const }]
  const { chain } = await open(1, true, tags, rules)
  await new Promise<void>((resolve) => chain.onHead(({ follows }) => !follows && resolve()))
  const heads: { number: number; final: Promise<number> }[] = []
  await new Promise<void>((resolve) =>
    chain.onHead(({ number }) => {
      heads.push({ number, final: chain.finalBlock(1) })
      if (heads.length === 30) resolve()
    }),
  )
  const finals = await Promise.all(heads.map(({ final }) => final))
  // A twentieth of a hundred is five blocks.
  for (const [index, { number }] of heads.entries()) expect(number - finals[index]!).toBeLessThanOrEqual(105)
  expect(finals).toEqual(finals.toSorted((a, b) => a - b))
  expect(new Set(finals).size).toBeLessThanOrEqual(8)
})
