import { edgeOut, type PoolGraph, type PriceBounds } from './graph.ts'

export type BoundsQuery = { source: number; target: number; hopsMax: number }

/** Bounds at the prices of untouched pools, kept for the last few pairs of ends until a pool changes. */
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
 * Tighter bounds for paths that bring at least `outMin`. Such a path carries at least `outMin / spot bound` past every token, and the
 * average price of a pool falls with the amount: the average price of that least amount bounds it. A thin pool with a fine first price
 * stops looking attractive. Call it while no flow is in the graph.
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
 * Round `k` improves what is worth more with `k` hops than with fewer. All but the last two rounds go backwards from the tokens that
 * the round before improved; the last but one concerns neighbours of the source alone, and the last one the source.
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
      // What is worth nothing is on no path: routes only begin with such a token, or end with it.
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
