import { formatTokenAmount, type TokenUnit } from '../intents/formatTokenAmount.ts'
import { assetDecimals, nativeDecimals, trustedChain } from '../intents/trustedChains.ts'
import { nativeToken } from '../interface/limits.ts'

/** A token as built into this software, independent of what a service reports. */
export function knownToken(chainId: number, address: string): TokenUnit | undefined {
  const chain = trustedChain(chainId)
  if (!chain) return undefined
  if (address === nativeToken)
    return chain.nativeSymbol ? { symbol: chain.nativeSymbol, decimals: nativeDecimals } : undefined
  const symbol = Object.keys(chain.assets).find((name) => chain.assets[name]?.toLowerCase() === address.toLowerCase())
  return symbol ? { symbol, decimals: assetDecimals[symbol]! } : undefined
}

/** `2680000 (2.68 USDC)`: exact for programs, readable for people; only the number for an unknown token. */
export const formatKnownUnits = (amount: bigint, chainId: number, token: string): string =>
  `${amount}${formatKnownSuffix(amount, chainId, token)}`

/** ` (2.68 USDC)`, to append to an amount in base units; empty for an unknown token. */
export function formatKnownSuffix(amount: bigint, chainId: number, token: string): string {
  const unit = knownToken(chainId, token)
  return unit ? ` (${formatTokenAmount(amount, unit)})` : ''
}
