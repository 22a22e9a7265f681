import { chooseSlippage } from '../../intents/chooseSlippage.ts'
import type { PricedToken } from '../../intents/fees.ts'
import type { Market } from './market.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteCaches } from './quoteCaches.ts'

/** Prices older than this say nothing about how much a token moves now. */
const moveWindowMs = 10 * 60_000
const samplesMax = 64

/** The caller's slippage, or one that follows from the tokens, the hops and how much recent quotes saw the prices move. */
export function slippageFor(input: QuoteInput, market: Market, { prices }: QuoteCaches, nowMs: number): number {
  // Sampled also when the caller chooses: the next quote of the pair learns from it.
  const moves = [
    recentMove(prices, input.origin.chain.id, market.originToken, nowMs),
    recentMove(prices, input.destination.chain.id, market.destinationToken, nowMs),
  ]
  if (input.slippage !== undefined) return input.slippage
  const isStablePair = isStable(market.originToken) && isStable(market.destinationToken)
  return chooseSlippage({ isStablePair, hops: input.isSameChain ? 1 : 2, recentMove: Math.max(...moves) })
}

const isStable = ({ priceUsd }: PricedToken): boolean => Math.abs(priceUsd - 1) < 0.02

/** Adds the price to the samples of its token and tells the largest relative move among those of the window. */
function recentMove(
  samples: QuoteCaches['prices'],
  chainId: number,
  { address, priceUsd }: PricedToken,
  nowMs: number,
): number {
  const key = `${chainId}:${address}`
  const seen = (samples.get(key) ?? []).filter(({ atMs }) => nowMs - atMs < moveWindowMs).slice(-samplesMax + 1)
  seen.push({ atMs: nowMs, priceUsd })
  samples.set(key, seen)
  const prices = seen.map((sample) => sample.priceUsd)
  return (Math.max(...prices) - Math.min(...prices)) / priceUsd
}
