import { decodeFunctionResult, parseAbi } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { type CallCost, onAccount } from '../host/callCost.ts'
import type { Clock } from '../host/clock.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { readRound } from './feedRound.ts'
import type { Price, PriceSource } from './priceSource.ts'
import { createSequencerWatch } from './sequencerWatch.ts'

const feedAbi = parseAbi(['function decimals() view returns (uint8)'])
/** Cache time of a price: one quote reads the same prices several times. */
const keptMs = 2_000
/**
 * A price is stale once it is older than the feed's heartbeat plus a tenth of it, or plus 5 minutes if that is more: an
 * update may be on its way. A tenth of the 27 s of Polygon's feeds would be less than one congested block.
 */
const lateShare = 0.1
const lateSMin = 300
export const maxAgeS = (heartbeatS: number): number => heartbeatS + Math.max(heartbeatS * lateShare, lateSMin)

/** Dollar prices from AggregatorV3 feeds. A stale feed, or one that answers nonsense, gives no price. */
export function createOraclePrices({
  chains,
  clock,
}: {
  chains: ReadonlyMap<number, Chain>
  clock: Clock
}): PriceSource {
  const kept = new Map<string, { untilMs: number; price: Promise<Price | undefined> }>()
  const decimalsOf = new Map<string, Promise<number>>()
  const believedSinceS = createSequencerWatch(clock)

  function price(chainId: number, token: Address, cost?: CallCost): Promise<Price | undefined> {
    const chain = onAccount(chains.get(chainId), cost)
    const feed = chain && feedOf(chain, token)
    if (!chain || !feed) return Promise.resolve(undefined)
    const key = `${chainId}:${feed.feed}`
    const known = kept.get(key)
    if (known && known.untilMs > clock.nowMs()) return known.price
    const fresh = readFeed(chain, feed)
    kept.set(key, { untilMs: clock.nowMs() + keptMs, price: fresh })
    // The caller has the rejection too; here it only empties the cache, so that the next caller reads again.
    fresh.catch(() => kept.delete(key))
    return fresh
  }

  async function readFeed(chain: Chain, { feed, heartbeatS }: Feed): Promise<Price | undefined> {
    const key = `${chain.id}:${feed}`
    const decimals = decimalsOf.get(key) ?? readDecimals(chain, feed)
    decimalsOf.set(key, decimals)
    decimals.catch(() => decimalsOf.delete(key))
    const [scale, round, head, sinceS] = await Promise.all([
      decimals,
      readRound(chain, feed),
      chain.head(),
      believedSinceS(chain),
    ])
    if (!round || round.answer <= 0n || sinceS === undefined || round.updatedAtS < sinceS) return undefined
    // Age by the later of the chain's clock and ours: on a chain that has stopped, its own stands still.
    const ageS = Math.max(head.timestampS, clock.nowMs() / 1_000) - round.updatedAtS
    if (ageS > maxAgeS(heartbeatS)) return undefined
    return { usd: Number(round.answer) / 10 ** scale, observedAtMs: round.updatedAtS * 1_000, source: 'oracle' }
  }

  return {
    price,
    prices: (tokens, cost) => Promise.all(tokens.map(({ chainId, token }) => price(chainId, token, cost))),
  }
}

type Feed = Chain['definition']['feeds'][number]

/** Wrapped native token uses the native token's feed: it is redeemable one for one. */
export function feedOf({ definition }: Chain, token: Address): Feed | undefined {
  const same = (a: Address, b: Address): boolean => a.toLowerCase() === b.toLowerCase()
  const direct = definition.feeds.find((feed) => same(feed.token, token))
  if (direct) return direct
  return same(token, definition.wrappedNative)
    ? definition.feeds.find((feed) => same(feed.token, nativeToken))
    : undefined
}

async function readDecimals(chain: Chain, feed: Address): Promise<number> {
  const outcome = await chain.read({ to: feed, data: encodeCall({ abi: feedAbi, functionName: 'decimals' }) })
  if (!outcome.ok) throw new Error(`feed ${feed} on chain ${chain.id} does not answer decimals()`)
  return decodeFunctionResult({ abi: feedAbi, functionName: 'decimals', data: outcome.data })
}
