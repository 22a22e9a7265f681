import type { Address } from '../../src/interface/fields.ts'
import { type RandomWorld, seededRandom } from './randomPools.ts'

export type BenchQuery = { tokenIn: Address; tokenOut: Address; amount: bigint }

/** Below a dollar, rounding matters more than routes. */
const dollarsMin = 1

/** Seeded trades between tokens near and far from the hubs, from dust to a tenth of the thinner token's liquidity. */
export function randomQueries(world: RandomWorld, seed: number, count: number): BenchQuery[] {
  const random = seededRandom(seed)
  const liquidityUsd = new Map<string, number>()
  world.pools.forEach((pool, index) => {
    for (const token of [pool.token0, pool.token1]) {
      liquidityUsd.set(token, (liquidityUsd.get(token) ?? 0) + world.liquidityUsd[index]! / 2)
    }
  })
  const pick = () => world.tokens[Math.floor(random() ** 2 * world.tokens.length)]!
  const queries: BenchQuery[] = []
  while (queries.length < count) {
    const tokenIn = pick()
    const tokenOut = pick()
    if (tokenIn === tokenOut) continue
    const most = 0.1 * Math.min(liquidityUsd.get(tokenIn.address)!, liquidityUsd.get(tokenOut.address)!)
    const dollars = dollarsMin * (most / dollarsMin) ** random()
    const amount = BigInt(Math.ceil((dollars / tokenIn.priceUsd) * 10 ** tokenIn.decimals))
    queries.push({ tokenIn: tokenIn.address, tokenOut: tokenOut.address, amount })
  }
  return queries
}
