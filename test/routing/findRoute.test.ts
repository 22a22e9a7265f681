import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomQueries } from '../../bench/routing/queries.ts'
import { type RandomToken, randomPools } from '../../bench/routing/randomPools.ts'
import type { Address } from '../../src/interface/fields.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { findRoute, type SwapRoute } from '../../src/routing/findRoute.ts'
import { createPoolGraph, hopsLimit, reachable, setPool } from '../../src/routing/graph.ts'
import type { Pool } from '../../src/routing/pool.ts'
import { quotePool } from '../../src/routing/split.ts'
import { forAll } from '../forAll.ts'

const property = { seed: 20_261, numRuns: 60 }
const market = randomPools(11, 60, 300)
const wrappedNative = market.tokens[0]!.address
const graph = createPoolGraph({ chainId: 1, wrappedNative, pools: market.pools })

const trade = fc
  .record({
    from: fc.nat(market.tokens.length - 1),
    to: fc.nat(market.tokens.length - 1),
    dollars: fc.double({ min: -1, max: 5.5, noNaN: true }).map((power) => 10 ** power),
  })
  .filter(({ from, to }) => from !== to)

function units(token: RandomToken, dollars: number): bigint {
  return BigInt(Math.ceil((dollars / token.priceUsd) * 10 ** token.decimals))
}

/** Executes the paths in order, pool by pool, with quotePool alone. */
function execute(route: SwapRoute): bigint {
  const states = new Map<Address, Pool>()
  let total = 0n
  for (const path of route.paths) {
    let amount = path.amountIn
    for (const hop of path.hops) {
      if (hop.pool.kind === 'wrap') continue
      const quoted = quotePool(states.get(hop.pool.id) ?? hop.pool, hop.tokenIn, amount)
      expect(quoted).toBeDefined()
      states.set(hop.pool.id, quoted!.after)
      amount = quoted!.amountOut
    }
    expect(amount).toBe(path.amountOut)
    total += amount
  }
  return total
}

function expectWellFormed(route: SwapRoute, tokenIn: Address, tokenOut: Address): void {
  expect(route.paths.length).toBeGreaterThan(0)
  expect(route.paths.reduce((sum, path) => sum + path.amountIn, 0n)).toBe(route.amountIn)
  for (const { hops } of route.paths) {
    expect(hops.filter((hop) => hop.pool.kind !== 'wrap').length).toBeLessThanOrEqual(hopsLimit)
    expect(hops[0]!.tokenIn).toBe(tokenIn)
    expect(hops.at(-1)!.tokenOut).toBe(tokenOut)
    for (let i = 1; i < hops.length; i++) expect(hops[i]!.tokenIn).toBe(hops[i - 1]!.tokenOut)
  }
}

test('exact in: executing the paths in order gives the quoted output to the unit', () => {
  forAll(property, trade, ({ from, to, dollars }) => {
    const tokenIn = market.tokens[from]!
    const tokenOut = market.tokens[to]!
    const amount = units(tokenIn, dollars)
    const route = findRoute({ graph, tokenIn: tokenIn.address, tokenOut: tokenOut.address, amount, exact: 'in' })
    if (!route) {
      expect(reachable(graph, tokenIn.address, 3).has(tokenOut.address)).toBe(false)
      return
    }
    expectWellFormed(route, tokenIn.address, tokenOut.address)
    expect(route.amountIn).toBe(amount)
    expect(execute(route)).toBe(route.amountOut)
  })
})

test('exact out: executing the paths gives at least the output asked for, at the price of exact in', () => {
  forAll(property, trade, ({ from, to, dollars }) => {
    const tokenIn = market.tokens[from]!.address
    const tokenOut = market.tokens[to]!.address
    const forward = findRoute({ graph, tokenIn, tokenOut, amount: units(market.tokens[from]!, dollars), exact: 'in' })
    if (!forward || forward.amountOut < 10n ** 6n) return
    const back = findRoute({ graph, tokenIn, tokenOut, amount: forward.amountOut, exact: 'out' })
    expect(back).toBeDefined()
    expectWellFormed(back!, tokenIn, tokenOut)
    expect(back!.amountOut).toBeGreaterThanOrEqual(forward.amountOut)
    expect(execute(back!)).toBe(back!.amountOut)
    expect(Number(back!.amountIn) / Number(forward.amountIn)).toBeLessThan(1.002)
  })
})

test('a split is never worse than one path, and with gas the net result never worse than that of either', () => {
  forAll(property, trade, fc.integer({ min: 1, max: 200 }), ({ from, to, dollars }, centsPerPath) => {
    const tokenOut = market.tokens[to]!
    // So that a swap of 130,000 gas costs this many cents.
    const gasPriceInTokenOut = { numerator: units(tokenOut, centsPerPath / 100) + 1n, denominator: 130_000n }
    const cost = (route: SwapRoute) => (route.gas * gasPriceInTokenOut.numerator) / gasPriceInTokenOut.denominator
    const ask = {
      graph,
      tokenIn: market.tokens[from]!.address,
      tokenOut: tokenOut.address,
      amount: units(market.tokens[from]!, dollars),
      exact: 'in' as const,
    }
    const aware = findRoute({ ...ask, gasPriceInTokenOut })
    if (!aware) return
    const single = findRoute({ ...ask, gasPriceInTokenOut, limits: { pathsMax: 1 } })!
    const free = findRoute(ask)!
    expect(free.amountOut).toBeGreaterThanOrEqual(findRoute({ ...ask, limits: { pathsMax: 1 } })!.amountOut)
    const net = aware.amountOut - cost(aware)
    expect(net).toBeGreaterThanOrEqual(single.amountOut - cost(single))
    const slack = free.amountOut / 2_000n
    expect(net).toBeGreaterThanOrEqual(free.amountOut - cost(free) - slack)
  })
})

test('native and wrapped native trade one for one, and routes wrap and unwrap', () => {
  const other = [...reachable(graph, wrappedNative, 3)].find((token) => token !== nativeToken)!
  const amount = units(market.tokens[0]!, 500)
  const wrap = findRoute({ graph, tokenIn: nativeToken, tokenOut: wrappedNative, amount, exact: 'in' })!
  expect(wrap).toMatchObject({ amountIn: amount, amountOut: amount })
  expect(wrap.paths[0]!.hops).toHaveLength(1)

  const wrapped = findRoute({ graph, tokenIn: wrappedNative, tokenOut: other, amount, exact: 'in' })!
  const native = findRoute({ graph, tokenIn: nativeToken, tokenOut: other, amount, exact: 'in' })!
  expectWellFormed(native, nativeToken, other)
  expect(native.amountOut).toBe(wrapped.amountOut)
  expect(native.gas).toBeGreaterThan(wrapped.gas)

  const back = findRoute({ graph, tokenIn: other, tokenOut: nativeToken, amount: wrapped.amountOut, exact: 'in' })!
  expectWellFormed(back, other, nativeToken)
})

test('the same question gets the same answer, whatever was asked before', () => {
  const [a, b, c] = market.tokens
  const ask = { graph, tokenIn: a!.address, tokenOut: b!.address, amount: units(a!, 50_000), exact: 'in' as const }
  const first = findRoute(ask)
  findRoute({ ...ask, tokenOut: c!.address, exact: 'out', amount: units(c!, 70_000) })
  expect(findRoute(ask)).toEqual(first)
})

test('no route: unknown tokens, the same token, nothing to sell, more than all pools hold', () => {
  const [a, b] = market.tokens
  const unknown: Address = '0x00000000000000000000000000000000000000ff'
  const ask = { graph, tokenIn: a!.address, tokenOut: b!.address, amount: 1_000n, exact: 'in' as const }
  expect(findRoute({ ...ask, tokenOut: unknown })).toBeUndefined()
  expect(findRoute({ ...ask, tokenOut: a!.address })).toBeUndefined()
  expect(findRoute({ ...ask, amount: 0n })).toBeUndefined()
  expect(findRoute({ ...ask, exact: 'out', amount: 10n ** 60n })).toBeUndefined()
})

test('a few units of a token with few decimals still find the path that pays', () => {
  const at = (hex: string): Address => `0x${hex.padStart(40, '0')}`
  const pool = (id: string, token0: Address, token1: Address, reserve0: bigint, reserve1: bigint): Pool => ({
    kind: 'v2',
    id: at(id),
    chainId: 1,
    provider: 'UNISWAP_V2',
    token0,
    token1,
    reserve0,
    reserve1,
    feePpm: 3000,
    gas: 90_000n,
  })
  // Through the coarse token the float price is better, but whole units round the few of them to nothing.
  const small = createPoolGraph({
    chainId: 1,
    pools: [
      pool('a1', at('1'), at('3'), 10n ** 12n, 10n ** 6n),
      pool('a2', at('2'), at('3'), 2n * 10n ** 12n, 10n ** 6n),
      pool('a3', at('1'), at('2'), 10n ** 9n, 10n ** 9n),
    ],
  })
  const route = findRoute({ graph: small, tokenIn: at('1'), tokenOut: at('2'), amount: 1_000n, exact: 'in' })!
  expect(route.amountOut).toBe(996n)
})

test('an estimate comes near the full search, at later states of the pools too; no unlisted token is prepared', () => {
  const listed = createPoolGraph({
    chainId: 1,
    pools: market.pools,
    isEnd: (token) => token === market.tokens[0]!.address,
  })
  const near: number[] = []
  const estimate = () => {
    for (const { tokenIn, tokenOut, amount } of randomQueries(market, 91, 60)) {
      const ask = { graph: listed, tokenIn, tokenOut, amount, exact: 'in' as const }
      const route = findRoute(ask)
      if (route) near.push(Number(findRoute({ ...ask, isRough: true })!.amountOut) / Number(route.amountOut))
    }
  }
  estimate()
  for (const pool of market.pools)
    if (pool.kind === 'v2') setPool(listed, { ...pool, reserve0: (pool.reserve0 * 1_003n) / 1_000n })
  estimate()
  expect(near.length).toBeGreaterThan(80)
  expect(near.reduce((sum, one) => sum + one, 0) / near.length).toBeGreaterThan(0.9999)
  expect(Math.min(...near)).toBeGreaterThan(0.99)
  const ends = [...listed.ends].map(String)
  const pairs = [...listed.scratch.prepared.keys()].map((key) => key.split(' ').slice(0, 2))
  expect(pairs.length).toBeGreaterThan(20)
  expect(pairs.flat().filter((node) => ends.includes(node))).toEqual([])
})
