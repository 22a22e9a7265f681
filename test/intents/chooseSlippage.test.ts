import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseSlippage } from '../../src/engine/quote/market.ts'
import { forAll } from '../forAll.ts'

const runs = { numRuns: 500 }
const market = fc.record({
  isStablePair: fc.boolean(),
  hops: fc.integer({ min: 1, max: 4 }),
  recentMove: fc.double({ min: 0, max: 2, noNaN: true }),
})

test('slippage is positive, never above three percent, and has six digits at most: a caller reads what is used', () => {
  forAll(runs, market, (given) => {
    const slippage = chooseSlippage(given)
    expect(slippage).toBeGreaterThan(0)
    expect(slippage).toBeLessThanOrEqual(0.03)
    expect(Number(slippage.toFixed(6))).toBe(slippage)
  })
})

test('allows in full for what the price has just moved, up to the bound', () => {
  forAll(runs, market, (given) => {
    const calm = chooseSlippage({ ...given, recentMove: 0 })
    expect(chooseSlippage(given)).toBeCloseTo(Math.min(0.03, calm + given.recentMove), 6)
  })
})

test('is never less for more hops, a larger move or a pair that is not stable', () => {
  forAll(
    runs,
    market,
    fc.integer({ min: 0, max: 3 }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    (given, hops, move) => {
      const slippage = chooseSlippage(given)
      expect(chooseSlippage({ ...given, hops: given.hops + hops })).toBeGreaterThanOrEqual(slippage)
      expect(chooseSlippage({ ...given, recentMove: given.recentMove + move })).toBeGreaterThanOrEqual(slippage)
      expect(chooseSlippage({ ...given, isStablePair: false })).toBeGreaterThanOrEqual(slippage)
    },
  )
})
