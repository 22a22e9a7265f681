import type { Intent } from '../interface/intentShapes.ts'
import { nativeToken } from '../interface/limits.ts'
import type { LedgerEntry } from './ledger.ts'

/** The worth of an entry of the operator's earnings or costs, in millionths of a dollar. */
export type Worth = { microUsd?: bigint; gasMicroUsd?: bigint }
export type BookedEntry = LedgerEntry & Worth

const nativeDecimals = 18

/**
 * Values the operator's earnings and costs at the quote's prices, which set the fee: so their difference shows whether
 * the fees cover the costs, not market moves. `gasMicroUsd`: a fee's part for gas. Empty for other entries.
 */
export function worthOf(entry: LedgerEntry, intent: Pick<Intent, 'fees' | 'quote' | 'depositTransaction'>): Worth {
  const { why, to, amount } = entry
  if (why !== 'gas' && to !== 'collector') return {}
  const usd = entryUsd(entry, intent)
  if (usd === undefined) return {}
  const microUsd = microOf(usd)
  if (why === 'gas') return { microUsd }
  if (why === 'relayFee') return { microUsd, gasMicroUsd: microUsd }
  const { gasFeeTotal, feeTokenTotal } = intent.fees
  const gasShare = amount === 0n || feeTokenTotal === 0n ? 0 : Number(gasFeeTotal) / Number(feeTokenTotal)
  return { microUsd, gasMicroUsd: microOf(usd * gasShare) }
}

const microOf = (usd: number): bigint => BigInt(Math.round(usd * 1e6))

function entryUsd(
  { chainId, token, amount }: LedgerEntry,
  { fees, quote, depositTransaction }: Pick<Intent, 'fees' | 'quote' | 'depositTransaction'>,
): number | undefined {
  if (token === nativeToken) {
    const price = [fees.originGas, fees.destinationGas].find((gas) => gas?.chainId === chainId)?.nativeTokenPriceUsd
    return price === undefined ? undefined : (Number(amount) / 10 ** nativeDecimals) * price
  }
  const isDeposit = token.toLowerCase() === depositTransaction.tokenAddress.toLowerCase()
  if (!isDeposit || quote.fromAmount === 0n) return undefined
  return (Number(amount) / Number(quote.fromAmount)) * quote.fromAmountUsd
}
