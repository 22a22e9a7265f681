import { nativeDecimals, trustedChain, trustedChains } from '../intents/trustedChains.ts'
import type { ChainInfo } from '../interface/tokenShapes.ts'

/** A false claim of the service about a chain: a wrong id for a name, a wrong name for an id, or a wrong token. */
export function chainMismatch({
  id,
  name,
  nativeCurrency,
}: Pick<ChainInfo, 'id' | 'name' | 'nativeCurrency'>): string | undefined {
  const known = trustedChain(id)
  if (!known) {
    const owner = trustedChains.find(
      (one) => one.name?.toLowerCase() === name.trim().toLowerCase() || String(one.id) === name.trim(),
    )
    return owner && `chain ${id} is called ${name}, but ${name} is chain ${owner.id}`
  }
  if (known.name !== name) return `chain ${id} is called ${name}, but it is ${known.name}`
  const { symbol, decimals } = nativeCurrency
  if (symbol === known.nativeSymbol && decimals === nativeDecimals) return undefined
  return `gas on ${name} is paid in ${symbol} with ${decimals} decimals, but it is ${known.nativeSymbol} with ${nativeDecimals}`
}
