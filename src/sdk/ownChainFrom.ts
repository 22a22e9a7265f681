import type { TrustedChain, TrustedMarket } from '../intents/trustedChains.ts'
import { chainFile } from '../interface/chainFile.ts'
import { parseJson } from '../interface/json.ts'
import { nativeToken } from '../interface/limits.ts'

/**
 * A chain for `bounds.ownChains`, from the service's chain file. A token with `supportsBridging` counts as the same
 * money as the token of that symbol on other chains, so get the file from someone you trust, not from the service.
 */
export function ownChainFrom(text: string): TrustedChain {
  const { id, name, nativeCurrency, wrappedNative, across, cctp, layerZero, aaveV3, erc4626, tokens, swaps } =
    chainFile.parse(parseJson(text))
  const bridged = tokens.filter(({ supportsBridging, address }) => supportsBridging && address !== nativeToken)
  const markets: TrustedMarket[] = [
    ...(aaveV3 ? [{ providerId: 'aave-v3' as const, address: aaveV3.pool }] : []),
    ...(erc4626?.vaults ?? []).map((address) => ({ providerId: 'erc4626' as const, address })),
  ]
  return {
    id,
    name,
    nativeSymbol: nativeCurrency.symbol,
    wrappedNative,
    ...(across && { spokePool: across.spokePool }),
    ...(cctp && { cctp: { domain: cctp.domain, tokenMessenger: cctp.tokenMessenger, usdc: cctp.usdc } }),
    ...(layerZero && {
      layerZero: {
        eid: layerZero.eid,
        ofts: layerZero.ofts.map(({ asset, token, decimals, oft }) => ({ asset, token, decimals, oft })),
      },
    }),
    assets: Object.fromEntries(bridged.map(({ symbol, address }) => [symbol, address])),
    markets,
    ...(swaps && { swaps }),
  }
}
