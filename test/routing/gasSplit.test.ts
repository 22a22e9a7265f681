import { expect, test } from 'vitest'
import { randomQueries } from '../../bench/routing/queries.ts'
import { randomPools } from '../../bench/routing/randomPools.ts'
import { findRoute, type GasPrice, type SwapRoute } from '../../src/routing/findRoute.ts'
import { createPoolGraph } from '../../src/routing/graph.ts'

const market = randomPools(3_141, 200, 1_000)
const graph = createPoolGraph({ chainId: 1, pools: market.pools })
const queries = randomQueries(market, 3_142, 150)
const unitsForUsd = new Map(market.tokens.map((token) => [token.address, 10 ** token.decimals / token.priceUsd]))
const scale = 10n ** 18n
/** A native token at 2,500 dollars and gas at 10 gwei: three dollars a hop. */
const usdOfGas = 10e-9 * 2_500

const priceIn = (token: `0x${string}`): GasPrice => ({
  numerator: BigInt(Math.round(usdOfGas * unitsForUsd.get(token)! * Number(scale))),
  denominator: scale,
})
const netOf = ({ amountOut, gas }: SwapRoute, { numerator, denominator }: GasPrice): number =>
  Number(amountOut) - (Number(gas) * Number(numerator)) / Number(denominator)

test('with dear gas no search that is allowed less leaves more: paths that do not pay for themselves are not taken', () => {
  const narrower = [
    { pathsMax: 1, hopsMax: 2 },
    { pathsMax: 2, hopsMax: 3 },
    { pathsMax: 3, hopsMax: 3 },
  ]
  for (const query of queries) {
    const gasPriceInTokenOut = priceIn(query.tokenOut)
    const asked = { graph, ...query, exact: 'in' as const, gasPriceInTokenOut }
    const net = netOf(findRoute(asked)!, gasPriceInTokenOut)
    for (const limits of narrower) {
      const other = findRoute({ ...asked, limits })
      // Less than its gas is brought by trades that nobody makes.
      if (!other || netOf(other, gasPriceInTokenOut) <= 0) continue
      expect(net / netOf(other, gasPriceInTokenOut)).toBeGreaterThan(0.9995)
    }
  }
})

test('free gas, said or not, is the same search', () => {
  for (const query of queries.slice(0, 30)) {
    const asked = { graph, ...query, exact: 'in' as const }
    const free = findRoute({ ...asked, gasPriceInTokenOut: { numerator: 0n, denominator: 1n } })
    expect(free?.amountOut).toBe(findRoute(asked)?.amountOut)
  }
})
