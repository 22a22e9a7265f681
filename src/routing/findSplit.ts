import { balanceSplit, balanceSplitOut, splitPrice } from './balanceSplit.ts'
import { bestPath, boundsAbove, type FoundPath, type PathQuery, promisingEdges, spotBounds } from './bestPath.ts'
import { edgeOut, type PoolGraph, type PriceBounds, type Subgraph } from './graph.ts'
import {
  clearFlows,
  createSplit,
  pathGas,
  pathSlope,
  pushPath,
  restoreSplit,
  type Split,
  simulate,
  snapshotSplit,
  splitAdd,
  splitEdges,
  splitGas,
  splitIndex,
  splitInput,
  splitRemove,
  splitRoom,
} from './split.ts'

export type SplitQuery = {
  source: number
  target: number
  exact: 'in' | 'out'
  amount: number
  hopsMax: number
  pathsMax: number
  /** Target units per unit of gas. */
  gasPrice: number
  /** Receives the edges of every path that was found: a search over their pools alone gives the same result. */
  tried?: Set<number>
}

/** The first rough split sends this many equal slices, each along its best path. */
const slicesCount = 10
/** An exact output may need more slices, since prices fall with each; every further slice is larger. */
const slicesMax = 96
const sliceGrowth = 1.25
/** Then slices of these parts of the amount look for paths that the rough ones missed. */
const searchParts = [24, 96, 384] as const
const leastShare = 0.5
const searchRoundsMax = 40
const slicesPerRound = 4
/** A further path must gain at least this part of the output, even where gas is free. */
const splitGainMin = 1e-6
const priceLost = 1e-9
/** How many removals to try before pruning stops: the order from the worst path is only an estimate. */
const removalsTried = 3
/** If more paths than this pay for their gas, gas is cheap, and pruning finds as good a split as growing. */
const grownMax = 6

/** The best single path and the best split, in floats; neither if no path can carry it. Clears its flows. */
export function findSplit(graph: PoolGraph, query: SplitQuery): { single?: Split; split?: Split } {
  const split = createSplit(query.pathsMax)
  try {
    return query.exact === 'in' ? splitIn(graph, split, query) : splitOut(graph, split, query)
  } finally {
    clearFlows(graph, split)
  }
}

function splitIn(graph: PoolGraph, split: Split, query: SplitQuery): { single?: Split; split?: Split } {
  const { amount, gasPrice, pathsMax } = query
  const found = pathFor(graph, { ...query, whole: true })
  if (!found) return {}
  const single = singlePath(found.edges, amount)
  const price = spotPrice(graph, query)
  // Upper bound: no split pays more than the spot price on the whole amount.
  if (pathsMax < 2 || price * amount - found.out <= worthOfSplit(graph, single, gasPrice, found.out)) return { single }

  const above = boundsAbove(graph, query, leastOut(found.out))
  simulate(graph, single)
  const priceAlone = splitPrice(graph, single)
  clearFlows(graph, single)
  const among = promising(graph, { ...query, above }, amount, priceAlone)
  const slice = amount / slicesCount
  for (let i = 0; i < slicesCount; i++) {
    const path = bestPathOrKnown(graph, split, { ...query, amount: slice, gasPrice: 0, above, among })
    if (!path) break
    splitAdd(split, path.edges, slice)
    pushPath(graph, split, path.edges, slice)
  }
  rebalance(graph, split, query)
  search(graph, split, { ...query, above, among })
  prune(graph, split, query)
  return { single, split: orGrown(graph, split, single, query) }
}

function splitOut(graph: PoolGraph, split: Split, query: SplitQuery): { single?: Split; split?: Split } {
  const { amount, gasPrice, pathsMax } = query
  const price = spotPrice(graph, query)
  if (!(price > 0)) return {}
  const least = amount / price
  const single = singleOut(graph, query, least)
  const singleInput = single?.input[0] ?? Infinity
  if (single && (pathsMax < 2 || (singleInput - least) * price <= worthOfSplit(graph, single, gasPrice, amount))) {
    return { single }
  }

  const above = boundsAbove(graph, query, leastOut(amount))
  let slice = least / slicesCount
  for (let i = 0; i < slicesMax && split.total < amount; i++) {
    const path = bestPathOrKnown(graph, split, { ...query, amount: slice, gasPrice: 0, above })
    if (!path) break
    if (path.out < slice * price * priceLost) break
    splitAdd(split, path.edges, slice)
    pushPath(graph, split, path.edges, slice)
    if (i + 1 >= slicesCount) slice *= sliceGrowth
  }
  if (!rebalance(graph, split, query)) return { single }
  search(graph, split, { ...query, above })
  prune(graph, split, query)
  return { single, split: single ? orGrown(graph, split, single, query) : split }
}

/** Balances the paths for the amount and leaves their flows in the graph; false if they cannot reach it. */
function rebalance(graph: PoolGraph, split: Split, { exact, amount }: SplitQuery): boolean {
  if (exact === 'out') return balanceSplitOut(graph, split, amount, splitInput(split))
  balanceSplit(graph, split, amount)
  return true
}

/** The split, or one that is grown from the single path if that leaves more after gas. Leaves no flows behind. */
function orGrown(graph: PoolGraph, split: Split, single: Split, query: SplitQuery): Split {
  if (query.gasPrice === 0) return split
  const price = splitPrice(graph, split)
  const net = netOf(graph, split, query, price)
  clearFlows(graph, split)
  const grown = growSplit(graph, single, query, price)
  if (!grown) return split
  const isBetter = netOf(graph, grown, query, price) > net
  clearFlows(graph, grown)
  return isBetter ? grown : split
}

/** The edges of paths that can beat the split's marginal price, which only rises as paths join. */
function promising(graph: PoolGraph, query: PromisingQuery, total: number, price: number): Subgraph {
  const amount = total / searchParts.at(-1)!
  return promisingEdges(graph, { ...query, amount, gasPrice: 0, beat: amount * price })
}

type PromisingQuery = SplitQuery & { above: PriceBounds; among?: Subgraph }

/** The best path for a slice: new or already in the split; if the split is full, only the latter. */
function bestPathOrKnown(graph: PoolGraph, split: Split, query: TriedQuery): FoundPath | undefined {
  let known: FoundPath | undefined
  for (let i = 0; i < split.count; i++) {
    const edges = splitEdges(split, i)
    const out = edges.reduce((amount, edge) => edgeOut(graph, edge, amount), query.amount)
    if (out > (known?.out ?? 0)) known = { edges, out }
  }
  if (splitRoom(split) === 0) return known
  return pathFor(graph, { ...query, beat: known?.out }) ?? known
}

/** Adds ever smaller slices along paths that still beat the split's marginal price, and rebalances after every few. */
function search(graph: PoolGraph, split: Split, query: PromisingQuery): void {
  const among = promising(graph, query, splitInput(split), splitPrice(graph, split))
  let fineness = 0
  for (let round = 0; round < searchRoundsMax && fineness < searchParts.length; round++) {
    const total = splitInput(split)
    const slice = total / searchParts[fineness]!
    const price = splitPrice(graph, split)
    let added = 0
    for (let i = 0; i < slicesPerRound && splitRoom(split) > 0; i++) {
      const path = pathFor(graph, {
        ...query,
        amount: slice,
        gasPrice: 0,
        among,
        beat: slice * price * (1 + splitGainMin),
      })
      if (!path || splitIndex(split, path.edges) >= 0) break
      splitAdd(split, path.edges, slice)
      pushPath(graph, split, path.edges, slice)
      added++
    }
    if (added > 0) rebalance(graph, split, query)
    else fineness++
    if (splitRoom(split) === 0) return
  }
}

/** Removes paths that gain less than their gas costs, worst first, until removing none of those improves the result. */
function prune(graph: PoolGraph, split: Split, query: SplitQuery): void {
  while (split.count > 1) {
    const price = splitPrice(graph, split)
    const total = query.exact === 'in' ? split.total : query.amount
    const before = netOf(graph, split, query, price)
    const kept = snapshotSplit(split)
    const worst = unpaid(graph, split, query, { price, total }).slice(0, removalsTried)
    const isBetterWithout = (at: number): boolean => {
      splitRemove(split, at)
      if (rebalance(graph, split, query) && netOf(graph, split, query, price) >= before - splitGainMin * total)
        return true
      restoreSplit(split, kept)
      return false
    }
    if (worst.some(isBetterWithout)) continue
    if (worst.length > 0) rebalance(graph, split, query)
    return
  }
}

/** Paths that seem to gain too little, worst first; all if gas costs: gains over shared pools are overestimated. */
function unpaid(
  graph: PoolGraph,
  split: Split,
  { gasPrice }: SplitQuery,
  { price, total }: { price: number; total: number },
): number[] {
  const slopes = Array.from({ length: split.count }, (_, i) => pathSlope(graph, split, i))
  const room = slopes.reduce((sum, slope) => sum + 1 / slope, 0)
  const nets = slopes.map((slope, i) => {
    const input = split.input[i]!
    // Estimated loss when its input moves to the others: the triangle between the two linear price curves.
    const loss = 0.5 * input * input * price * (slope + 1 / (room - 1 / slope))
    return loss - gasPrice * pathGas(graph, split, i) - splitGainMin * total
  })
  return [...nets.keys()].filter((i) => gasPrice > 0 || nets[i]! < 0).toSorted((a, b) => nets[a]! - nets[b]!)
}

/** Score, larger is better. Exact in: output less gas. Exact out: the negative of input plus gas, in target units. */
function netOf(graph: PoolGraph, split: Split, query: SplitQuery, price: number): number {
  const gasCost = query.gasPrice * splitGas(graph, split)
  return query.exact === 'in' ? split.total - gasCost : -splitInput(split) * price - gasCost
}

/** The least output of the finest slice: half of its share in the output of a single path. */
function leastOut(out: number): number {
  return (out * leastShare) / searchParts.at(-1)!
}

/** The least gain worth a split: half of the gas of the first path's cheapest hop, a low guess for a second path. */
function worthOfSplit(graph: PoolGraph, single: Split, gasPrice: number, out: number): number {
  let gas = Infinity
  for (let h = 0; h < single.hops[0]!; h++) gas = Math.min(gas, graph.edges.gas[single.edges[h]!]!)
  return Math.max(0.5 * gas * gasPrice, splitGainMin * out)
}

type TriedQuery = PathQuery & Pick<SplitQuery, 'tried'>

function pathFor(graph: PoolGraph, query: TriedQuery): FoundPath | undefined {
  const path = bestPath(graph, query)
  if (path) for (const edge of path.edges) query.tried?.add(edge)
  return path
}

/** Spot price: target units for the first source unit. */
function spotPrice(graph: PoolGraph, { source, target, hopsMax, tried }: SplitQuery): number {
  const { value, via } = spotBounds(graph, { source, target, hopsMax })
  for (let node = source, left = hopsMax; tried && left > 0 && node !== target; left--) {
    const edge = via[left]![node]!
    if (edge < 0) break
    tried.add(edge)
    node = graph.edges.to[edge]!
  }
  return value[hopsMax]![source]!
}

/** Best single path for an exact output: searched with the input at spot price, then with the input it needs. */
function singleOut(graph: PoolGraph, query: SplitQuery, least: number): Split | undefined {
  let best: Split | undefined
  let guess = least
  for (let attempt = 0; attempt < 2; attempt++) {
    const path = pathFor(graph, { ...query, amount: guess, whole: true })
    if (!path) return best
    const trial = singlePath(path.edges, guess)
    const reached = balanceSplitOut(graph, trial, query.amount, guess)
    clearFlows(graph, trial)
    if (!reached) {
      guess *= 4
      continue
    }
    const input = trial.input[0]!
    if (!best || input < best.input[0]!) best = trial
    guess = input
  }
  return best
}

function singlePath(edges: readonly number[], input: number): Split {
  const split = createSplit(1)
  splitAdd(split, edges, input)
  return split
}

/** Shares of the input tried for a further path: which path is best depends on how much it will carry. */
const shares = [1 / 2, 1 / 5, 1 / 12] as const

/**
 * Grows a split from one path: adds the best further one while it earns more than its gas. If gas is expensive, the
 * paths that are best for slices without gas, which `prune` starts from, often include none that pays. Leaves its flows
 * in the graph; if the first path cannot carry the amount, leaves none and returns undefined.
 */
function growSplit(graph: PoolGraph, single: Split, query: SplitQuery, price: number): Split | undefined {
  const pathsMax = Math.min(grownMax, query.pathsMax)
  const split = createSplit(pathsMax)
  splitAdd(split, splitEdges(single, 0), single.input[0]!)
  if (!rebalance(graph, split, query)) {
    clearFlows(graph, split)
    return undefined
  }
  let best = netOf(graph, split, query, price)
  while (split.count < pathsMax) {
    const kept = snapshotSplit(split)
    let grown: ReturnType<typeof snapshotSplit> | undefined
    for (const share of shares) {
      const total = restoreSplit(split, kept)
      for (let i = 0; i < split.count; i++) split.input[i]! *= 1 - share
      simulate(graph, split)
      const path = pathFor(graph, { ...query, amount: total * share })
      if (!path || splitIndex(split, path.edges) >= 0) continue
      splitAdd(split, path.edges, total * share)
      if (!rebalance(graph, split, query)) continue
      const net = netOf(graph, split, query, price)
      if (net <= best) continue
      best = net
      grown = snapshotSplit(split)
    }
    restoreSplit(split, grown ?? kept)
    rebalance(graph, split, query)
    if (!grown) break
  }
  return split
}
