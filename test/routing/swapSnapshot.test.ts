import { expect, test } from 'vitest'
import { randomQueries } from '../../bench/routing/queries.ts'
import { randomPools } from '../../bench/routing/randomPools.ts'
import { findRoute, type GasPrice } from '../../src/routing/findRoute.ts'
import { createPoolGraph } from '../../src/routing/graph.ts'
import { pathsSeen, runSeen, type SwapSnapshot, searchAgain, trimPool } from '../../src/routing/swapSnapshot.ts'

const market = randomPools(11, 60, 300)
const graph = createPoolGraph({ chainId: 1, pools: market.pools })
const unitsForUsd = new Map(market.tokens.map((token) => [token.address, 10 ** token.decimals / token.priceUsd]))

/** What a unit of gas costs in a token, at this many dollars. */
const gasPrice = (usd: number, token: string): GasPrice => ({
  numerator: BigInt(Math.round(usd * 1e9 * unitsForUsd.get(token as `0x${string}`)!)),
  denominator: 1_000_000_000n,
})

const rows = ([0, 1e-7, 1e-5] as const).flatMap((usd) => (['in', 'out'] as const).map((exact) => ({ usd, exact })))

test.each(rows)(
  'over the pools that a search looked at, exact $exact with gas at $usd dollars finds the same, to the unit',
  ({ usd, exact }) => {
    const sizes: number[] = []
    for (const { tokenIn, tokenOut, amount } of randomQueries(market, 12, 60)) {
      const asked = {
        tokenIn,
        tokenOut,
        amount: exact === 'in' ? amount : findRoute({ graph, tokenIn, tokenOut, amount, exact: 'in' })!.amountOut,
        exact,
        gasPriceInTokenOut: gasPrice(usd, tokenOut),
      }
      const route = findRoute({ graph, ...asked, limits: { pathsMax: 8 } })
      if (!route) continue
      const snapshot: SwapSnapshot = {
        ...asked,
        chainId: 1,
        pathsMax: 8,
        allow: [],
        pools: route.considered.map(trimPool),
        amountIn: route.amountIn,
        amountOut: route.amountOut,
        paths: pathsSeen(route),
      }
      const again = searchAgain(snapshot)
      expect([again?.amountIn, again?.amountOut]).toEqual([route.amountIn, route.amountOut])
      expect(pathsSeen(again!)).toEqual(snapshot.paths)
      expect(runSeen(snapshot, snapshot.pools)).toBe(route.amountOut)
      sizes.push(snapshot.pools.length)
    }
    expect(sizes.length).toBeGreaterThan(50)
    expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeLessThan(30)
  },
)
