import { usdOf } from '../../intents/money.ts'
import type { OfferRefusal } from '../../interface/enums.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import type { SwapQuote } from '../../providers/provider.ts'
import type { World } from '../world.ts'
import { findOffers, type Refusal, refusalOf } from './findOffers.ts'
import { describeMostAmount } from './nearestAmount.ts'
import { crossingsOf, estimateDuration, type Offer, type TimedOffer } from './offer.ts'
import { askedOf, candidateOf, mayOutbid, type RankSettings, rankOffers } from './outbid.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteCaches } from './quoteCaches.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'

/** A route whose batch was tried and would fail on chain now, and the error if no other route is left. */
export type FailedRoute = { refusal: Refusal; error: ServiceError; isTarget: boolean }

/** The chosen offer, the other offers best first, and the refusals. */
export type Choice = { offer: TimedOffer; others: TimedOffer[]; refusals: Refusal[] }

/**
 * The best offer that the oracle agrees with, without the routes that failed. Throws the reasons if there is none. Ways
 * that the first offers outbid are searched only if the best one deviates from the oracle or gets no firm quote.
 */
export async function chooseOffer(
  amount: bigint,
  context: QuoteContext,
  world: QuoteWorld,
  failed: readonly FailedRoute[],
  caches: QuoteCaches,
  isLazy = failed.length === 0 && mayOutbid(context),
): Promise<Choice> {
  const { input } = context
  const found = await findOffers(amount, context, world, { caches, isLazy })
  const left = found.offers.filter(({ route }) => !failed.some(({ refusal }) => refusal.route === route))
  const refusals = [...found.refusals, ...failed.map(({ refusal }) => refusal)]
  const timed = async (offer: Offer) => ({ ...offer, takes: await estimateDuration(offer, context, world, caches) })
  const allWays = () => chooseOffer(amount, context, world, failed, caches, false)
  return firstChoice({ offers: await Promise.all(left.map(timed)), refusals })

  /** Replaces a rough best offer by its firm quote and ranks again: another offer may now be first. */
  async function firstChoice({ offers, refusals }: { offers: TimedOffer[]; refusals: Refusal[] }): Promise<Choice> {
    if (offers.length === 0) throw failed[0]?.error ?? (await noOffer(context, world, refusals))
    const ranked = rankTimed(offers, context, world.settings)
    const { offer, faults } = await firstOfferNearOracle(input, ranked, world)
    const isOutbid = refusals.some(({ reason }) => reason === 'outbid')
    if (faults.length > 0 && isOutbid) return allWays()
    if (!offer) throw faults[0]
    if (offer.kind === 'bridged' && offer.firm) {
      const others = offers.filter((one) => one !== offer)
      const firm = await offer.firm().then(timed, (error: unknown) => refusalOf(offer.route, error))
      if ('kind' in firm) return firstChoice({ offers: [...others, firm], refusals })
      return isOutbid ? allWays() : firstChoice({ offers: others, refusals: [...refusals, firm] })
    }
    const deviating = faults.map((fault, at) => ({
      route: ranked[at]!.route,
      reason: 'deviates' as const,
      detail: fault.message,
    }))
    return { offer, others: ranked.slice(faults.length + 1), refusals: [...refusals, ...deviating] }
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
  outbid: 'outbid',
  wouldFail: 'would fail',
}

/** A provider that failed, or that is paused after repeated failures (even between two ways of one quote). */
const brokenDown: readonly OfferRefusal[] = ['failed', 'outOfService']

/** Reasons that may not apply to a smaller amount. */
const ofSize: readonly OfferRefusal[] = ['tooLarge', 'noLiquidity']

/** Error if no provider serves the request: every reason, and the largest amount that works if this is too much. */
async function noOffer(context: QuoteContext, world: QuoteWorld, refusals: readonly Refusal[]): Promise<ServiceError> {
  const { origin, destination } = context.input
  const from = `${origin.token.symbol} on ${origin.chain.definition.name}`
  const to = `${destination.token.symbol} on ${destination.chain.definition.name}`
  // If every provider broke down and none refused, the cause is a service that we depend on, not the market.
  const isBroken = refusals.every(({ reason }) => brokenDown.includes(reason))
  const broken = isBroken && refusals.some(({ reason }) => reason === 'failed')
  // If one provider says `tooSmall`, another's `noLiquidity` does not mean that the amount is too large.
  const isTooMuch =
    refusals.some(({ reason }) => ofSize.includes(reason)) && refusals.every(({ reason }) => reason !== 'tooSmall')
  const remedy = isTooMuch ? `; ${await describeMostAmount(context, world)}` : ''
  const why = refusals.length > 0 ? formatRefusals(refusals) : 'no provider serves this pair'
  return new ServiceError(broken ? 'WebrpcEndpoint' : 'Unavailable', `no route from ${from} to ${to}${remedy}. ${why}`)
}

/** Groups routes that one bridge refused for one reason: `ACROSS over USDC, ETH: failed, it failed to answer`. */
function formatRefusals(refusals: readonly Refusal[]): string {
  const groups = new Map<string, { over: string; why: string; tokens: string[] }>()
  for (const { route, reason, detail } of refusals) {
    const [over, token] = splitRoute(route)
    const why = `${words[reason]}, ${detail}`
    const key = `${over}:${why}`
    const group = groups.get(key) ?? { over, why, tokens: [] }
    groups.set(key, { ...group, tokens: [...group.tokens, token] })
  }
  return [...groups.values()].map(({ over, why, tokens }) => `${over}${tokens.join(', ')}: ${why}`).join('; ')
}

/** Splits `ACROSS over USDC` into `ACROSS over ` and `USDC`. The first part is empty for a route without a bridge. */
function splitRoute(route: string): [over: string, token: string] {
  const word = ' over '
  const at = route.lastIndexOf(word)
  return at < 0 ? ['', route] : [route.slice(0, at + word.length), route.slice(at + word.length)]
}

/** Best first for the preference; only offers of the named bridge or aggregator, if it made any. Pure. */
function rankTimed(offers: readonly TimedOffer[], context: QuoteContext, settings: RankSettings): TimedOffer[] {
  const { bridgeChoice, swapChoice } = context.input
  const isNamed = (offer: Offer): boolean =>
    offer.kind === 'bridged'
      ? crossingsOf(offer.bridge).some(({ provider }) => provider === bridgeChoice.only)
      : offer.kind === 'swap' && offer.swap.provider === swapChoice.only
  const ofNamed = offers.filter(isNamed)
  const rows = (ofNamed.length > 0 ? ofNamed : offers).map((offer) => ({
    ...candidateOf(offer, context),
    seconds: offer.takes.medianS,
    offer,
  }))
  return rankOffers(rows, askedOf(context), settings).map(({ offer }) => offer)
}

/** The best offer whose pools agree with the oracle, if any, and the faults of those ranked before it. */
async function firstOfferNearOracle(
  input: QuoteInput,
  offers: readonly TimedOffer[],
  world: World,
): Promise<{ offer?: TimedOffer; faults: ServiceError[] }> {
  const faults: ServiceError[] = []
  for (const offer of offers) {
    try {
      await guardDeviation(input, offer, world)
      return { offer, faults }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      faults.push(error)
    }
  }
  return { faults }
}

/** A pool priced far from the oracle is being manipulated or about to be arbitraged: no quote rests on it. */
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
