import type { Chain } from '../chains/chain.ts'
import { sameAddress } from '../evm/address.ts'
import { inSlices } from '../host/inSlices.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'
import type { GasPrice } from '../routing/findRoute.ts'
import type { Liquidity } from '../routing/liquidity.ts'
import type { PriceSource } from '../tokens/priceSource.ts'
import { type Deadline, ProviderRefusal, type SwapLeg, type SwapQuote } from './provider.ts'
import { quoteSwap } from './quoteSwap.ts'

export type SwapQuoterOptions = {
  chains: ReadonlyMap<number, Chain>
  liquidity: Liquidity
  prices: PriceSource
  tokens: { listed(chainId: number): readonly TokenInfo[] }
  /** Names of every swap provider in service. */
  names: readonly string[]
}

/** Quotes swaps over the pools of all allowed providers at once, with gas at what it costs now. */
export type SwapQuoter = (
  leg: SwapLeg,
  allow: ReadonlySet<string> | undefined,
  deadline: Deadline,
) => Promise<SwapQuote>

export function createSwapQuoter(options: SwapQuoterOptions): SwapQuoter {
  return async (leg, allow, { signal, cost }) => {
    const chain = options.chains.get(leg.chainId)
    if (!chain) throw new ProviderRefusal('notSupported', `chain ${leg.chainId} is not configured`)
    const names = options.names.filter((name) => !allow || allow.has(name))
    const gasPriceInTokenOut = await gasPriceIn(chain, leg.tokenOut, options)
    return inSlices(() => {
      if (signal.aborted) throw new ProviderRefusal('timedOut', 'there was no time left to search')
      return quoteSwap(options.liquidity, leg, { allow: names, definition: chain.definition, gasPriceInTokenOut })
    }, cost)
  }
}

/** Digits that a gas price keeps in a token of few decimals. */
const precision = 10n ** 18n

/** What one gas costs in a token. Unknown where the token has no price: gas then does not count. */
export async function gasPriceIn(
  chain: Chain,
  token: Address,
  { prices, tokens }: Pick<SwapQuoterOptions, 'prices' | 'tokens'>,
): Promise<GasPrice | undefined> {
  const { nativeCurrency } = chain.definition
  const listed = tokens.listed(chain.id).find(({ address }) => sameAddress(address, token))
  const decimals = sameAddress(token, nativeToken) ? nativeCurrency.decimals : listed?.decimals
  // Without a gas price the paths are compared by output alone; a quote needs its own prices and fails by them.
  const [fees, native, priced] = await Promise.all([
    chain.fees().catch(() => undefined),
    prices.price(chain.id, nativeToken).catch(() => undefined),
    prices.price(chain.id, token).catch(() => undefined),
  ])
  if (!fees || !native || !priced || decimals === undefined) return undefined
  const unitsPerWei = (native.usd / priced.usd) * 10 ** (decimals - nativeCurrency.decimals)
  const numerator = BigInt(Math.round(Number(fees.gasPrice) * unitsPerWei * Number(precision)))
  return { numerator, denominator: precision }
}
