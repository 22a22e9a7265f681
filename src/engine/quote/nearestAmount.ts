import { shortfallPercent, usdOf } from '../../intents/money.ts'
import { sayAmount, type TokenUnit } from '../../intents/sayAmount.ts'
import { findOffers } from './findOffers.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'

/** The token that the amount of a request counts: what goes in where that is exact, else what arrives. */
export const countedToken = ({ exact, origin, destination }: QuoteInput): TokenUnit =>
  (exact === 'in' ? origin : destination).token

/** `about 2680000 is the most that works now (2.68 USDC)`: in base units for the next request, in tokens for its reader. */
export async function sayMost(context: QuoteContext, world: QuoteWorld): Promise<string> {
  const most = await largestAmount(context, world)
  if (most === undefined) return 'no smaller amount works now either'
  return `about ${most} is the most that works now (${sayAmount(most, countedToken(context.input))})`
}

const stride = 8n
/** Strides of eight reach from 2^72 times what the market can take down to it. */
const stridesMax = 24
const refinements = 9

/** The largest amount whose execution stays within the limit: smaller by strides until one works, then grown back between the two. */
async function largestAmount(context: QuoteContext, world: QuoteWorld): Promise<bigint | undefined> {
  let high = context.input.amount
  let low = high / stride
  for (let i = 0; low > 0n && !(await isWithinLimit(low, context, world)); i++) {
    if (i === stridesMax) return undefined
    high = low
    low /= stride
  }
  if (low === 0n) return undefined
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
