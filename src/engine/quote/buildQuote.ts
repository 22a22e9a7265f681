import type { Charge } from '../../intents/fees.ts'
import { usdOf } from '../../intents/money.ts'
import { priceImpactDetails, tidy } from '../../intents/priceImpact.ts'
import type { Quote } from '../../interface/quoteShapes.ts'
import type { LegQuote } from '../../providers/provider.ts'
import type { World } from '../world.ts'
import type { Offer } from './findOffers.ts'
import type { Market } from './market.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { IntentPlan } from './planIntent.ts'

/** Quoted amounts, dollars and price impact of a planned offer. */
export async function buildQuote(given: {
  input: QuoteInput
  offer: Offer
  plan: IntentPlan
  charge: Charge
  market: Market
  slippage: number
  world: World
}): Promise<Quote> {
  const { input, offer, plan, market } = given
  const from = (amount: bigint) => tidy(usdOf(amount, market.originToken.decimals, market.originToken.priceUsd))
  const to = (amount: bigint) => tidy(usdOf(amount, market.destinationToken.decimals, market.destinationToken.priceUsd))
  const legs = [offer.originSwap, offer.bridge, offer.destinationSwap]
    .filter((leg) => leg !== undefined)
    .flatMap(partsOf)
  const legFeesUsd = legs.map(({ leg, feeIn }) => feeUsd(leg, feeIn, offer, from))
  const out = input.exact === 'out' ? offer.outMin : offer.out
  const impact = priceImpactDetails({
    paidUsd: from(plan.deposit),
    usableUsd: from(offer.spend),
    gotUsd: to(offer.out),
    providerFeesUsd: legFeesUsd.reduce((sum, usd) => sum + usd, 0),
  })
  return {
    routeProviders: legs.map(({ provider }) => provider),
    routeProvidersRequestIds: legs.map(({ leg }) => leg.requestId),
    routeProvidersFeeUsd: legFeesUsd.map(tidy),
    fromAmount: plan.deposit,
    fromAmountMin: plan.deposit,
    fromAmountUsd: from(plan.deposit),
    fromAmountMinUsd: from(plan.deposit),
    toAmount: out,
    toAmountMin: offer.outMin,
    toAmountUsd: to(out),
    toAmountMinUsd: to(offer.outMin),
    maxSlippage: given.slippage,
    priceImpact: impact.netPriceImpact.priceImpact,
    priceImpactUsd: impact.netPriceImpact.priceImpactUsd,
    priceImpactDetails: impact,
    estimatedDuration: await durationOf(given),
  }
}

/** A leg's fee is a share of what goes into it, and so of what was spent. */
function feeUsd(leg: LegQuote, feeIn: bigint, offer: Offer, usd: (amount: bigint) => number): number {
  return leg.amountIn === 0n ? 0 : usd((offer.spend * feeIn) / leg.amountIn)
}

/** Several providers may share a leg; each is named with its own part of the fee. */
const partsOf = (leg: LegQuote) => (leg.parts ?? [leg]).map(({ provider, feeIn }) => ({ leg, provider, feeIn }))

/** Measured on settled intents of this route, or the time of the blocks and the bridge it has to wait for. */
async function durationOf({ input, offer, world }: { input: QuoteInput; offer: Offer; world: World }): Promise<number> {
  const measured = await world.store.intents.medianSeconds(input.origin.chain.id, input.destination.chain.id)
  if (measured !== undefined) return measured
  const blocks = (side: QuoteInput['origin']) => (2 * side.chain.definition.blockTimeMs) / 1_000
  return blocks(input.origin) + (input.isSameChain ? 0 : offer.durationS + blocks(input.destination))
}
