import { formatAmount, inThousands } from '../../intents/formatAmount.ts'
import { uint256Max } from '../../interface/limits.ts'
import { usageError } from './cliError.ts'

const decimal = /^(\d+)(?:\.(\d+))?$/

/** `1.5` with the token's decimals, exactly; a fraction that the token cannot hold is refused, not rounded. */
export function parseAmount(text: string, { symbol, decimals }: { symbol: string; decimals: number }): bigint {
  const [, whole, fraction = ''] = decimal.exec(text) ?? []
  if (whole === undefined) {
    throw usageError(
      `"${text}" is not an amount`,
      'write digits and a point, such as 1000 or 0.25; no commas, no signs',
    )
  }
  const used = fraction.replace(/0+$/, '')
  if (used.length > decimals) {
    throw usageError(
      `${text} ${symbol} has ${used.length} decimals, ${symbol} has ${decimals}`,
      nearestAmount(whole, used.slice(0, decimals), decimals),
    )
  }
  const amount = BigInt(whole + used.padEnd(decimals, '0'))
  if (amount > uint256Max) throw usageError(`${text} ${symbol} is more than any token can hold`)
  return amount
}

function nearestAmount(whole: string, kept: string, decimals: number): string {
  if (/[1-9]/.test(whole + kept)) return `the nearest below is ${whole}.${kept}`.replace(/\.$/, '')
  return `the least is ${decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`}`
}

/** `1,234,567` */
export const formatCount = (count: number | bigint): string => inThousands(String(count))

/** `1.5 USDC` */
export const formatToken = (amount: bigint, { symbol, decimals }: { symbol: string; decimals: number }): string =>
  `${formatAmount(amount, decimals)} ${symbol}`

/** Dollars to the cent; sums below a cent to two significant digits. */
export function formatUsd(amountUsd: number): string {
  const size = Math.abs(amountUsd)
  if (size > 0 && size < 0.01) return `$${amountUsd.toPrecision(2)}`
  const [whole = '', cents] = size.toFixed(2).split('.')
  return `$${amountUsd < 0 ? '-' : ''}${inThousands(whole)}.${cents}`
}

/** A price with every digit that it has. */
export function formatPrice(priceUsd: number): string {
  const text = String(priceUsd)
  const [, whole, rest] = /^(\d+)(.*)$/.exec(text) ?? []
  return whole === undefined ? text : inThousands(whole) + rest
}
