import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { sameAddress } from '../evm/address.ts'
import { nativeToken } from '../interface/limits.ts'
import type { PoolProtocol } from './poolProtocol.ts'
import { ProviderRefusal, type SwapLeg, type SwapProvider } from './provider.ts'
import { gasPriceIn, quoteSwap, type SwapQuoterOptions } from './quoteSwap.ts'

export type PoolProviderOptions = Omit<SwapQuoterOptions, 'names'>

/** A provider whose pools are kept in memory and searched there; only the price of gas is read from the chain. */
export function createPoolProvider(
  { provider: name, isOn }: PoolProtocol,
  { chains, liquidity, prices, tokens }: PoolProviderOptions,
): SwapProvider {
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
      const definition = definitionFor(leg)
      if (!definition) throw new ProviderRefusal('notSupported', `${name} does not trade this`)
      const gasPriceInTokenOut = await gasPriceIn(chains.get(leg.chainId)!, leg.tokenOut, { prices, tokens })
      return quoteSwap(liquidity, leg, { allow: [name], definition, gasPriceInTokenOut })
    },
  }
}
