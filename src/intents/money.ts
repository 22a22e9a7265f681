/** Prices are floats for people; whatever becomes base units goes through here, once, in whole numbers. */
const priceScale = 10n ** 12n
const bpsScale = 10_000n

/** Dollars as an exact fraction of 1e12. Prices of up to nine million dollars keep nine digits behind the point. */
function scaled(priceUsd: number): bigint {
  return BigInt(Math.round(priceUsd * 1e9)) * 1_000n
}

export const usdOf = (amount: bigint, decimals: number, priceUsd: number): number =>
  (Number(amount) / 10 ** decimals) * priceUsd

type Priced = { decimals: number; priceUsd: number }

/** The amount of `to` that is worth as much as `amount` of `from`, rounded up: what a fee has to be. */
export function convertUp(amount: bigint, from: Priced, to: Priced): bigint {
  const above = amount * scaled(from.priceUsd) * 10n ** BigInt(to.decimals)
  const below = scaled(to.priceUsd) * 10n ** BigInt(from.decimals)
  return below === 0n ? 0n : divideUp(above, below)
}

export const divideUp = (above: bigint, below: bigint): bigint => (above + below - 1n) / below

export const bpsOf = (amount: bigint, bps: number): bigint => divideUp(amount * BigInt(bps), bpsScale)

/** `amount` less a fraction of 1, rounded up, so that a minimum is never below what was promised. */
export function lessFraction(amount: bigint, fraction: number): bigint {
  const part = BigInt(Math.floor(fraction * Number(priceScale)))
  return amount - (amount * part) / priceScale
}

/** Percent by which `got` falls short of `expected`; negative when it is more. */
export const shortfallPercent = (expectedUsd: number, gotUsd: number): number =>
  expectedUsd === 0 ? 0 : ((expectedUsd - gotUsd) / expectedUsd) * 100
