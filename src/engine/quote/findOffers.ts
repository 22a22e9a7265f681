import { sameAddress } from '../../evm/address.ts'
import { formatTokenAmount } from '../../intents/formatTokenAmount.ts'
import { lessFraction, moreByFraction } from '../../intents/money.ts'
import type { OfferRefusal } from '../../interface/enums.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
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
import { isBridge } from '../chainOf.ts'
import { type BridgedOffer, crossingsOf, isRough, leftoversOf, type Offer, priceLeftovers } from './offer.ts'
import { describeOutbid, swapsAround } from './outbid.ts'
import type { ProviderChoice } from './parseQuoteRequest.ts'
import type { QuoteCaches } from './quoteCaches.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'
import { createSwapTrial } from './simulateBatch.ts'
import { requireUnreserved, roomAt, splitCrossing } from './splitCrossing.ts'

export type Refusal = { route: string; reason: OfferRefusal; detail: string; nearest?: bigint }
export type Offers = { offers: Offer[]; refusals: Refusal[] }

type Search = {
  amount: bigint
  context: QuoteContext
  world: QuoteWorld
  /** For simulations. Without it hosted aggregators are not asked: their answers count only once simulated. */
  caches?: QuoteCaches
  /** Bridges may estimate, swaps may reuse a quote of nearly the same amount: the chosen offer is quoted again. */
  isRough?: boolean
}
type Pair = { tokenIn: Address; tokenOut: Address }
type ChainPair = Pair & { chainId: number }

const swapRoute = 'swap'

/**
 * All ways that work, and why the others do not. `amount` is what the route may spend (exact in) or what must arrive
 * (exact out). `isLazy`: bridge ways that need more swaps are searched only if the others leave them a chance.
 */
export async function findOffers(
  amount: bigint,
  context: QuoteContext,
  world: QuoteWorld,
  { caches, isLazy = false }: { caches: QuoteCaches; isLazy?: boolean },
): Promise<Offers> {
  const { input } = context
  const search = { amount, context, world, caches, isRough: !input.isSameChain && !input.bridgeChoice.only }
  const found: Offers = { offers: [], refusals: [] }
  if (input.isSameChain) await askRoutes(search, sameChainRoutes(search), found)
  else await askBridges(search, isLazy, found)
  if (input.exact === 'in' && !input.isSameChain)
    found.offers.push(
      ...(await Promise.all((await splitOffers(search, found)).map((offer) => withLeftovers(search, offer)))),
    )
  return found
}

async function withLeftovers({ context, world }: Search, found: Offer | Promise<Offer>): Promise<Offer> {
  const offer = await found
  return { ...offer, leftovers: await priceLeftovers(leftoversOf(offer, context.input), world) }
}

async function askRoutes(search: Search, routes: readonly Route[], found: Offers): Promise<void> {
  const results = await Promise.allSettled(routes.map(({ offer }) => withLeftovers(search, offer)))
  for (const [i, result] of results.entries()) {
    if (result.status === 'fulfilled') found.offers.push(result.value)
    else found.refusals.push(refusalOf(routes[i]!.name, result.reason))
  }
}

async function askBridges(search: Search, isLazy: boolean, found: Offers): Promise<void> {
  const { amount, context, world } = search
  found.refusals.push(...excludedBridges(search))
  const ways = bridgeWays(search)
  if (ways.length === 0 && found.refusals.length === 0) {
    const detail = 'no bridge carries a token between these chains'
    found.refusals.push({ route: 'bridge', reason: 'notSupported', detail })
  }
  const fewest = Math.min(...ways.map(({ pair }) => swapsAround(context, pair)))
  const isFirst = ({ pair }: BridgeWay) => !isLazy || swapsAround(context, pair) === fewest
  await askRoutes(search, bridgedRoutes(search, ways.filter(isFirst)), found)
  const others: BridgeWay[] = []
  for (const way of ways.filter((one) => !isFirst(one))) {
    const detail = describeOutbid(amount, way, found.offers, context, world)
    if (detail) found.refusals.push({ route: way.name, reason: 'outbid', detail })
    else others.push(way)
  }
  await askRoutes(search, bridgedRoutes(search, others), found)
}

/** For each pair of tokens that no single bridge carries in full: a way over two bridges, where two can. */
async function splitOffers(search: Search, { offers, refusals }: Offers): Promise<Offer[]> {
  const isOfSize = ({ reason }: Refusal) => reason === 'tooLarge' || reason === 'noLiquidity'
  const tooMuch = new Set(refusals.filter(isOfSize).map(({ route }) => route))
  const ways = tooMuch.size > 0 ? bridgeWays(search) : []
  const split = ways.map(async (way): Promise<Offer[]> => {
    const sharing = ways.filter((other) => isSamePair(way, other))
    const isCarried = sharing.some(({ name }) => offers.some(({ route }) => route === name))
    const isNative = [way.pair.tokenIn, way.pair.tokenOut].includes(nativeToken)
    const isAlone = sharing.length < 2 || sharing[0] !== way
    if (isAlone || isNative || isCarried || !sharing.some(({ name }) => tooMuch.has(name))) return []
    const cross = (leg: BridgeLeg) =>
      splitCrossing(
        leg.amount,
        sharing.map(({ provider }) => ({
          quote: async (amount) => {
            const bridge = await provider.quote({ ...leg, amount }, search.context.deadline)
            await requireUnreserved(search, provider, bridge)
            return bridge
          },
          room: async () => (await roomAt(search, provider, leg.tokenOut))?.most,
        })),
      )
    try {
      const offer = await bridgedIn({ ...search, isRough: false }, way.pair, cross)
      const providers = crossingsOf(offer.bridge).map(({ provider }) => provider)
      return [{ ...offer, route: `${providers.join(' and ')} over ${way.symbol}` }]
    } catch (error) {
      if (error instanceof ProviderRefusal) return []
      throw error
    }
  })
  return (await Promise.all(split)).flat()
}

const isSamePair = ({ pair: a }: BridgeWay, { pair: b }: BridgeWay): boolean =>
  sameAddress(a.tokenIn, b.tokenIn) && sameAddress(a.tokenOut, b.tokenOut)

export function refusalOf(route: string, error: unknown): Refusal {
  if (!(error instanceof ProviderRefusal)) throw error
  return { route, reason: error.reason, detail: error.message, nearest: error.nearest }
}

/** Searches all pools, and asks each hosted aggregator separately: if one lies or fails, the others remain. */
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

/** An aggregator's own way, for an exact input. It counts as an offer only once a simulation succeeded. */
async function hostedOffer(
  { amount, context, world }: Search,
  provider: SwapProvider,
  balanceSlots: QuoteCaches['balanceSlots'],
): Promise<Offer> {
  const { input, slippage, contracts } = context
  const { chain, token } = input.origin
  const pair = { chainId: chain.id, tokenIn: token.address, tokenOut: input.destination.token.address }
  const listed = world.tokens.listed(chain.id)
  const isListed = [pair.tokenIn, pair.tokenOut].every((one) => listed.some(({ address }) => sameAddress(address, one)))
  const options = { chain, router: contracts.router, slippage, balanceSlots, isListed }
  const trial = createSwapTrial({ ...pair, amount }, options)
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

const isHosted = (one: Provider): one is SwapProvider => one.kind === 'swap' && one.isHosted === true

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

/** A way to carry out the request, which can be asked for any amount. Rejects with ProviderRefusal. */
export type Way = { pair?: Pair; offer(amount: bigint): Promise<Offer> }

/** Every way that may be used: the pools of one chain, or each bridge with each pair of tokens. */
export function waysOf(context: QuoteContext, world: QuoteWorld): Way[] {
  const searchFor = (amount: bigint): Search => ({ amount, context, world, isRough: !context.input.isSameChain })
  if (context.input.isSameChain) return [{ offer: (amount) => sameChainOffer(searchFor(amount)) }]
  return bridgeWays(searchFor(0n)).map((way) => ({
    pair: way.pair,
    offer: (amount) => bridgedRoutes(searchFor(amount), [way])[0]!.offer,
  }))
}

/** A bridge that may be used, and a pair of tokens that it carries. */
type BridgeWay = { name: string; provider: BridgeProvider; pair: Pair; symbol: string }

function bridgeWays({ context, world }: Search): BridgeWay[] {
  const { origin, destination, bridgeChoice, preference } = context.input
  return world.providers
    .filter(isBridge)
    .filter(({ name, trustless }) => mayUse(bridgeChoice, name) && (preference !== 'TRUSTLESS' || trustless))
    .flatMap((provider) =>
      provider.pairs(origin.chain.id, destination.chain.id).map((pair) => {
        const symbol = world.tokens.find(origin.chain.id, pair.tokenIn)?.symbol ?? pair.tokenIn
        return { name: `${provider.name} over ${symbol}`, provider, pair, symbol }
      }),
    )
}

/** One route for each bridge and each token pair it carries. */
function bridgedRoutes(search: Search, ways: readonly BridgeWay[]): Route[] {
  const bridged = search.context.input.exact === 'in' ? bridgedIn : bridgedOut
  return ways.map((way) => {
    const { name, provider, pair } = way
    const cross = async (leg: BridgeLeg) => {
      const asked = { ...leg, isRough: search.isRough }
      const bridge = await provider.quote(asked, search.context.deadline).catch((error: unknown) => {
        throw withNearestAmount(error, leg, search)
      })
      await requireUnreserved(search, provider, bridge)
      return bridge
    }
    const firm = () => withLeftovers(search, bridgedRoutes({ ...search, isRough: false }, [way])[0]!.offer)
    const offer = bridged(search, pair, cross)
    return { name, offer: offer.then((one) => ({ ...one, route: name, ...(isRough(one) && { firm }) })) }
  })
}

/** Quotes the bridge of a route for what the legs around it leave or need. */
type Cross = (leg: BridgeLeg) => Promise<BridgeQuote>
type UnnamedOffer = Omit<BridgedOffer, 'route'>

/** Bridges between these chains that the preference TRUSTLESS leaves out. */
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

/** The legs of a route over a bridge, without swaps of a token into itself. */
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
async function bridgedIn(search: Search, pair: Pair, cross: Cross): Promise<UnnamedOffer> {
  const { amount, context } = search
  const legs = legsAround(search, pair)
  const originSwap = legs.origin && (await quoteSwap(search, { ...legs.origin, kind: 'swap', amount, exact: 'in' }))
  // The bridge takes the swap's minimum, not its expected output: the address commits to call data with this amount, so
  // it must be there even after the worst accepted swap.
  const bridgedAmount = originSwap ? leastOut(originSwap, context) : amount
  const bridge = await cross({ ...legs.bridge, amount: bridgedAmount, exact: 'in' })
  const destinationSwap =
    legs.destination &&
    (await quoteSwap(search, { ...legs.destination, kind: 'swap', amount: bridge.amountOut, exact: 'in' }))
  return {
    kind: 'bridged',
    originSwap,
    bridge,
    destinationSwap,
    spend: amount,
    out: destinationSwap?.amountOut ?? bridge.amountOut,
    outMin: destinationSwap ? leastOut(destinationSwap, context) : bridge.amountOut,
  }
}

/** From the delivery backwards: each leg is quoted for what the leg behind it needs. */
async function bridgedOut(search: Search, pair: Pair, cross: Cross): Promise<UnnamedOffer> {
  const { amount } = search
  const legs = legsAround(search, pair)
  const destinationSwap = legs.destination && (await swapForAtLeast(search, legs.destination, amount))
  const arriving = destinationSwap?.amountIn ?? amount
  const bridge = await cross({ ...legs.bridge, amount: arriving, exact: 'out' })
  const originSwap = legs.origin && (await swapForAtLeast(search, legs.origin, bridge.amountIn))
  return {
    kind: 'bridged',
    originSwap,
    bridge,
    destinationSwap,
    spend: originSwap?.amountIn ?? bridge.amountIn,
    out: destinationSwap?.amountOut ?? bridge.amountOut,
    outMin: amount,
  }
}

/** A swap whose input is large enough to bring `least` even after slippage. */
function swapForAtLeast(search: Search, pair: ChainPair, least: bigint): Promise<SwapQuote> {
  const amount = isWrapping(pair, search.world) ? least : moreByFraction(least, search.context.slippage)
  return quoteSwap(search, { ...pair, kind: 'swap', amount, exact: 'out' })
}

/** Wrapping is one to one and cannot slip. */
function isWrapping({ chainId, tokenIn, tokenOut }: ChainPair, { chains }: QuoteWorld): boolean {
  const wrapped = chains.get(chainId)?.definition.wrappedNative
  if (!wrapped) return false
  return tokenIn === nativeToken
    ? sameAddress(tokenOut, wrapped)
    : tokenOut === nativeToken && sameAddress(tokenIn, wrapped)
}

const leastOut = ({ amountOut, provider }: SwapQuote, { slippage }: QuoteContext): bigint =>
  lessFraction(amountOut, provider === wrapProvider ? 0 : slippage)

function quoteSwap(search: Search, leg: SwapLeg): Promise<SwapQuote> {
  const { swaps } = search.context
  const key = [leg.chainId, leg.tokenIn, leg.tokenOut, leg.exact, leg.amount, search.isRough].join(' ')
  const refuse = (error: unknown) => Promise.reject(withNearestAmount(error, leg, search))
  const swap = swaps.get(key) ?? allowedSwap(search, leg).catch(refuse)
  swaps.set(key, swap)
  return swap
}

/**
 * A leg names the nearest amount in its own token. The detail prints it with its unit. It becomes the request's nearest
 * amount only if the request counts the same token on the same chain; a leg on the far side of a swap counts another.
 */
function withNearestAmount(error: unknown, leg: SwapLeg | BridgeLeg, { context: { input }, world }: Search): unknown {
  if (!(error instanceof ProviderRefusal) || error.nearest === undefined) return error
  const isIn = leg.exact === 'in'
  const token = isIn ? leg.tokenIn : leg.tokenOut
  const chainId = isIn || leg.kind === 'swap' ? leg.chainId : leg.destinationChainId
  const asked = isIn ? input.origin : input.destination
  const unit = world.tokens.find(chainId, token)
  const isAsked = asked.chain.id === chainId && sameAddress(asked.token.address, token)
  const detail = unit ? `${error.message} (${formatTokenAmount(error.nearest, unit)})` : error.message
  const share = Number(error.nearest) / Number(leg.amount)
  return new ProviderRefusal(error.reason, detail, isAsked ? error.nearest : undefined, share)
}

async function allowedSwap({ context, world, isRough }: Search, asked: SwapLeg): Promise<SwapQuote> {
  const leg = { ...asked, isRough, without: context.without }
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
