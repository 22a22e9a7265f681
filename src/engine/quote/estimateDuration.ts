import { type ChainDefinition, expectedFinalityS } from '../../chains/chainDefinition.ts'
import { usdOf } from '../../intents/money.ts'
import type { World } from '../world.ts'
import { crossingS, legsOf, type Offer, partsOf } from './offer.ts'
import { type QuoteCaches, remember } from './quoteCaches.ts'
import type { QuoteContext } from './quoteContext.ts'

/** Seconds from the start of an intent to the payment of its recipient. Nine of ten stay within `p90S`; absent until there are enough. */
export type Duration = { medianS: number; p90S?: number }
export type TimedOffer = Offer & { takes: Duration }

/** What signing, sending and noticing a block add to each transaction of ours. */
const ownS = 0.25

/** What was measured counts up to so many times what the definitions say: callers who pay their own intents late must not make a route look slow to others. */
const measuredTimesMax = 3

/** How long an offer takes: as the latest intents over the same route did, or, before there are enough, by the table of the definitions. */
export async function estimateDuration(
  offer: Offer,
  context: QuoteContext,
  world: World,
  { durations }: QuoteCaches,
): Promise<Duration> {
  const { origin, destination } = context.input
  const ends = { originChainId: origin.chain.id, destinationChainId: destination.chain.id }
  const providers = legsOf(offer)
    .flatMap(partsOf)
    .map(({ provider }) => provider)
  const key = [ends.originChainId, ends.destinationChainId, ...providers].join(':')
  const measured = await remember(durations, key, () => world.store.intents.durations({ ...ends, providers }))
  const firstS = firstEstimateS(offer, context, world)
  if (!measured) return { medianS: firstS }
  const bounded = (seconds: number) => Math.min(seconds, measuredTimesMax * firstS)
  return { medianS: bounded(measured.medianS), p90S: bounded(measured.p90S) }
}

/**
 * A deposit waits half a block on average to be mined, and each of our transactions needs a block: the origin batch, where we bring the
 * bridge's message that one, and the destination batch. Large intents wait at every transaction until it is final.
 */
function firstEstimateS(offer: Offer, { input, market }: QuoteContext, { settings }: World): number {
  const { originToken } = market
  const valueUsd = usdOf(offer.spend, originToken.decimals, originToken.priceUsd)
  const waits = valueUsd >= settings.actOnMinedBelowUsd
  const finalS = (definition: ChainDefinition) => (waits ? expectedFinalityS(definition, valueUsd) : 0)
  const blockS = ({ blockTimeMs }: ChainDefinition) => blockTimeMs / 1_000 + ownS
  const [origin, destination] = [input.origin.chain.definition, input.destination.chain.definition]
  const originS = blockS(origin) / 2 + finalS(origin) + blockS(origin)
  if (offer.kind !== 'bridged') return originS
  const message = offer.bridge.deliveryGas === undefined ? 0 : blockS(destination)
  return originS + finalS(origin) + crossingS(offer) + message + finalS(destination) + blockS(destination)
}
