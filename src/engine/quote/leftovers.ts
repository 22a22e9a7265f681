import { usdOf } from '../../intents/money.ts'
import type { Leftover } from '../../interface/quoteShapes.ts'
import type { World } from '../world.ts'
import type { Offer } from './offer.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'

/**
 * What a way is expected to leave with the owner: a swap before a bridge brings more than the amount that the bridge was told, and an exact output is paid
 * exactly. Pure.
 */
export function leftoversOf(offer: Offer, { origin, destination, exact, target }: QuoteInput): Leftover[] {
  const left: Leftover[] = []
  if (offer.kind === 'bridged' && offer.originSwap) {
    const { tokenIn, amountIn } = offer.bridge
    left.push({ chainId: origin.chain.id, tokenAddress: tokenIn, amount: offer.originSwap.amountOut - amountIn })
  }
  const { chain, token } = destination
  if (paysExactly({ exact, target }))
    left.push({ chainId: chain.id, tokenAddress: token.address, amount: offer.out - offer.outMin })
  return left.filter(({ amount }) => amount > 0n)
}

/** Whether the recipient gets the amount that was asked for and no more; a call gets all that arrives. */
export const paysExactly = ({ exact, target }: Pick<QuoteInput, 'exact' | 'target'>): boolean =>
  exact === 'out' && !target

/** The same with dollars, where the token has a price. */
export async function priceLeftovers(leftovers: Leftover[], { prices, tokens }: World): Promise<Leftover[]> {
  if (leftovers.length === 0) return leftovers
  const priced = await prices.prices(leftovers.map(({ chainId, tokenAddress }) => ({ chainId, token: tokenAddress })))
  return leftovers.map((left, at) => {
    const token = tokens.find(left.chainId, left.tokenAddress)
    const price = priced[at]
    return token && price ? { ...left, usd: usdOf(left.amount, token.decimals, price.usd) } : left
  })
}
