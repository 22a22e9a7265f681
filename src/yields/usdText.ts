import { formatUnits } from 'viem'

const priceDigits = 12
const usdDigits = 8

/** The value of `amount` in dollars, as text. Integer arithmetic, rounded to eight decimals like price feeds. */
export function usdText(amount: bigint, decimals: number, priceUsd: number): string {
  const price = BigInt(Math.round(priceUsd * 10 ** priceDigits))
  const below = 10n ** BigInt(decimals + priceDigits - usdDigits)
  return formatUnits((amount * price + below / 2n) / below, usdDigits)
}
