import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bpsOf, convertUp, divideUp, lessFraction, moreByFraction, shortfallPercent } from '../../src/intents/money.ts'
import { forAll } from '../forAll.ts'

const runs = { numRuns: 500 }
const amount = fc.bigInt({ min: 0n, max: 2n ** 128n })
/** Six digits, like human-written fractions; an exact quotient, so that the property needs no tolerance. */
const millionths = fc.integer({ min: 0, max: 999_999 })
/** Prices of whole micro-dollars are exact in the scale of the conversion. */
const priced = fc.record({ decimals: fc.integer({ min: 0, max: 24 }), microUsd: fc.integer({ min: 1, max: 10 ** 12 }) })
const tokenOf = ({ decimals, microUsd }: { decimals: number; microUsd: number }) => ({
  decimals,
  priceUsd: microUsd / 1e6,
})
/** An amount's value in a unit common to all tokens, as an exact integer. */
const worthOf = (units: bigint, { decimals, microUsd }: { decimals: number; microUsd: number }): bigint =>
  units * BigInt(microUsd) * 10n ** BigInt(24 - decimals)

describe('rounding', () => {
  test('divideUp is the least integer that is not below the quotient', () => {
    forAll(runs, amount, fc.bigInt({ min: 1n, max: 2n ** 128n }), (above, below) => {
      const quotient = divideUp(above, below)
      expect(quotient * below).toBeGreaterThanOrEqual(above)
      expect((quotient - 1n) * below).toBeLessThan(above)
    })
  })

  test('a fee in basis points rounds up to the next unit, and is never more than the amount', () => {
    forAll(runs, amount, fc.integer({ min: 0, max: 10_000 }), (units, bps) => {
      const fee = bpsOf(units, bps)
      expect(fee * 10_000n).toBeGreaterThanOrEqual(units * BigInt(bps))
      expect(fee * 10_000n).toBeLessThan(units * BigInt(bps) + 10_000n)
      expect(fee).toBeLessThanOrEqual(units)
    })
  })
})

describe('converting between tokens', () => {
  test('is worth at least as much, and less than one unit more', () => {
    forAll(runs, amount, priced, priced, (units, from, to) => {
      const converted = convertUp(units, tokenOf(from), tokenOf(to))
      expect(worthOf(converted, to)).toBeGreaterThanOrEqual(worthOf(units, from))
      expect(worthOf(converted - 1n, to)).toBeLessThan(worthOf(units, from))
    })
  })

  test('into the same token changes nothing', () => {
    forAll(runs, amount, priced, (units, token) => {
      expect(convertUp(units, tokenOf(token), tokenOf(token))).toBe(units)
    })
  })
})

describe('slippage', () => {
  test('a minimum is never below the amount less the fraction, and never above the amount', () => {
    forAll(runs, amount, millionths, (units, part) => {
      const least = lessFraction(units, part / 1e6)
      expect(least * 1_000_000n).toBeGreaterThanOrEqual(units * BigInt(1_000_000 - part))
      expect(least).toBeLessThanOrEqual(units)
      // Tight to a trillionth of the amount and one unit of rounding.
      expect(least * 1_000_000n).toBeLessThan((units + units / 10n ** 12n + 2n) * 1_000_000n - units * BigInt(part))
    })
  })

  test('a larger fraction never leaves more', () => {
    forAll(runs, amount, millionths, millionths, (units, one, other) => {
      const [small, large] = one < other ? [one, other] : [other, one]
      expect(lessFraction(units, large / 1e6)).toBeLessThanOrEqual(lessFraction(units, small / 1e6))
    })
  })

  test('what is asked for on top makes good for what slips: the minimum of it is enough', () => {
    forAll(runs, amount, millionths, (units, part) => {
      const padded = moreByFraction(units, part / 1e6)
      expect(lessFraction(padded, part / 1e6)).toBeGreaterThanOrEqual(units)
    })
  })

  test('and asks for no more than that takes, to a hundred-millionth', () => {
    forAll(runs, amount, fc.integer({ min: 0, max: 500_000 }), (units, part) => {
      const padded = moreByFraction(units, part / 1e6)
      const left = (padded * BigInt(1_000_000 - part)) / 1_000_000n
      expect(left).toBeLessThanOrEqual(units + units / 10n ** 8n + 2n)
    })
  })

  test('a fraction that leaves nothing asks for an amount that no market has, instead of dividing by zero', () => {
    for (const fraction of [1, 1 - 2 ** -53, 0.9999999999]) {
      expect(moreByFraction(10n ** 18n, fraction)).toBeGreaterThanOrEqual(10n ** 27n)
    }
  })
})

test('a shortfall is positive for less, negative for more, and nothing for nothing expected', () => {
  forAll(
    runs,
    fc.double({ min: 0.01, max: 1e9, noNaN: true }),
    fc.double({ min: 0, max: 2, noNaN: true }),
    (usd, share) => {
      const percent = shortfallPercent(usd, usd * share)
      expect(percent).toBeCloseTo((1 - share) * 100, 6)
      expect(shortfallPercent(0, usd)).toBe(0)
    },
  )
})
