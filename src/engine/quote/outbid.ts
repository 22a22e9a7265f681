import type { FeeData } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { PricedToken } from '../../intents/fees.ts'
import { usdOf } from '../../intents/money.ts'
import { sayAmount } from '../../intents/sayAmount.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { BridgeProvider } from '../../providers/provider.ts'
import { spotPrice } from '../../routing/spotPrice.ts'
import { paysExactly } from './leftovers.ts'
import { crossingsOf, gasOf, type Offer } from './offer.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'
import { type Asked, type Candidate, fasterLoss, promisesTooLittle, stepOf, valueOffers } from './rankOffers.ts'

type Pair = { tokenIn: Address; tokenOut: Address }
type Way = { provider: BridgeProvider; pair: Pair }

/** Whether the choice among offers goes by their worth before all: then a way that can only bring less need not be searched. */
export const mayOutbid = ({ input }: QuoteContext): boolean =>
  !input.isSameChain && input.preference !== 'FASTEST' && !input.bridgeChoice.only && !input.swapChoice.only

/** Swaps that a way over a bridge with this pair of tokens needs. */
export const swapsAround = ({ input }: QuoteContext, { tokenIn, tokenOut }: Pair): number =>
  Number(!sameAddress(input.origin.token.address, tokenIn)) +
  Number(!sameAddress(tokenOut, input.destination.token.address))

/** The gas of all legs is charged on top of them, so it counts against the offer: a way that brings hardly more over one more swap is not better. */
export function candidateOf(offer: Offer, { market }: QuoteContext): Omit<Candidate, 'seconds'> {
  const gas = gasOf(offer)
  const costUsd = (used: bigint, { gasPrice }: FeeData, { decimals, priceUsd }: PricedToken) =>
    usdOf(used * gasPrice, decimals, priceUsd)
  const gasUsd =
    costUsd(gas.origin, market.originFees, market.originNative) +
    costUsd(gas.destination, market.destinationFees, market.destinationNative)
  const { route, spend, out, outMin, leftovers } = offer
  return { route, spend, out, outMin, leftovers, gasUsd }
}

export const askedOf = ({ input, market }: QuoteContext): Asked => ({
  preference: input.preference,
  exact: input.exact,
  paysExactly: paysExactly(input),
  from: market.originToken,
  to: market.destinationToken,
})

/**
 * Why a way over a bridge is not searched: at the first price of all pools and over a bridge that keeps nothing, it is worth less than an offer that is there
 * already, and that promises enough. Where a faster way may be worth a little less, that offer goes over the same bridge, because another swap makes nothing
 * faster, or the way is worth less by more than that. Undefined where the way might be chosen.
 */
export function sayOutbid(
  amount: bigint,
  way: Way,
  offers: readonly Offer[],
  context: QuoteContext,
  world: QuoteWorld,
): string | undefined {
  const isIn = context.input.exact === 'in'
  const most = boundOf(amount, way, context, world, 'expected')
  const promised = boundOf(amount, way, context, world, 'least')
  const [first] = offers
  if (most === undefined || promised === undefined || !first) return undefined
  // The way at its best: exact input spends what the others spend, and an exact output brings what they bring.
  const bound = isIn ? { ...first, out: most, outMin: most } : { ...first, spend: most }
  const crossed = offers.find((offer) => isOver(way.provider, offer))
  const gasUsd = crossed ? candidateOf(onlyCrossing(crossed), context).gasUsd : 0
  const rivals = [{ ...bound, gasUsd, leftovers: [] }, ...offers.map((offer) => candidateOf(offer, context))]
  const { values, deposit, isUsd } = valueOffers(rivals, askedOf(context), world.settings)
  const bestLeast = offers.reduce((best, { outMin }) => (outMin > best ? outMin : best), isIn ? promised : 0n)
  const faster = context.input.preference === 'CHEAPEST' ? 0 : fasterLoss(deposit, isUsd, world.settings)
  for (const [at, offer] of offers.entries()) {
    if (promisesTooLittle(offer.outMin, bestLeast, world.settings)) continue
    const gap = values[at + 1]! - values[0]!
    if (gap < stepOf(deposit) + (isOver(way.provider, offer) ? 0 : faster)) continue
    const said = (one: bigint) => sayAmount(one, isIn ? context.market.destinationToken : context.market.originToken)
    return isIn
      ? `brings ${said(most)} at the most, ${offer.route} ${said(offer.out)}`
      : `takes ${said(most)} at least, ${offer.route} ${said(offer.spend)}`
  }
  return undefined
}

/** The same bridge takes the same gas, whatever is swapped around it. */
const onlyCrossing = (offer: Offer): Offer =>
  offer.kind === 'bridged' ? { ...offer, originSwap: undefined, destinationSwap: undefined } : offer

const isOver = ({ name }: BridgeProvider, offer: Offer): boolean =>
  offer.kind === 'bridged' && crossingsOf(offer.bridge).every(({ provider }) => provider === name)

/** The most that can arrive, or the least that must be spent, in base units; undefined where pools are not known. */
function boundOf(
  amount: bigint,
  { pair, provider }: Way,
  context: QuoteContext,
  world: QuoteWorld,
  which: 'expected' | 'least',
): bigint | undefined {
  const { origin, destination, exact } = context.input
  const lost = which === 'least' ? context.slippage : 0
  const into = { tokenIn: origin.token.address, tokenOut: pair.tokenIn }
  const outOf = { tokenIn: pair.tokenOut, tokenOut: destination.token.address }
  const prices = [priceLess(lost, origin.chain.id, into, world), priceLess(lost, destination.chain.id, outOf, world)]
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

/** What a unit of the one token brings of the other at the most, less a fraction that slips. */
function priceLess(
  slippage: number,
  chainId: number,
  { tokenIn, tokenOut }: Pair,
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
