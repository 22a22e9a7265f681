import { stringToHex } from 'viem'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { addressKey, sameAddress } from '../evm/address.ts'
import { keccak256 } from '../evm/keccak.ts'
import type { Address } from '../interface/fields.ts'
import { findRoute, type GasPrice, type RoutePath, type SwapRoute } from '../routing/findRoute.ts'
import type { PoolGraph } from '../routing/graph.ts'
import type { Liquidity } from '../routing/liquidity.ts'
import { feePpmOf, feePpmWhole, wrapProvider } from '../routing/pool.ts'
import { pathsSeen, type SwapSight } from '../routing/sight.ts'
import { ProviderRefusal, type SwapLeg, type SwapQuote } from './provider.ts'
import { restrictGraph } from './restrictGraph.ts'
import { swapCalls } from './swapCalls.ts'

export type SwapOptions = {
  /** Names of the swap providers whose pools may be used. Wrapping comes along with any of them. */
  allow: readonly string[]
  definition: ChainDefinition
  /** What gas costs in the output token: a further path is taken only if it brings more than its gas. */
  gasPriceInTokenOut?: GasPrice
  /** Paths beyond this many cost more in call data and failure than they bring. */
  pathsMax?: number
}

const pathsMaxDefault = 8
/** Strides tried to find an amount that works where the one asked for does not: any 256-bit amount is reached. */
const probeStep = 16n
const probesMax = 64
const refinements = 5

/** The best swap through all allowed providers at once, splits and mixed paths included. Throws ProviderRefusal. */
export function quoteSwap(liquidity: Liquidity, leg: SwapLeg, options: SwapOptions): SwapQuote {
  const { definition } = options
  const all = liquidity.graph(leg.chainId)
  if (!all) throw new ProviderRefusal('outOfService', `the pools of ${definition.name} have not been read yet`)
  const graph = restrictGraph(all, new Set(options.allow))
  const route = routeOf(graph, leg, options)
  if (!route) throw refusalOf(graph, leg, options)
  const block = liquidity.block?.(leg.chainId)
  return { ...swapQuote(route, leg, definition), saw: sightOf(graph, route, leg, options, block) }
}

function routeOf(graph: PoolGraph, leg: SwapLeg, options: SwapOptions): SwapRoute | undefined {
  const { tokenIn, tokenOut, amount, exact } = leg
  const limits = { pathsMax: options.pathsMax ?? pathsMaxDefault }
  const route = findRoute({
    graph,
    tokenIn,
    tokenOut,
    amount,
    exact,
    gasPriceInTokenOut: options.gasPriceInTokenOut,
    limits,
  })
  return route && route.amountOut > 0n && options.allow.includes(mainProvider(route)) ? route : undefined
}

/** Pools are replaced and never changed: naming them keeps them as they were. */
function sightOf(
  { wrappedNative }: PoolGraph,
  route: SwapRoute,
  { chainId, tokenIn, tokenOut, amount, exact }: SwapLeg,
  { allow, gasPriceInTokenOut, pathsMax = pathsMaxDefault }: SwapOptions,
  block: number | undefined,
): SwapSight {
  const asked = { chainId, tokenIn, tokenOut, amount, exact, gasPriceInTokenOut, pathsMax, allow, wrappedNative, block }
  const { amountIn, amountOut, considered: pools } = route
  return { ...asked, amountIn, amountOut, paths: pathsSeen(route), pools }
}

function swapQuote(route: SwapRoute, leg: SwapLeg, definition: ChainDefinition): SwapQuote {
  const parts = partsOf(route)
  return {
    kind: 'swap',
    provider: mainProvider(route),
    requestId: requestId(route, leg.chainId),
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

/** What each provider's pools keep, in base units of the input token, in the order of the route. A route that only wraps has one part, for free. */
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

/** Says what stands in the way, and which amount would do. */
function refusalOf(graph: PoolGraph, leg: SwapLeg, options: SwapOptions): ProviderRefusal {
  const { amount } = leg
  if (sameAddress(leg.tokenIn, leg.tokenOut)) return new ProviderRefusal('notSupported', 'both tokens are the same')
  if (amount <= 0n) return new ProviderRefusal('tooSmall', 'the amount is zero', 1n)
  const smaller = nearestThatFits(graph, leg, options, (one) => one / probeStep)
  if (smaller) {
    return new ProviderRefusal('tooLarge', `no pools can take this much; ${smaller} is the nearest that fits`, smaller)
  }
  const larger = nearestThatFits(graph, leg, options, (one) => one * probeStep)
  if (larger) {
    return new ProviderRefusal('tooSmall', `so little gives nothing; ${larger} is the nearest that does`, larger)
  }
  return new ProviderRefusal('noLiquidity', `no pools lead from ${leg.tokenIn} to ${leg.tokenOut}`)
}

/** Strides away from the amount, then closes in. Over single paths, which are cheap to search: a refusal must not cost more than a quote. */
function nearestThatFits(
  graph: PoolGraph,
  leg: SwapLeg,
  options: SwapOptions,
  stride: (amount: bigint) => bigint,
): bigint | undefined {
  const fits = (amount: bigint) => routeOf(graph, { ...leg, amount }, { ...options, pathsMax: 1 }) !== undefined
  let misses = leg.amount
  let fit = stride(misses)
  for (let probes = 0; !fits(fit); probes++) {
    if (fit === 0n || probes === probesMax) return undefined
    misses = fit
    fit = stride(fit)
  }
  for (let times = 0; times < refinements; times++) {
    const middle = (misses + fit) / 2n
    if (middle === misses || middle === fit) break
    if (fits(middle)) fit = middle
    else misses = middle
  }
  return fit
}
