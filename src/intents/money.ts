import type { Quote } from '../interface/quoteShapes.ts'

/** Prices are doubles and amounts bigints. A price becomes an integer of this scale, so that arithmetic is exact. */
const priceScale = 10n ** 12n
const bpsScale = 10_000n

/** A price in 1e-12 dollars. Rounded to nine decimals: a double is exact to that many up to nine million dollars. */
function scalePrice(priceUsd: number): bigint {
  return BigInt(Math.round(priceUsd * 1e9)) * 1_000n
}

export const usdOf = (amount: bigint, decimals: number, priceUsd: number): number =>
  (Number(amount) / 10 ** decimals) * priceUsd

/** Converts dollars to millionths of a dollar, rounded up. Budgets are counted in them. */
export const microUsdOf = (usd: number): bigint => BigInt(Math.ceil(usd * 1e6))

type Priced = { decimals: number; priceUsd: number }

/** The amount of `to` worth as much as `amount` of `from`, rounded up, for fees. */
export function convertUp(amount: bigint, from: Priced, to: Priced): bigint {
  const numerator = amount * scalePrice(from.priceUsd) * 10n ** BigInt(to.decimals)
  const denominator = scalePrice(to.priceUsd) * 10n ** BigInt(from.decimals)
  return denominator === 0n ? 0n : divideUp(numerator, denominator)
}

export const divideUp = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator

export const bpsOf = (amount: bigint, bps: number): bigint => divideUp(amount * BigInt(bps), bpsScale)

/** `amount` less a part of it (0.01: 1 % less). Rounded up, so that a minimum is never below what was promised. */
export function lessFraction(amount: bigint, fraction: number): bigint {
  const part = BigInt(Math.floor(fraction * Number(priceScale)))
  return amount - (amount * part) / priceScale
}

/**
 * The opposite of `lessFraction`: an amount of which at least `amount` is left after losing the fraction. A fraction of
 * 1 leaves nothing: returns a billion times `amount`, which no market has.
 */
export function moreByFraction(amount: bigint, fraction: number): bigint {
  const scale = 1_000_000_000n
  const kept = scale - BigInt(Math.ceil(fraction * Number(scale)))
  return (amount * scale) / (kept > 0n ? kept : 1n) + 1n
}

/** Percent by which `gotUsd` falls short of `expectedUsd`; negative when it is more. */
export const shortfallPercent = (expectedUsd: number, gotUsd: number): number =>
  expectedUsd === 0 ? 0 : ((expectedUsd - gotUsd) / expectedUsd) * 100

type Details = Quote['priceImpactDetails']

/**
 * What the route costs against the oracle's price, by cause, in dollars and in percent of the deposit. `paidUsd` is the
 * whole deposit, `usableUsd` what is left of it after our fees, `gotUsd` what arrives, `providerFeesUsd` what pools and
 * bridges keep.
 */
export function priceImpactDetails(input: {
  paidUsd: number
  usableUsd: number
  gotUsd: number
  providerFeesUsd: number
}): Details {
  const { paidUsd, usableUsd, gotUsd, providerFeesUsd } = input
  const executionUsd = usableUsd - gotUsd
  const serviceUsd = paidUsd - usableUsd
  const part = (usd: number) => ({
    priceImpact: roundTo12Digits(paidUsd === 0 ? 0 : (usd / paidUsd) * 100),
    priceImpactUsd: roundTo12Digits(usd),
  })
  return {
    executionPriceImpact: part(executionUsd),
    marketPriceImpact: part(executionUsd - providerFeesUsd),
    providerFeesPriceImpact: part(providerFeesUsd),
    svcFeesPriceImpact: part(serviceUsd),
    netPriceImpact: part(paidUsd - gotUsd),
  }
}

/** Twelve digits after the point, so that 0.1 + 0.2 is shown as 0.3. */
export function roundTo12Digits(value: number): number {
  const rounded = Math.round(value * 1e12) / 1e12
  return Object.is(rounded, -0) ? 0 : rounded
}
