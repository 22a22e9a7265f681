import { randomInt } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { findRoute } from '../src/routing/findRoute.ts'
import { createPoolGraph, nodeOfToken } from '../src/routing/graph.ts'
import { type BenchQuery, randomQueries } from './routing/queries.ts'
import { randomPools } from './routing/randomPools.ts'
import { judge, type Verdict } from './routing/referee.ts'
import { type Answer, startPeer } from './routing/startPeer.ts'

/**
 * Routes on seeded random markets: ours and the npm libraries that run offline, each answer as a share of the proven
 * optimum. Install the opponents first: `npm install` in this folder. Then
 * `npx tsx bench/routing.ts [--queries 40] [--peers tines] [--pools 1000] [--seed 7]`. The default is two fresh seeds,
 * printed, so that nobody tunes to one market. Tines has no limit of hops and can exceed the optimum, which has ours.
 */
const { values: options } = parseArgs({
  options: {
    queries: { type: 'string', default: '40' },
    peers: { type: 'string', default: 'tines,uniswapV2,uniswapV3,pancake' },
    timeoutMs: { type: 'string', default: '20000' },
    pools: { type: 'string', default: '1000,10000' },
    seed: { type: 'string' },
  },
})

const seeds = options.seed ? [Number(options.seed)] : [randomInt(1e6), randomInt(1e6)]
/** `warmUps`: untimed trades, each searched in both directions, by us and by every peer. */
const markets = [
  { tokens: 200, pools: 1_000, warmUps: 60 },
  { tokens: 2_000, pools: 10_000, warmUps: 10 },
] as const
/** Drops an opponent after this many timeouts in a row. */
const timeoutsMax = 2

type Ask = (query: BenchQuery, exact: 'in' | 'out') => Promise<Answer>
type Row = Record<string, string | number>

const queryCount = Number(options.queries)
const peers = options.peers.split(',').filter(Boolean)

for (const market of markets.filter(({ pools }) => options.pools.split(',').includes(String(pools)))) {
  for (const seed of seeds) await compare(market, seed)
}

async function compare(market: (typeof markets)[number], seed: number): Promise<void> {
  const world = randomPools(seed, market.tokens, market.pools)
  const graph = createPoolGraph({ chainId: 1, pools: world.pools })
  const queries = randomQueries(world, seed + 1, queryCount)
  const verdicts = queries.map((query) =>
    judge(graph, nodeOfToken(graph, query.tokenIn)!, nodeOfToken(graph, query.tokenOut)!, Number(query.amount)),
  )
  const ours: Ask = async ({ tokenIn, tokenOut, amount }, exact) => {
    const from = performance.now()
    const route = findRoute({ graph, tokenIn, tokenOut, amount, exact })
    const ms = performance.now() - from
    return { ms, amount: route && Number(exact === 'in' ? route.amountOut : route.amountIn) }
  }
  const warm = randomQueries(world, seed + 2, market.warmUps)
  const first = await warmUp(ours, warm)

  const rows: Row[] = [await measure('causeway', ours, queries, verdicts)]
  for (const peer of peers) {
    const opponent = await startPeer(peer, world, { timeoutMs: Number(options.timeoutMs) })
    await warmUp(opponent.ask, warm)
    rows.push(await measure(peer, opponent.ask, queries, verdicts))
    await opponent.stop()
  }
  const proven = verdicts.map(({ optimum, bound }) => bound / optimum - 1)
  console.log(`\nseed ${seed}: ${market.tokens} tokens, ${market.pools} pools, ${queries.length} trades`)
  console.log(
    `optimum proven within ${fixed(mean(proven) * 1e6, 1)} parts in a million on average, ${fixed(Math.max(...proven) * 1e6, 0)} at worst`,
  )
  console.log(
    `ours: the first search of this market took ${fixed(first[0]!, 1)} ms, the middle of the ten before the table ${fixed(quantile(first.slice(-10), 0.5), 1)}`,
  )
  console.table(rows)
}

/** Stops at a peer that does not answer: it will be timed as it is. Resolves with each search's time. */
async function warmUp(ask: Ask, queries: BenchQuery[]): Promise<number[]> {
  const took: number[] = []
  for (const query of queries) {
    for (const exact of ['in', 'out'] as const) {
      const { ms, error } = await ask(query, exact)
      if (error === 'timeout') return took
      took.push(ms)
    }
  }
  return took
}

/** Each trade exact in, then its output as exact out, whose input should equal the trade's. */
async function measure(name: string, ask: Ask, queries: BenchQuery[], verdicts: Verdict[]): Promise<Row> {
  const inMs: number[] = []
  const outMs: number[] = []
  const parts: number[] = []
  const outParts: number[] = []
  let failed = 0
  let outFailed = 0
  let timeouts = 0
  let asked = 0
  for (const [index, query] of queries.entries()) {
    if (timeouts >= timeoutsMax) break
    asked++
    const found = await ask(query, 'in')
    timeouts = found.error === 'timeout' ? timeouts + 1 : 0
    inMs.push(found.ms)
    if (!found.amount) {
      failed++
      continue
    }
    parts.push(found.amount / verdicts[index]!.optimum)
    const back = await ask({ ...query, amount: BigInt(Math.floor(found.amount)) }, 'out')
    outMs.push(back.ms)
    if (back.amount) outParts.push(Number(query.amount) / back.amount)
    else outFailed++
  }
  return {
    router: name,
    asked,
    'in ms p50': fixed(quantile(inMs, 0.5), 2),
    'in ms p95': fixed(quantile(inMs, 0.95), 2),
    'of optimum, mean': fixed(mean(parts), 5),
    'of optimum, worst': fixed(Math.min(...parts), 5),
    failed,
    'out ms p50': fixed(quantile(outMs, 0.5), 2),
    'out against in, mean': fixed(mean(outParts), 5),
    'out failed': outFailed,
  }
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function quantile(values: number[], part: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * part)] ?? Number.NaN
}

function fixed(value: number, digits: number): string {
  return value.toFixed(digits)
}
