import { isoTime } from '../../intents/receipt.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Request, Response } from '../../interface/operations.ts'
import type { World } from '../world.ts'

/** Prices in the order of the request; an unknown price is left out of its entry, never 0. */
export async function tokenPrices(
  { tokens }: Request<'GetTokenPrices'>,
  world: World,
): Promise<Response<'GetTokenPrices'>> {
  for (const { chainId } of tokens) {
    if (!world.chains.has(chainId))
      throw new ServiceError(
        'UnsupportedNetwork',
        `chainId ${chainId}; configured: ${[...world.chains.keys()].join(', ')}`,
      )
  }
  const prices = await world.prices.prices(
    tokens.map(({ chainId, tokenAddress }) => ({ chainId, token: tokenAddress })),
  )
  const now = isoTime(world.clock.nowMs())
  return {
    tokenPrices: tokens.map((token, i) => {
      const price = prices[i]
      return price ? { token, priceUsd: price.usd, updatedAt: isoTime(price.observedAtMs) } : { token, updatedAt: now }
    }),
  }
}
