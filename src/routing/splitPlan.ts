import { balance, balanceOut, planPrice } from './balance.ts'
import { bestPath } from './bestPath.ts'
import type { PoolGraph } from './graph.ts'
import {
  clearFlows,
  newPlan,
  type Plan,
  pathGas,
  pathSlope,
  planAdd,
  planGas,
  planIndex,
  planInput,
  planRemove,
  planRoom,
  pushPath,
} from './plan.ts'

export type SplitQuery = {
  source: number
  target: number
  exact: 'in' | 'out'
  amount: number
  hopsMax: number
  pathsMax: number
  /** Target units per unit of gas. */
  gasPrice: number
}

/** A first rough split in this many equal slices, each along the path that is best for it. */
const slicesCount = 10
/** An output may need more slices than that, since prices fall; each further one is larger. */
const slicesMax = 96
const sliceGrowth = 1.25
/** Then smaller slices look for paths that the rough ones missed. */
const searchParts = [24, 96, 384] as const
const searchRoundsMax = 12
const slicesPerRound = 4
/** A split that earns less than this part of the output is not worth a path, even where gas is free. */
const splitGainMin = 1e-6
/** Source units small enough to move no pool; floats need not be whole. */
const dust = 1e-6
const priceLost = 1e-9

/** The best single path and the best split, in floats; neither where no path leads there or none can carry the amount. Leaves the graph clean. */
export function splitPlan(graph: PoolGraph, query: SplitQuery): { single?: Plan; split?: Plan } {
  const plan = newPlan(query.pathsMax)
  try {
    return query.exact === 'in' ? splitIn(graph, plan, query) : splitOut(graph, plan, query)
  } finally {
    clearFlows(graph, plan)
  }
}

function splitIn(graph: PoolGraph, plan: Plan, query: SplitQuery): { single?: Plan; split?: Plan } {
  const { amount, gasPrice, pathsMax } = query
  const found = bestPath(graph, { ...query, whole: true })
  if (!found) return {}
  const single = singlePlan(found.edges, amount)
  const price = spotPrice(graph, query)
  // No split pays more than the untouched price on the whole amount.
  if (pathsMax < 2 || price * amount - found.out <= worthOfSplit(graph, single, gasPrice, found.out)) return { single }

  const slice = amount / slicesCount
  for (let i = 0; i < slicesCount; i++) {
    const path = bestPath(graph, { ...query, amount: slice, gasPrice: 0 })
    if (!path || (planRoom(plan) === 0 && planIndex(plan, path.edges) < 0)) break
    planAdd(plan, path.edges, slice)
    pushPath(graph, plan, path.edges, slice)
  }
  const settle = () => {
    balance(graph, plan, amount)
    return true
  }
  settle()
  search(graph, plan, query, settle)
  prune(graph, plan, query, settle)
  return { single, split: plan }
}

function splitOut(graph: PoolGraph, plan: Plan, query: SplitQuery): { single?: Plan; split?: Plan } {
  const { amount, gasPrice, pathsMax } = query
  const price = spotPrice(graph, query)
  if (!(price > 0)) return {}
  const least = amount / price
  const single = singleOut(graph, query, least)
  const singleInput = single?.input[0] ?? Infinity
  if (single && (pathsMax < 2 || (singleInput - least) * price <= worthOfSplit(graph, single, gasPrice, amount))) {
    return { single }
  }

  let slice = least / slicesCount
  for (let i = 0; i < slicesMax && plan.total < amount; i++) {
    const path = bestPath(graph, { ...query, amount: slice, gasPrice: 0 })
    if (!path || (planRoom(plan) === 0 && planIndex(plan, path.edges) < 0)) break
    if (path.out < slice * price * priceLost) break
    planAdd(plan, path.edges, slice)
    pushPath(graph, plan, path.edges, slice)
    if (i + 1 >= slicesCount) slice *= sliceGrowth
  }
  const settle = () => balanceOut(graph, plan, amount, planInput(plan))
  if (!settle()) return { single }
  search(graph, plan, query, settle)
  prune(graph, plan, query, settle)
  return { single, split: plan }
}

/** Smaller and smaller slices along paths that still beat the plan's price; after each few, the plan is balanced again. */
function search(graph: PoolGraph, plan: Plan, query: SplitQuery, settle: () => boolean): void {
  let fineness = 0
  for (let round = 0; round < searchRoundsMax && fineness < searchParts.length; round++) {
    const total = planInput(plan)
    const slice = total / searchParts[fineness]!
    const price = planPrice(graph, plan)
    let added = 0
    for (let i = 0; i < slicesPerRound && planRoom(plan) > 0; i++) {
      const path = bestPath(graph, { ...query, amount: slice, gasPrice: 0 })
      if (!path || path.out <= slice * price * (1 + splitGainMin) || planIndex(plan, path.edges) >= 0) break
      planAdd(plan, path.edges, slice)
      pushPath(graph, plan, path.edges, slice)
      added++
    }
    if (added > 0) settle()
    else fineness++
    if (planRoom(plan) === 0) return
  }
}

/** Takes out paths that earn less than their gas, the worst first, as long as that helps. */
function prune(graph: PoolGraph, plan: Plan, query: SplitQuery, settle: () => boolean): void {
  const { gasPrice } = query
  while (plan.count > 1) {
    const price = planPrice(graph, plan)
    const total = query.exact === 'in' ? plan.total : query.amount
    const slopes = Array.from({ length: plan.count }, (_, i) => pathSlope(graph, plan, i))
    const room = slopes.reduce((sum, slope) => sum + 1 / slope, 0)
    let worst = -1
    let worstNet = 0
    for (let i = 0; i < plan.count; i++) {
      const input = plan.input[i]!
      // Its input moves to the others: what is lost is the triangle between the two price lines.
      const loss = 0.5 * input * input * price * (slopes[i]! + 1 / (room - 1 / slopes[i]!))
      const net = loss - gasPrice * pathGas(graph, plan, i) - splitGainMin * total
      if (net < worstNet) {
        worst = i
        worstNet = net
      }
    }
    if (worst < 0) return
    const kept = snapshot(plan)
    const before = netOf(graph, plan, query, price)
    planRemove(plan, worst)
    const reached = settle()
    if (!reached || netOf(graph, plan, query, price) < before - splitGainMin * total) {
      restore(plan, kept)
      settle()
      return
    }
  }
}

/** Exact in: output less gas. Exact out: the input and gas, as target units, below zero. */
function netOf(graph: PoolGraph, plan: Plan, query: SplitQuery, price: number): number {
  const gasCost = query.gasPrice * planGas(graph, plan)
  return query.exact === 'in' ? plan.total - gasCost : -planInput(plan) * price - gasCost
}

/** The least that any split must earn: a second path costs at least as much gas as the cheapest hop of the first. */
function worthOfSplit(graph: PoolGraph, single: Plan, gasPrice: number, out: number): number {
  let gas = Infinity
  for (let h = 0; h < single.hops[0]!; h++) gas = Math.min(gas, graph.edges.gas[single.edges[h]!]!)
  return Math.max(0.5 * gas * gasPrice, splitGainMin * out)
}

/** Target units for one source unit, before any of it is sold. */
function spotPrice(graph: PoolGraph, query: SplitQuery): number {
  const path = bestPath(graph, { ...query, amount: dust, gasPrice: 0 })
  return path ? path.out / dust : 0
}

/** One path for an output: the best for the least input, then the best for the input that one would need. */
function singleOut(graph: PoolGraph, query: SplitQuery, least: number): Plan | undefined {
  let best: Plan | undefined
  let guess = least
  for (let attempt = 0; attempt < 2; attempt++) {
    const path = bestPath(graph, { ...query, amount: guess, whole: true })
    if (!path) return best
    const trial = singlePlan(path.edges, guess)
    const reached = balanceOut(graph, trial, query.amount, guess)
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

function singlePlan(edges: readonly number[], input: number): Plan {
  const plan = newPlan(1)
  planAdd(plan, edges, input)
  return plan
}

type Snapshot = Pick<Plan, 'count' | 'edges' | 'hops' | 'input'>

function snapshot(plan: Plan): Snapshot {
  return { count: plan.count, edges: plan.edges.slice(), hops: plan.hops.slice(), input: plan.input.slice() }
}

function restore(plan: Plan, kept: Snapshot): void {
  plan.count = kept.count
  plan.edges.set(kept.edges)
  plan.hops.set(kept.hops)
  plan.input.set(kept.input)
}
