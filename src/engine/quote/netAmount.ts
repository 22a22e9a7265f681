import { convertUp, lessFraction, usdOf } from '../../intents/money.ts'
import type { EngineSettings } from '../world.ts'
import { gasOf, type Offer } from './offer.ts'
import type { QuoteContext } from './quoteContext.ts'

type Compared = Pick<QuoteContext, 'input' | 'market'>
export type Nearness = Pick<EngineSettings, 'recommendedWithinFraction' | 'recommendedWithinUsd'>

/** The token in which offers for a request are compared: what arrives where the input is exact, else what is spent. */
export const comparedToken = ({ input, market }: Compared) =>
  input.exact === 'in' ? market.destinationToken : market.originToken

/**
 * What offers are compared by. The gas of all legs is charged on top of them, so it counts against the offer: a way that brings hardly more over
 * one more swap is not better.
 */
export function netAmount(offer: Offer, compared: Compared): bigint {
  const { input, market } = compared
  const token = comparedToken(compared)
  const gas = gasOf(offer)
  const cost =
    convertUp(gas.origin * market.originFees.gasPrice, market.originNative, token) +
    convertUp(gas.destination * market.destinationFees.gasPrice, market.destinationNative, token)
  return input.exact === 'in' ? offer.outMin - cost : offer.spend + cost
}

/** Whether an offer that falls short of the best by `gap` costs hardly more than it: a few cents are worth less than a quarter of an hour. */
export function isNear(best: bigint, gap: bigint, compared: Compared, settings: Nearness): boolean {
  const { decimals, priceUsd } = comparedToken(compared)
  return (
    gap <= best - lessFraction(best, settings.recommendedWithinFraction) ||
    usdOf(gap, decimals, priceUsd) <= settings.recommendedWithinUsd
  )
}
