import { sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { balanceSplit, balanceSplitOut } from './balanceSplit.ts'
import {
  type ExactPath,
  type ExecutedPath,
  executeSplitExactly,
  executeSplitExactlyOut,
} from './executeSplitExactly.ts'
import { findSplit } from './findSplit.ts'
import { hopsLimit, nodeOfToken, type PoolGraph, refreshAdjacency } from './graph.ts'
import { midPrice } from './midPrice.ts'
import { nearSplit } from './nearSplit.ts'
import { type HopPool, type Pool, type PoolWrap, wrapPool } from './pool.ts'
import { clearFlows, type Split, splitEdges, splitInput, splitMoveLast } from './split.ts'

export type Hop = { pool: HopPool; tokenIn: Address; tokenOut: Address }
export type RoutePath = { amountIn: bigint; amountOut: bigint; hops: Hop[] }

/** Paths to execute in this order, each with exactly its input; the outputs then are these, to the unit. */
export type SwapRoute = {
  tokenIn: Address
  tokenOut: Address
  amountIn: bigint
  amountOut: bigint
  paths: RoutePath[]
  /** Gas of all hops; wrapping and unwrapping count once, since one call can do it for all paths. */
  gas: bigint
  /** What `amountIn` would give along the same paths without fees and without moving a price. */
  midAmountOut: bigint
  /** The pools of every path that the search looked at, in the order of the graph: over them alone it comes to the same end. */
  considered: readonly Pool[]
}

/** The cost of gas in units of the output token: `numerator / denominator` for one unit of gas. */
export type GasPrice = { numerator: bigint; denominator: bigint }

export type RouteLimits = { hopsMax: number; pathsMax: number }
export const routeLimits: RouteLimits = { hopsMax: hopsLimit, pathsMax: 24 }

export type RouteQuery = {
  graph: PoolGraph
  tokenIn: Address
  tokenOut: Address
  amount: bigint
  exact: 'in' | 'out'
  /** Without it gas is free, and every split that earns anything is taken. */
  gasPriceInTokenOut?: GasPrice
  limits?: Partial<RouteLimits>
}

/** Below this many base units of output one unit is a basis point: rounding can decide between paths, so shorter ones are executed exactly too. */
const coarseOut = 1e4

/**
 * The best way to swap on one chain. Exact in: most out for `amount`. Exact out: least in such that executing the paths gives
 * at least `amount`. The search runs on floats; what it proposes is executed here with the contracts' own arithmetic.
 */
export function findRoute(query: RouteQuery): SwapRoute | undefined {
  const { graph, tokenIn, tokenOut, amount } = query
  const limits = { ...routeLimits, ...query.limits }
  if (amount <= 0n || sameAddress(tokenIn, tokenOut)) return undefined
  refreshAdjacency(graph)
  const wraps = wrapsOf(graph, tokenIn, tokenOut)
  if (wraps.only) return wrapRoute(query, wraps.only)
  const source = nodeOfToken(graph, tokenIn)
  const target = nodeOfToken(graph, tokenOut)
  if (source === undefined || target === undefined || source === target) return undefined

  const gasPrice = query.gasPriceInTokenOut
    ? Number(query.gasPriceInTokenOut.numerator) / Number(query.gasPriceInTokenOut.denominator)
    : 0
  const tried = new Set<number>()
  const base = { source, target, exact: query.exact, amount: Number(amount), gasPrice, tried }
  const hopsMax = Math.min(limits.hopsMax, hopsLimit)
  const { single, split } = nearSplit(graph, { ...base, hopsMax, pathsMax: limits.pathsMax })

  const candidates = [split && executeSplit(graph, split, query), single && executePaths(graph, single, query)]
  const coarse = query.exact === 'out' ? base.amount < coarseOut : bestOut(candidates) < coarseOut
  if (coarse || candidates.every((candidate) => candidate === undefined)) {
    for (let hops = 1; hops < hopsMax; hops++) {
      const shorter = findSplit(graph, { ...base, hopsMax: hops, pathsMax: 1 })
      if (shorter.single) candidates.push(executePaths(graph, shorter.single, query))
    }
  }
  const executed = bestOf(graph, candidates, query.exact, gasPrice)
  return executed && { ...assemble(query, executed, wraps), considered: poolsOf(graph, tried) }
}

type Executed = ExecutedPath[] | undefined

/** Executes a split with exact arithmetic. The path with the most capacity goes last, because it takes what the others could not. */
function executeSplit(graph: PoolGraph, split: Split, query: RouteQuery): Executed {
  const total = splitInput(split)
  let last = 0
  for (let i = 1; i < split.count; i++) if (roomOf(graph, split, i) > roomOf(graph, split, last)) last = i
  if (last !== split.count - 1) {
    splitMoveLast(split, last)
    // The first of two paths through a pool gets its better price, so a new order needs slightly other shares.
    if (query.exact === 'in') balanceSplit(graph, split, total)
    else balanceSplitOut(graph, split, Number(query.amount), total)
    clearFlows(graph, split)
  }
  return executePaths(graph, split, query)
}

/** The path's input as a measure of spare capacity; halved if a pool on it has a limit. */
function roomOf(graph: PoolGraph, split: Split, at: number): number {
  const endless = splitEdges(split, at).every((edge) => graph.curves[edge]!.capacity === Infinity)
  return endless ? split.input[at]! : split.input[at]! * 0.5
}

function executePaths(graph: PoolGraph, split: Split, query: RouteQuery): Executed {
  const paths: ExactPath[] = []
  for (let i = 0; i < split.count; i++) {
    const input = BigInt(Math.floor(split.input[i]!))
    if (input > 0n || i === split.count - 1) paths.push({ edges: splitEdges(split, i), input })
  }
  return query.exact === 'in'
    ? executeSplitExactly(graph, paths, query.amount)
    : executeSplitExactlyOut(graph, paths, query.amount)
}

function bestOut(candidates: readonly Executed[]): number {
  return Math.max(0, ...candidates.map((executed) => (executed ? Number(sum(executed, 'amountOut')) : 0)))
}

/** Most output, or least input, after gas. */
function bestOf(graph: PoolGraph, candidates: readonly Executed[], exact: 'in' | 'out', gasPrice: number): Executed {
  let best: Executed
  let bestAmount = 0n
  for (const executed of candidates) {
    if (!executed) continue
    const amount = exact === 'in' ? sum(executed, 'amountOut') : -sum(executed, 'amountIn')
    const better = best === undefined || amount - bestAmount > gasDifference(graph, executed, best, exact, gasPrice)
    if (better) {
      best = executed
      bestAmount = amount
    }
  }
  return best
}

/** What the gas of `executed` costs more than that of `other`, in units of the side that is compared. */
function gasDifference(
  graph: PoolGraph,
  executed: ExecutedPath[],
  other: ExecutedPath[],
  exact: 'in' | 'out',
  gasPrice: number,
): bigint {
  const more = Number(gasOf(graph, executed) - gasOf(graph, other)) * gasPrice
  if (exact === 'in') return BigInt(Math.round(more))
  const price = Number(sum(other, 'amountOut')) / Number(sum(other, 'amountIn'))
  return BigInt(Math.round(more / price))
}

function gasOf(graph: PoolGraph, executed: ExecutedPath[]): bigint {
  let gas = 0n
  for (const path of executed) for (const edge of path.edges) gas += graph.pools[edge >> 1]!.gas
  return gas
}

function sum(executed: ExecutedPath[], side: 'amountIn' | 'amountOut'): bigint {
  return executed.reduce((total, path) => total + path[side], 0n)
}

type Wraps = { before?: PoolWrap; after?: PoolWrap; only?: PoolWrap }

function wrapsOf(graph: PoolGraph, tokenIn: Address, tokenOut: Address): Wraps {
  if (!graph.wrappedNative) return {}
  const wrap = wrapPool(graph.chainId, graph.wrappedNative)
  const nativeIn = sameAddress(tokenIn, nativeToken)
  const nativeOut = sameAddress(tokenOut, nativeToken)
  const otherSide = nativeIn ? tokenOut : tokenIn
  if ((nativeIn || nativeOut) && sameAddress(otherSide, graph.wrappedNative)) return { only: wrap }
  return { before: nativeIn ? wrap : undefined, after: nativeOut ? wrap : undefined }
}

function wrapRoute({ tokenIn, tokenOut, amount }: RouteQuery, pool: PoolWrap): SwapRoute {
  const path = { amountIn: amount, amountOut: amount, hops: [{ pool, tokenIn, tokenOut }] }
  const amounts = { amountIn: amount, amountOut: amount, midAmountOut: amount }
  return { tokenIn, tokenOut, ...amounts, paths: [path], gas: pool.gas, considered: [] }
}

function poolsOf(graph: PoolGraph, edges: ReadonlySet<number>): Pool[] {
  const slots = new Set([...edges].map((edge) => edge >> 1))
  return [...slots].toSorted((a, b) => a - b).flatMap((slot) => graph.pools[slot] ?? [])
}

type Assembled = Omit<SwapRoute, 'considered'>

function assemble({ graph, tokenIn, tokenOut }: RouteQuery, executed: ExecutedPath[], wraps: Wraps): Assembled {
  let midOut = 0
  const paths = executed.map(({ edges, amountIn, amountOut }) => {
    const hops: Hop[] = edges.map((edge) => {
      const pool = graph.pools[edge >> 1]!
      return (edge & 1) === 0
        ? { pool, tokenIn: pool.token0, tokenOut: pool.token1 }
        : { pool, tokenIn: pool.token1, tokenOut: pool.token0 }
    })
    midOut += hops.reduce((amount, hop) => amount * midPrice(hop.pool, hop.tokenIn), Number(amountIn))
    if (wraps.before) hops.unshift({ pool: wraps.before, tokenIn, tokenOut: wraps.before.id })
    if (wraps.after) hops.push({ pool: wraps.after, tokenIn: wraps.after.id, tokenOut })
    return { amountIn, amountOut, hops }
  })
  return {
    tokenIn,
    tokenOut,
    amountIn: sum(executed, 'amountIn'),
    amountOut: sum(executed, 'amountOut'),
    paths,
    gas: gasOf(graph, executed) + (wraps.before?.gas ?? 0n) + (wraps.after?.gas ?? 0n),
    midAmountOut: BigInt(Math.round(midOut)),
  }
}
