import fc from 'fast-check'
import { type Address, formatUnits } from 'viem'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import type { SwapLeg } from '../../src/providers/provider.ts'
import { createSwapQuoter, gasPriceIn, quoteSwap, restrictGraph } from '../../src/providers/quoteSwap.ts'
import { findRoute } from '../../src/routing/findRoute.ts'
import { poolOf, setPool } from '../../src/routing/graph.ts'
import { quotePool } from '../../src/routing/split.ts'
import { createOraclePrices } from '../../src/tokens/oraclePrices.ts'
import { ownTokens } from '../../src/tokens/ownTokens.ts'
import { forAllAwaited } from '../forAll.ts'
import { soon } from './providerContract.ts'
import { router, runQuote } from './runCalls.ts'
import { native, swap, useMarket } from './setup.ts'

const { fixture, user, sync } = useMarket(3, [router])
const context = { router, recipient: router, owner: router, nowS: 0, deadlineS: 1 }
const everyone = ['UNISWAP_V3', 'UNISWAP_V2', 'WETH']

const quote = (leg: SwapLeg, allow = everyone, pathsMax?: number) =>
  quoteSwap(sync, leg, { allow, definition: fixture.harbor.definition, pathsMax })
const tokens = () => [native, ...fixture.tokens] as Address[]

test('any swap, both ways of asking, does on chain what was quoted, to the unit', async () => {
  const pick = fc.record({
    from: fc.nat(5),
    to: fc.nat(5),
    share: fc.integer({ min: 1, max: 300 }),
    exact: fc.constantFrom('in' as const, 'out' as const),
  })
  await forAllAwaited(
    { seed: 20_261_115, numRuns: 14, endOnFailure: true },
    pick,
    async ({ from, to, share, exact }) => {
      const [tokenIn, tokenOut] = [tokens()[from]!, tokens()[to]!]
      fc.pre(from !== to)
      await sync.caughtUp(fixture.harbor)
      const spendable = ((await fixture.harbor.balance(tokenIn, user)) * BigInt(share)) / 1_000n
      const exactIn = quote(swap(tokenIn, tokenOut, spendable))
      const asked = swap(tokenIn, tokenOut, exact === 'in' ? spendable : exactIn.amountOut, exact)
      const found = exact === 'in' ? exactIn : quote(asked)
      const { paid, got } = await runQuote(fixture, fixture.harbor, user, asked, found, user)
      expect(paid).toBe(found.amountIn)
      expect(got).toBe(found.amountOut)
      if (exact === 'out') expect(got).toBeGreaterThanOrEqual(asked.amount)
      for (const token of tokens()) expect(await fixture.harbor.balance(token, router)).toBe(0n)
    },
  )
})

test('a large swap is split over both protocols, and that pays', async () => {
  const { usdc, weth } = fixture.devnet.contracts
  await sync.caughtUp(fixture.harbor)
  const leg = swap(usdc, weth, 20_000_000_000_000n)
  const both = quote(leg, everyone, 24)
  expect(both.parts.map(({ provider }) => provider).toSorted()).toEqual(['UNISWAP_V2', 'UNISWAP_V3'])
  expect(both.parts.reduce((sum, { feeIn }) => sum + feeIn, 0n)).toBe(both.feeIn)
  expect(both.amountOut).toBeGreaterThan(quote(leg, ['UNISWAP_V3'], 24).amountOut)
  expect(both.amountOut).toBeGreaterThan(quote(leg, ['UNISWAP_V2'], 24).amountOut)
  // Output at the price before the trade is more than what comes out, by fee and impact together.
  expect(Number(formatUnits(both.amountOutAtSpot, 18))).toBeGreaterThan(Number(formatUnits(both.amountOut, 18)))
})

test('a split must earn the gas of its paths', async () => {
  const { usdc, weth } = fixture.devnet.contracts
  await sync.caughtUp(fixture.harbor)
  const leg = swap(usdc, weth, 500_000_000_000n)
  const { definition } = fixture.harbor
  const free = quoteSwap(sync, leg, { allow: everyone, definition })
  // A hundred-thousandth of an ether for each gas: no second path is worth that.
  const gasPriceInTokenOut = { numerator: 10n ** 13n, denominator: 1n }
  const dear = quoteSwap(sync, leg, { allow: everyone, definition, gasPriceInTokenOut })
  expect(free.calls(context).length).toBeGreaterThan(1)
  expect(dear.calls(context)).toHaveLength(1)
  expect(dear.amountOut).toBeLessThan(free.amountOut)
})

test('gas is priced in the token that comes out', async () => {
  const { chains, devnet, harbor } = fixture
  const tokens = { listed: (chainId: number) => ownTokens().filter((token) => token.chainId === chainId) }
  const prices = createOraclePrices({ chains, clock: systemClock })
  const { gasPrice } = await harbor.fees()
  const inWeth = await gasPriceIn(harbor, devnet.contracts.weth, { prices, tokens })
  expect(Number(inWeth!.numerator) / Number(inWeth!.denominator) / Number(gasPrice)).toBeCloseTo(1, 6)
  // 3,000 dollars an ether, and twelve decimals fewer.
  const inUsdc = await gasPriceIn(harbor, devnet.contracts.usdc, { prices, tokens })
  expect(Number(inUsdc!.numerator) / Number(inUsdc!.denominator) / Number(gasPrice)).toBeCloseTo(3_000 / 1e12, 12)
  expect(await gasPriceIn(harbor, devnet.contracts.feeOnTransfer, { prices, tokens })).toBeUndefined()
  const quoter = createSwapQuoter({ chains, liquidity: sync, prices, tokens, names: everyone })
  const leg = swap(devnet.contracts.usdc, devnet.contracts.weth, 10n ** 9n)
  expect((await quoter(leg, new Set(['UNISWAP_V2']), soon())).provider).toBe('UNISWAP_V2')
})

test('only allowed pools are used', async () => {
  const { usdc, weth } = fixture.devnet.contracts
  const graph = sync.graph(31_337)!
  const only = restrictGraph(graph, new Set(['UNISWAP_V2']))
  expect(only.pools.every((pool) => pool?.provider === 'UNISWAP_V2')).toBe(true)
  const route = findRoute({ graph: only, tokenIn: usdc, tokenOut: weth, amount: 10n ** 9n, exact: 'in' })!
  expect(route.paths.flatMap(({ hops }) => hops.map(({ pool }) => pool.provider))).not.toContain('UNISWAP_V3')
})

test('a restricted graph follows the one it was made from', () => {
  const graph = sync.graph(31_337)!
  const allow = new Set(['UNISWAP_V2'])
  const pool = restrictGraph(graph, allow).pools.find((one) => one !== undefined)!
  const { after } = quotePool(pool, pool.token0, 10n ** 9n)!
  setPool(graph, after)
  expect(poolOf(restrictGraph(graph, allow), pool.id)).toEqual(after)
  setPool(graph, pool)
  expect(poolOf(restrictGraph(graph, allow), pool.id)).toEqual(pool)
})

test('a chain that has not been read yet is out of service, not without liquidity', () => {
  const { usdc, weth } = fixture.devnet.contracts
  const leg = { ...swap(usdc, weth, 1n), chainId: 31_338 }
  expect(() => quote(leg)).toThrow(expect.objectContaining({ reason: 'outOfService' }))
})

test('a token that no pool holds has no liquidity', () => {
  const { usdc, feeOnTransfer } = fixture.devnet.contracts
  expect(() => quote(swap(usdc, feeOnTransfer, 10n ** 6n))).toThrow(expect.objectContaining({ reason: 'noLiquidity' }))
})
