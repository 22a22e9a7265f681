import type { PricedToken } from '../../intents/fees.ts'
import { usdOf } from '../../intents/money.ts'
import { roundTo12Digits } from '../../intents/priceImpact.ts'
import { printableLine } from '../../intents/printableLine.ts'
import type { QuoteOffer } from '../../interface/quoteShapes.ts'
import type { Choice } from './chooseOffer.ts'
import type { TimedOffer } from './estimateDuration.ts'
import type { Refusal } from './findOffers.ts'
import { crossingS, crossingsOf, legsOf, providerFeeOf } from './offer.ts'
import type { QuoteContext } from './quoteContext.ts'

/** What was considered for a quote, as the answer shows it: the chosen way, the other offers best first, then the refusals. */
export function offersOf({ offer, others, refusals }: Choice, { market }: QuoteContext): QuoteOffer[] {
  const usdIn = ({ decimals, priceUsd }: PricedToken, amount: bigint) =>
    roundTo12Digits(usdOf(amount, decimals, priceUsd))
  const offered = (way: TimedOffer, chosen: boolean): QuoteOffer => ({
    route: way.route,
    chosen,
    routeProviders: legsOf(way)
      .flatMap(crossingsOf)
      .map(({ provider }) => provider),
    routeAmount: way.spend,
    routeAmountUsd: usdIn(market.originToken, way.spend),
    toAmount: way.out,
    toAmountUsd: usdIn(market.destinationToken, way.out),
    toAmountMin: way.outMin,
    toAmountMinUsd: usdIn(market.destinationToken, way.outMin),
    ...(way.leftovers?.length && { expectedLeftovers: way.leftovers }),
    providerFeesUsd: usdIn(market.originToken, providerFeeOf(way).fee),
    crossingSeconds: crossingS(way),
    estimatedDuration: way.takes.medianS,
  })
  return [offered(offer, true), ...others.map((way) => offered(way, false)), ...refusals.map(refused)]
}

const refused = ({ route, reason, detail, nearest }: Refusal): QuoteOffer => ({
  route,
  chosen: false,
  refused: reason,
  detail: printableLine(detail, detailCharsMax),
  ...(nearest !== undefined && { nearestAmount: nearest }),
})

const detailCharsMax = 1_024
