import { sameAddress } from '../../evm/address.ts'
import { lessFraction, moreByFraction } from '../../intents/money.ts'
import { sayAmount } from '../../intents/sayAmount.ts'
import type { OfferRefusal } from '../../interface/enums.ts'
import type { Address } from '../../interface/fields.ts'
import {
  type BridgeLeg,
  type BridgeProvider,
  type BridgeQuote,
  type Provider,
  ProviderRefusal,
  type SwapLeg,
  type SwapProvider,
  type SwapQuote,
} from '../../providers/provider.ts'
import { wrapProvider } from '../../routing/pool.ts'
import { overShareText } from '../books/reservations.ts'
import { isBridge } from '../configured.ts'
import type { BridgedOffer, Offer } from './offer.ts'
import type { ProviderChoice } from './parseQuoteRequest.ts'
import type { QuoteCaches } from './quoteCaches.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'
import { createSwapTrial } from './swapTrial.ts'

export type Refusal = { route: string; reason: OfferRefusal; detail: string; nearest?: bigint }
export type Offers = { offers: Offer[]; refusals: Refusal[] }

type Search = {
  amount: bigint
  context: QuoteContext
  world: QuoteWorld
  caches?: Pick<QuoteCaches, 'balanceSlots'>
  /** Swaps that were asked for: ways over several bridges of one token begin, or end, with the same one. */
  swaps: Map<string, Promise<SwapQuote>>
}
type BridgedSearch = Search & { route: string }
type Pair = { tokenIn: Address; tokenOut: Address }
type ChainPair = Pair & { chainId: number }

const swapRoute = 'swap'

/**
 * All ways that work, and why the others do not. `amount` is what the route may spend (exact in) or what must arrive (exact out). Without `caches`
 * nothing can be tried on the chain, and hosted aggregators, which are believed only then, are not asked.
 */
export async function findOffers(
  amount: bigint,
  context: QuoteContext,
  world: QuoteWorld,
  caches?: Pick<QuoteCaches, 'balanceSlots'>,
): Promise<Offers> {
  const { input } = context
  const search = { amount, context, world, caches, swaps: new Map<string, Promise<SwapQuote>>() }
  const routes = input.isSameChain ? sameChainRoutes(search) : bridgedRoutes(search)
  const found: Offers = { offers: [], refusals: [] }
  found.refusals.push(...excludedBridges(search))
  if (routes.length === 0 && found.refusals.length === 0) {
    const detail = 'no bridge carries a token between these chains'
    found.refusals.push({ route: 'bridge', reason: 'notSupported', detail })
  }
  const results = await Promise.allSettled(routes.map((route) => route.offer))
  for (const [i, result] of results.entries()) {
    if (result.status === 'fulfilled') found.offers.push(result.value)
    else found.refusals.push(refusalOf(routes[i]!.name, result.reason))
  }
  return found
}

function refusalOf(route: string, error: unknown): Refusal {
  if (!(error instanceof ProviderRefusal)) throw error
  return { route, reason: error.reason, detail: error.message, nearest: error.nearest }
}

/** The search over all pools, and each hosted aggregator apart: where one lies or fails, the next is left. */
function sameChainRoutes(search: Search): Route[] {
  const { world, caches } = search
  const { isSameToken, swapChoice } = search.context.input
  const asked = world.providers.filter(isHosted).filter(({ name }) => !swapChoice.only || swapChoice.only === name)
  if (isSameToken || !caches || asked.length === 0) return [{ name: swapRoute, offer: sameChainOffer(search) }]
  const apart = asked.map((provider) => ({
    name: provider.name,
    offer: hostedOffer(search, provider, caches.balanceSlots),
  }))
  const onlyHosted = swapChoice.only !== undefined && !swapChoice.fallback
  return onlyHosted ? apart : [{ name: swapRoute, offer: sameChainOffer(search) }, ...apart]
}

/** An aggregator's own way, for an exact input: it is tried on the chain before it is an offer. */
async function hostedOffer(
  { amount, context }: Search,
  provider: SwapProvider,
  balanceSlots: QuoteCaches['balanceSlots'],
): Promise<Offer> {
  const { input, slippage, contracts } = context
  const { chain, token } = input.origin
  const pair = { chainId: chain.id, tokenIn: token.address, tokenOut: input.destination.token.address }
  const trial = createSwapTrial({ ...pair, amount }, { chain, router: contracts.router, slippage, balanceSlots })
  const swap = await provider.quote({ ...pair, kind: 'swap', amount, exact: input.exact, trial }, context.deadline)
  return {
    kind: 'swap',
    route: provider.name,
    swap,
    spend: amount,
    out: swap.amountOut,
    outMin: leastOut(swap, context),
  }
}

const isHosted = (provider: Provider): provider is SwapProvider =>
  provider.kind === 'swap' && provider.isHosted === true

async function sameChainOffer(search: Search): Promise<Offer> {
  const { amount, context } = search
  const { input } = context
  if (input.isSameToken) return { kind: 'sameToken', route: 'as it is', spend: amount, out: amount, outMin: amount }
  const pair = {
    chainId: input.origin.chain.id,
    tokenIn: input.origin.token.address,
    tokenOut: input.destination.token.address,
  }
  if (input.exact === 'in') {
    const swap = await quoteSwap(search, { ...pair, kind: 'swap', amount, exact: 'in' })
    return { kind: 'swap', route: swapRoute, swap, spend: amount, out: swap.amountOut, outMin: leastOut(swap, context) }
  }
  const swap = await swapForAtLeast(search, pair, amount)
  return { kind: 'swap', route: swapRoute, swap, spend: swap.amountIn, out: swap.amountOut, outMin: amount }
}

type Route = { name: string; offer: Promise<Offer> }

/** One route for each bridge and each token pair it carries. */
function bridgedRoutes(search: Search): Route[] {
  const { context, world } = search
  const { origin, destination, bridgeChoice, preference, exact } = context.input
  const routes: Route[] = []
  for (const provider of world.providers) {
    if (provider.kind !== 'bridge' || !mayUse(bridgeChoice, provider.name)) continue
    if (preference === 'TRUSTLESS' && !provider.trustless) continue
    for (const pair of provider.pairs(origin.chain.id, destination.chain.id)) {
      const symbol = world.tokens.find(origin.chain.id, pair.tokenIn)?.symbol ?? pair.tokenIn
      const name = `${provider.name} over ${symbol}`
      const bridged = exact === 'in' ? bridgedIn : bridgedOut
      routes.push({ name, offer: bridged({ ...search, route: name }, provider, pair) })
    }
  }
  return routes
}

/** Bridges that serve the pair of chains and are left out for the sake of the preference. */
function excludedBridges({ context, world }: Search): Refusal[] {
  const { origin, destination, bridgeChoice, preference, isSameChain } = context.input
  if (isSameChain || preference !== 'TRUSTLESS') return []
  return world.providers
    .filter(isBridge)
    .filter(({ name, trustless }) => !trustless && mayUse(bridgeChoice, name))
    .filter((bridge) => bridge.pairs(origin.chain.id, destination.chain.id).length > 0)
    .map(({ name }) => ({
      route: name,
      reason: 'excluded',
      detail: 'options.preference TRUSTLESS leaves out a bridge that has to be trusted; another preference can use it',
    }))
}

/** The legs of a route over a bridge; a swap is left out where it would be from a token into itself. */
function legsAround({ context: { input } }: Search, pair: Pair) {
  const origin = { chainId: input.origin.chain.id, tokenIn: input.origin.token.address, tokenOut: pair.tokenIn }
  const destination = {
    chainId: input.destination.chain.id,
    tokenIn: pair.tokenOut,
    tokenOut: input.destination.token.address,
  }
  const bridge = { kind: 'bridge', chainId: origin.chainId, destinationChainId: destination.chainId, ...pair } as const
  return { origin: unlessSame(origin), bridge, destination: unlessSame(destination) }
}

const unlessSame = (pair: ChainPair): ChainPair | undefined =>
  sameAddress(pair.tokenIn, pair.tokenOut) ? undefined : pair

/** From the deposit forwards: each leg is quoted with what the leg before it brings. */
async function bridgedIn(search: BridgedSearch, provider: BridgeProvider, pair: Pair): Promise<BridgedOffer> {
  const { amount, context } = search
  const legs = legsAround(search, pair)
  const originSwap = legs.origin && (await quoteSwap(search, { ...legs.origin, kind: 'swap', amount, exact: 'in' }))
  // The bridge is given the swap's minimum, not its expected output: the amount is part of the call data that the address commits to,
  // so it must be there even after the worst accepted swap.
  const bridgedAmount = originSwap ? leastOut(originSwap, context) : amount
  const bridge = await quoteBridge(search, provider, { ...legs.bridge, amount: bridgedAmount, exact: 'in' })
  await requireUnreserved(search, provider, bridge)
  const destinationSwap =
    legs.destination &&
    (await quoteSwap(search, { ...legs.destination, kind: 'swap', amount: bridge.amountOut, exact: 'in' }))
  return {
    kind: 'bridged',
    route: search.route,
    originSwap,
    bridge,
    destinationSwap,
    spend: amount,
    out: destinationSwap?.amountOut ?? bridge.amountOut,
    outMin: destinationSwap ? leastOut(destinationSwap, context) : bridge.amountOut,
  }
}

/** From the delivery backwards: each leg is quoted for what the leg behind it needs. */
async function bridgedOut(search: BridgedSearch, provider: BridgeProvider, pair: Pair): Promise<BridgedOffer> {
  const { amount } = search
  const legs = legsAround(search, pair)
  const destinationSwap = legs.destination && (await swapForAtLeast(search, legs.destination, amount))
  const arriving = destinationSwap?.amountIn ?? amount
  const bridge = await quoteBridge(search, provider, { ...legs.bridge, amount: arriving, exact: 'out' })
  await requireUnreserved(search, provider, bridge)
  const originSwap = legs.origin && (await swapForAtLeast(search, legs.origin, bridge.amountIn))
  return {
    kind: 'bridged',
    route: search.route,
    originSwap,
    bridge,
    destinationSwap,
    spend: originSwap?.amountIn ?? bridge.amountIn,
    out: destinationSwap?.amountOut ?? bridge.amountOut,
    outMin: amount,
  }
}

/** Refuses what could not be committed: the fillers hold it, but other intents have set it aside. */
async function requireUnreserved(
  search: Search,
  provider: BridgeProvider,
  { amountOut, tokenOut, tokenOutOtherwise = tokenOut }: BridgeQuote,
): Promise<void> {
  const { context, world } = search
  const chainId = context.input.destination.chain.id
  const inventory = await provider.inventory?.(chainId, tokenOutOtherwise)
  if (inventory === undefined) return
  const { reserved } = world.store.intents
  const left = inventory - (await reserved(chainId, tokenOutOtherwise, context.nowMs))
  if (amountOut > left) throw new ProviderRefusal('noLiquidity', 'what its fillers hold is set aside for other intents')
  const share = lessFraction(inventory, 1 - world.settings.reservedShareMax)
  const own = await reserved(chainId, tokenOutOtherwise, context.nowMs, context.projectId)
  if (own + amountOut <= share || !(await ownerHolds(search))) return
  throw new ProviderRefusal('noLiquidity', overShareText(world.settings.reservedShareMax))
}

/** Only commits of owners that can pay set something aside, so only they can be refused for their project's share. */
async function ownerHolds({ context: { input }, amount }: Search): Promise<boolean> {
  const { chain, token } = input.origin
  const balance = await chain.balance(token.address, input.owner).catch(() => 0n)
  return balance >= (input.exact === 'in' ? amount : 1n)
}

/** A swap whose input is large enough to bring `least` even after slippage. */
async function swapForAtLeast(search: Search, pair: ChainPair, least: bigint): Promise<SwapQuote> {
  const exact = await quoteSwap(search, { ...pair, kind: 'swap', amount: least, exact: 'out' })
  const slippage = slippageOf(exact, search.context)
  if (slippage === 0) return exact
  return quoteSwap(search, { ...pair, kind: 'swap', amount: moreByFraction(least, slippage), exact: 'out' })
}

const leastOut = (swap: SwapQuote, context: QuoteContext): bigint =>
  lessFraction(swap.amountOut, slippageOf(swap, context))

/** Wrapping is one to one and cannot slip. */
const slippageOf = (swap: SwapQuote, { slippage }: QuoteContext): number =>
  swap.provider === wrapProvider ? 0 : slippage

const quoteBridge = (search: Search, provider: BridgeProvider, leg: BridgeLeg): Promise<BridgeQuote> =>
  provider.quote(leg, search.context.deadline).catch((error: unknown) => {
    throw sayNearest(error, leg, search)
  })

function quoteSwap(search: Search, leg: SwapLeg): Promise<SwapQuote> {
  const key = [leg.chainId, leg.tokenIn, leg.tokenOut, leg.amount, leg.exact].join(' ')
  const asked = search.swaps.get(key)
  if (asked) return asked
  const swap = allowedSwap(search, leg).catch((error: unknown) => {
    throw sayNearest(error, leg, search)
  })
  search.swaps.set(key, swap)
  return swap
}

/**
 * A leg names the nearest amount in its own token: said with its unit, and passed on as the nearest of the request only where the request
 * counts the same token on the same chain. Behind a swap it would be an amount of another token.
 */
function sayNearest(error: unknown, leg: SwapLeg | BridgeLeg, { context: { input }, world }: Search): unknown {
  if (!(error instanceof ProviderRefusal) || error.nearest === undefined) return error
  const isIn = leg.exact === 'in'
  const token = isIn ? leg.tokenIn : leg.tokenOut
  const chainId = isIn || leg.kind === 'swap' ? leg.chainId : leg.destinationChainId
  const asked = isIn ? input.origin : input.destination
  const unit = world.tokens.find(chainId, token)
  const isAsked = asked.chain.id === chainId && sameAddress(asked.token.address, token)
  const detail = unit ? `${error.message} (${sayAmount(error.nearest, unit)})` : error.message
  return new ProviderRefusal(error.reason, detail, isAsked ? error.nearest : undefined)
}

async function allowedSwap({ context, world }: Search, leg: SwapLeg): Promise<SwapQuote> {
  const { only, fallback } = context.input.swapChoice
  if (!only) return world.quoteSwap(leg, undefined, context.deadline)
  const isApart = world.providers.some((provider) => provider.name === only && isHosted(provider))
  if (isApart && fallback) return world.quoteSwap(leg, undefined, context.deadline)
  if (isApart) throw new ProviderRefusal('notSupported', `${only} swaps only where the swap is the whole way`)
  try {
    // Wrapping is part of any swap that begins or ends with the native token.
    return await world.quoteSwap(leg, new Set([only, wrapProvider]), context.deadline)
  } catch (error) {
    if (!fallback || !(error instanceof ProviderRefusal)) throw error
    return world.quoteSwap(leg, undefined, context.deadline)
  }
}

const mayUse = ({ only, fallback }: ProviderChoice, name: string): boolean => !only || fallback || only === name
