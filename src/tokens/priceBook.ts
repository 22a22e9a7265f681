import type { CallCost } from '../host/callCost.ts'
import type { Clock } from '../host/clock.ts'
import type { Address } from '../interface/fields.ts'
import type { Price, PriceSource } from './priceSource.ts'

export type PriceBookOptions = {
  /** In order of preference: the first one with a price decides. */
  sources: readonly PriceSource[]
  clock: Clock
  /** Cache time: one quote reads the same prices several times, and blocks are about this far apart. */
  keptMs?: number
  pricesMax?: number
}

/** One price per token: from the first source that has one, cached for `keptMs`; concurrent callers share one read. */
export function createPriceBook({ sources, clock, keptMs = 2_000, pricesMax = 10_000 }: PriceBookOptions): PriceSource {
  const kept = new Map<string, { untilMs: number; price: Promise<Price | undefined> }>()

  const price = (chainId: number, token: Address, cost?: CallCost): Promise<Price | undefined> => {
    const key = `${chainId}:${token.toLowerCase()}`
    const known = kept.get(key)
    if (known && known.untilMs > clock.nowMs()) return known.price
    const fresh = firstPrice(sources, chainId, token, cost)
    kept.delete(key)
    if (kept.size >= pricesMax) kept.delete(kept.keys().next().value!)
    kept.set(key, { untilMs: clock.nowMs() + keptMs, price: fresh })
    // The caller has the rejection too; here it only empties the cache, so that the next caller reads again.
    fresh.catch(() => kept.delete(key))
    return fresh
  }
  return {
    price,
    prices: (tokens, cost) => Promise.all(tokens.map(({ chainId, token }) => price(chainId, token, cost))),
  }
}

/** Skips a source that fails. Without a price, throws its error: "no price" would be cached as a fact. */
async function firstPrice(
  sources: readonly PriceSource[],
  chainId: number,
  token: Address,
  cost?: CallCost,
): Promise<Price | undefined> {
  let failure: { error: unknown } | undefined
  for (const source of sources) {
    try {
      const found = await source.price(chainId, token, cost)
      if (found) return found
    } catch (error) {
      failure ??= { error }
    }
  }
  if (failure) throw failure.error
  return undefined
}
