import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomPools } from '../../bench/routing/randomPools.ts'
import { curveOf, curvePrice, curveV2, deadCurve, depthFall, depthOf } from '../../src/routing/curve.ts'
import { forAll } from '../forAll.ts'

const { pools } = randomPools(5, 40, 120)

test('after the depth of a pool the next unit brings one per cent less, or the pool is empty', () => {
  let met = 0
  forAll({ numRuns: 300, seed: 56 }, fc.constantFrom(...pools), fc.boolean(), (pool, zeroForOne) => {
    const curve = curveOf(pool, zeroForOne)
    const depth = depthOf(curve)
    const [first, then, before] = [0, depth * (1 + 1e-6), depth * (1 - 1e-6)].map((paid) => curvePrice(curve, paid))
    // Where the pool is deep enough the price has just fallen by so much; between two stretches it jumps.
    expect(before! / first!).toBeGreaterThanOrEqual(1 - depthFall - 1e-5)
    if (depth < curve.capacity) expect(then! / first!).toBeLessThanOrEqual(1 - depthFall + 1e-5)
    if (depth < curve.capacity) met++
  })
  expect(met).toBeGreaterThan(100)
})

test('a constant product of a million each is five thousand deep, and more by the fee', () => {
  const reserves = { reserve0: 10n ** 6n, reserve1: 10n ** 6n }
  const token = `0x${'11'.repeat(20)}` as const
  const pool = { kind: 'v2', id: token, chainId: 1, provider: 'P', token0: token, token1: token, gas: 0n } as const
  expect(depthOf(curveV2({ ...pool, ...reserves, feePpm: 0 }, true))).toBeCloseTo(5_037.8, 1)
  expect(depthOf(curveV2({ ...pool, ...reserves, feePpm: 3_000 }, true))).toBeCloseTo(5_053, 0)
  expect(depthOf(deadCurve)).toBe(0)
})
