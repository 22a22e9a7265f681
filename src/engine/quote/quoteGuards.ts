import { shortfallPercent, usdOf } from '../../intents/money.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import type { Quote } from '../../interface/quoteShapes.ts'
import type { LegQuote } from '../../providers/provider.ts'
import type { EngineSettings, World } from '../world.ts'
import type { Offer, Refusal } from './findOffers.ts'
import type { Market } from './market.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'

const words: Record<string, string> = {
  tooSmall: 'too small',
  tooLarge: 'too large',
  noLiquidity: 'no liquidity',
  notSupported: 'not supported',
  timedOut: 'timed out',
  failed: 'failed',
  outOfService: 'out of service',
}

/** No route: why, provider by provider. */
export function noOffer(input: QuoteInput, refusals: readonly Refusal[]): ServiceError {
  const why = refusals.map(({ provider, reason, detail, nearest }) => {
    const near = nearest === undefined ? '' : ` (nearest amount that works: ${nearest})`
    return `${provider}: ${words[reason] ?? reason}, ${detail}${near}`
  })
  const from = `${input.origin.token.symbol} on ${input.origin.chain.definition.name}`
  const to = `${input.destination.token.symbol} on ${input.destination.chain.definition.name}`
  // Where nobody refused and everybody broke down, it is not the market's fault.
  const broken = refusals.length > 0 && refusals.every(({ reason }) => reason === 'failed')
  return new ServiceError(
    broken ? 'WebrpcEndpoint' : 'Unavailable',
    `no route from ${from} to ${to}. ${why.join('; ') || 'no provider serves this pair'}`,
  )
}

/** The fees alone would eat the amount. Twice their size is the least that makes sense. */
export function tooSmall(input: QuoteInput, feeTotal: bigint): ServiceError {
  const { symbol } = input.origin.token
  return new ServiceError(
    'Unavailable',
    `originTokenAmount: ${input.amount} does not cover the fees of ${feeTotal} base units of ${symbol}; about ${feeTotal * 2n} is the least that works`,
  )
}

/** Refuses a quote that costs too much of the amount, and names the nearest amount that does not. */
export async function guardPriceImpact(
  input: QuoteInput,
  quote: Quote,
  market: Market,
  { priceImpactMaxPercent }: EngineSettings,
  offersFor: (amount: bigint) => Promise<Offer[]>,
): Promise<void> {
  if (quote.priceImpact <= priceImpactMaxPercent) return
  const { priceImpactDetails: parts } = quote
  const percent = (value: number) => `${value.toFixed(2)} %`
  const numbers = `${percent(quote.priceImpact)} net (market ${percent(parts.marketPriceImpact.priceImpact)}, providers ${percent(parts.providerFeesPriceImpact.priceImpact)}, service and gas ${percent(parts.svcFeesPriceImpact.priceImpact)}) is above the limit of ${percent(priceImpactMaxPercent)}`
  throw new ServiceError(
    'HighPriceImpact',
    `${numbers}; ${await remedy(input, quote, market, priceImpactMaxPercent, offersFor)}`,
  )
}

async function remedy(
  input: QuoteInput,
  quote: Quote,
  market: Market,
  maxPercent: number,
  offersFor: (amount: bigint) => Promise<Offer[]>,
): Promise<string> {
  const { svcFeesPriceImpact: fees, executionPriceImpact: execution } = quote.priceImpactDetails
  if (fees.priceImpactUsd > execution.priceImpactUsd) {
    // Fees are mostly fixed, so their share falls as the amount grows.
    const factor = BigInt(Math.ceil((fees.priceImpact / maxPercent) * 110))
    return `about ${(input.amount * factor) / 100n} is the least that works`
  }
  const nearest = await nearestAmount(input, market, maxPercent, offersFor)
  return nearest ? `about ${nearest} is the most that works now` : 'no smaller amount works now either'
}

const halvingsMax = 24
const refinements = 6

/** The largest amount whose execution stays within the limit: halved until one works, then grown back between the two. */
async function nearestAmount(
  input: QuoteInput,
  market: Market,
  maxPercent: number,
  offersFor: (amount: bigint) => Promise<Offer[]>,
): Promise<bigint | undefined> {
  const works = async (amount: bigint): Promise<boolean> => {
    const offers = await offersFor(amount)
    return offers.some(({ spend, out }) => {
      const paidUsd = usdOf(spend, market.originToken.decimals, market.originToken.priceUsd)
      const gotUsd = usdOf(out, market.destinationToken.decimals, market.destinationToken.priceUsd)
      return shortfallPercent(paidUsd, gotUsd) <= maxPercent * 0.95
    })
  }
  let low = input.amount / 2n
  let high = input.amount
  for (let i = 0; i < halvingsMax && low > 0n && !(await works(low)); i++) {
    high = low
    low /= 2n
  }
  if (low === 0n || !(await works(low))) return undefined
  for (let i = 0; i < refinements; i++) {
    const middle = (low + high) / 2n
    if (await works(middle)) low = middle
    else high = middle
  }
  return low
}

/** The best offer whose pools agree with the oracle; when none does, what is wrong with the best. */
export async function firstOfferNearOracle(input: QuoteInput, offers: readonly Offer[], world: World): Promise<Offer> {
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

/** A pool whose price stands far from the oracle's is being moved, or is about to be: no quote rests on it. */
async function guardDeviation(input: QuoteInput, offer: Offer, world: World): Promise<void> {
  const bridgeIn = offer.bridge?.tokenIn ?? input.destination.token.address
  const bridgeOut = offer.bridge?.tokenOut ?? input.origin.token.address
  await Promise.all([
    offer.originSwap && checkSwap(offer.originSwap, input.origin.chain.id, input.origin.token.address, bridgeIn, world),
    offer.destinationSwap &&
      checkSwap(offer.destinationSwap, input.destination.chain.id, bridgeOut, input.destination.token.address, world),
  ])
}

async function checkSwap(
  swap: LegQuote,
  chainId: number,
  tokenIn: Address,
  tokenOut: Address,
  world: World,
): Promise<void> {
  if (swap.amountOutAtSpot === undefined) return
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
