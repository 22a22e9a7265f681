import type { QuoteCaches } from '../engine/quote/quoteCaches.ts'
import type { QuoteWorld } from '../engine/quote/quoteContext.ts'
import { quoteIntent } from '../engine/quote/quoteIntent.ts'
import { convertUp } from '../intents/money.ts'
import { checkRequest, checkResponse } from '../interface/check.ts'
import { printJson } from '../interface/json.ts'
import { nativeToken } from '../interface/limits.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'
import type { Store } from '../stores/store.ts'

export type WarmUpOptions = {
  world: QuoteWorld
  /** The engine's own caches, so that it keeps the token facts read here. */
  caches: QuoteCaches
  /** No quote starts after this, except the first `quotesMin`. A quote under way completes. */
  forMs: number
}

/** Dollars of each quote: small enough for a thin pool, large enough for a crossing's fees. */
const worthUsd = 250n
/** By then the JIT is warm. With fast nodes this ends the warm-up before its time is over. */
const quotesMax = 60
/** One on each of three chains and one per ordered pair. On a slow machine they may take `patience` times `forMs`. */
const quotesMin = 9
const patience = 4

/**
 * Makes quotes and keeps none, so that the first caller's quote finds code compiled, connections open and
 * token facts read. Skips hosted aggregators, which count their calls. Ignores failures: callers will get them.
 */
export async function warmUp({ world, caches, forMs }: WarmUpOptions): Promise<void> {
  const { clock, observe } = world
  const startedAtMs = clock.monotonicMs()
  const endsAtMs = startedAtMs + forMs
  const dry: QuoteWorld = {
    ...world,
    providers: world.providers.filter((provider) => provider.kind !== 'swap' || !provider.isHosted),
    store: keepsNoQuote(world.store),
  }
  const corridors = corridorsOf(world)
  let made = 0
  const makeThem = async () => {
    for (let i = 0; i < quotesMax && corridors.length > 0; i++) {
      if (i >= quotesMin && clock.monotonicMs() >= endsAtMs) return
      const corridor = corridors[i % corridors.length]!
      const isQuoted = await quoteOnce(corridor, i, dry, caches).catch(() => false)
      if (isQuoted) made++
    }
  }
  const enough = new AbortController()
  await Promise.race([makeThem(), clock.sleep(patience * forMs, enough.signal)])
  enough.abort()
  observe.warmedUp({ quotes: made, tookMs: Math.round(clock.monotonicMs() - startedAtMs) })
}

type Corridor = { origin: TokenInfo; destination: TokenInfo; exact: 'in' | 'out' }

/**
 * First token to native on every chain and between every two chains, then first token to first token between every two:
 * an unmeasured shape of batch is planned twice. First all by input amount, then all by output, which is rarer.
 */
function corridorsOf({ chains, tokens }: QuoteWorld): Corridor[] {
  const ends = [...chains.keys()].flatMap((chainId) => {
    const listed = tokens.listed(chainId)
    const origin = listed.find(({ address }) => address !== nativeToken)
    const destination = listed.find(({ address }) => address === nativeToken)
    return origin && destination ? [{ origin, destination }] : []
  })
  const pairs = ends.flatMap((from) => ends.filter((to) => to !== from).map((to) => ({ from, to })))
  const across = pairs.map(({ from, to }) => ({ origin: from.origin, destination: to.destination }))
  const bridged = pairs.map(({ from, to }) => ({ origin: from.origin, destination: to.origin }))
  const all = [...ends, ...across, ...bridged]
  return (['in', 'out'] as const).flatMap((exact) => all.map((corridor) => ({ ...corridor, exact })))
}

/** Checks and prints the answer as the server does. `i` varies the amount. */
async function quoteOnce(
  { origin, destination, exact }: Corridor,
  i: number,
  world: QuoteWorld,
  caches: QuoteCaches,
): Promise<boolean> {
  const named = exact === 'in' ? origin : destination
  const price = await world.prices.price(named.chainId, named.address)
  if (!price) return false
  const dollar = { decimals: 0, priceUsd: 1 }
  const amount = convertUp(worthUsd, dollar, { decimals: named.decimals, priceUsd: price.usd }) + BigInt(i)
  const request = checkRequest('QuoteIntent', {
    ownerAddress: world.settings.feeCollector,
    originChainId: origin.chainId,
    originTokenAddress: origin.address,
    destinationChainId: destination.chainId,
    destinationTokenAddress: destination.address,
    ...(exact === 'in' ? { originTokenAmount: amount } : { destinationTokenAmount: amount }),
  })
  const answer = await quoteIntent(request, { projectId: noProject }, world, caches)
  printJson(checkResponse('QuoteIntent', answer))
  return true
}

/** No project has this id. */
const noProject = 0

/** The same store without writes of new quotes. */
function keepsNoQuote(store: Store): Store {
  const insertQuote: Store['intents']['insertQuote'] = async ({ build, legs, nowMs, ...quote }) => ({
    ...quote,
    id: 0,
    step: 'quoted',
    intent: build(0),
    progress: {},
    legs: legs.map((leg) => ({ ...leg, id: 0, createdAtMs: nowMs, updatedAtMs: nowMs })),
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  })
  return { ...store, intents: { ...store.intents, insertQuote } }
}
