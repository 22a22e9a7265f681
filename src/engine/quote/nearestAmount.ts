import { sameAddress } from '../../evm/address.ts'
import { inSlices } from '../../host/inSlices.ts'
import { formatTokenAmount, type TokenUnit } from '../../intents/formatTokenAmount.ts'
import type { Address } from '../../interface/fields.ts'
import { ProviderRefusal } from '../../providers/provider.ts'
import { spotPrice } from '../../routing/bestPath.ts'
import { type SwapRoom, swapRoom } from '../../routing/findRoute.ts'
import { nodeOfToken } from '../../routing/graph.ts'
import { type Way, waysOf } from './findOffers.ts'
import { shortfallOf } from './offer.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'

/** The token that a request's amount counts: the input's for an exact input, else the output's. */
export const countedToken = ({ exact, origin, destination }: QuoteInput): TokenUnit =>
  (exact === 'in' ? origin : destination).token

/** `about 2680000 is the most that works now (2.68 USDC)`: base units for the next request, tokens for the reader. */
export async function describeMostAmount(context: QuoteContext, world: QuoteWorld): Promise<string> {
  const most = await largestAmount(context, world)
  if (most === undefined && !context.deadline.signal.aborted) return 'no smaller amount works now either'
  if (!most) return 'a much smaller amount may work now'
  return `about ${most} is the most that works now (${formatTokenAmount(most, countedToken(context.input))})`
}

/** Offers asked for in all: one per way, as for a quote, and this many more. */
const looksAgain = 4
/** The factor to try next if a way names no lower amount. */
const shrink = 0.6
/** The result is below the largest working amount by less than this factor. */
const closeEnough = 1.06
/** Asks for less than the named share: a smaller swap gets a better price, so more of it reaches the bridge. */
const shareKept = 0.93
/** Keeps room below the limit for our fees, which come on top of what a way loses. */
const belowLimit = 0.95

/**
 * The largest amount whose execution stays within the limit; 0 if none was found, undefined if no pools lead there.
 * Pools bound each way. Asks the way with the highest bound for that amount first; its refusal lowers the bound.
 */
async function largestAmount(context: QuoteContext, world: QuoteWorld): Promise<bigint | undefined> {
  const asked = Number(context.input.amount)
  const rooms: Rooms = new Map()
  const ways: { way: Way; low: number; high: number }[] = []
  for (const way of waysOf(context, world)) {
    const high = Math.min(asked, await boundOf(way, context, world, rooms))
    if (high >= 1) ways.push({ way, low: 0, high })
  }
  for (let looks = ways.length + looksAgain; looks > 0; looks--) {
    const [best] = ways.toSorted((a, b) => b.high - a.high)
    if (!best) return undefined
    if (best.low > 0 && best.high <= best.low * closeEnough) break
    const amount = best.low > 0 ? Math.sqrt(best.low * best.high) : best.high
    const share = await shareThatWorks(BigInt(Math.floor(amount)), best.way, context, world)
    if (share === 1) best.low = amount
    else best.high = Math.min(amount, Math.max(amount * share, best.low))
    if (best.low === best.high) break
  }
  const most = Math.max(0, ...ways.map(({ low }) => low))
  return BigInt(Math.floor(most))
}

/** 1 if the way takes the amount within the limit, else roughly the share of it that it would take. */
async function shareThatWorks(amount: bigint, way: Way, context: QuoteContext, world: QuoteWorld): Promise<number> {
  try {
    const percent = shortfallOf(await way.offer(amount), context)
    return percent <= world.settings.priceImpactMaxPercent * belowLimit ? 1 : shrink
  } catch (error) {
    if (!(error instanceof ProviderRefusal)) throw error
    return error.share !== undefined && error.share < 1 ? error.share * shareKept : shrink
  }
}

const endless: SwapRoom = { in: Number.POSITIVE_INFINITY, out: Number.POSITIVE_INFINITY }
/** Cached rooms: ways over several bridges share their swaps. */
type Rooms = Map<string, Promise<SwapRoom>>
const none: SwapRoom = { in: 0, out: 0 }

/** What the pools around a way can take, in units of the counted token; bridges state their own limit. */
async function boundOf({ pair }: Way, context: QuoteContext, world: QuoteWorld, rooms: Rooms): Promise<number> {
  const { origin, destination, exact } = context.input
  const roomOf = (chainId: number, tokenIn: Address, tokenOut: Address): Promise<SwapRoom> => {
    const key = [chainId, tokenIn, tokenOut].join(' ')
    const room = rooms.get(key) ?? readRoom(chainId, tokenIn, tokenOut, context, world)
    rooms.set(key, room)
    return room
  }
  const [from, to] = [origin.token.address, destination.token.address]
  if (!pair) {
    const room = await roomOf(origin.chain.id, from, to)
    return exact === 'in' ? room.in : room.out
  }
  const before = await roomOf(origin.chain.id, from, pair.tokenIn)
  const after = await roomOf(destination.chain.id, pair.tokenOut, to)
  const sent = world.tokens.find(origin.chain.id, pair.tokenIn)?.decimals ?? 0
  const received = world.tokens.find(destination.chain.id, pair.tokenOut)?.decimals ?? 0
  const scale = 10 ** (received - sent)
  if (exact === 'in') return Math.min(before.in, after.in / scale / priceOf(origin.chain.id, from, pair.tokenIn, world))
  return Math.min(after.out, before.out * scale * priceOf(destination.chain.id, pair.tokenOut, to, world))
}

async function readRoom(
  chainId: number,
  tokenIn: Address,
  tokenOut: Address,
  { deadline }: QuoteContext,
  { liquidity, settings }: QuoteWorld,
): Promise<SwapRoom> {
  if (sameAddress(tokenIn, tokenOut)) return endless
  const graph = liquidity.graph(chainId)
  if (!graph) return none
  // Native and wrapped are one node: a wrap has no limit.
  if (nodeOfToken(graph, tokenIn) === nodeOfToken(graph, tokenOut)) return endless
  return inSlices(() => {
    if (deadline.signal.aborted) return none
    return swapRoom(graph, tokenIn, tokenOut, settings.priceImpactMaxPercent / 100) ?? none
  }, deadline.cost)
}

function priceOf(chainId: number, tokenIn: Address, tokenOut: Address, { liquidity }: QuoteWorld): number {
  const graph = liquidity.graph(chainId)
  return graph ? spotPrice(graph, tokenIn, tokenOut) : 1
}
