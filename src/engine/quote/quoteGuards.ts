import { shortfallPercent, usdOf } from '../../intents/money.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Quote } from '../../interface/quoteShapes.ts'
import { findOffers } from './findOffers.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { IntentPlan } from './planIntent.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'

/** With an exact output the caller may bound the deposit: refuses a quote that needs more. */
export function guardSpendMax({ spendMax }: QuoteInput, { deposit }: IntentPlan): void {
  if (spendMax === undefined || deposit <= spendMax) return
  throw new ServiceError(
    'Unavailable',
    `needs ${deposit} of the origin token, more than originTokenAmount ${spendMax} allows`,
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
    return `about ${(context.input.amount * factor) / 100n} is the least that works`
  }
  const nearest = await nearestAmount(context, world)
  return nearest ? `about ${nearest} is the most that works now` : 'no smaller amount works now either'
}

const halvingsMax = 24
const refinements = 6

/** The largest amount whose execution stays within the limit: halved until one works, then grown back between the two. */
async function nearestAmount(context: QuoteContext, world: QuoteWorld): Promise<bigint | undefined> {
  let low = context.input.amount / 2n
  let high = context.input.amount
  for (let i = 0; i < halvingsMax && low > 0n && !(await isWithinLimit(low, context, world)); i++) {
    high = low
    low /= 2n
  }
  if (low === 0n || !(await isWithinLimit(low, context, world))) return undefined
  for (let i = 0; i < refinements; i++) {
    const middle = (low + high) / 2n
    if (await isWithinLimit(middle, context, world)) low = middle
    else high = middle
  }
  return low
}

/** Whether some offer for the amount loses clearly less than the limit: five percent below it, because fees come on top. */
async function isWithinLimit(amount: bigint, context: QuoteContext, world: QuoteWorld): Promise<boolean> {
  const { originToken, destinationToken } = context.market
  const { offers } = await findOffers(amount, context, world)
  return offers.some(({ spend, out }) => {
    const paidUsd = usdOf(spend, originToken.decimals, originToken.priceUsd)
    const gotUsd = usdOf(out, destinationToken.decimals, destinationToken.priceUsd)
    return shortfallPercent(paidUsd, gotUsd) <= world.settings.priceImpactMaxPercent * 0.95
  })
}
