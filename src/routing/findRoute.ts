import { sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { balanceSplit, balanceSplitOut } from './balanceSplit.ts'
import { bestPath, type PathQuery, spotPrice } from './bestPath.ts'
import { midPrice } from './curve.ts'
import { findSplit } from './findSplit.ts'
import { hopsLimit, nodeOfToken, type PoolGraph, refreshAdjacency } from './graph.ts'
import { nearSplit, splitsFor } from './nearSplit.ts'
import { type HopPool, type Pool, type PoolWrap, wrapPool } from './pool.ts'
import {
  clearFlows,
  type ExactPath,
  type ExecutedPath,
  executeSplitExactly,
  executeSplitExactlyOut,
  type Split,
  simulate,
  splitEdges,
  splitInput,
  splitMoveLast,
} from './split.ts'

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
  /** The pools of every path the search tried, in graph order: a search over them alone gives the same result. */
  considered: readonly Pool[]
}

/** The cost of gas in units of the output token: `numerator / denominator` for one unit of gas. */
export type GasPrice = { numerator: bigint; denominator: bigint }

export const routeLimits = { hopsMax: hopsLimit, pathsMax: 24 }

export type RouteQuery = {
  graph: PoolGraph
  tokenIn: Address
  tokenOut: Address
  amount: bigint
  exact: 'in' | 'out'
  /** Without it gas is free, and every split that earns anything is taken. */
  gasPriceInTokenOut?: GasPrice
  limits?: Partial<typeof routeLimits>
  /** A float estimate, for comparing ways; its paths may come from earlier pool states. */
  isRough?: boolean
}

/** Below this output a base unit is over a basis point: rounding can decide, so shorter paths are executed too. */
const coarseOut = 1e4

/**
 * The best swap route on one chain. Exact in: the most output for `amount`. Exact out: the least input that brings at
 * least `amount`. The search uses floats; its candidates are executed here with the contracts' own arithmetic.
 */
export function findRoute(query: RouteQuery): SwapRoute | undefined {
  const { graph, tokenIn, tokenOut, amount, isRough = false } = query
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
  const base = { source, target, exact: query.exact, amount: Number(amount), gasPrice }
  const hopsMax = Math.min(limits.hopsMax, hopsLimit)
  const { single, split, ...near } = nearSplit(graph, { ...base, hopsMax, pathsMax: limits.pathsMax }, isRough)
  let { considered } = near

  const [runSplit, runSingle] = isRough ? [estimatePaths, estimatePaths] : [executeSplit, executePaths]
  const candidates = [split && runSplit(graph, split, query), single && runSingle(graph, single, query)]
  const coarse = query.exact === 'out' ? base.amount < coarseOut : bestOut(candidates) < coarseOut
  if (isRough && coarse) return findRoute({ ...query, isRough: false })
  if (coarse || candidates.every((candidate) => candidate === undefined)) {
    for (let hops = 1; hops < hopsMax; hops++) {
      const shorter = splitsFor(graph, { ...base, hopsMax: hops, pathsMax: 1 })
      considered = together(graph, considered, shorter.considered)
      if (shorter.single) candidates.push(executePaths(graph, shorter.single, query))
    }
  }
  const executed = bestOf(graph, candidates, query.exact, gasPrice)
  return executed && { ...assemble(query, executed, wraps), considered }
}

type Executed = ExecutedPath[] | undefined

/** Executes a split exactly. The path with the most capacity goes last: it takes what the others could not. */
function executeSplit(graph: PoolGraph, split: Split, query: RouteQuery): Executed {
  const total = splitInput(split)
  let last = 0
  for (let i = 1; i < split.count; i++) if (roomOf(graph, split, i) > roomOf(graph, split, last)) last = i
  if (last !== split.count - 1) {
    splitMoveLast(split, last)
    // The first of two paths through a pool gets the better price, so a new order needs slightly different shares.
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

/** `executePaths` in floats; the last path takes the rounding difference. */
function estimatePaths(graph: PoolGraph, split: Split, { amount, exact }: RouteQuery): Executed {
  simulate(graph, split)
  clearFlows(graph, split)
  const paths = Array.from({ length: split.count }, (_, i) => ({
    edges: splitEdges(split, i),
    amountIn: BigInt(Math.floor(split.input[i]!)),
    amountOut: BigInt(Math.floor(split.output[i]!)),
  }))
  const side = exact === 'in' ? 'amountIn' : 'amountOut'
  paths.at(-1)![side] += amount - sum(paths, side)
  return paths
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

/** How much more gas `executed` costs than `other`, in units of the compared side. */
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

/** Both lists without duplicates, in graph order. */
const together = ({ pools }: PoolGraph, some: readonly Pool[], more: readonly Pool[]): Pool[] => {
  const all = new Set<Pool | undefined>([...some, ...more])
  return pools.filter((pool) => pool !== undefined && all.has(pool)) as Pool[]
}

/** Input and output, in base units as floats. */
export type SwapRoom = { in: number; out: number }

/** Enough paths to come near the capacity of all pools. */
const roomPathsMax = 4
const stride = 8
/** Factors of eight down from what all pools hold: less than 8⁻⁸ (6e-8) of that counts as no room. */
const stridesMax = 7
/** Seven halvings of two strides leave 3 %. */
const refinements = 7

/**
 * About the most that can be swapped for at least `1 - lossMax` of `price`, by default the first unit's price. Uses only
 * curves: bounded strides for one path, one search for several. Undefined if no pools lead there.
 */
export function swapRoom(
  graph: PoolGraph,
  tokenIn: Address,
  tokenOut: Address,
  lossMax: number,
  price = spotPrice(graph, tokenIn, tokenOut),
): SwapRoom | undefined {
  refreshAdjacency(graph)
  const [source, target] = [nodeOfToken(graph, tokenIn), nodeOfToken(graph, tokenOut)]
  if (source === undefined || target === undefined || source === target || !(price > 0)) return undefined
  const least = (1 - lossMax) * price
  const query = { source, target, exact: 'in', hopsMax: hopsLimit, gasPrice: 0 } as const
  const endless = Math.min(outMax(graph, target) / least, inMax(graph, source))
  let low = endless / stride
  for (let strides = 0; singleOut(graph, { ...query, amount: low }) < least * low; strides++) {
    if (strides === stridesMax || !(low >= 1)) return undefined
    low /= stride
  }
  const found = findSplit(graph, { ...query, amount: low * Math.sqrt(stride), pathsMax: roomPathsMax })
  const split = found.split ?? found.single
  const room = { in: low, out: least * low }
  if (!split) return room
  let high = Math.min(endless, low * stride ** 2)
  for (let times = 0; times < refinements; times++) {
    const middle = Math.sqrt(room.in * high)
    balanceSplit(graph, split, middle)
    if (split.total >= least * middle) [room.in, room.out] = [middle, split.total]
    else high = middle
  }
  clearFlows(graph, split)
  return room
}

const singleOut = (graph: PoolGraph, query: Omit<PathQuery, 'whole'>): number => bestPath(graph, query)?.out ?? 0

/** An amount this many times above what the pools hold is not searched: at least nine tenths would be lost. */
const lostTimes = 10

/** Whether the amount exceeds what the two tokens' pools can take or bring on any path. Reads each of them once. */
export function isBeyondPools(
  graph: PoolGraph,
  { tokenIn, tokenOut, amount, exact }: { tokenIn: Address; tokenOut: Address; amount: bigint; exact: 'in' | 'out' },
): boolean {
  refreshAdjacency(graph)
  const [source, target] = [nodeOfToken(graph, tokenIn), nodeOfToken(graph, tokenOut)]
  if (source === undefined || target === undefined || source === target) return false
  if (exact === 'out') return Number(amount) > outMax(graph, target)
  const isWorth = Number(amount) * spotPrice(graph, tokenIn, tokenOut)
  return Number(amount) > inMax(graph, source) || isWorth > lostTimes * outMax(graph, target)
}

/** What the pools of a token hold of it. */
function outMax(graph: PoolGraph, target: number): number {
  return sumOver(graph, target, (edge) => graph.curves[edge ^ 1]!.outAt.at(-1)!)
}

/** What the pools of a token can take of it. */
function inMax(graph: PoolGraph, source: number): number {
  return sumOver(graph, source, (edge) => graph.curves[edge]!.capacity)
}

function sumOver({ adjacency: { from, edges } }: PoolGraph, node: number, of: (edge: number) => number): number {
  let sum = 0
  for (let i = from[node]!; i < from[node + 1]!; i++) sum += of(edges[i]!)
  return sum
}
