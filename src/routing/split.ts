import { curvePrice, curveSlope } from './curve.ts'
import { edgeOut, hopsLimit, type PoolGraph } from './graph.ts'
import type { SplitSnapshot } from './keptSplits.ts'

/** A split under construction, in floats: paths, executed in this order, and what goes into each. */
export type Split = {
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

export function createSplit(pathsMax: number): Split {
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

export function splitRoom(split: Split): number {
  return split.hops.length - split.count
}

/** Index of the path in the split, or -1. */
export function splitIndex(split: Split, edges: readonly number[]): number {
  for (let i = 0; i < split.count; i++) {
    if (split.hops[i] !== edges.length) continue
    let same = true
    for (let h = 0; h < edges.length && same; h++) same = split.edges[i * hopsLimit + h] === edges[h]
    if (same) return i
  }
  return -1
}

/** Adds input to a path, at the end of the order if it is new. The caller has checked that the arrays have room for it. */
export function splitAdd(split: Split, edges: readonly number[], input: number): number {
  let at = splitIndex(split, edges)
  if (at < 0) {
    at = split.count++
    split.hops[at] = edges.length
    split.input[at] = 0
    for (let h = 0; h < edges.length; h++) split.edges[at * hopsLimit + h] = edges[h]!
  }
  split.input[at]! += input
  return at
}

export function splitRemove(split: Split, at: number): void {
  const last = --split.count
  for (let i = at; i < last; i++) copyPath(split, i + 1, i)
}

/** Moves one path to the end of the order. */
export function splitMoveLast(split: Split, at: number): void {
  const edges = splitEdges(split, at)
  const input = split.input[at]!
  splitRemove(split, at)
  splitAdd(split, edges, input)
}

export function splitEdges(split: Split, at: number): number[] {
  return [...split.edges.subarray(at * hopsLimit, at * hopsLimit + split.hops[at]!)]
}

export function splitInput(split: Split): number {
  let sum = 0
  for (let i = 0; i < split.count; i++) sum += split.input[i]!
  return sum
}

export function splitGas(graph: PoolGraph, split: Split): number {
  let gas = 0
  for (let i = 0; i < split.count; i++) gas += pathGas(graph, split, i)
  return gas
}

export function pathGas(graph: PoolGraph, split: Split, at: number): number {
  let gas = 0
  for (let h = 0; h < split.hops[at]!; h++) gas += graph.edges.gas[split.edges[at * hopsLimit + h]!]!
  return gas
}

/** Sends one path's input on top of the flows so far. */
export function pushPath(graph: PoolGraph, split: Split, edges: readonly number[], input: number): number {
  const { flow, priceNow } = graph.edges
  let amount = input
  for (const edge of edges) {
    const out = edgeOut(graph, edge, amount)
    if (flow[edge] === 0) split.touched.push(edge)
    flow[edge]! += amount
    priceNow[edge] = curvePrice(graph.curves[edge]!, flow[edge]!)
    amount = out
  }
  split.total += amount
  return amount
}

/** Executes the split from untouched pools; leaves flows and marginal prices in the graph. */
export function simulate(graph: PoolGraph, split: Split): number {
  const { flow, priceNow } = graph.edges
  clearFlows(graph, split)
  let total = 0
  for (let i = 0; i < split.count; i++) {
    let amount = split.input[i]!
    const from = i * hopsLimit
    const to = from + split.hops[i]!
    for (let h = from; h < to; h++) {
      const edge = split.edges[h]!
      const out = edgeOut(graph, edge, amount)
      split.hopInput[h] = amount
      if (flow[edge] === 0) split.touched.push(edge)
      flow[edge]! += amount
      amount = out
    }
    split.output[i] = amount
    total += amount
  }
  for (const edge of split.touched) priceNow[edge] = curvePrice(graph.curves[edge]!, flow[edge]!)
  split.total = total
  return total
}

/** Resets the edges that the split touched to untouched pools. */
export function clearFlows(graph: PoolGraph, split: Split): void {
  const { flow, price, priceNow } = graph.edges
  for (const edge of split.touched) {
    flow[edge] = 0
    priceNow[edge] = price[edge]!
  }
  split.touched.length = 0
  split.total = 0
}

/** Marginal price of a whole path at the present flows. */
export function pathPrice(graph: PoolGraph, split: Split, at: number): number {
  let price = 1
  for (let h = 0; h < split.hops[at]!; h++) price *= graph.edges.priceNow[split.edges[at * hopsLimit + h]!]!
  return price
}

/** How fast the logarithm of the path's price falls per unit of its input, with the other paths unchanged. */
export function pathSlope(graph: PoolGraph, split: Split, at: number): number {
  let slope = 0
  let arriving = 1
  for (let h = 0; h < split.hops[at]!; h++) {
    const edge = split.edges[at * hopsLimit + h]!
    slope += curveSlope(graph.curves[edge]!, graph.edges.flow[edge]!) * arriving
    arriving *= graph.edges.priceNow[edge]!
  }
  return slope
}

function copyPath(split: Split, from: number, to: number): void {
  split.hops[to] = split.hops[from]!
  split.input[to] = split.input[from]!
  split.output[to] = split.output[from]!
  for (let h = 0; h < hopsLimit; h++) split.edges[to * hopsLimit + h] = split.edges[from * hopsLimit + h]!
}

/** The paths and what goes into each; flows are left behind. */
export function snapshotSplit({ count, edges, hops, input }: Split): SplitSnapshot {
  return { count, edges: edges.slice(), hops: hops.slice(), input: input.slice() }
}

/** Puts back what was kept, and says how much goes in. Flows in the graph are as they were before. */
export function restoreSplit(split: Split, kept: SplitSnapshot): number {
  split.count = kept.count
  split.edges.set(kept.edges)
  split.hops.set(kept.hops)
  split.input.set(kept.input)
  return splitInput(split)
}
