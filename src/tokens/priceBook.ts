import type { Clock } from '../host/clock.ts'
import type { Address } from '../interface/fields.ts'
import type { Price, PriceSource } from './priceSource.ts'

export type PriceBookOptions = {
  /** In the order in which they are believed. */
  sources: readonly PriceSource[]
  clock: Clock
  /** A quote asks for the same prices several times; blocks are not much closer together. */
  keptMs?: number
  pricesMax?: number
}

/** One price for a token: from the first source that has one, kept for a moment, asked for once however many want it. */
export function createPriceBook({ sources, clock, keptMs = 2_000, pricesMax = 10_000 }: PriceBookOptions): PriceSource {
  const kept = new Map<string, { untilMs: number; price: Promise<Price | undefined> }>()

  const price = (chainId: number, token: Address): Promise<Price | undefined> => {
    const key = `${chainId}:${token.toLowerCase()}`
    const known = kept.get(key)
    if (known && known.untilMs > clock.nowMs()) return known.price
    const fresh = firstPrice(sources, chainId, token)
    kept.delete(key)
    if (kept.size >= pricesMax) kept.delete(kept.keys().next().value!)
    kept.set(key, { untilMs: clock.nowMs() + keptMs, price: fresh })
    fresh.catch(() => kept.delete(key))
    return fresh
  }
  return { price, prices: (tokens) => Promise.all(tokens.map(({ chainId, token }) => price(chainId, token))) }
}

/** A source that fails is passed over; if none then has a price, its failure is the answer, because nothing was learnt. */
async function firstPrice(
  sources: readonly PriceSource[],
  chainId: number,
  token: Address,
): Promise<Price | undefined> {
  let failure: { error: unknown } | undefined
  for (const source of sources) {
    try {
      const found = await source.price(chainId, token)
      if (found) return found
    } catch (error) {
      failure ??= { error }
    }
  }
  if (failure) throw failure.error
  return undefined
}
