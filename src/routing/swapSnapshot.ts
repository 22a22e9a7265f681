import { addressKey } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import { findRoute, type GasPrice, type SwapRoute } from './findRoute.ts'
import { createPoolGraph, nodeOfToken, type PoolGraph } from './graph.ts'
import type { Pool } from './pool.ts'
import { quotePool } from './split.ts'

/** A swap search: its query, the pools that it tried, and its result. Enough to repeat it. */
export type SwapSnapshot = {
  chainId: number
  tokenIn: Address
  tokenOut: Address
  amount: bigint
  exact: 'in' | 'out'
  gasPriceInTokenOut?: GasPrice
  pathsMax: number
  /** Providers whose pools the search may use. */
  allow: readonly string[]
  wrappedNative?: Address
  /** The block of the pools' state, if known. */
  block?: number
  /**
   * 12 of 1,000 pools on average. A path never tried changes no step of the search, so the route is found without it
   * (1,200 of 1,200 trades; only 80 % with the 40 pools between the route's tokens instead).
   */
  pools: readonly Pool[]
  amountIn: bigint
  amountOut: bigint
  paths: readonly SeenPath[]
}
/** The pools of a path in hop order; a wrap has no pool. */
export type SeenPath = { amountIn: bigint; pools: readonly Address[] }

/** Initialised ticks on each side of the price that are kept: a swap crosses a few. */
const ticksPerSide = 16

/** The paths of a route, as pool ids. */
export const pathsSeen = ({ paths }: SwapRoute): SeenPath[] =>
  paths.map(({ amountIn, hops }) => ({
    amountIn,
    pools: hops.filter(({ pool }) => pool.kind !== 'wrap').map(({ pool }) => pool.id),
  }))

/** The pool with only the ticks near its price. */
export function trimPool(pool: Pool): Pool {
  if (pool.kind !== 'v3') return pool
  const above = pool.ticks.findIndex(({ index }) => index > pool.tick)
  const middle = above === -1 ? pool.ticks.length : above
  return { ...pool, ticks: pool.ticks.slice(Math.max(0, middle - ticksPerSide), middle + ticksPerSide) }
}

/** At most `max` pools between any two of these tokens. */
export function poolsBetween(graph: PoolGraph, tokens: readonly Address[], max: number): Pool[] {
  const nodes = new Set(tokens.map((token) => nodeOfToken(graph, token)).filter((node) => node !== undefined))
  const isBetween = (pool: Pool): boolean =>
    [pool.token0, pool.token1].every((token) => nodes.has(nodeOfToken(graph, token)!))
  return graph.pools.filter((pool): pool is Pool => pool !== undefined && isBetween(pool)).slice(0, max)
}

/** Repeats the search, over the recorded pools or later states of them. */
export function searchAgain(snapshot: SwapSnapshot, pools: readonly Pool[] = snapshot.pools): SwapRoute | undefined {
  const { chainId, wrappedNative, tokenIn, tokenOut, amount, exact, gasPriceInTokenOut, pathsMax } = snapshot
  const graph = createPoolGraph({ chainId, wrappedNative, pools })
  return findRoute({ graph, tokenIn, tokenOut, amount, exact, gasPriceInTokenOut, limits: { pathsMax } })
}

/** What the recorded route's input brings on other pool states; undefined if a path does not fill. */
export function runSeen({ paths, tokenIn, wrappedNative }: SwapSnapshot, pools: readonly Pool[]): bigint | undefined {
  const states = new Map(pools.map((pool) => [addressKey(pool.id), pool]))
  let sum = 0n
  for (const path of paths) {
    let [token, amount] = [startOf(path, states, tokenIn, wrappedNative), path.amountIn]
    for (const id of path.pools) {
      const pool = states.get(addressKey(id))
      const swapped = pool && quotePool(pool, token, amount)
      if (!swapped) return undefined
      states.set(addressKey(id), swapped.after)
      token = addressKey(pool.token0) === addressKey(token) ? pool.token1 : pool.token0
      amount = swapped.amountOut
    }
    sum += amount
  }
  return sum
}

/** A route that begins with the native token enters its pools as wrapped native. */
function startOf(
  { pools: [first] }: SeenPath,
  states: ReadonlyMap<string, Pool>,
  tokenIn: Address,
  wrappedNative: Address | undefined,
): Address {
  const pool = first && states.get(addressKey(first))
  const isIn = pool && [pool.token0, pool.token1].some((token) => addressKey(token) === addressKey(tokenIn))
  return isIn || !wrappedNative ? tokenIn : wrappedNative
}
