import { lessFraction } from '../../intents/money.ts'
import type { Address } from '../../interface/fields.ts'
import type { BridgeProvider, Deadline, LegQuote, Provider, SwapLeg } from '../../providers/provider.ts'
import { ProviderRefusal } from '../../providers/provider.ts'
import type { ProviderChoice, QuoteInput } from './parseQuoteRequest.ts'

/** One way to reach the outcome, priced leg by leg. Amounts are base units of the token of their place. */
export type Offer = {
  /** Swap on the origin chain; its input is `spend`. */
  originSwap?: LegQuote
  bridge?: LegQuote & { tokenIn: Address; tokenOut: Address }
  destinationSwap?: LegQuote
  /** Goes into the route on the origin chain: the deposit less our fees. */
  spend: bigint
  /** Least that a swap on the origin chain must bring: for a bridge, what it is handed. */
  originSwapMin?: bigint
  /** Expected and least at the recipient. */
  out: bigint
  outMin: bigint
  durationS: number
}

export type Refusal = { provider: string; reason: string; detail: string; nearest?: bigint }
export type Offers = { offers: Offer[]; refusals: Refusal[] }

/** Quotes a swap over everything that the allowed providers have. */
export type QuoteSwap = (leg: SwapLeg, allow: ReadonlySet<string> | undefined, deadline: Deadline) => Promise<LegQuote>

type Search = {
  /** For people, in refusals. */
  symbolOf(chainId: number, token: Address): string
  input: QuoteInput
  /** Exact in: what the route may spend. Exact out: what must arrive. */
  amount: bigint
  slippage: (hasSwap: boolean) => number
  providers: readonly Provider[]
  quoteSwap: QuoteSwap
  deadline: Deadline
}

/** All ways that work, and why the others do not. */
export async function findOffers(search: Search): Promise<Offers> {
  const refusals: Refusal[] = []
  const offers: Offer[] = []
  const routes = search.input.isSameChain ? [sameChain(search)] : bridged(search)
  if (routes.length === 0)
    refusals.push({
      provider: 'bridge',
      reason: 'notSupported',
      detail: 'no bridge carries a token between these chains',
    })
  const settled = await Promise.allSettled(routes.map((route) => route.offer))
  settled.forEach((result, i) => {
    if (result.status === 'fulfilled') offers.push(result.value)
    else refusals.push(refusalOf(routes[i]!.name, result.reason))
  })
  return { offers, refusals }
}

type Route = { name: string; offer: Promise<Offer> }

function refusalOf(provider: string, error: unknown): Refusal {
  if (!(error instanceof ProviderRefusal)) throw error
  return { provider, reason: error.reason, detail: error.message, nearest: error.nearest }
}

function sameChain(search: Search): Route {
  return { name: 'swap', offer: sameChainOffer(search) }
}

async function sameChainOffer(search: Search): Promise<Offer> {
  const { input, amount } = search
  if (input.isSameToken) return { spend: amount, out: amount, outMin: amount, durationS: 0 }
  const { chain, token } = input.origin
  const pair = { chainId: chain.id, tokenIn: token.address, tokenOut: input.destination.token.address }
  if (input.exact === 'in') {
    const swap = await trySwap(search, { ...pair, kind: 'swap', amount, exact: 'in' })
    const outMin = lessFraction(swap.amountOut, slippageOf(search, swap))
    return { originSwap: swap, spend: amount, originSwapMin: outMin, out: swap.amountOut, outMin, durationS: 0 }
  }
  const swap = await swapForAtLeast(search, pair, amount)
  return {
    originSwap: swap,
    spend: swap.amountIn,
    originSwapMin: amount,
    out: swap.amountOut,
    outMin: amount,
    durationS: 0,
  }
}

/** One route for each bridge and each token pair it carries. */
function bridged(search: Search): Route[] {
  const { input, providers } = search
  const routes: Route[] = []
  const symbolOf = (token: Address) => search.symbolOf(input.origin.chain.id, token)
  for (const provider of providers) {
    if (!isBridge(provider) || !mayUse(input.bridgeChoice, provider.name)) continue
    if (input.preference === 'TRUSTLESS' && !provider.trustless) continue
    for (const pair of provider.pairs(input.origin.chain.id, input.destination.chain.id)) {
      const offer = input.exact === 'in' ? bridgedIn(search, provider, pair) : bridgedOut(search, provider, pair)
      routes.push({ name: `${provider.name} over ${symbolOf(pair.tokenIn)}`, offer })
    }
  }
  return routes
}

type Pair = { tokenIn: Address; tokenOut: Address }

const bridgeLeg = ({ input }: Search, pair: Pair) => ({
  kind: 'bridge' as const,
  chainId: input.origin.chain.id,
  destinationChainId: input.destination.chain.id,
  ...pair,
})

async function bridgedIn(search: Search, provider: BridgeProvider, pair: Pair): Promise<Offer> {
  const { input, amount, deadline } = search
  const origin = { chainId: input.origin.chain.id, tokenIn: input.origin.token.address, tokenOut: pair.tokenIn }
  const originSwap = same(origin.tokenIn, origin.tokenOut)
    ? undefined
    : await trySwap(search, { ...origin, kind: 'swap', amount, exact: 'in' })
  // The bridge is handed what the swap guarantees: its amount stands in the call data that the address commits to.
  const handed = originSwap ? lessFraction(originSwap.amountOut, slippageOf(search, originSwap)) : amount
  const bridge = await provider.quote({ ...bridgeLeg(search, pair), amount: handed, exact: 'in' }, deadline)
  const destination = {
    chainId: input.destination.chain.id,
    tokenIn: pair.tokenOut,
    tokenOut: input.destination.token.address,
  }
  const destinationSwap = same(destination.tokenIn, destination.tokenOut)
    ? undefined
    : await trySwap(search, { ...destination, kind: 'swap', amount: bridge.amountOut, exact: 'in' })
  const out = destinationSwap?.amountOut ?? bridge.amountOut
  return {
    originSwap,
    bridge: { ...bridge, ...pair },
    destinationSwap,
    spend: amount,
    originSwapMin: originSwap && handed,
    out,
    outMin: destinationSwap ? lessFraction(out, slippageOf(search, destinationSwap)) : out,
    durationS: bridge.durationS,
  }
}

async function bridgedOut(search: Search, provider: BridgeProvider, pair: Pair): Promise<Offer> {
  const { input, amount, deadline } = search
  const destination = {
    chainId: input.destination.chain.id,
    tokenIn: pair.tokenOut,
    tokenOut: input.destination.token.address,
  }
  const destinationSwap = same(destination.tokenIn, destination.tokenOut)
    ? undefined
    : await swapForAtLeast(search, destination, amount)
  const arriving = destinationSwap?.amountIn ?? amount
  const bridge = await provider.quote({ ...bridgeLeg(search, pair), amount: arriving, exact: 'out' }, deadline)
  const origin = { chainId: input.origin.chain.id, tokenIn: input.origin.token.address, tokenOut: pair.tokenIn }
  const originSwap = same(origin.tokenIn, origin.tokenOut)
    ? undefined
    : await swapForAtLeast(search, origin, bridge.amountIn)
  return {
    originSwap,
    bridge: { ...bridge, ...pair },
    destinationSwap,
    spend: originSwap?.amountIn ?? bridge.amountIn,
    originSwapMin: originSwap && bridge.amountIn,
    out: destinationSwap?.amountOut ?? bridge.amountOut,
    outMin: amount,
    durationS: bridge.durationS,
  }
}

/** An exact-in swap whose input is large enough to bring `least` even after slippage. */
async function swapForAtLeast(search: Search, pair: { chainId: number } & Pair, least: bigint): Promise<LegQuote> {
  const exact = await trySwap(search, { ...pair, kind: 'swap', amount: least, exact: 'out' })
  const slippage = slippageOf(search, exact)
  if (slippage === 0) return exact
  const scale = 1_000_000_000n
  const padded = (least * scale) / (scale - BigInt(Math.ceil(slippage * Number(scale)))) + 1n
  return trySwap(search, { ...pair, kind: 'swap', amount: padded, exact: 'out' })
}

/** Wrapping is one to one and cannot slip. */
const slippageOf = (search: Search, swap: LegQuote): number => (swap.provider === 'WETH' ? 0 : search.slippage(true))

async function trySwap(search: Search, leg: SwapLeg): Promise<LegQuote> {
  const { only, fallback } = search.input.swapChoice
  if (!only) return search.quoteSwap(leg, undefined, search.deadline)
  try {
    // Wrapping is part of any swap that begins or ends with the native token.
    return await search.quoteSwap(leg, new Set([only, 'WETH']), search.deadline)
  } catch (error) {
    if (!fallback || !(error instanceof ProviderRefusal)) throw error
    return search.quoteSwap(leg, undefined, search.deadline)
  }
}

const isBridge = (provider: Provider): provider is BridgeProvider => provider.kind === 'bridge'
const mayUse = ({ only, fallback }: ProviderChoice, name: string): boolean => !only || fallback || only === name
const same = (a: Address, b: Address): boolean => a.toLowerCase() === b.toLowerCase()

/** The offers, best first for the caller's preference; a named bridge goes before any other. Pure. */
export function rankOffers(offers: readonly Offer[], input: QuoteInput): Offer[] {
  const preferred = offers.filter((offer) => offer.bridge?.provider === input.bridgeChoice.only)
  const pool = input.bridgeChoice.only && preferred.length > 0 ? preferred : offers
  const cheaper = (a: Offer, b: Offer): number =>
    input.exact === 'in' ? compare(b.outMin, a.outMin) : compare(a.spend, b.spend)
  const faster = (a: Offer, b: Offer): number => a.durationS - b.durationS || cheaper(a, b)
  return pool.toSorted(input.preference === 'FASTEST' ? faster : cheaper)
}

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
