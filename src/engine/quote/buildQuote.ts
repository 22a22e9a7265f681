import { usdOf } from '../../intents/money.ts'
import { priceImpactDetails, roundTo12Digits } from '../../intents/priceImpact.ts'
import type { Quote } from '../../interface/quoteShapes.ts'
import type { LegQuote } from '../../providers/provider.ts'
import type { World } from '../world.ts'
import type { ConvergedPlan } from './convergePlan.ts'
import { crossingS, feeOfSpend, legsOf, type Offer } from './offer.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteContext } from './quoteContext.ts'

/** Quoted amounts, dollars and price impact of a planned offer. */
export async function buildQuote(
  { input, market, slippage }: QuoteContext,
  { offer, plan }: ConvergedPlan,
  world: World,
): Promise<Quote> {
  const from = (amount: bigint) =>
    roundTo12Digits(usdOf(amount, market.originToken.decimals, market.originToken.priceUsd))
  const to = (amount: bigint) =>
    roundTo12Digits(usdOf(amount, market.destinationToken.decimals, market.destinationToken.priceUsd))
  const parts = legsOf(offer).flatMap(partsOf)
  const providers = parts.map(({ provider }) => provider)
  const feesUsd = parts.map(({ leg, feeIn }) => from(feeOfSpend(offer, feeIn, leg)))
  const out = input.exact === 'out' ? offer.outMin : offer.out
  const impact = priceImpactDetails({
    paidUsd: from(plan.deposit),
    usableUsd: from(offer.spend),
    gotUsd: to(offer.out),
    providerFeesUsd: feesUsd.reduce((sum, usd) => sum + usd, 0),
  })
  return {
    routeProviders: providers,
    routeProvidersRequestIds: parts.map(({ leg }) => leg.requestId),
    routeProvidersFeeUsd: feesUsd.map(roundTo12Digits),
    fromAmount: plan.deposit,
    fromAmountMin: plan.deposit,
    fromAmountUsd: from(plan.deposit),
    fromAmountMinUsd: from(plan.deposit),
    toAmount: out,
    toAmountMin: offer.outMin,
    toAmountUsd: to(out),
    toAmountMinUsd: to(offer.outMin),
    maxSlippage: slippage,
    priceImpact: impact.netPriceImpact.priceImpact,
    priceImpactUsd: impact.netPriceImpact.priceImpactUsd,
    priceImpactDetails: impact,
    ...(await durationOf(input, offer, providers, world)),
  }
}

/** Several providers may share a swap; each is named with its own part of the fee. */
const partsOf = (leg: LegQuote) =>
  (leg.kind === 'swap' ? leg.parts : [leg]).map(({ provider, feeIn }) => ({ leg, provider, feeIn }))

type Duration = Pick<Quote, 'estimatedDuration' | 'estimatedDurationP90'>

/** Seconds: what the latest intents over the same route took, or, before there are enough, two blocks a chain and the crossing. */
async function durationOf(input: QuoteInput, offer: Offer, providers: string[], world: World): Promise<Duration> {
  const ends = { originChainId: input.origin.chain.id, destinationChainId: input.destination.chain.id }
  const measured = await world.store.intents.durations({ ...ends, providers })
  if (measured) return { estimatedDuration: measured.medianS, estimatedDurationP90: measured.p90S }
  const blocks = (side: QuoteInput['origin']) => (2 * side.chain.definition.blockTimeMs) / 1_000
  const crossing = input.isSameChain ? 0 : crossingS(offer) + blocks(input.destination)
  return { estimatedDuration: blocks(input.origin) + crossing }
}
