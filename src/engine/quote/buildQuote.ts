import { usdOf } from '../../intents/money.ts'
import { priceImpactDetails, roundTo12Digits } from '../../intents/priceImpact.ts'
import type { Quote } from '../../interface/quoteShapes.ts'
import type { ConvergedPlan } from './convergePlan.ts'
import { feeOfSpend, legsOf, partsOf } from './offer.ts'
import type { QuoteContext } from './quoteContext.ts'

/** Quoted amounts, dollars and price impact of a planned offer. */
export function buildQuote({ input, market, slippage }: QuoteContext, { offer, plan }: ConvergedPlan): Quote {
  const { takes } = offer
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
    routeProvidersRequestIds: parts.map(({ requestId }) => requestId()),
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
    estimatedDuration: takes.medianS,
    ...(takes.p90S !== undefined && { estimatedDurationP90: takes.p90S }),
  }
}
