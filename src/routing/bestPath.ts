import { sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import {
  adjacencyOf,
  edgeOut,
  hopsLimit,
  type Layer,
  nodeOfToken,
  type PoolGraph,
  type PriceBounds,
  refreshAdjacency,
  type Subgraph,
} from './graph.ts'

export type BoundsQuery = { source: number; target: number; hopsMax: number }

/** Bounds at the prices of untouched pools, cached for the last few pairs of tokens until a pool changes. */
export function spotBounds(graph: PoolGraph, query: BoundsQuery): PriceBounds {
  const { spots, changes } = graph.scratch
  let at = 0
  while (at < spots.length - 1 && !serves(spots[at]!, query, changes)) at++
  const bounds = spots[at]!
  if (at > 0) {
    spots.copyWithin(1, 0, at)
    spots[0] = bounds
  }
  if (serves(bounds, query, changes)) return bounds
  const { price } = graph.edges
  return fill(graph, bounds, query, 0, (edge) => price[edge]!)
}

const serves = (bounds: PriceBounds, { source, target, hopsMax }: BoundsQuery, changes: number): boolean =>
  bounds.changes === changes && bounds.source === source && bounds.target === target && bounds.hops === hopsMax

/**
 * Tighter bounds for paths that bring at least `outMin`. Such a path carries at least `outMin / spot bound` past every
 * token. A pool's average price falls with the amount, so the average at that least amount bounds it: a thin pool with
 * a good first price stops looking attractive. Call it while the graph holds no flow.
 */
export function boundsAbove(graph: PoolGraph, query: BoundsQuery, outMin: number): PriceBounds {
  const spot = spotBounds(graph, query).value[query.hopsMax]!
  const { to, price } = graph.edges
  return fill(graph, graph.scratch.above, query, outMin, (edge) => {
    const least = outMin / spot[to[edge ^ 1]!]!
    return least > 0 && least < Infinity ? edgeOut(graph, edge, least) / least : price[edge]!
  })
}

/**
 * Round `k` improves tokens worth more with `k` hops than with fewer. Rounds go backwards from the tokens improved
 * last; the last but one covers only neighbours of the source, the last one only the source.
 */
function fill(
  graph: PoolGraph,
  bounds: PriceBounds,
  { source, target, hopsMax }: BoundsQuery,
  outMin: number,
  priceOf: (edge: number) => number,
): PriceBounds {
  const { adjacency, ends } = graph
  const { to, price } = graph.edges
  bounds.value[0]!.fill(0)
  bounds.value[0]![target] = 1
  bounds.via[0]!.fill(-1)
  let reached = [target]
  for (let hops = 1; hops <= hopsMax; hops++) {
    const before = bounds.value[hops - 1]!
    const value = bounds.value[hops]!
    const via = bounds.via[hops]!
    value.set(before)
    via.set(bounds.via[hops - 1]!)
    const improved: number[] = []
    const offer = (edge: number) => {
      const from = to[edge ^ 1]!
      const worth = before[to[edge]!]!
      if (price[edge]! * worth <= value[from]! || from === target) return
      // Routes may only begin or end with an unlisted token: its bound stays 0, so no path uses it.
      if (from !== source && ends.has(from)) return
      const through = priceOf(edge) * worth
      if (through <= value[from]!) return
      if (value[from] === before[from]) improved.push(from)
      value[from] = through
      via[from] = edge
    }
    if (hops === hopsMax) eachEdge(graph, source, offer)
    else if (hops === hopsMax - 1) {
      let last = -1
      for (let i = adjacency.from[source]!; i < adjacency.from[source + 1]!; i++) {
        const near = adjacency.to[i]!
        if (near !== last) eachEdge(graph, near, offer)
        last = near
      }
    } else for (const node of reached) eachEdge(graph, node, (edge) => offer(edge ^ 1))
    reached = improved
  }
  const last = adjacency.edges.slice(adjacency.from[target]!, adjacency.from[target + 1]!).map((edge) => edge ^ 1)
  bounds.everything = { ...adjacency, last }
  bounds.changes = graph.scratch.changes
  bounds.source = source
  bounds.target = target
  bounds.hops = hopsMax
  bounds.outMin = outMin
  return bounds
}

function eachEdge({ adjacency: { from, edges } }: PoolGraph, node: number, visit: (edge: number) => void): void {
  const end = from[node + 1]!
  for (let i = from[node]!; i < end; i++) visit(edges[i]!)
}

/**
 * Units of `tokenOut` for the first unit of `tokenIn`, after pool fees. No swap brings more per unit: a pool's price
 * only falls. 0 if no path of pools leads there. Costs a small part of a search.
 */
export function spotPrice(graph: PoolGraph, tokenIn: Address, tokenOut: Address): number {
  if (sameAddress(tokenIn, tokenOut)) return 1
  refreshAdjacency(graph)
  const [source, target] = [nodeOfToken(graph, tokenIn), nodeOfToken(graph, tokenOut)]
  if (source === undefined || target === undefined) return 0
  // Native and wrapped native are one node.
  if (source === target) return 1
  return spotBounds(graph, { source, target, hopsMax: hopsLimit }).value[hopsLimit]![source]!
}

export type FoundPath = { edges: number[]; out: number }

export type PathQuery = {
  source: number
  target: number
  /** Size of the slice to send: the path with the best spot price need not be the best for this amount. */
  amount: number
  hopsMax: number
  /** Target units that one unit of gas costs, 0 to compare outputs only. */
  gasPrice: number
  /** Round each hop down to whole units, as contracts do: a unit of a token with few decimals can matter. */
  whole?: boolean
  /** Tighter bounds (`boundsAbove`), which hold once the best path so far brings their `outMin`. */
  above?: PriceBounds
  /** Only paths that bring more than this, net of gas, are wanted. */
  beat?: number
  /** Search only these edges (`promisingEdges`). */
  among?: Subgraph
}

/**
 * The best path for one slice, on top of the split so far. Layer `k` keeps for each token the largest amount that
 * arrives in exactly `k` hops (output grows with input on every edge) and its edge; if gas has a price, the largest
 * after gas, at the token's best worth. Skips a token whose amount, sold on at the best possible price, cannot beat the
 * best path so far; the first such path follows those prices.
 */
export function bestPath(graph: PoolGraph, query: PathQuery): FoundPath | undefined {
  const { source, hopsMax, gasPrice } = query
  const { scratch } = graph
  const spot = spotBounds(graph, query)
  if (!(spot.value[hopsMax]![source]! > 0)) return undefined
  const found = followBounds(graph, query, query.above ?? spot)
  const search: Search = {
    ...query,
    whole: query.whole ?? false,
    stamp: ++scratch.stamp,
    edges: found?.edges ?? [],
    best: found?.out ?? 0,
    bestNet: found ? found.out - gasPrice * gasOf(graph, found.edges) : -Infinity,
    bound: spot.value,
    among: query.among ?? spot.everything,
  }
  if (query.beat !== undefined && query.beat >= search.bestNet) {
    search.bestNet = query.beat
    search.edges = []
  }
  if (query.above && search.bestNet >= query.above.outMin) search.bound = query.above.value

  begin(graph, search)
  finish(graph, search, 1)
  for (let hop = 1; hop < hopsMax; hop++) {
    extend(graph, search, hop)
    finish(graph, search, hop + 1)
  }
  return search.edges.length > 0 ? { edges: search.edges, out: search.best } : undefined
}

/**
 * The edges of all paths that can sell a slice of `amount` or more at better than `beat` per `amount`: all that a split
 * can still use once its marginal price is known. Larger slices get a lower average price, so `amount` decides.
 */
export function promisingEdges(graph: PoolGraph, query: PathQuery & { beat: number }): Subgraph {
  const { hopsMax, beat } = query
  const { scratch } = graph
  const spot = spotBounds(graph, query)
  const bound = query.above && beat >= query.above.outMin ? query.above.value : spot.value
  const stamp = ++scratch.stamp
  const marks: number[] = []
  const among = query.among ?? spot.everything
  const search: Search = { ...query, whole: false, stamp, edges: [], best: 0, bestNet: beat, bound, marks, among }
  begin(graph, search)
  for (let hop = 1; hop < hopsMax; hop++) extend(graph, search, hop)
  // The last hop may start from a token that any layer reached.
  const layers = scratch.layers.slice(0, hopsMax)
  const last = search.among.last.filter((edge) => {
    const node = graph.edges.to[edge ^ 1]!
    const price = graph.edges.priceNow[edge]!
    return layers.some(({ stamp: at, out }: Layer) => at[node] === stamp && out[node]! * price > beat)
  })
  return { ...adjacencyOf(graph, marks), last }
}

function begin({ scratch }: PoolGraph, { source, amount, stamp }: Search): void {
  const start = scratch.layers[0]!
  start.stamp[source] = stamp
  start.out[source] = amount
  start.gas[source] = 0
  start.nodes[0] = source
  start.count = 1
}

type Search = PathQuery & {
  whole: boolean
  among: Subgraph
  /** Receives, once each, the edges that can be on a path that beats `bestNet`. */
  marks?: number[]
  stamp: number
  bound: Float64Array[]
  edges: number[]
  best: number
  bestNet: number
}

/** Sells what arrived in `hop - 1` hops on every edge; layer `hop` keeps the most that arrives at each token. */
function extend(graph: PoolGraph, search: Search, hop: number): void {
  const { from, edges, to } = search.among
  const { priceNow, flow, gas } = graph.edges
  const { source, target, stamp, whole, bestNet, marks, gasPrice } = search
  const { marked } = graph.scratch
  const before = graph.scratch.layers[hop - 1]!
  const layer = graph.scratch.layers[hop]!
  const layerStamp = layer.stamp
  const layerOut = layer.out
  const layerGas = layer.gas
  const boundHere = search.bound[search.hopsMax - hop + 1]!
  const boundNext = search.bound[search.hopsMax - hop]!
  let count = 0
  for (let r = 0; r < before.count; r++) {
    const node = before.nodes[r]!
    const arrived = before.out[node]!
    const spent = gasPrice * before.gas[node]!
    if (arrived * boundHere[node]! - spent <= bestNet) continue
    const end = from[node + 1]!
    for (let i = from[node]!; i < end; i++) {
      const next = to[i]!
      const bound = boundNext[next]!
      const edge = edges[i]!
      const most = arrived * priceNow[edge]!
      const paid = spent + gasPrice * gas[edge]!
      if (most * bound - paid <= bestNet || bound === 0) continue
      if (marks && marked[edge] !== stamp && next !== target) {
        marked[edge] = stamp
        marks.push(edge)
      }
      const known = layerStamp[next] === stamp
      const toBeat = known ? layerOut[next]! + (paid - gasPrice * layerGas[next]!) / bound : 0
      if (known && most <= toBeat) continue
      if (next === target || next === source || flow[edge ^ 1]! > 0) continue
      if (hop > 2 && passes(graph, hop - 1, node, next)) continue
      const sold = edgeOut(graph, edge, arrived)
      const out = whole ? Math.floor(sold) : sold
      if (out * bound - paid <= bestNet || !(out > 0) || (known && out <= toBeat)) continue
      if (!known) layer.nodes[count++] = next
      layerStamp[next] = stamp
      layerOut[next] = out
      layer.edge[next] = edge
      layerGas[next] = before.gas[node]! + gas[edge]!
    }
  }
  layer.count = count
}

/** Sells what arrived in `hop - 1` hops next to the target for the target itself. */
function finish(graph: PoolGraph, search: Search, hop: number): void {
  const { to, priceNow, flow, gas } = graph.edges
  const before = graph.scratch.layers[hop - 1]!
  const { gasPrice, stamp, whole } = search
  for (const edge of search.among.last) {
    const node = to[edge ^ 1]!
    if (before.stamp[node] !== stamp || flow[edge ^ 1]! > 0) continue
    const gasCost = gasPrice * (before.gas[node]! + gas[edge]!)
    if (before.out[node]! * priceNow[edge]! - gasCost <= search.bestNet) continue
    const sold = edgeOut(graph, edge, before.out[node]!)
    const out = whole ? Math.floor(sold) : sold
    if (!(out > 0) || out - gasCost <= search.bestNet) continue
    search.bestNet = out - gasCost
    search.best = out
    search.edges = pathTo(graph, hop - 1, node)
    search.edges.push(edge)
  }
}

/** Sends the slice along the path of best untouched prices: the first output for the search to beat. */
function followBounds(
  graph: PoolGraph,
  { source, target, amount, hopsMax, whole }: PathQuery,
  { via }: PriceBounds,
): FoundPath | undefined {
  const { to, flow } = graph.edges
  const edges: number[] = []
  let out = amount
  for (let node = source, left = hopsMax; node !== target; left--) {
    const edge = left > 0 ? via[left]![node]! : -1
    if (edge < 0 || flow[edge ^ 1]! > 0) return undefined
    if (edges.some((earlier) => to[earlier ^ 1] === to[edge])) return undefined
    const sold = edgeOut(graph, edge, out)
    out = whole ? Math.floor(sold) : sold
    edges.push(edge)
    node = to[edge]!
  }
  return out > 0 ? { edges, out } : undefined
}

/** Whether the path that reaches `node` in `hops` hops has been at `token`: no path visits a token twice. */
function passes(graph: PoolGraph, hops: number, node: number, token: number): boolean {
  const { layers } = graph.scratch
  for (let at = node, hop = hops; hop > 0; hop--) {
    at = graph.edges.to[layers[hop]!.edge[at]! ^ 1]!
    if (at === token) return true
  }
  return false
}

function pathTo(graph: PoolGraph, hops: number, node: number): number[] {
  const { layers } = graph.scratch
  const edges: number[] = []
  for (let at = node, hop = hops; hop > 0; hop--) {
    const edge = layers[hop]!.edge[at]!
    edges.push(edge)
    at = graph.edges.to[edge ^ 1]!
  }
  return edges.reverse()
}

function gasOf(graph: PoolGraph, edges: readonly number[]): number {
  return edges.reduce((sum, edge) => sum + graph.edges.gas[edge]!, 0)
}
