import { formatUnits } from 'viem'

const priceDigits = 12
const usdDigits = 8

/** What `amount` is worth, in dollars as decimal text: counted in whole numbers, rounded to the eight digits that feeds have. */
export function usdText(amount: bigint, decimals: number, priceUsd: number): string {
  const price = BigInt(Math.round(priceUsd * 10 ** priceDigits))
  const below = 10n ** BigInt(decimals + priceDigits - usdDigits)
  return formatUnits((amount * price + below / 2n) / below, usdDigits)
}
