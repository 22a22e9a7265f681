import type { Leftover } from '../../interface/quoteShapes.ts'
import type { BridgeQuote, LegQuote, SwapQuote } from '../../providers/provider.ts'

/** One way to reach the outcome, priced leg by leg. Amounts are base units of the token of their place. */
export type Offer = SameTokenOffer | SwapOffer | BridgedOffer

type OfferAmounts = {
  /** What people call this way: the bridge and the token it carries, or the swap. */
  route: string
  /** Goes into the route on the origin chain: the deposit less our fees. */
  spend: bigint
  /** Expected and least at the recipient. */
  out: bigint
  outMin: bigint
  /** What comes back to the owner, with dollars: filled in once the way is found. */
  leftovers?: Leftover[]
}
/** The deposit is already the token to deliver, on its chain: nothing is swapped. */
type SameTokenOffer = OfferAmounts & { kind: 'sameToken' }
type SwapOffer = OfferAmounts & { kind: 'swap'; swap: SwapQuote }
/** A swap stands before or behind the bridge only where the bridge carries another token than the one at that end. */
export type BridgedOffer = OfferAmounts & {
  kind: 'bridged'
  originSwap?: SwapQuote
  bridge: BridgeQuote
  destinationSwap?: SwapQuote
}

/** The quoted legs in the order in which the money passes them. */
export function legsOf(offer: Offer): LegQuote[] {
  if (offer.kind === 'sameToken') return []
  if (offer.kind === 'swap') return [offer.swap]
  return [offer.originSwap, offer.bridge, offer.destinationSwap].filter((leg) => leg !== undefined)
}

/** Gas of the legs on each side, with that of a message that we deliver; what batches need around them is the same for all. */
export function gasOf(offer: Offer): { origin: bigint; destination: bigint } {
  if (offer.kind === 'sameToken') return { origin: 0n, destination: 0n }
  if (offer.kind === 'swap') return { origin: offer.swap.gas, destination: 0n }
  const { originSwap, bridge, destinationSwap } = offer
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

/** The quotes of the bridges that carry a leg; any other leg is its own. */
export const crossingsOf = (leg: LegQuote): readonly LegQuote[] =>
  leg.kind === 'bridge' && leg.parts ? leg.parts : [leg]

/** Seconds that the money is between the chains. */
export const crossingS = (offer: Offer): number => (offer.kind === 'bridged' ? offer.bridge.durationS : 0)

/** The provider that a quote is named after (the bridge, where there is one) and what all providers keep, in base units of the origin token. */
export function providerFeeOf(offer: Offer): { name: string; fee: bigint } {
  const legs = legsOf(offer)
  const main = legs.find(({ kind }) => kind === 'bridge') ?? legs[0]
  return { name: main?.provider ?? 'AUTO', fee: legs.reduce((sum, leg) => sum + feeOfSpend(offer, leg.feeIn, leg), 0n) }
}

/** Later legs keep their fee in other tokens. A fee is a share of what goes into its leg, and so the same share of what was spent. */
export const feeOfSpend = ({ spend }: Offer, feeIn: bigint, { amountIn }: LegQuote): bigint =>
  amountIn === 0n ? 0n : (spend * feeIn) / amountIn
