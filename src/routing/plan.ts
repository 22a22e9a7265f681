import { curvePrice, curveSlope } from './curve.ts'
import { edgeOut, type PoolGraph } from './graph.ts'

export const hopsLimit = 3

/** A split under construction, in floats: paths, executed in this order, and what goes into each. */
export type Plan = {
  count: number
  edges: Int32Array
  hops: Int32Array
  input: Float64Array
  /** What arrives at each hop of each path. */
  hopInput: Float64Array
  output: Float64Array
  total: number
  /** Edges that carry flow now, so that they can be cleared. */
  touched: number[]
}

export function newPlan(pathsMax: number): Plan {
  return {
    count: 0,
    edges: new Int32Array(pathsMax * hopsLimit),
    hops: new Int32Array(pathsMax),
    input: new Float64Array(pathsMax),
    hopInput: new Float64Array(pathsMax * hopsLimit),
    output: new Float64Array(pathsMax),
    total: 0,
    touched: [],
  }
}

export function planRoom(plan: Plan): number {
  return plan.hops.length - plan.count
}

/** Index of the path, if the plan has it. */
export function planIndex(plan: Plan, edges: readonly number[]): number {
  for (let i = 0; i < plan.count; i++) {
    if (plan.hops[i] !== edges.length) continue
    let same = true
    for (let h = 0; h < edges.length && same; h++) same = plan.edges[i * hopsLimit + h] === edges[h]
    if (same) return i
  }
  return -1
}

/** Adds input to a path, at the end of the order if it is new. The caller has made sure of the room. */
export function planAdd(plan: Plan, edges: readonly number[], input: number): number {
  let at = planIndex(plan, edges)
  if (at < 0) {
    at = plan.count++
    plan.hops[at] = edges.length
    plan.input[at] = 0
    for (let h = 0; h < edges.length; h++) plan.edges[at * hopsLimit + h] = edges[h]!
  }
  plan.input[at]! += input
  return at
}

export function planRemove(plan: Plan, at: number): void {
  const last = --plan.count
  for (let i = at; i < last; i++) copyPath(plan, i + 1, i)
}

/** Moves one path to the end of the order. */
export function planMoveLast(plan: Plan, at: number): void {
  const edges = planEdges(plan, at)
  const input = plan.input[at]!
  planRemove(plan, at)
  planAdd(plan, edges, input)
}

export function planEdges(plan: Plan, at: number): number[] {
  return [...plan.edges.subarray(at * hopsLimit, at * hopsLimit + plan.hops[at]!)]
}

export function planInput(plan: Plan): number {
  let sum = 0
  for (let i = 0; i < plan.count; i++) sum += plan.input[i]!
  return sum
}

export function planGas(graph: PoolGraph, plan: Plan): number {
  let gas = 0
  for (let i = 0; i < plan.count; i++) gas += pathGas(graph, plan, i)
  return gas
}

export function pathGas(graph: PoolGraph, plan: Plan, at: number): number {
  let gas = 0
  for (let h = 0; h < plan.hops[at]!; h++) gas += graph.edges.gas[plan.edges[at * hopsLimit + h]!]!
  return gas
}

/** Sends one path's input on top of the flows so far. */
export function pushPath(graph: PoolGraph, plan: Plan, edges: readonly number[], input: number): number {
  const { flow, priceNow } = graph.edges
  let amount = input
  for (const edge of edges) {
    const out = edgeOut(graph, edge, amount)
    if (flow[edge] === 0) plan.touched.push(edge)
    flow[edge]! += amount
    priceNow[edge] = curvePrice(graph.curves[edge]!, flow[edge]!)
    amount = out
  }
  plan.total += amount
  return amount
}

/** Executes the plan from untouched pools; leaves flows and marginal prices in the graph. */
export function simulate(graph: PoolGraph, plan: Plan): number {
  const { flow, priceNow } = graph.edges
  clearFlows(graph, plan)
  let total = 0
  for (let i = 0; i < plan.count; i++) {
    let amount = plan.input[i]!
    const from = i * hopsLimit
    const to = from + plan.hops[i]!
    for (let h = from; h < to; h++) {
      const edge = plan.edges[h]!
      const out = edgeOut(graph, edge, amount)
      plan.hopInput[h] = amount
      if (flow[edge] === 0) plan.touched.push(edge)
      flow[edge]! += amount
      amount = out
    }
    plan.output[i] = amount
    total += amount
  }
  for (const edge of plan.touched) priceNow[edge] = curvePrice(graph.curves[edge]!, flow[edge]!)
  plan.total = total
  return total
}

/** Gives the graph back as it was before the plan. */
export function clearFlows(graph: PoolGraph, plan: Plan): void {
  const { flow, price, priceNow } = graph.edges
  for (const edge of plan.touched) {
    flow[edge] = 0
    priceNow[edge] = price[edge]!
  }
  plan.touched.length = 0
  plan.total = 0
}

/** Marginal price of a whole path at the present flows. */
export function pathPrice(graph: PoolGraph, plan: Plan, at: number): number {
  let price = 1
  for (let h = 0; h < plan.hops[at]!; h++) price *= graph.edges.priceNow[plan.edges[at * hopsLimit + h]!]!
  return price
}

/** How fast the logarithm of the path's price falls per unit of its input, other paths held still. */
export function pathSlope(graph: PoolGraph, plan: Plan, at: number): number {
  let slope = 0
  let arriving = 1
  for (let h = 0; h < plan.hops[at]!; h++) {
    const edge = plan.edges[at * hopsLimit + h]!
    slope += curveSlope(graph.curves[edge]!, graph.edges.flow[edge]!) * arriving
    arriving *= graph.edges.priceNow[edge]!
  }
  return slope
}

function copyPath(plan: Plan, from: number, to: number): void {
  plan.hops[to] = plan.hops[from]!
  plan.input[to] = plan.input[from]!
  plan.output[to] = plan.output[from]!
  for (let h = 0; h < hopsLimit; h++) plan.edges[to * hopsLimit + h] = plan.edges[from * hopsLimit + h]!
}
