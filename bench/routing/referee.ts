import { balanceSplit, splitPrice } from '../../src/routing/balanceSplit.ts'
import { bestPath } from '../../src/routing/bestPath.ts'
import { curveOut } from '../../src/routing/curve.ts'
import { hopsLimit, type PoolGraph, refreshAdjacency } from '../../src/routing/graph.ts'
import {
  clearFlows,
  createSplit,
  pushPath,
  type Split,
  splitAdd,
  splitEdges,
  splitIndex,
} from '../../src/routing/split.ts'

/**
 * The judge of the benchmark: a slow convex solver over all paths with the router's hop limit, without gas, with up to
 * hundreds of paths, and a proven bound on its distance from the optimum. The proof uses only the pools' curves.
 *
 * An optimal route uses a pool in one direction (two paths that cross it both ways can swap their ends and skip it). A
 * pool's output is concave, so it is below its tangent: out(X) <= c + m·X. Let V_k(t) be the best product of slopes m
 * from token t to the target in at most k hops. Then no route of at most n hops earns more than amount·V_n(source) +
 * sum of c·V(token out), where V has n - 1 hops left after a pool that buys from the source and n - 2 after any other.
 */
export type Verdict = { optimum: number; bound: number; paths: number }

const pathsMax = 400
const iterationsMax = 30
const gapEnough = 1e-6
const precise = { spreadEnough: 1e-7, roundsMax: 20, shareMin: 1e-9 }
/** Paths that join the plan at a time. */
const columnsMax = 8
const entryShare = 1e-6
/** The solver's starting point. */
const slicesCount = 60

export function judge(graph: PoolGraph, source: number, target: number, amount: number): Verdict {
  refreshAdjacency(graph)
  const plan = createSplit(pathsMax)
  let optimum = 0
  let bound = Infinity
  let paths = 0
  for (let i = 0; i < slicesCount; i++) {
    const slice = amount / slicesCount
    const path = bestPath(graph, { source, target, amount: slice, hopsMax: hopsLimit, gasPrice: 0 })
    if (!path) return { optimum: 0, bound: 0, paths: 0 }
    splitAdd(plan, path.edges, slice)
    pushPath(graph, plan, path.edges, slice)
  }
  balanceSplit(graph, plan, amount, precise)
  for (let iteration = 0; iteration < iterationsMax && plan.count < pathsMax; iteration++) {
    const values = slopesToTarget(graph, target, false)
    const found = slopesToTarget(graph, target, true).pathsFrom(source, columnsMax)
    if (found.length === 0) break
    if (plan.total > optimum) {
      optimum = plan.total
      paths = plan.count
    }
    const tangent = amount * values.value(source, hopsLimit) + intercepts(graph, plan.touched, source, values.value)
    bound = Math.min(bound, tangent)
    if (bound - optimum < gapEnough * bound) break
    const known = splitPrice(graph, plan)
    for (const { edges, price } of found) {
      if (price <= known || splitIndex(plan, edges) >= 0 || plan.count === pathsMax) continue
      if (edges.some((edge) => uses(plan, edge ^ 1))) continue
      splitAdd(plan, edges, amount * entryShare)
    }
    balanceSplit(graph, plan, amount, precise)
  }
  clearFlows(graph, plan)
  return { optimum, bound, paths }
}

function uses(plan: Split, edge: number): boolean {
  for (let i = 0; i < plan.count; i++) if (splitEdges(plan, i).includes(edge)) return true
  return false
}

type Values = {
  value: (node: number, hops: number) => number
  /** One path for each edge that leaves the node, the best first. */
  pathsFrom: (node: number, count: number) => { edges: number[]; price: number }[]
}

/** The best product of marginal prices to the target, for every token and number of hops left, over all edges. */
function slopesToTarget(graph: PoolGraph, target: number, keepDirections: boolean): Values {
  const nodes = graph.tokens.length
  const edges = graph.pools.length * 2
  const { to, priceNow, flow } = graph.edges
  const value = [new Float64Array(nodes)]
  const via = [new Int32Array(nodes).fill(-1)]
  value[0]![target] = 1
  for (let hops = 1; hops <= hopsLimit; hops++) {
    const before = value[hops - 1]!
    const now = before.slice()
    const edgeNow = new Int32Array(nodes).fill(-1)
    for (let edge = 0; edge < edges; edge++) {
      const from = to[edge ^ 1]!
      // A pool in use keeps its direction in the plan; in the bound its untouched reverse price counts as well.
      if (from === target || (keepDirections && flow[edge ^ 1]! > 0)) continue
      const reached = priceNow[edge]! * before[to[edge]!]!
      if (reached > now[from]!) {
        now[from] = reached
        edgeNow[from] = edge
      }
    }
    value.push(now)
    via.push(edgeNow)
  }
  return {
    value: (node, hops) => value[hops]![node]!,
    pathsFrom: (node, count) => {
      const found: { edges: number[]; price: number }[] = []
      for (let i = graph.adjacency.from[node]!; i < graph.adjacency.from[node + 1]!; i++) {
        const edge = graph.adjacency.edges[i]!
        const price = priceNow[edge]! * value[hopsLimit - 1]![to[edge]!]!
        if (price > 0 && !(keepDirections && flow[edge ^ 1]! > 0)) found.push({ edges: [edge], price })
      }
      found.sort((left, right) => right.price - left.price)
      return found.slice(0, count).filter((path) => follow(path.edges, hopsLimit - 1))
    },
  }

  /** Extends a path by the best hops, at most `hopsLeft`. */
  function follow(path: number[], hopsLeft: number): boolean {
    for (let hops = hopsLeft, at = to[path[0]!]!; at !== target; hops--) {
      if (hops === 0) return false
      const edge = via[hops]![at]!
      // Not improved in this round: use the previous round's step.
      if (edge < 0) continue
      path.push(edge)
      at = to[edge]!
    }
    return new Set(path.map((edge) => edge >> 1)).size === path.length
  }
}

function intercepts(
  graph: PoolGraph,
  used: readonly number[],
  source: number,
  value: (node: number, hops: number) => number,
): number {
  let sum = 0
  const { flow, priceNow, to } = graph.edges
  for (const edge of new Set(used)) {
    const intercept = curveOut(graph.curves[edge]!, 0, flow[edge]!) - priceNow[edge]! * flow[edge]!
    sum += intercept * value(to[edge]!, to[edge ^ 1] === source ? hopsLimit - 1 : hopsLimit - 2)
  }
  return sum
}
