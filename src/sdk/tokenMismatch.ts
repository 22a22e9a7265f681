import { trustedChain } from '../intents/trustedChains.ts'
import { nativeToken } from '../interface/limits.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'
import { knownToken } from './knownToken.ts'

/** A false claim of the service about a token: a wrong address for a symbol, or wrong facts for an address. */
export function tokenMismatch(
  token: Pick<TokenInfo, 'chainId' | 'symbol' | 'decimals'> & { address: string },
): string | undefined {
  const chain = trustedChain(token.chainId)
  const where = chain?.name ?? `chain ${token.chainId}`
  const known = knownToken(token.chainId, token.address)
  if (known && (known.symbol !== token.symbol || known.decimals !== token.decimals)) {
    const claim = `${token.address} on ${where} is ${token.symbol} with ${token.decimals} decimals`
    return `${claim}, but it is ${known.symbol} with ${known.decimals}`
  }
  const wanted = token.symbol.trim().toUpperCase()
  const address = wanted === chain?.nativeSymbol ? nativeToken : chain?.assets[wanted]
  if (!address || address.toLowerCase() === token.address.toLowerCase()) return undefined
  return `${token.symbol} on ${where} is ${token.address}, but it is ${address}`
}
