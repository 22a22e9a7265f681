import type { Charge } from '../intents/fees.ts'
import { usdOf } from '../intents/money.ts'
import { priceImpactDetails, tidy } from '../intents/priceImpact.ts'
import type { Quote } from '../interface/quoteShapes.ts'
import type { LegQuote } from '../providers/provider.ts'
import type { World } from '../world.ts'
import type { Offer } from './findOffers.ts'
import type { Market } from './market.ts'
import type { IntentPlan } from './planIntent.ts'
import type { Ask } from './readAsk.ts'

/** Quoted amounts, dollars and price impact of a planned offer. */
export async function quoteOf(given: {
  ask: Ask
  offer: Offer
  plan: IntentPlan
  charge: Charge
  market: Market
  slippage: number
  world: World
}): Promise<Quote> {
  const { ask, offer, plan, market } = given
  const from = (amount: bigint) => tidy(usdOf(amount, market.originToken.decimals, market.originToken.priceUsd))
  const to = (amount: bigint) => tidy(usdOf(amount, market.destinationToken.decimals, market.destinationToken.priceUsd))
  const legs = [offer.originSwap, offer.bridge, offer.destinationSwap]
    .filter((leg) => leg !== undefined)
    .flatMap(partsOf)
  const legFeesUsd = legs.map(({ leg, feeIn }) => feeUsd(leg, feeIn, offer, from))
  const out = ask.exact === 'out' ? offer.outMin : offer.out
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
async function durationOf({ ask, offer, world }: { ask: Ask; offer: Offer; world: World }): Promise<number> {
  const measured = await world.store.intents.medianSeconds(ask.origin.chain.id, ask.destination.chain.id)
  if (measured !== undefined) return measured
  const blocks = (side: Ask['origin']) => (2 * side.chain.definition.blockTimeMs) / 1_000
  return blocks(ask.origin) + (ask.isSameChain ? 0 : offer.durationS + blocks(ask.destination))
}
