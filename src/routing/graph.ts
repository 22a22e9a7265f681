import { addressKey, sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { type Curve, curveOf, curveOut, curvePrice, deadCurve } from './curve.ts'
import type { Pool } from './pool.ts'

/** Most swaps in a row: a sixth gains less than its search costs (docs/decisions/routing.md, 0078). */
export const hopsLimit = 5

/**
 * The pools of one chain. Tokens are nodes, a pool is two edges: `2·slot` sells token0, `2·slot + 1` sells token1.
 * The inner loops read flat arrays of floats; `pools` has the same pools with exact state.
 */
export type PoolGraph = {
  readonly chainId: number
  readonly wrappedNative: Address | undefined
  readonly slotOf: Map<string, number>
  /** `undefined`: the block that created this pool was rolled back. */
  readonly pools: (Pool | undefined)[]
  readonly nodeOf: Map<string, number>
  readonly tokens: Address[]
  /** Unlisted tokens: a route may begin or end with one but never pass through it. */
  readonly ends: Set<number>
  readonly isEnd: (token: Address) => boolean
  readonly curves: Curve[]
  edges: EdgeArrays
  adjacency: Adjacency
  adjacencyStale: boolean
  scratch: Scratch
}

/** Edges by the token they leave: node n has `edges[from[n]]` up to `from[n + 1]`; `to` is where each leads. */
export type Adjacency = { from: Int32Array; edges: Int32Array; to: Int32Array }

/** The part of a graph that a search walks, with the edges that lead into its target. */
export type Subgraph = Adjacency & { last: Int32Array }

export type EdgeArrays = {
  to: Int32Array
  /** First stretch of the edge's curve: the factor after fee, virtual reserves, and the input at its end. */
  keep: Float64Array
  x: Float64Array
  y: Float64Array
  end: Float64Array
  gas: Float64Array
  /** Marginal price of the untouched pool. */
  price: Float64Array
  /** Input that the split under construction sends through the edge, and the marginal price after it. */
  flow: Float64Array
  priceNow: Float64Array
}

/** Per-token state of the search; a mark counts only if its stamp is the current one. */
export type Scratch = {
  stamp: number
  /** `layers[k]`: what arrives at each token in `k` hops, by which edge, and the gas so far. */
  layers: Layer[]
  /** Edges that the search marked, by the stamp of that search. */
  marked: Int32Array
  /** Spot bounds of recently searched token pairs, newest first: the ways of a quote share their pairs. */
  spots: PriceBounds[]
  /** Counts pool changes: bounds of another count are stale. */
  changes: number
  above: PriceBounds
  /** `splits`: paths of recent searches. `prepared`: paths for estimates between listed tokens (nearSplit). */
  splits: Map<string, KeptSplits>
  prepared: Map<string, KeptSplits>
}

/**
 * For one target token: the most target units that one unit of each token can become in at most `k` hops, by untouched
 * pools. Selling only lowers a pool's price, so no slice does better, whatever the split holds: the search skips every
 * token from which even this price cannot beat the best path so far.
 */
export type PriceBounds = {
  /** The graph's count of changes when these were filled. */
  changes: number
  /** The tokens of the search that uses the bounds. */
  source: number
  target: number
  hops: number
  /** The bounds hold for paths that bring more than this; 0 for all. */
  outMin: number
  /** `value[k][token]`, growing in `k`; 0 where the target is farther away. */
  value: Float64Array[]
  /** The whole graph, for a search with this target. */
  everything: Subgraph
  /** The first edge of the path with that price, -1 where there is none. */
  via: Int32Array[]
}

/** The paths of a split and what goes into each, without flows. */
export type SplitSnapshot = { count: number; edges: Int32Array; hops: Int32Array; input: Float64Array }

/**
 * What a search for one rung of the ladder of amounts found (nearSplit), and the pools of every path that it tried.
 * `foundAt`, `seenAt`: the graph's count of changes at the search, and when its `yield` was last found good.
 */
export type KeptSplits = {
  rung: number
  single?: SplitSnapshot
  split?: SplitSnapshot
  considered: readonly Pool[]
  yield: number
  foundAt: number
  seenAt: number
}

export type Layer = {
  stamp: Int32Array
  out: Float64Array
  gas: Float64Array
  edge: Int32Array
  /** The tokens that were reached, the first `count` of the array. */
  nodes: Int32Array
  count: number
}

/** The pools of each chain as they are now. */
export type Liquidity = {
  /** Undefined while a chain's pools have not been read yet. */
  graph(chainId: number): PoolGraph | undefined
  /** Before a quote: applies the blocks deferred since the last quotes. Never rejects; takes at most `catchUpMsMax`. */
  catchUp?(chainId: number): Promise<void>
  /** The block of the pools' state. */
  block?(chainId: number): number | undefined
}

export function createPoolGraph(input: {
  chainId: number
  wrappedNative?: Address
  pools: readonly Pool[]
  /** True for unlisted tokens that a caller named: only routes that begin or end with them use them. */
  isEnd?: (token: Address) => boolean
}): PoolGraph {
  const graph: PoolGraph = {
    chainId: input.chainId,
    wrappedNative: input.wrappedNative,
    slotOf: new Map(),
    pools: [],
    nodeOf: new Map(),
    tokens: [],
    ends: new Set(),
    isEnd: input.isEnd ?? (() => false),
    curves: [],
    edges: edgeArrays(Math.max(64, input.pools.length * 2)),
    adjacency: { from: new Int32Array(1), edges: new Int32Array(0), to: new Int32Array(0) },
    adjacencyStale: true,
    scratch: scratchFor(0, 0),
  }
  for (const pool of input.pools) setPool(graph, pool)
  return graph
}

/** Adds the pool, or replaces its state. */
export function setPool(graph: PoolGraph, pool: Pool): void {
  if (pool.chainId !== graph.chainId) throw new RangeError(`pool ${pool.id} is not on chain ${graph.chainId}`)
  let slot = graph.slotOf.get(addressKey(pool.id))
  if (slot === undefined) {
    slot = graph.pools.length
    graph.slotOf.set(addressKey(pool.id), slot)
    graph.pools.push(pool)
    graph.curves.push(deadCurve, deadCurve)
    if (slot * 2 + 2 > graph.edges.to.length) graph.edges = grown(graph.edges)
    graph.edges.to[slot * 2] = nodeFor(graph, pool.token1)
    graph.edges.to[slot * 2 + 1] = nodeFor(graph, pool.token0)
    graph.adjacencyStale = true
  }
  graph.pools[slot] = pool
  setCurve(graph, slot * 2, curveOf(pool, true), pool.gas)
  setCurve(graph, slot * 2 + 1, curveOf(pool, false), pool.gas)
}

/** Removes a pool whose creation a reorg undid. Its empty slot stays: edge numbers must not change. */
export function dropPool(graph: PoolGraph, id: Address): void {
  const slot = graph.slotOf.get(addressKey(id))
  if (slot === undefined) return
  graph.pools[slot] = undefined
  setCurve(graph, slot * 2, deadCurve, 0n)
  setCurve(graph, slot * 2 + 1, deadCurve, 0n)
}

export function poolOf(graph: PoolGraph, id: Address): Pool | undefined {
  const slot = graph.slotOf.get(addressKey(id))
  return slot === undefined ? undefined : graph.pools[slot]
}

/** The pools of a token. */
export function poolsWith(graph: PoolGraph, token: Address): Pool[] {
  refreshAdjacency(graph)
  const node = nodeOfToken(graph, token)
  if (node === undefined) return []
  const { from, edges } = graph.adjacency
  const found = Array.from(edges.subarray(from[node]!, from[node + 1]!), (edge) => graph.pools[edge >> 1])
  return found.filter((pool) => pool !== undefined)
}

/** The node of a token; the native token is traded as its wrapped form. */
export function nodeOfToken(graph: PoolGraph, token: Address): number | undefined {
  const traded = sameAddress(token, nativeToken) ? graph.wrappedNative : token
  return traded && graph.nodeOf.get(addressKey(traded))
}

export function isLive(graph: PoolGraph, edge: number): boolean {
  return graph.edges.price[edge]! > 0
}

/**
 * Every token that at most `hopsMax` hops can turn `token` into, and, as pools trade both ways, that can become
 * `token`. Native and wrapped native stand for each other. Excludes the token itself and unlisted tokens.
 */
export function reachable(graph: PoolGraph, token: Address, hopsMax: number): Set<Address> {
  const found = new Set<Address>()
  const isNative = sameAddress(token, nativeToken)
  const isWrapped = graph.wrappedNative !== undefined && sameAddress(token, graph.wrappedNative)
  if (isNative && graph.wrappedNative) found.add(graph.wrappedNative)
  if (isWrapped) found.add(nativeToken)

  refreshAdjacency(graph)
  const start = nodeOfToken(graph, token)
  if (start === undefined) return found
  const seen = new Set([start])
  let edge = [start]
  for (let hop = 0; hop < hopsMax && edge.length > 0; hop++) {
    const next: number[] = []
    for (const node of edge) {
      for (let i = graph.adjacency.from[node]!; i < graph.adjacency.from[node + 1]!; i++) {
        const to = graph.adjacency.to[i]!
        if (seen.has(to) || !isLive(graph, graph.adjacency.edges[i]!)) continue
        seen.add(to)
        if (graph.ends.has(to)) continue
        next.push(to)
        const reached = graph.tokens[to]!
        found.add(reached)
        if (graph.wrappedNative && sameAddress(reached, graph.wrappedNative)) found.add(nativeToken)
      }
    }
    edge = next
  }
  return found
}

/** Call before a search: rebuilds the adjacency arrays if pools were added since. */
export function refreshAdjacency(graph: PoolGraph): void {
  if (!graph.adjacencyStale) return
  const edges = graph.pools.length * 2
  // Every edge has its reverse: reversing all edges, sorted by origin, sorts them by target. The second pass keeps that
  // order within each origin, so parallel pools lie side by side.
  const all = Int32Array.from({ length: edges }, (_, edge) => edge)
  const byTarget = adjacencyOf(graph, all).edges.map((edge) => edge ^ 1)
  graph.adjacency = adjacencyOf(graph, byTarget)
  // Tokens and edges keep their numbers.
  const { changes, splits, prepared } = graph.scratch
  graph.scratch = { ...scratchFor(graph.tokens.length, edges), changes, splits, prepared }
  graph.adjacencyStale = false
}

/** Groups edges by the token they leave; keeps the given order within each group. */
export function adjacencyOf({ tokens, edges: { to } }: PoolGraph, edges: ArrayLike<number>): Adjacency {
  const from = new Int32Array(tokens.length + 1)
  for (let i = 0; i < edges.length; i++) from[to[edges[i]! ^ 1]! + 1]!++
  for (let node = 0; node < tokens.length; node++) from[node + 1]! += from[node]!
  const sorted = new Int32Array(edges.length)
  const cursor = from.slice()
  for (let i = 0; i < edges.length; i++) sorted[cursor[to[edges[i]! ^ 1]!]!++] = edges[i]!
  return { from, edges: sorted, to: sorted.map((edge) => to[edge]!) }
}

/** Output of `amount` on an edge, on top of what the split already sends through it. */
export function edgeOut(graph: PoolGraph, edge: number, amount: number): number {
  const { flow, end, keep, x, y } = graph.edges
  const paid = flow[edge]!
  if (paid + amount > end[edge]!) return curveOut(graph.curves[edge]!, paid, amount)
  const kept = keep[edge]! * amount
  if (paid === 0) return (y[edge]! * kept) / (x[edge]! + kept)
  const xNow = x[edge]! + keep[edge]! * paid
  return (((x[edge]! * y[edge]!) / xNow) * kept) / (xNow + kept)
}

function setCurve(graph: PoolGraph, edge: number, curve: Curve, gas: bigint): void {
  const { edges } = graph
  graph.curves[edge] = curve
  edges.keep[edge] = curve.keep
  edges.x[edge] = curve.x[0]!
  edges.y[edge] = curve.y[0]!
  edges.end[edge] = curve.inAt[1]!
  edges.gas[edge] = Number(gas)
  edges.price[edge] = curvePrice(curve, 0)
  edges.priceNow[edge] = edges.price[edge]!
  edges.flow[edge] = 0
  graph.scratch.changes++
}

function nodeFor(graph: PoolGraph, token: Address): number {
  const key = addressKey(token)
  const known = graph.nodeOf.get(key)
  if (known !== undefined) return known
  const node = graph.tokens.length
  graph.tokens.push(token)
  graph.nodeOf.set(key, node)
  if (graph.isEnd(token)) graph.ends.add(node)
  return node
}

function edgeArrays(size: number): EdgeArrays {
  const floats = () => new Float64Array(size)
  return {
    to: new Int32Array(size),
    keep: floats(),
    x: floats(),
    y: floats(),
    end: floats(),
    gas: floats(),
    price: floats(),
    flow: floats(),
    priceNow: floats(),
  }
}

function grown(old: EdgeArrays): EdgeArrays {
  const next = edgeArrays(old.to.length * 2)
  for (const name of Object.keys(old) as (keyof EdgeArrays)[]) next[name].set(old[name])
  return next
}

function scratchFor(nodes: number, edges: number): Scratch {
  const layer = (): Layer => ({
    stamp: new Int32Array(nodes),
    out: new Float64Array(nodes),
    gas: new Float64Array(nodes),
    edge: new Int32Array(nodes),
    nodes: new Int32Array(nodes),
    count: 0,
  })
  return {
    stamp: 0,
    layers: Array.from({ length: hopsLimit + 1 }, layer),
    marked: new Int32Array(edges),
    spots: Array.from({ length: spotsKept }, () => boundsFor(nodes)),
    changes: 0,
    above: boundsFor(nodes),
    splits: new Map(),
    prepared: new Map(),
  }
}

/** A quote between two chains searches about ten pairs on each; at 2,000 tokens the bounds of one take 150 kB. */
const spotsKept = 12

const none = new Int32Array(0)

function boundsFor(nodes: number): PriceBounds {
  return {
    changes: -1,
    source: -1,
    target: -1,
    hops: 0,
    outMin: 0,
    everything: { from: none, edges: none, to: none, last: none },
    value: Array.from({ length: hopsLimit + 1 }, () => new Float64Array(nodes)),
    via: Array.from({ length: hopsLimit + 1 }, () => new Int32Array(nodes)),
  }
}
