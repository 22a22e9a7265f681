import { type ChainDefinition, expectedFinalityS } from '../../chains/chainDefinition.ts'
import { shortfallPercent, usdOf } from '../../intents/money.ts'
import type { Leftover } from '../../interface/quoteShapes.ts'
import type { BridgeQuote, LegQuote, SwapQuote } from '../../providers/provider.ts'
import type { World } from '../world.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import { type QuoteCaches, remember } from './quoteCaches.ts'
import type { QuoteContext } from './quoteContext.ts'

/** One way to reach the outcome, priced leg by leg. Amounts are in base units of the token at that point. */
export type Offer = SameTokenOffer | SwapOffer | BridgedOffer

type OfferAmounts = {
  /** The name that callers see: the bridge and the token it carries, or the swap. */
  route: string
  /** Goes into the route on the origin chain: the deposit less our fees. */
  spend: bigint
  /** Expected and least at the recipient. */
  out: bigint
  outMin: bigint
  /** What comes back to the owner, with its worth in dollars; set once the way is found. */
  leftovers?: Leftover[]
}
/** The deposit is already the token to deliver, on its chain: nothing is swapped. */
type SameTokenOffer = OfferAmounts & { kind: 'sameToken' }
type SwapOffer = OfferAmounts & { kind: 'swap'; swap: SwapQuote }
/** Has a swap before or after the bridge only if the bridge carries another token than the request names there. */
export type BridgedOffer = OfferAmounts & {
  kind: 'bridged'
  originSwap?: SwapQuote
  bridge: BridgeQuote
  destinationSwap?: SwapQuote
  /** Set on a rough offer: quotes the same way again without estimates. Rejects with ProviderRefusal. */
  firm?(): Promise<Offer>
}

/** Whether any leg is an estimate. */
export const isRough = ({ originSwap, bridge, destinationSwap }: Omit<BridgedOffer, 'route'>): boolean =>
  [originSwap, bridge, destinationSwap].some((leg) => leg?.isRough)

/** The quoted legs in the order in which the money passes them. */
export function legsOf(offer: Offer): LegQuote[] {
  if (offer.kind === 'sameToken') return []
  if (offer.kind === 'swap') return [offer.swap]
  return [offer.originSwap, offer.bridge, offer.destinationSwap].filter((leg) => leg !== undefined)
}

/** Gas of the legs on each side and of a message we deliver. Leaves out what every batch needs around its legs. */
export function gasOf(offer: Offer | Pick<BridgedOffer, 'kind' | 'bridge'>): { origin: bigint; destination: bigint } {
  if (offer.kind === 'sameToken') return { origin: 0n, destination: 0n }
  if (offer.kind === 'swap') return { origin: offer.swap.gas, destination: 0n }
  const { originSwap, bridge, destinationSwap }: Pick<BridgedOffer, 'bridge' | 'originSwap' | 'destinationSwap'> = offer
  return {
    origin: (originSwap?.gas ?? 0n) + bridge.gas,
    destination: (bridge.deliveryGas ?? 0n) + (destinationSwap?.gas ?? 0n),
  }
}

/** Several providers may share a swap or a crossing; each is named with its own part of the fee. */
export function partsOf(leg: LegQuote): { leg: LegQuote; provider: string; feeIn: bigint; requestId(): string }[] {
  if (leg.kind === 'swap') return leg.parts.map((part) => ({ leg, requestId: leg.requestId, ...part }))
  return crossingsOf(leg).map(({ provider, feeIn, requestId }) => ({ leg, provider, feeIn, requestId }))
}

/** The quotes of the bridges that share a crossing; any other leg alone. */
export const crossingsOf = (leg: LegQuote): readonly LegQuote[] =>
  leg.kind === 'bridge' && leg.parts ? leg.parts : [leg]

/** Seconds that the money spends between the chains. */
export const crossingS = (offer: Offer): number => (offer.kind === 'bridged' ? offer.bridge.durationS : 0)

/** The provider that names the quote (its bridge, if any), and all provider fees in origin token units. */
export function providerFeeOf(offer: Offer): { name: string; fee: bigint } {
  const legs = legsOf(offer)
  const main = legs.find(({ kind }) => kind === 'bridge') ?? legs[0]
  return { name: main?.provider ?? 'AUTO', fee: legs.reduce((sum, leg) => sum + feeOfSpend(offer, leg.feeIn, leg), 0n) }
}

/** Later legs take fees in other tokens: the fee's share of its leg's input counts as a share of the spend. */
export const feeOfSpend = ({ spend }: Offer, feeIn: bigint, { amountIn }: LegQuote): bigint =>
  amountIn === 0n ? 0n : (spend * feeIn) / amountIn

/**
 * What the owner is expected to get back: a swap before a bridge brings more than the bridge takes, and an exact output
 * is paid exactly. Pure.
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

/** Adds the worth in dollars where the token has a price. */
export async function priceLeftovers(leftovers: Leftover[], { prices, tokens }: World): Promise<Leftover[]> {
  if (leftovers.length === 0) return leftovers
  const priced = await prices.prices(leftovers.map(({ chainId, tokenAddress }) => ({ chainId, token: tokenAddress })))
  return leftovers.map((left, at) => {
    const token = tokens.find(left.chainId, left.tokenAddress)
    const price = priced[at]
    return token && price ? { ...left, usd: usdOf(left.amount, token.decimals, price.usd) } : left
  })
}

/** Seconds from start to payment of the recipient. Nine of ten stay within `p90S`; absent until enough intents ran. */
export type Duration = { medianS: number; p90S?: number }
export type TimedOffer = Offer & { takes: Duration }

/** What signing, sending and noticing a block add to each transaction of ours. */
const ownS = 0.25

/** Measured durations count up to this multiple of the defined one: late payers must not make a route look slow. */
const measuredTimesMax = 3

/** How long an offer takes: by recent intents over its route, or, before there are enough, by the definitions. */
export async function estimateDuration(
  offer: Offer,
  context: QuoteContext,
  world: World,
  { durations }: QuoteCaches,
): Promise<Duration> {
  const { origin, destination } = context.input
  const ends = { originChainId: origin.chain.id, destinationChainId: destination.chain.id }
  const providers = legsOf(offer)
    .flatMap(partsOf)
    .map(({ provider }) => provider)
  const key = [ends.originChainId, ends.destinationChainId, ...providers].join(':')
  const measured = await remember(durations, key, () => world.store.intents.durations({ ...ends, providers }))
  const firstS = firstEstimateS(offer, context, world)
  if (!measured) return { medianS: firstS }
  const bounded = (seconds: number) => Math.min(seconds, measuredTimesMax * firstS)
  return { medianS: bounded(measured.medianS), p90S: bounded(measured.p90S) }
}

/**
 * A deposit waits half a block on average. Each of our transactions takes one: the origin batch, the bridge message if
 * we deliver it, and the destination batch. Large intents also wait for finality at each transaction.
 */
function firstEstimateS(offer: Offer, { input, market }: QuoteContext, { settings }: World): number {
  const { originToken } = market
  const valueUsd = usdOf(offer.spend, originToken.decimals, originToken.priceUsd)
  const waits = valueUsd >= settings.actOnMinedBelowUsd
  const finalS = (definition: ChainDefinition) => (waits ? expectedFinalityS(definition, valueUsd) : 0)
  const blockS = ({ blockTimeMs }: ChainDefinition) => blockTimeMs / 1_000 + ownS
  const [origin, destination] = [input.origin.chain.definition, input.destination.chain.definition]
  const originS = blockS(origin) / 2 + finalS(origin) + blockS(origin)
  if (offer.kind !== 'bridged') return originS
  const message = offer.bridge.deliveryGas === undefined ? 0 : blockS(destination)
  return originS + finalS(origin) + crossingS(offer) + message + finalS(destination) + blockS(destination)
}

/** What an offer loses on the way, in percent of what goes in. */
export function shortfallOf({ spend, out }: Offer, { market }: QuoteContext): number {
  const paidUsd = usdOf(spend, market.originToken.decimals, market.originToken.priceUsd)
  const gotUsd = usdOf(out, market.destinationToken.decimals, market.destinationToken.priceUsd)
  return shortfallPercent(paidUsd, gotUsd)
}
