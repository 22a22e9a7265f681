import { sayAmount } from '../../intents/sayAmount.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Quote } from '../../interface/quoteShapes.ts'
import { countedToken, sayMost } from './nearestAmount.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { IntentPlan } from './planIntent.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'

/** With an exact output the caller may bound the deposit: refuses a quote that needs more. */
export function guardSpendMax({ spendMax, origin }: QuoteInput, { deposit }: IntentPlan): void {
  if (spendMax === undefined || deposit <= spendMax) return
  throw new ServiceError(
    'Unavailable',
    `needs ${deposit} of the origin token (${sayAmount(deposit, origin.token)}), more than originTokenAmount ${spendMax} allows (${sayAmount(spendMax, origin.token)})`,
  )
}

/** Refuses a quote that costs too large a share of the amount, and names the nearest amount that does not. */
export async function guardPriceImpact(quote: Quote, context: QuoteContext, world: QuoteWorld): Promise<void> {
  const { priceImpactMaxPercent: maxPercent } = world.settings
  if (quote.priceImpact <= maxPercent) return
  const { marketPriceImpact, providerFeesPriceImpact, svcFeesPriceImpact } = quote.priceImpactDetails
  const percent = (value: number) => `${value.toFixed(2)} %`
  const causes = `market ${percent(marketPriceImpact.priceImpact)}, providers ${percent(providerFeesPriceImpact.priceImpact)}, service and gas ${percent(svcFeesPriceImpact.priceImpact)}`
  const numbers = `${percent(quote.priceImpact)} net (${causes}) is above the limit of ${percent(maxPercent)}`
  throw new ServiceError('HighPriceImpact', `${numbers}; ${await remedy(quote, context, world)}`)
}

async function remedy(quote: Quote, context: QuoteContext, world: QuoteWorld): Promise<string> {
  const { svcFeesPriceImpact: fees, executionPriceImpact: execution } = quote.priceImpactDetails
  if (fees.priceImpactUsd > execution.priceImpactUsd) {
    // Fees are mostly fixed, so their share falls as the amount grows; ten percent more than the share asks for.
    const factor = BigInt(Math.ceil((fees.priceImpact / world.settings.priceImpactMaxPercent) * 110))
    const least = (context.input.amount * factor) / 100n
    return `about ${least} is the least that works (${sayAmount(least, countedToken(context.input))})`
  }
  return sayMost(context, world)
}
