import type { Chain } from '../chains/chain.ts'
import { sameAddress } from '../evm/address.ts'
import { nativeToken } from '../interface/limits.ts'
import { wrapGas, wrapProvider } from '../routing/pool.ts'
import { ProviderRefusal, type SwapLeg, type SwapProvider } from './provider.ts'
import { unwrapCall, wrapCall } from './quoteSwap.ts'

/** Native token into its wrapped form and back, one for one. */
export function createWeth(chains: ReadonlyMap<number, Chain>): SwapProvider {
  const wrappedOf = (leg: SwapLeg) => chains.get(leg.chainId)?.definition.wrappedNative
  const isPair = (leg: SwapLeg): boolean => {
    const wrapped = wrappedOf(leg)
    const isNative = [sameAddress(leg.tokenIn, nativeToken), sameAddress(leg.tokenOut, nativeToken)]
    if (!wrapped || isNative[0] === isNative[1]) return false
    return sameAddress(isNative[0] ? leg.tokenOut : leg.tokenIn, wrapped)
  }
  return {
    name: wrapProvider,
    kind: 'swap',
    trustless: true,
    supports: (leg) => leg.kind === 'swap' && isPair(leg),
    quote: async (leg) => {
      if (!isPair(leg)) {
        throw new ProviderRefusal('notSupported', 'only the native token and its wrapped form are exchanged here')
      }
      if (leg.amount <= 0n) throw new ProviderRefusal('tooSmall', 'there is nothing to exchange', 1n)
      const wrapped = wrappedOf(leg)!
      const isWrapping = sameAddress(leg.tokenIn, nativeToken)
      return {
        kind: 'swap',
        provider: wrapProvider,
        requestId: () => `${leg.chainId}-${leg.amount}`,
        amountIn: leg.amount,
        amountOut: leg.amount,
        feeIn: 0n,
        gas: wrapGas,
        calls: () => [isWrapping ? wrapCall(wrapped, leg.amount) : unwrapCall(wrapped)],
        touches: [leg.tokenIn, leg.tokenOut],
        parts: [{ provider: wrapProvider, feeIn: 0n }],
        amountOutAtSpot: leg.amount,
      }
    },
  }
}
