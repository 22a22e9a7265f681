import { expect, test } from 'vitest'
import { randomQueries } from '../../bench/routing/queries.ts'
import { randomPools } from '../../bench/routing/randomPools.ts'
import { spotPrice } from '../../src/routing/bestPath.ts'
import { findRoute } from '../../src/routing/findRoute.ts'
import { createPoolGraph } from '../../src/routing/graph.ts'
import { freshSeed } from '../freshSeed.ts'

const { seed, repeat } = freshSeed(import.meta.filename)
const market = randomPools(seed, 100, 500)
const graph = createPoolGraph({ chainId: 1, pools: market.pools })

test('no swap brings more a unit than the first unit does, in either direction', () => {
  let met = 0
  for (const { tokenIn, tokenOut, amount } of randomQueries(market, seed + 1, 200)) {
    const price = spotPrice(graph, tokenIn, tokenOut) * (1 + 1e-9)
    const swap = findRoute({ graph, tokenIn, tokenOut, amount, exact: 'in' })
    if (!swap) continue
    met++
    expect(Number(swap.amountOut), repeat()).toBeLessThanOrEqual(Number(amount) * price)
    const back = findRoute({ graph, tokenIn, tokenOut, amount: swap.amountOut, exact: 'out' })
    if (back) expect(Number(back.amountIn) * price, repeat()).toBeGreaterThanOrEqual(Number(swap.amountOut) - 1)
  }
  expect(met, repeat()).toBeGreaterThan(100)
})

test('a token is worth itself, and nothing where no pool leads', () => {
  const { tokenIn } = randomQueries(market, seed + 2, 1)[0]!
  expect(spotPrice(graph, tokenIn, tokenIn)).toBe(1)
  expect(spotPrice(graph, tokenIn, `0x${'ee'.repeat(20)}`)).toBe(0)
})
