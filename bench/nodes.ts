/**
 * `npx tsx bench/nodes.ts [--weather mainnet] [--settle 45] [--idle 30] [--quotes 5] [--intents 2]`: node calls counted
 * at a weather's proxies, for one service in its own process, with and without sockets: when idle, for a quote, and for
 * an intent up to its end. Then prices a month at a public provider. See README.md beside this file.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { devnetAddresses } from '../src/chains/definitions/devnet/devnetAddresses.ts'
import { type WeatherName, weatherNames, weathers } from '../src/chains/definitions/devnet/weather.ts'
import { type ChainGround, executeWithService, startChainGround } from './engine/chainGround.ts'
import { fixed, printTable, type Row, verdict } from './engine/table.ts'

const { values } = parseArgs({
  options: {
    weather: { type: 'string', default: 'mainnet' },
    settle: { type: 'string', default: '45' },
    idle: { type: 'string', default: '30' },
    quotes: { type: 'string', default: '5' },
    intents: { type: 'string', default: '2' },
  },
})
const weather = weatherOf(values.weather)

function weatherOf(name: string): WeatherName {
  const found = weatherNames.find((one) => one === name)
  if (!found) throw new Error(`there is no weather ${name}; known: ${weatherNames.join(', ')}`)
  return found
}

/** About the price of paid plans (20 to 40 compute units a call, $0.40 a million units). */
const usdPerMillionCalls = 10
const target = { polling: 2, socket: 0.3 }
const secondsPerMonth = 30 * 86_400
/** After the start the service reads pools and far ticks and follows its signers' first transactions: up to minutes. */
const settleMs = Number(values.settle) * 1_000

type Calls = ReadonlyMap<string, number>

/** Calls by method, for each chain. */
const callsOf = ({ devnet }: ChainGround): Calls[] =>
  devnet.chains.map(({ proxies }) => {
    const calls = new Map<string, number>()
    for (const [method, count] of proxies.flatMap((proxy) => [...proxy.asked()]))
      calls.set(method, (calls.get(method) ?? 0) + count)
    return calls
  })

async function countCalls(ground: ChainGround, work: () => Promise<unknown>): Promise<Calls[]> {
  const before = callsOf(ground)
  await work()
  return callsOf(ground).map(
    (calls, index) => new Map([...calls].map(([method, count]) => [method, count - (before[index]!.get(method) ?? 0)])),
  )
}

const sumOf = (calls: Calls): number => [...calls.values()].reduce((sum, count) => sum + count, 0)

/** The most frequent methods, per second. */
function mostOf(calls: Calls, seconds: number): string {
  const most = [...calls].toSorted((a, b) => b[1] - a[1]).slice(0, 3)
  return most.map(([method, count]) => `${method.replace('eth_', '')} ${fixed(count / seconds, 2)}`).join(', ')
}

async function measure(sockets: boolean): Promise<void> {
  const ground = await startChainGround({ weather, sockets })
  try {
    await pause(settleMs)
    const idleS = Number(values.idle)
    const asked = await countCalls(ground, () => pause(idleS * 1_000))
    const idle = asked.map((calls) => sumOf(calls) / idleS)
    const most = sockets ? target.socket : target.polling
    const rows: Row[] = ground.devnet.chains.map((chain, index) => ({
      chain: `like ${weathers[weather][index]!.like}`,
      nodes: String(chain.rpcUrls.length),
      'idle calls/s': fixed(idle[index]!, 2),
      mostly: mostOf(asked[index]!, idleS),
      [`target <= ${most}`]: verdict(idle[index]! <= most),
      'a month idle, USD': fixed((idle[index]! * secondsPerMonth * usdPerMillionCalls) / 1e6, 0),
      'refused so far': String(chain.proxies.reduce((sum, proxy) => sum + proxy.refused(), 0)),
    }))
    printTable(`weather ${weather}, ${sockets ? 'with' : 'without'} sockets, ${idleS} s`, rows)
    await measureWork(ground, idle)
  } finally {
    await ground.stop()
  }
}

/** On the second chain, because the first may have 12 s blocks; subtracts the calls of an idle process. */
async function measureWork(ground: ChainGround, idle: readonly number[]): Promise<void> {
  const { id } = ground.devnet.chains[1]!
  const ask = {
    originChainId: id,
    destinationChainId: id,
    destinationTokenAddress: devnetAddresses.dai,
    originTokenAmount: 100_000_000n,
  }
  const each = async (count: number, work: () => Promise<unknown>): Promise<number> => {
    const startedMs = performance.now()
    const calls = await countCalls(ground, work)
    const passedS = (performance.now() - startedMs) / 1_000
    return calls.reduce((sum, own, index) => sum + Math.max(0, sumOf(own) - idle[index]! * passedS), 0) / count
  }
  const quotes = Number(values.quotes)
  const owner = ground.devnet.accounts[0]!.address
  const perQuote = await each(quotes, async () => {
    for (let n = 0; n < quotes; n++)
      await ground.client.quoteIntent({ ...ask, ownerAddress: owner, originTokenAddress: devnetAddresses.usdc })
  })
  const intents = Number(values.intents)
  const ready = await ground.prepare(intents, () => ask)
  const perIntent = await each(intents, async () => {
    for (const one of ready) await executeWithService(ground.client, one)
  })
  const usd = (calls: number) => fixed((calls * 1_000 * usdPerMillionCalls) / 1e6, 2)
  printTable('calls for one, beyond idle', [
    { of: 'a quote on one chain', calls: fixed(perQuote), '1,000 of them, USD': usd(perQuote) },
    { of: 'an intent, execute to final', calls: fixed(perIntent), '1,000 of them, USD': usd(perIntent) },
  ])
}

await measure(false)
await measure(true)
process.exit(0)
