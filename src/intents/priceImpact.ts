import type { Quote } from '../interface/quoteShapes.ts'

type Details = Quote['priceImpactDetails']

/**
 * What the route costs against the oracle's price, by cause. Dollars in, dollars out:
 * `paidUsd` is the whole deposit, `usableUsd` what is left of it after our fees, `gotUsd` what arrives,
 * `providerFeesUsd` what pools and bridges keep.
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
