import { usdOf } from '../../intents/money.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import type { SwapQuote } from '../../providers/provider.ts'
import type { World } from '../world.ts'
import { findOffers, type Refusal } from './findOffers.ts'
import { crossingS, type Offer } from './offer.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'

/** The best offer for an amount that the oracle agrees with. Throws where there is none, with the reasons. */
export async function chooseOffer(amount: bigint, context: QuoteContext, world: QuoteWorld): Promise<Offer> {
  const { input } = context
  const { offers, refusals } = await findOffers(amount, context, world)
  if (offers.length === 0) throw noOffer(input, refusals)
  return firstOfferNearOracle(input, rankOffers(offers, input), world)
}

const words: Record<string, string> = {
  tooSmall: 'too small',
  tooLarge: 'too large',
  noLiquidity: 'no liquidity',
  notSupported: 'not supported',
  timedOut: 'timed out',
  failed: 'failed',
  outOfService: 'out of service',
  excluded: 'excluded',
}

/** The error of a request that no provider serves: why, route by route. */
function noOffer(input: QuoteInput, refusals: readonly Refusal[]): ServiceError {
  const why = refusals.map(({ route, reason, detail, nearest }) => {
    const near = nearest === undefined ? '' : ` (nearest amount that works: ${nearest})`
    return `${route}: ${words[reason] ?? reason}, ${detail}${near}`
  })
  const from = `${input.origin.token.symbol} on ${input.origin.chain.definition.name}`
  const to = `${input.destination.token.symbol} on ${input.destination.chain.definition.name}`
  // If every provider broke down and none refused, the cause is a service that we depend on, not the market.
  const broken = refusals.length > 0 && refusals.every(({ reason }) => reason === 'failed')
  return new ServiceError(
    broken ? 'WebrpcEndpoint' : 'Unavailable',
    `no route from ${from} to ${to}. ${why.join('; ') || 'no provider serves this pair'}`,
  )
}

/** The offers, best first for the caller's preference. If the bridge that the caller named made an offer, only its offers count. Pure. */
export function rankOffers(offers: readonly Offer[], { exact, preference, bridgeChoice }: QuoteInput): Offer[] {
  const { only } = bridgeChoice
  const ofNamed = offers.filter((offer) => offer.kind === 'bridged' && offer.bridge.provider === only)
  const cheaper = (a: Offer, b: Offer): number =>
    exact === 'in' ? compare(b.outMin, a.outMin) : compare(a.spend, b.spend)
  const faster = (a: Offer, b: Offer): number => crossingS(a) - crossingS(b) || cheaper(a, b)
  return (ofNamed.length > 0 ? ofNamed : offers).toSorted(preference === 'FASTEST' ? faster : cheaper)
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

/** The best offer whose pools agree with the oracle; when none does, throws what is wrong with the best. */
async function firstOfferNearOracle(input: QuoteInput, offers: readonly Offer[], world: World): Promise<Offer> {
  const faults: unknown[] = []
  for (const offer of offers) {
    try {
      await guardDeviation(input, offer, world)
      return offer
    } catch (error) {
      faults.push(error)
    }
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
