import { convertUp, lessFraction, usdOf } from '../../intents/money.ts'
import type { OfferRefusal } from '../../interface/enums.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import type { SwapQuote } from '../../providers/provider.ts'
import type { EngineSettings, World } from '../world.ts'
import { estimateDuration, type TimedOffer } from './estimateDuration.ts'
import { findOffers, type Refusal } from './findOffers.ts'
import { sayMost } from './nearestAmount.ts'
import { crossingsOf, gasOf, type Offer } from './offer.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteCaches } from './quoteCaches.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'

/** A route whose batch was tried and would fail on chain now, and the error if no other route is left. */
export type FailedRoute = { refusal: Refusal; error: ServiceError }

/** The offer that was chosen, and everything that was considered for it: other offers, best first, and what was refused. */
export type Choice = { offer: TimedOffer; others: TimedOffer[]; refusals: Refusal[] }

/** The best offer for an amount that the oracle agrees with, without those that failed. Throws where there is none, with the reasons. */
export async function chooseOffer(
  amount: bigint,
  context: QuoteContext,
  world: QuoteWorld,
  failed: readonly FailedRoute[],
  caches: QuoteCaches,
): Promise<Choice> {
  const { input } = context
  const found = await findOffers(amount, context, world, caches)
  const left = found.offers.filter(({ route }) => !failed.some(({ refusal }) => refusal.route === route))
  const refusals = [...found.refusals, ...failed.map(({ refusal }) => refusal)]
  if (left.length === 0) throw failed[0]?.error ?? (await noOffer(context, world, refusals))
  const offers = await Promise.all(
    left.map(async (offer) => ({ ...offer, takes: await estimateDuration(offer, context, world, caches) })),
  )
  const ranked = rankOffers(offers, context, world.settings)
  const near = await firstOfferNearOracle(input, ranked, world)
  return {
    offer: near.offer,
    others: ranked.slice(near.refusals.length + 1),
    refusals: [...refusals, ...near.refusals],
  }
}

const words: Record<OfferRefusal, string> = {
  tooSmall: 'too small',
  tooLarge: 'too large',
  noLiquidity: 'no liquidity',
  notSupported: 'not supported',
  timedOut: 'timed out',
  failed: 'failed',
  outOfService: 'out of service',
  excluded: 'excluded',
  deviates: 'away from the oracle',
  wouldFail: 'would fail',
}

/** Reasons that a smaller amount may not meet. */
const ofSize: readonly OfferRefusal[] = ['tooLarge', 'noLiquidity']

/** The error of a request that no provider serves: why, route by route, and the largest amount that one would take where this is too much. */
async function noOffer(context: QuoteContext, world: QuoteWorld, refusals: readonly Refusal[]): Promise<ServiceError> {
  const { origin, destination } = context.input
  const why = refusals.map(({ route, reason, detail }) => `${route}: ${words[reason]}, ${detail}`)
  const from = `${origin.token.symbol} on ${origin.chain.definition.name}`
  const to = `${destination.token.symbol} on ${destination.chain.definition.name}`
  // If every provider broke down and none refused, the cause is a service that we depend on, not the market.
  const broken = refusals.length > 0 && refusals.every(({ reason }) => reason === 'failed')
  const isTooMuch = refusals.some(({ reason }) => ofSize.includes(reason))
  const remedy = isTooMuch ? `; ${await sayMost(context, world)}` : ''
  return new ServiceError(
    broken ? 'WebrpcEndpoint' : 'Unavailable',
    `no route from ${from} to ${to}. ${why.join('; ') || 'no provider serves this pair'}${remedy}`,
  )
}

type Nearness = Pick<EngineSettings, 'recommendedWithinFraction' | 'recommendedWithinUsd'>

/**
 * The offers, best first for the caller's preference. If the bridge or the aggregator that the caller named made an offer, only its offers count.
 * RECOMMENDED is the fastest of those that cost hardly more than the best: a few cents are worth less than a quarter of an hour. Pure.
 */
export function rankOffers(
  offers: readonly TimedOffer[],
  { input, market }: Pick<QuoteContext, 'input' | 'market'>,
  { recommendedWithinFraction, recommendedWithinUsd }: Nearness,
): TimedOffer[] {
  const { exact, preference, bridgeChoice, swapChoice } = input
  const isNamed = (offer: Offer): boolean =>
    offer.kind === 'bridged'
      ? crossingsOf(offer.bridge).some(({ provider }) => provider === bridgeChoice.only)
      : offer.kind === 'swap' && offer.swap.provider === swapChoice.only
  const ofNamed = offers.filter(isNamed)
  const token = exact === 'in' ? market.destinationToken : market.originToken
  // The gas of all legs is charged on top of them, so it counts against the offer here: a way that brings hardly more over one more swap is not better.
  const amountOf = (offer: Offer): bigint => {
    const gas = gasOf(offer)
    const cost =
      convertUp(gas.origin * market.originFees.gasPrice, market.originNative, token) +
      convertUp(gas.destination * market.destinationFees.gasPrice, market.destinationNative, token)
    return exact === 'in' ? offer.outMin - cost : offer.spend + cost
  }
  const cheaper = (a: Offer, b: Offer): number =>
    exact === 'in' ? compare(amountOf(b), amountOf(a)) : compare(amountOf(a), amountOf(b))
  const faster = (a: TimedOffer, b: TimedOffer): number => a.takes.medianS - b.takes.medianS || cheaper(a, b)
  const ranked = (ofNamed.length > 0 ? ofNamed : offers).toSorted(preference === 'FASTEST' ? faster : cheaper)
  if (preference !== 'RECOMMENDED' || ranked.length < 2) return ranked
  const best = amountOf(ranked[0]!)
  const isNear = (offer: Offer): boolean => {
    const gap = exact === 'in' ? best - amountOf(offer) : amountOf(offer) - best
    const gapMax = best - lessFraction(best, recommendedWithinFraction)
    return gap <= gapMax || usdOf(gap, token.decimals, token.priceUsd) <= recommendedWithinUsd
  }
  return [...ranked.filter(isNear).toSorted(faster), ...ranked.filter((offer) => !isNear(offer))]
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/** The best offer whose pools agree with the oracle, and what is wrong with better ones; when none does, throws that of the best. */
async function firstOfferNearOracle(
  input: QuoteInput,
  offers: readonly TimedOffer[],
  world: World,
): Promise<{ offer: TimedOffer; refusals: Refusal[] }> {
  const faults: ServiceError[] = []
  for (const offer of offers) {
    try {
      await guardDeviation(input, offer, world)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      faults.push(error)
      continue
    }
    const refusals = faults.map((fault, at) => ({
      route: offers[at]!.route,
      reason: 'deviates' as const,
      detail: fault.message,
    }))
    return { offer, refusals }
  }
  throw faults[0]
}

/** A pool whose price stands far from the oracle's is being moved, or is about to be arbitraged back: no quote rests on it. */
async function guardDeviation({ origin, destination }: QuoteInput, offer: Offer, world: World): Promise<void> {
  if (offer.kind === 'sameToken') return
  if (offer.kind === 'swap') {
    return checkSwap(offer.swap, origin.chain.id, origin.token.address, destination.token.address, world)
  }
  const { originSwap, bridge, destinationSwap } = offer
  await Promise.all([
    originSwap && checkSwap(originSwap, origin.chain.id, origin.token.address, bridge.tokenIn, world),
    destinationSwap &&
      checkSwap(destinationSwap, destination.chain.id, bridge.tokenOut, destination.token.address, world),
  ])
}

async function checkSwap(
  swap: SwapQuote,
  chainId: number,
  tokenIn: Address,
  tokenOut: Address,
  world: World,
): Promise<void> {
  const [priceIn, priceOut] = await world.prices.prices([
    { chainId, token: tokenIn },
    { chainId, token: tokenOut },
  ])
  const [infoIn, infoOut] = [world.tokens.find(chainId, tokenIn), world.tokens.find(chainId, tokenOut)]
  if (!priceIn || !priceOut || !infoIn || !infoOut) return
  const inUsd = usdOf(swap.amountIn, infoIn.decimals, priceIn.usd)
  const outUsd = usdOf(swap.amountOutAtSpot, infoOut.decimals, priceOut.usd)
  const deviation = Math.abs(outUsd / inUsd - 1)
  const limit = world.settings.oracleDeviationMax
  if (deviation <= limit) return
  throw new ServiceError(
    'Unavailable',
    `pools price ${infoIn.symbol}/${infoOut.symbol} ${(deviation * 100).toFixed(2)} % away from the oracle, more than the ${(limit * 100).toFixed(2)} % that is accepted; try again when they agree`,
  )
}
