import { stringToHex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { addressKey, sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { keccak256 } from '../evm/keccak.ts'
import { type CallCost, onAccount } from '../host/callCost.ts'
import { inSlices } from '../host/inSlices.ts'
import type { RouteCall } from '../intents/routerSteps.ts'
import { placeholder } from '../intents/wallet.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { TokenInfo } from '../interface/tokenShapes.ts'
import { spotPrice } from '../routing/bestPath.ts'
import {
  findRoute,
  type GasPrice,
  type Hop,
  isBeyondPools,
  type RoutePath,
  type SwapRoute,
  swapRoom,
} from '../routing/findRoute.ts'
import type { Liquidity } from '../routing/graph.ts'
import { createPoolGraph, dropPool, type PoolGraph, poolOf, setPool } from '../routing/graph.ts'
import { feePpmOf, feePpmWhole, wrapProvider } from '../routing/pool.ts'
import { pathsSeen, type SwapSnapshot } from '../routing/swapSnapshot.ts'
import type { PriceSource } from '../tokens/priceSource.ts'
import { protocolOf } from './poolProtocols.ts'
import { wethAbi } from './protocolAbis.ts'
import { type BatchContext, type Deadline, ProviderRefusal, type SwapLeg, type SwapQuote } from './provider.ts'

export type SwapQuoterOptions = {
  chains: ReadonlyMap<number, Chain>
  liquidity: Liquidity
  prices: PriceSource
  tokens: { listed(chainId: number): readonly TokenInfo[] }
  /** Names of every swap provider in service. */
  names: readonly string[]
}

/** Quotes swaps over the pools of all allowed providers at once, with gas at what it costs now. */
export type SwapQuoter = (
  leg: SwapLeg,
  allow: ReadonlySet<string> | undefined,
  deadline: Deadline,
) => Promise<SwapQuote>

export function createSwapQuoter(options: SwapQuoterOptions): SwapQuoter {
  return async (leg, allow, { signal, cost }) => {
    const chain = options.chains.get(leg.chainId)
    if (!chain) throw new ProviderRefusal('notSupported', `chain ${leg.chainId} is not configured`)
    const names = options.names.filter((name) => !allow || allow.has(name))
    const gasPriceInTokenOut = await gasPriceIn(onAccount(chain, cost), leg.tokenOut, options, cost)
    return inSlices(() => {
      if (signal.aborted) throw new ProviderRefusal('timedOut', 'there was no time left to search')
      return quoteSwap(options.liquidity, leg, { allow: names, definition: chain.definition, gasPriceInTokenOut })
    }, cost)
  }
}

/** Denominator of a gas price: keeps its digits in a token of few decimals. */
const precision = 10n ** 18n

/** The price of one gas in a token. Undefined if the token has no price: gas then does not count. */
export async function gasPriceIn(
  chain: Chain,
  token: Address,
  { prices, tokens }: Pick<SwapQuoterOptions, 'prices' | 'tokens'>,
  cost?: CallCost,
): Promise<GasPrice | undefined> {
  const { nativeCurrency } = chain.definition
  const listed = tokens.listed(chain.id).find(({ address }) => sameAddress(address, token))
  const decimals = sameAddress(token, nativeToken) ? nativeCurrency.decimals : listed?.decimals
  // Without a gas price, paths are compared by output alone; a quote needs its own prices and fails without them.
  const [fees, native, priced] = await Promise.all([
    chain.fees().catch(() => undefined),
    prices.price(chain.id, nativeToken, cost).catch(() => undefined),
    prices.price(chain.id, token, cost).catch(() => undefined),
  ])
  if (!fees || !native || !priced || decimals === undefined) return undefined
  const unitsPerWei = (native.usd / priced.usd) * 10 ** (decimals - nativeCurrency.decimals)
  const numerator = BigInt(Math.round(Number(fees.gasPrice) * unitsPerWei * Number(precision)))
  return { numerator, denominator: precision }
}

export type SwapOptions = {
  /** Names of the swap providers whose pools may be used. Wrapping comes along with any of them. */
  allow: readonly string[]
  definition: ChainDefinition
  /** Gas price in the output token: another path is taken only if it brings more than its gas. */
  gasPriceInTokenOut?: GasPrice
  /** More paths would cost more in call data and risk of failure than they bring. */
  pathsMax?: number
}

const pathsMaxDefault = 8
/** The best swap through all allowed providers at once, splits and mixed paths included. Throws ProviderRefusal. */
export function quoteSwap(liquidity: Liquidity, leg: SwapLeg, options: SwapOptions): SwapQuote {
  const { definition } = options
  const all = liquidity.graph(leg.chainId)
  if (!all) throw new ProviderRefusal('outOfService', `the pools of ${definition.name} have not been read yet`)
  const graph = restrictGraph(all, new Set(options.allow))
  return withoutPools(graph, leg.without, () => searchSwap(graph, leg, options, liquidity.block?.(leg.chainId)))
}

function searchSwap(graph: PoolGraph, leg: SwapLeg, options: SwapOptions, block: number | undefined): SwapQuote {
  const route = isBeyondPools(graph, leg) ? undefined : routeOf(graph, leg, options)
  if (!route) throw refusalOf(graph, leg, options)
  if (leg.isRough) return { ...swapQuote(route, leg, options.definition), isRough: true }
  return { ...swapQuote(route, leg, options.definition), snapshot: () => snapshotOf(graph, route, leg, options, block) }
}

/** Takes pools out for one search, in place: a rebuild takes 50 ms per 1,000 pools, and callers can force many. */
function withoutPools<T>(graph: PoolGraph, without: SwapLeg['without'], search: () => T): T {
  const taken = [...(without ?? [])].map((id) => poolOf(graph, id)).filter((pool) => pool !== undefined)
  if (taken.length === 0) return search()
  for (const { id } of taken) dropPool(graph, id)
  // Other searches must not see what this one caches.
  const { splits, prepared } = graph.scratch
  Object.assign(graph.scratch, { splits: new Map(), prepared: new Map() })
  try {
    return search()
  } finally {
    for (const pool of taken) setPool(graph, pool)
    Object.assign(graph.scratch, { splits, prepared })
  }
}

function routeOf(graph: PoolGraph, leg: SwapLeg, options: SwapOptions): SwapRoute | undefined {
  const { tokenIn, tokenOut, amount, exact, isRough } = leg
  const limits = { pathsMax: options.pathsMax ?? pathsMaxDefault }
  const route = findRoute({
    graph,
    tokenIn,
    tokenOut,
    amount,
    exact,
    gasPriceInTokenOut: options.gasPriceInTokenOut,
    limits,
    isRough,
  })
  return route && route.amountOut > 0n && options.allow.includes(mainProvider(route)) ? route : undefined
}

/** Pools are replaced, never changed: a reference keeps their state. */
function snapshotOf(
  { wrappedNative }: PoolGraph,
  route: SwapRoute,
  { chainId, tokenIn, tokenOut, amount, exact }: SwapLeg,
  { allow, gasPriceInTokenOut, pathsMax = pathsMaxDefault }: SwapOptions,
  block: number | undefined,
): SwapSnapshot {
  const asked = { chainId, tokenIn, tokenOut, amount, exact, gasPriceInTokenOut, pathsMax, allow, wrappedNative, block }
  const { amountIn, amountOut, considered: pools } = route
  return { ...asked, amountIn, amountOut, paths: pathsSeen(route), pools }
}

function swapQuote(route: SwapRoute, leg: SwapLeg, definition: ChainDefinition): SwapQuote {
  const parts = partsOf(route)
  return {
    kind: 'swap',
    provider: mainProvider(route),
    requestId: () => requestId(route, leg.chainId),
    amountIn: route.amountIn,
    amountOut: route.amountOut,
    feeIn: parts.reduce((sum, { feeIn }) => sum + feeIn, 0n),
    gas: route.gas,
    calls: (context) => swapCalls(route, definition, context),
    touches: touchedTokens(route),
    parts,
    amountOutAtSpot: route.midAmountOut,
  }
}

/** The provider that carries the most input. Wrapping alone counts only where there is nothing else. */
function mainProvider(route: SwapRoute): string {
  const carried = new Map<string, bigint>()
  for (const { amountIn, hops } of route.paths) {
    for (const { pool } of hops) {
      if (pool.kind !== 'wrap') carried.set(pool.provider, (carried.get(pool.provider) ?? 0n) + amountIn)
    }
  }
  const ranked = [...carried].toSorted(([, left], [, right]) => (left < right ? 1 : -1))
  return ranked[0]?.[0] ?? wrapProvider
}

/** What each provider's pools keep, in input base units, in route order. A wrap-only route has one free part. */
function partsOf({ paths }: SwapRoute): { provider: string; feeIn: bigint }[] {
  const fees = new Map<string, bigint>()
  for (const path of paths) {
    for (const { provider, feeIn } of feesOf(path)) fees.set(provider, (fees.get(provider) ?? 0n) + feeIn)
  }
  if (fees.size === 0) return [{ provider: wrapProvider, feeIn: 0n }]
  return [...fees].map(([provider, feeIn]) => ({ provider, feeIn }))
}

function feesOf({ amountIn, hops }: RoutePath): { provider: string; feeIn: bigint }[] {
  let left = amountIn
  return hops.flatMap(({ pool, tokenIn }) => {
    if (pool.kind === 'wrap') return []
    const feeIn = (left * BigInt(feePpmOf(pool, sameAddress(tokenIn, pool.token0)))) / BigInt(feePpmWhole)
    left -= feeIn
    return [{ provider: pool.provider, feeIn }]
  })
}

function touchedTokens({ paths }: SwapRoute): Address[] {
  const tokens = paths.flatMap(({ hops }) => hops.flatMap(({ tokenIn, tokenOut }) => [tokenIn, tokenOut]))
  return [...new Map(tokens.map((token) => [addressKey(token), token])).values()]
}

/** A hash of pools and amounts, so that two quotes over the same route at the same amounts have the same reference. */
function requestId({ paths }: SwapRoute, chainId: number): string {
  const parts = paths.map(
    ({ amountIn, hops }) => `${amountIn}:${hops.map(({ pool }) => addressKey(pool.id)).join('>')}`,
  )
  return keccak256(stringToHex(`${chainId} ${parts.join(' ')}`)).slice(0, 34)
}

/** The amount that a `tooLarge` refusal suggests loses at most this share of the price. */
const fitLossMax = 0.5

/** Why there is no route, and which amount would work. */
function refusalOf(graph: PoolGraph, leg: SwapLeg, options: SwapOptions): ProviderRefusal {
  const { tokenIn, tokenOut, amount, exact } = leg
  if (sameAddress(tokenIn, tokenOut)) return new ProviderRefusal('notSupported', 'both tokens are the same')
  if (amount <= 0n) return new ProviderRefusal('tooSmall', 'the amount is zero', 1n)
  const room = swapRoom(graph, tokenIn, tokenOut, fitLossMax)
  const most = room && BigInt(Math.floor(exact === 'in' ? room.in : room.out))
  if (most !== undefined && most > 0n && most < amount)
    return new ProviderRefusal('tooLarge', `the pools cannot take this much; about ${most} is the most that fits`, most)
  const least = leastThatGives(graph, leg, options)
  if (least !== undefined)
    return new ProviderRefusal('tooSmall', `so little gives nothing; ${least} is the nearest that does`, least)
  return new ProviderRefusal('noLiquidity', `no pools lead from ${tokenIn} to ${tokenOut}`)
}

/** Number of amounts tried, each twice the one before, from the cost of one unit of output at the spot price. */
const leastTried = 6

function leastThatGives(graph: PoolGraph, leg: SwapLeg, options: SwapOptions): bigint | undefined {
  const price = spotPrice(graph, leg.tokenIn, leg.tokenOut)
  const unit = leg.exact === 'in' ? Math.ceil(1 / price) : 1
  if (!Number.isFinite(unit)) return undefined
  let least = BigInt(unit)
  if (least <= leg.amount) least = leg.amount * 2n
  for (let tried = 0; tried < leastTried; tried++, least *= 2n)
    if (routeOf(graph, { ...leg, amount: least }, { ...options, pathsMax: 1 })) return least
  return undefined
}

/** Graphs of some providers' pools, cached as long as the whole graph lives; no `graph` if it has only those. */
const restricted = new WeakMap<
  PoolGraph,
  Map<string, { graph?: PoolGraph; seen: PoolGraph['pools']; changes: number }>
>()

/**
 * The pools of the allowed providers only. Pools are replaced, never changed, so the copy is updated by comparing
 * references instead of being rebuilt for each quote, and skipped if no pool changed.
 */
export function restrictGraph(graph: PoolGraph, allow: ReadonlySet<string>): PoolGraph {
  const copies = restricted.get(graph) ?? new Map()
  restricted.set(graph, copies)
  const name = [...allow].toSorted().join(' ')
  const copy = copies.get(name) ?? { seen: [], changes: -1 }
  copies.set(name, copy)
  const { changes } = graph.scratch
  if (copy.changes === changes) return copy.graph ?? graph
  copy.changes = changes
  if (!copy.graph && graph.pools.every((pool) => !pool || allow.has(pool.provider))) return graph
  copy.graph ??= createPoolGraph({ ...graph, pools: [] })
  for (const [slot, pool] of graph.pools.entries()) {
    const old = copy.seen[slot]
    if (old === pool) continue
    if (pool && allow.has(pool.provider)) setPool(copy.graph, pool)
    else if (!pool && old) dropPool(copy.graph, old.id)
    copy.seen[slot] = pool
  }
  return copy.graph
}

type Segment = { provider: string; hops: Hop[] }
const measured = BigInt(placeholder)

/**
 * The router's calls for a route: wrap once, the paths in order, unwrap once. Neighbouring hops of one protocol are
 * one call. Each path has a fixed amount, except the last, which takes the rest unless another call needs it; every
 * later call takes the previous output. Calls have no minimum of their own: the router checks the whole run's.
 */
export function swapCalls(route: SwapRoute, definition: ChainDefinition, context: BatchContext): RouteCall[] {
  const calls: RouteCall[] = []
  if (sameAddress(route.tokenIn, nativeToken)) calls.push(wrapCall(definition.wrappedNative, route.amountIn))
  for (const [index, path] of route.paths.entries()) {
    const takesRest = index === route.paths.length - 1 && !context.keepsRest
    for (const [at, segment] of segments(path.hops).entries()) {
      const amount = at === 0 && !takesRest ? path.amountIn : 'balance'
      calls.push(...protocolOf(segment).calls(segment.hops, amount, definition, context))
    }
  }
  if (sameAddress(route.tokenOut, nativeToken)) calls.push(unwrapCall(definition.wrappedNative))
  return calls
}

export function wrapCall(wrappedNative: Address, amount: bigint): RouteCall {
  return { to: wrappedNative, data: encodeCall({ abi: wethAbi, functionName: 'deposit' }), value: amount }
}

/** Unwraps the router's whole balance of wrapped native token, as measured when the call runs. */
export function unwrapCall(wrappedNative: Address): RouteCall {
  const data = encodeCall({ abi: wethAbi, functionName: 'withdraw', args: [measured] })
  return { to: wrappedNative, data, value: 0n, inject: { token: wrappedNative, offset: 4 } }
}

/** Neighbouring hops of one protocol. */
function segments(hops: readonly Hop[]): Segment[] {
  const found: Segment[] = []
  for (const hop of hops) {
    const { kind, provider } = hop.pool
    // A path wraps or unwraps only at its ends; `swapCalls` does that once for all paths.
    if (kind === 'wrap') continue
    const last = found.at(-1)
    if (last?.provider === provider) last.hops.push(hop)
    else found.push({ provider, hops: [hop] })
  }
  return found
}
