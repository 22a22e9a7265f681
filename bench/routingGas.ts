/**
 * Output less gas at five gas prices: ours and the libraries that run offline, each given the price, over the same
 * seeded markets. A hop's gas is the same for all. With fixed costs there is no proven optimum, so each answer is
 * compared with the best one of that trade. Install the opponents as for `bench/routing.ts`, then
 *
 *   npx tsx bench/routingGas.ts [--queries 30] [--peers tines] [--pools 1000] [--seed 7]
 */
import { randomInt } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { findRoute } from '../src/routing/findRoute.ts'
import { createPoolGraph } from '../src/routing/graph.ts'
import { type BenchQuery, randomQueries } from './routing/queries.ts'
import { type RandomWorld, randomPools } from './routing/randomPools.ts'
import { type Answer, startPeer } from './routing/startPeer.ts'

const { values: options } = parseArgs({
  options: {
    queries: { type: 'string', default: '30' },
    peers: { type: 'string', default: 'tines,uniswapV2,uniswapV3,pancake' },
    timeoutMs: { type: 'string', default: '20000' },
    pools: { type: 'string', default: '1000' },
    seed: { type: 'string' },
  },
})

const nativeUsd = 2_500
const gweis = [0, 0.05, 1, 10, 50] as const
/** Differences below 0.01 % of the best come from rounding and search limits. */
const bp = 1e-4
const priceScale = 10n ** 18n

type Scored = { ms: number; net?: number }
type Ask = (query: BenchQuery) => Promise<Answer>

const pools = Number(options.pools)
const seeds = options.seed ? [Number(options.seed)] : [randomInt(1e6), randomInt(1e6)]
for (const seed of seeds) await compare(randomPools(seed, pools / 5, pools), seed)

async function compare(world: RandomWorld, seed: number): Promise<void> {
  const graph = createPoolGraph({ chainId: 1, pools: world.pools })
  const queries = randomQueries(world, seed + 1, Number(options.queries))
  const unitsForUsd = new Map(
    world.tokens.map(({ address, decimals, priceUsd }) => [address, 10 ** decimals / priceUsd]),
  )
  const warm = randomQueries(world, seed + 2, 10)
  console.log(`\nseed ${seed}: ${pools} pools, ${queries.length} trades, native token at ${nativeUsd} dollars`)
  for (const gwei of gweis) {
    const usd = gwei * 1e-9 * nativeUsd
    const ours: Ask = async (query) => {
      const numerator = BigInt(Math.round(usd * unitsForUsd.get(query.tokenOut)! * Number(priceScale)))
      const from = performance.now()
      const route = findRoute({
        graph,
        ...query,
        exact: 'in',
        gasPriceInTokenOut: { numerator, denominator: priceScale },
      })
      const ms = performance.now() - from
      return { ms, amount: route && Number(route.amountOut), gas: route && Number(route.gas) }
    }
    for (const query of warm) await ours(query)
    const answers = new Map<string, Scored[]>([['causeway', await scores(ours, queries, usd, unitsForUsd)]])
    for (const name of options.peers.split(',').filter(Boolean)) {
      const peer = await startPeer(name, world, { timeoutMs: Number(options.timeoutMs), gas: { usd, gwei, nativeUsd } })
      answers.set(name, await scores((query) => peer.ask(query, 'in'), queries, usd, unitsForUsd))
      await peer.stop()
    }
    console.log(`gas at ${gwei} gwei`)
    console.table(rowsOf(answers))
  }
}

async function scores(
  ask: Ask,
  queries: readonly BenchQuery[],
  usd: number,
  unitsForUsd: ReadonlyMap<string, number>,
): Promise<Scored[]> {
  const scored: Scored[] = []
  for (const query of queries) {
    const { ms, amount, gas = 0 } = await ask(query)
    scored.push({ ms, net: amount ? amount - gas * usd * unitsForUsd.get(query.tokenOut)! : undefined })
  }
  return scored
}

/** Omits trades whose gas exceeds the output even for the best answer: nobody would make them. */
function rowsOf(answers: ReadonlyMap<string, readonly Scored[]>): Record<string, string | number>[] {
  const all = [...answers.values()]
  const best = all[0]!.map((_, at) => Math.max(...all.map((scored) => scored[at]?.net ?? -Infinity)))
  return [...answers].map(([router, scored]) => {
    const parts = scored.flatMap(({ net }, at) => (best[at]! > 0 ? [net === undefined ? 0 : net / best[at]!] : []))
    const times = scored.map(({ ms }) => ms).toSorted((a, b) => a - b)
    return {
      router,
      trades: parts.length,
      'of the best, mean': (parts.reduce((sum, part) => sum + part, 0) / parts.length).toFixed(5),
      worst: Math.min(...parts).toFixed(5),
      'within 1 bp of the best': parts.filter((part) => part >= 1 - bp).length,
      'ms p50': times[Math.floor(times.length / 2)]!.toFixed(2),
    }
  })
}
