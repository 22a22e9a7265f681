import { assetDecimals, type TrustedChain, trustedChain } from '../intents/trustedChains.ts'
import type { Address } from '../interface/fields.ts'
import type { YieldMarket } from '../interface/yieldShapes.ts'
import { demand, requireSame, sameHex } from './untrustedQuote.ts'

export type MarketTrust = {
  /** Pools, vaults and tokens beyond those that this client knows, by address. */
  allow?: readonly Address[] | undefined
  ownChains?: readonly TrustedChain[] | undefined
}

type NamedMarket = Pick<YieldMarket, 'id' | 'providerId' | 'chainId' | 'token' | 'depositAddress'>

/**
 * Requires a known token and pool that match the market's id: the client buys the token and approves it to the pool.
 * Throws `UntrustedQuote`.
 */
export function requireKnownMarket(market: NamedMarket, { allow = [], ownChains }: MarketTrust): void {
  const { id, providerId, chainId, token, depositAddress } = market
  const chain = trustedChain(Number(chainId), ownChains)
  const allowed = (address: Address) => allow.some((one) => sameHex(one, address))
  const asset = Object.keys(chain?.assets ?? {}).find((name) => sameHex(chain?.assets[name], token.address))
  if (asset) {
    requireSame(token.symbol, asset, 'market.token.symbol')
    requireSame(token.decimals, assetDecimals[asset], 'market.token.decimals')
  }
  demand(
    asset !== undefined || allowed(token.address),
    'market.token.address',
    `${token.address} is no token of chain ${chainId} that this client knows; name it in \`allow\` if you do`,
  )
  const known = chain?.markets?.find(({ address }) => sameHex(address, depositAddress))
  demand(
    known !== undefined || allowed(depositAddress),
    'market.depositAddress',
    `${depositAddress} is no pool of chain ${chainId} that this client knows; name it in \`allow\` if you do`,
  )
  if (!known) return
  requireSame(providerId, known.providerId, 'market.providerId')
  if (known.asset) requireSame(token.address, known.asset, 'market.token.address')
  // The user chose the market by its id.
  const named = `${chain?.name}-${asset ?? token.symbol}-${providerId}-`.toLowerCase()
  demand(id.toLowerCase().startsWith(named), 'market.id', `is ${id}, which is not ${named}…`)
}
