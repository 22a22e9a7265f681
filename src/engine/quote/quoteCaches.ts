import { LRUCache } from 'lru-cache'
import { chooseSlippage } from '../../intents/chooseSlippage.ts'
import { convertUp } from '../../intents/money.ts'
import type { Offer, QuoteSwap } from './findOffers.ts'
import type { Market } from './market.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'

type Gas = { origin: bigint; destination: bigint }

/** What quotes learn from one another: the gas of batches, how much prices move, which tokens take permits. */
export type QuoteCaches = {
  quoteSwap: QuoteSwap
  gasAssumed(input: QuoteInput): Gas
  gasMeasured(input: QuoteInput, gas: Gas): void
  slippageFor(input: QuoteInput, market: Market, nowMs: number): number
  providerFee(input: QuoteInput, offer: Offer, market: Market): { name: string; fee: bigint }
  permits: LRUCache<string, Promise<boolean>>
  /** What is wrong with a token's transfers, if anything. */
  honest: LRUCache<string, Promise<string | undefined>>
}

const rememberedMax = 10_000
/** Before anything was measured: a deploy with two swaps and a bridge fits. The first quote of a shape corrects it. */
const firstGuess: Gas = { origin: 450_000n, destination: 350_000n }
const moveWindowMs = 10 * 60_000
const samplesMax = 64
/** A token may change its ways. */
const honestForMs = 10 * 60_000

export function createQuoteCaches(quoteSwap: QuoteSwap): QuoteCaches {
  const gas = new LRUCache<string, Gas>({ max: rememberedMax })
  const samples = new LRUCache<string, { atMs: number; priceUsd: number }[]>({ max: rememberedMax })

  /** Largest relative move of a token's price within the window, of what quotes have seen. */
  const recentMove = (key: string, priceUsd: number, nowMs: number): number => {
    const seen = (samples.get(key) ?? []).filter(({ atMs }) => nowMs - atMs < moveWindowMs).slice(-samplesMax + 1)
    seen.push({ atMs: nowMs, priceUsd })
    samples.set(key, seen)
    const prices = seen.map((sample) => sample.priceUsd)
    return (Math.max(...prices) - Math.min(...prices)) / priceUsd
  }

  return {
    quoteSwap,
    permits: new LRUCache({ max: rememberedMax }),
    honest: new LRUCache({ max: rememberedMax, ttl: honestForMs }),
    gasAssumed: (input) => gas.get(shapeOf(input)) ?? firstGuess,
    gasMeasured: (input, measured) => gas.set(shapeOf(input), measured),
    slippageFor(input, market, nowMs) {
      const moves = [
        recentMove(`${input.origin.chain.id}:${market.originToken.address}`, market.originToken.priceUsd, nowMs),
        recentMove(
          `${input.destination.chain.id}:${market.destinationToken.address}`,
          market.destinationToken.priceUsd,
          nowMs,
        ),
      ]
      if (input.slippage !== undefined) return input.slippage
      const isStablePair = isStable(market.originToken.priceUsd) && isStable(market.destinationToken.priceUsd)
      return chooseSlippage({ isStablePair, hops: input.isSameChain ? 1 : 2, recentMove: Math.max(...moves) })
    },
    providerFee: (input, offer, market) => ({ name: nameOf(offer), fee: providerFeeOf(input, offer, market) }),
  }
}

const isStable = (priceUsd: number): boolean => Math.abs(priceUsd - 1) < 0.02

/** Batches of the same tokens and target take about the same gas. */
function shapeOf({ origin, destination, exact, target }: QuoteInput): string {
  return [
    origin.chain.id,
    origin.token.address,
    destination.chain.id,
    destination.token.address,
    exact,
    target?.to,
    target?.data.slice(0, 10),
  ].join(':')
}

const nameOf = ({ originSwap, bridge, destinationSwap }: Offer): string =>
  (bridge ?? originSwap ?? destinationSwap)?.provider ?? 'AUTO'

/** What pools and bridges keep, in base units of the origin token. */
function providerFeeOf(input: QuoteInput, { originSwap, bridge, destinationSwap }: Offer, market: Market): bigint {
  let fee = originSwap?.feeIn ?? 0n
  // Further legs keep their fee in other tokens; a leg's fee is that share of what went into it, and so of what was spent.
  const share = (leg: { feeIn: bigint; amountIn: bigint } | undefined, spend: bigint): bigint =>
    leg && leg.amountIn > 0n ? (spend * leg.feeIn) / leg.amountIn : 0n
  const spend = originSwap?.amountIn ?? bridge?.amountIn ?? 0n
  fee += share(bridge, spend) + share(destinationSwap, spend)
  return input.isSameToken ? convertUp(fee, market.originToken, market.originToken) : fee
}
