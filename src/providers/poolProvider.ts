import type { Chain } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/definition.ts'
import type { Liquidity } from '../routing/liquidity.ts'
import { nativeToken, sameAddress } from '../routing/pool.ts'
import { type Provider, ProviderRefusal, type SwapLeg } from './provider.ts'
import { quoteSwap } from './quoteSwap.ts'

/** A provider of pools that are kept in memory: it answers from them, without asking anybody. */
export function poolProvider(
  name: string,
  isOn: (definition: ChainDefinition) => boolean,
  chains: ReadonlyMap<number, Chain>,
  liquidity: Liquidity,
): Provider {
  const definitionFor = (leg: SwapLeg): ChainDefinition | undefined => {
    const definition = chains.get(leg.chainId)?.definition
    if (!definition || !isOn(definition)) return undefined
    const traded = (token: SwapLeg['tokenIn']) => (sameAddress(token, nativeToken) ? definition.wrappedNative : token)
    return sameAddress(traded(leg.tokenIn), traded(leg.tokenOut)) ? undefined : definition
  }
  return {
    name,
    kind: 'swap',
    trustless: true,
    supports: (leg) => leg.kind === 'swap' && definitionFor(leg) !== undefined,
    quote: async (leg) => {
      const definition = leg.kind === 'swap' ? definitionFor(leg) : undefined
      if (leg.kind !== 'swap' || !definition) throw new ProviderRefusal('notSupported', `${name} does not trade this`)
      return quoteSwap(liquidity, leg, { allow: [name], definition })
    },
  }
}
