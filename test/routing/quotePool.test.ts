import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomPools } from '../../bench/routing/randomPools.ts'
import { curveOf, curveOut } from '../../src/routing/curve.ts'
import type { Pool } from '../../src/routing/pool.ts'
import { quotePool, quotePoolExactOut } from '../../src/routing/split.ts'
import {
  sqrtRatioAtTick,
  sqrtRatioMax,
  sqrtRatioMin,
  tickAtSqrtRatio,
  tickMax,
  tickMin,
} from '../../src/routing/swapV3.ts'
import { forAll } from '../forAll.ts'

const property = { seed: 20_262, numRuns: 300 }
const { pools } = randomPools(5, 40, 120)

const swap = fc.record({
  pool: fc.constantFrom(...pools),
  zeroForOne: fc.boolean(),
  /** Part of the pool's own depth. */
  share: fc.double({ min: -9, max: 0, noNaN: true }).map((power) => 10 ** power),
})

function depth(pool: Pool, zeroForOne: boolean): number {
  if (pool.kind !== 'v3') return Number(zeroForOne ? pool.reserve0 : pool.reserve1)
  const root = Number(pool.sqrtPriceX96) / 2 ** 96
  return zeroForOne ? Number(pool.liquidity) / root : Number(pool.liquidity) * root
}

test('tick and ratio agree with the contract at its borders and at one', () => {
  expect(sqrtRatioAtTick(tickMin)).toBe(sqrtRatioMin)
  expect(sqrtRatioAtTick(tickMax)).toBe(sqrtRatioMax)
  expect(sqrtRatioAtTick(0)).toBe(1n << 96n)
  expect(sqrtRatioAtTick(50)).toBe(79_426_470_787_362_580_746_886_972_461n)
  expect(sqrtRatioAtTick(-50)).toBe(79_030_349_367_926_598_376_800_521_322n)
  expect(sqrtRatioAtTick(250_000)).toBe(21_246_587_762_933_397_357_449_903_968_194_344n)
  expect(() => sqrtRatioAtTick(tickMax + 1)).toThrow(RangeError)
})

test('a ratio lies between its tick and the next', () => {
  forAll(
    property,
    fc.integer({ min: tickMin, max: tickMax - 1 }),
    fc.bigInt({ min: 0n, max: 1n << 60n }),
    (tick, part) => {
      const low = sqrtRatioAtTick(tick)
      const ratio = low + ((sqrtRatioAtTick(tick + 1) - 1n - low) * part) / (1n << 60n)
      expect(tickAtSqrtRatio(ratio)).toBe(tick)
    },
  )
})

test('the published example of a v2 swap', () => {
  const pool = { ...pools.find((one) => one.kind === 'v2')!, reserve0: 100n, reserve1: 100n, feePpm: 3000 } as Pool
  expect(quotePool(pool, pool.token0, 2n)?.amountOut).toBe(1n)
  expect(quotePoolExactOut(pool, pool.token1, 1n)).toBe(2n)
  expect(quotePoolExactOut(pool, pool.token1, 100n)).toBeUndefined()
})

test('buying an exact output and selling that input gives it back, up to one unit of rounding', () => {
  forAll(property, swap, ({ pool, zeroForOne, share }) => {
    const [tokenIn, tokenOut] = zeroForOne ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
    const sold = quotePool(pool, tokenIn, BigInt(Math.ceil(depth(pool, zeroForOne) * share)))
    if (!sold || sold.amountOut === 0n) return
    const bought = quotePoolExactOut(pool, tokenOut, sold.amountOut)!
    const again = quotePool(pool, tokenIn, bought)!
    expect(again.amountOut).toBeGreaterThanOrEqual(sold.amountOut - 1n)
    expect(bought).toBeLessThanOrEqual(BigInt(Math.ceil(depth(pool, zeroForOne) * share)) + 1n)
  })
})

test('two sales in a row give no more than one sale of both, and a round trip never gains', () => {
  forAll(property, swap, ({ pool, zeroForOne, share }) => {
    const [tokenIn, tokenOut] = zeroForOne ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
    const half = BigInt(Math.ceil(depth(pool, zeroForOne) * share)) + 10n
    const whole = quotePool(pool, tokenIn, half * 2n)
    const first = quotePool(pool, tokenIn, half)
    if (!whole || !first) return
    const second = quotePool(first.after, tokenIn, half)!
    // A v2 pool keeps the first sale's fee as depth for the second one.
    const slack = pool.kind === 'v2' ? whole.amountOut / 300n + 2n : 2n
    expect(first.amountOut + second.amountOut).toBeLessThanOrEqual(whole.amountOut + slack)
    const back = quotePool(first.after, tokenOut, first.amountOut)
    if (back) expect(back.amountOut).toBeLessThanOrEqual(half)
  })
})

test('the float curves of the search follow the exact arithmetic', () => {
  forAll(property, swap, ({ pool, zeroForOne, share }) => {
    const amountIn = BigInt(Math.ceil(depth(pool, zeroForOne) * share))
    const exact = quotePool(pool, zeroForOne ? pool.token0 : pool.token1, amountIn)
    if (!exact || exact.amountOut < 10n ** 9n || amountIn < 10n ** 9n) return
    const curve = curveOf(pool, zeroForOne)
    const float = curveOut(curve, 0, Number(amountIn))
    expect(Math.abs(float / Number(exact.amountOut) - 1)).toBeLessThan(1e-7)
    const third = Number(amountIn) / 3
    const inTwo = curveOut(curve, 0, third) + curveOut(curve, third, Number(amountIn) - third)
    expect(Math.abs(inTwo / float - 1)).toBeLessThan(1e-9)
  })
})
