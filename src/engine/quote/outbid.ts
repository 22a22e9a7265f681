import { sameAddress } from '../../evm/address.ts'
import { sayAmount } from '../../intents/sayAmount.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { BridgeProvider } from '../../providers/provider.ts'
import { spotPrice } from '../../routing/spotPrice.ts'
import { comparedToken, isNear, netAmount } from './netAmount.ts'
import { crossingsOf, type Offer } from './offer.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'

type Pair = { tokenIn: Address; tokenOut: Address }
type Way = { provider: BridgeProvider; pair: Pair }

/** Whether the choice among offers goes by amounts alone: then a way that can only bring less need not be searched. */
export const mayOutbid = ({ input }: QuoteContext): boolean =>
  !input.isSameChain && input.preference !== 'FASTEST' && !input.bridgeChoice.only && !input.swapChoice.only

/** Swaps that a way over a bridge with this pair of tokens needs. */
export const swapsAround = ({ input }: QuoteContext, { tokenIn, tokenOut }: Pair): number =>
  Number(!sameAddress(input.origin.token.address, tokenIn)) +
  Number(!sameAddress(tokenOut, input.destination.token.address))

/**
 * Why a way over a bridge is not searched: at the first price of all pools, with the slippage of its swaps and over a bridge that keeps nothing, it brings less
 * than an offer that is there already. Where a faster way may cost a little, that offer goes over the same bridge, because another swap makes nothing faster, or
 * the way brings less by more than that. Undefined where the way might be chosen.
 */
export function sayOutbid(
  amount: bigint,
  way: Way,
  offers: readonly Offer[],
  context: QuoteContext,
  world: QuoteWorld,
): string | undefined {
  const { exact, preference } = context.input
  const isIn = exact === 'in'
  const bound = boundOf(amount, way, context, world)
  if (bound === undefined) return undefined
  const said = (one: bigint) => sayAmount(one, comparedToken(context))
  for (const offer of offers) {
    const net = netAmount(offer, context)
    const gap = isIn ? net - bound : bound - net
    const mayBeFaster =
      preference === 'RECOMMENDED' && !isOver(way.provider, offer) && isNear(net, gap, context, world.settings)
    if (gap > 0n && !mayBeFaster)
      return isIn
        ? `brings ${said(bound)} at the most, ${offer.route} ${said(net)}`
        : `takes ${said(bound)} at least, ${offer.route} ${said(net)}`
  }
  return undefined
}

const isOver = ({ name }: BridgeProvider, offer: Offer): boolean =>
  offer.kind === 'bridged' && crossingsOf(offer.bridge).every(({ provider }) => provider === name)

/** The most that can arrive, or the least that must be spent, in base units; undefined where pools are not known. */
function boundOf(
  amount: bigint,
  { pair, provider }: Way,
  context: QuoteContext,
  world: QuoteWorld,
): bigint | undefined {
  const { origin, destination, exact } = context.input
  const prices = [
    priceAfterSlippage(origin.chain.id, { tokenIn: origin.token.address, tokenOut: pair.tokenIn }, context, world),
    priceAfterSlippage(
      destination.chain.id,
      { tokenIn: pair.tokenOut, tokenOut: destination.token.address },
      context,
      world,
    ),
  ]
  const [sent, received] = [
    world.tokens.find(origin.chain.id, pair.tokenIn),
    world.tokens.find(destination.chain.id, pair.tokenOut),
  ]
  if (!sent || !received || prices.some((price) => !price)) return undefined
  const price = prices[0]! * (1 + (provider.gainMax ?? 0)) * prices[1]! * 10 ** (received.decimals - sent.decimals)
  const bound = exact === 'in' ? Number(amount) * price : Number(amount) / price
  if (!Number.isFinite(bound)) return undefined
  // Floats are off by far less than this.
  return BigInt(Math.round(exact === 'in' ? bound * (1 + floatMargin) : bound * (1 - floatMargin)))
}

const floatMargin = 1e-9

/** What a unit of the one token brings of the other at the most, where slippage is taken off before the amount is passed on. */
function priceAfterSlippage(
  chainId: number,
  { tokenIn, tokenOut }: Pair,
  { slippage }: QuoteContext,
  { liquidity }: QuoteWorld,
): number | undefined {
  if (sameAddress(tokenIn, tokenOut)) return 1
  const graph = liquidity.graph(chainId)
  if (!graph) return undefined
  const wrapped = graph.wrappedNative
  const isWrap = [tokenIn, tokenOut].every(
    (token) => token === nativeToken || (wrapped !== undefined && sameAddress(token, wrapped)),
  )
  return isWrap ? 1 : spotPrice(graph, tokenIn, tokenOut) * (1 - slippage)
}
