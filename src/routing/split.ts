import { sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import { curvePrice, curveSlope } from './curve.ts'
import { edgeOut, hopsLimit, type PoolGraph, type SplitSnapshot } from './graph.ts'
import { afterReserves, inToReserves, outOfReserves, type Pool, type Reserves } from './pool.ts'
import { type CursorV3, swapV3 } from './swapV3.ts'

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
  /** Edges that carry flow now, for `clearFlows`. */
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

/** Adds input to a path; a new one goes last. The caller has checked that the arrays have room for it. */
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

/** Adds one path's input to the flows in the graph, and returns what the path brings. */
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

/** How much ln(price of the path) falls per unit of its input, with the other paths unchanged. */
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

/** Copies the paths and their inputs, without the flows. */
export function snapshotSplit({ count, edges, hops, input }: Split): SplitSnapshot {
  return { count, edges: edges.slice(), hops: hops.slice(), input: input.slice() }
}

/** Restores the paths and returns their total input. Does not touch the flows in the graph. */
export function restoreSplit(split: Split, kept: SplitSnapshot): number {
  split.count = kept.count
  split.edges.set(kept.edges)
  split.hops.set(kept.hops)
  split.input.set(kept.input)
  return splitInput(split)
}

/** Exact output of `amountIn`, and the pool after the swap; `undefined` if it would revert or not fill. */
export function quotePool(
  pool: Pool,
  tokenIn: Address,
  amountIn: bigint,
): { amountOut: bigint; after: Pool } | undefined {
  const zeroForOne = sameAddress(tokenIn, pool.token0)
  if (amountIn <= 0n || !(zeroForOne || sameAddress(tokenIn, pool.token1))) return undefined
  const swap = forward(pool, pool, zeroForOne, amountIn)
  return swap && { amountOut: swap.amountOut, after: { ...pool, ...swap.state } }
}

/** Exact input for `amountOut` of `tokenOut`; `undefined` if the pool cannot give it. */
export function quotePoolExactOut(pool: Pool, tokenOut: Address, amountOut: bigint): bigint | undefined {
  const zeroForOne = sameAddress(tokenOut, pool.token1)
  if (amountOut <= 0n || !(zeroForOne || sameAddress(tokenOut, pool.token0))) return undefined
  return backward(pool, pool, zeroForOne, amountOut)
}

/** A path of a split with its exact input. */
export type ExactPath = { edges: readonly number[]; input: bigint }
export type ExecutedPath = { edges: readonly number[]; amountIn: bigint; amountOut: bigint }

type State = Reserves | CursorV3
/** Pool states after the earlier paths, by slot. */
type States = Map<number, State>

/** A path that does not fill is cut by these ppm in turn, then dropped: floats may slightly exceed a capacity. */
const trimsPpm = [0n, 10n, 1_000n, 50_000n] as const
const million = 1_000_000n
const bumpsMax = 64

/** Runs the paths in order with the contracts' arithmetic. What a path cannot take goes into the last one. */
export function executeSplitExactly(
  graph: PoolGraph,
  paths: readonly ExactPath[],
  amountIn: bigint,
): ExecutedPath[] | undefined {
  const states: States = new Map()
  const executed: ExecutedPath[] = []
  let left = amountIn
  for (const path of paths.slice(0, -1)) {
    const input = path.input < left ? path.input : left
    for (const trimPpm of trimsPpm) {
      const amount = input - (input * trimPpm) / million
      const amountOut = run(graph, states, path.edges, amount)
      if (amountOut === undefined || amountOut === 0n) continue
      executed.push({ edges: path.edges, amountIn: amount, amountOut })
      left -= amount
      break
    }
  }
  const last = paths.at(-1)!
  if (left === 0n) return executed.length > 0 ? executed : undefined
  const amountOut = run(graph, states, last.edges, left)
  if (amountOut === undefined || amountOut === 0n) return undefined
  return [...executed, { edges: last.edges, amountIn: left, amountOut }]
}

/** Runs all paths but the last, then computes backwards the input that the last one needs for the rest. */
export function executeSplitExactlyOut(
  graph: PoolGraph,
  paths: readonly ExactPath[],
  amountOut: bigint,
): ExecutedPath[] | undefined {
  const states: States = new Map()
  const executed: ExecutedPath[] = []
  let missing = amountOut
  for (const path of paths.slice(0, -1)) {
    if (missing <= 0n) break
    const out = run(graph, states, path.edges, path.input)
    if (out === undefined || out === 0n) continue
    executed.push({ edges: path.edges, amountIn: path.input, amountOut: out })
    missing -= out
  }
  if (missing <= 0n) return executed
  const { edges } = paths.at(-1)!
  let input = runBack(graph, states, edges, missing)
  if (input === undefined) return undefined
  // Rounding can leave the forward run one unit short of the backward one.
  for (let bump = 1n, bumps = 0; bumps < bumpsMax; bump *= 2n, bumps++) {
    const trial: States = new Map(states)
    const out = run(graph, trial, edges, input)
    if (out === undefined) return undefined
    if (out >= missing) return [...executed, { edges, amountIn: input, amountOut: out }]
    input += bump
  }
  return undefined
}

/** Sends `amount` along the edges; the states move only if every hop fills. */
function run(graph: PoolGraph, states: States, edges: readonly number[], amount: bigint): bigint | undefined {
  const moved: [number, State][] = []
  let at = amount
  for (const edge of edges) {
    const slot = edge >> 1
    const pool = graph.pools[slot]
    if (!pool || at <= 0n) return undefined
    const swap = forward(pool, states.get(slot) ?? pool, (edge & 1) === 0, at)
    if (!swap) return undefined
    moved.push([slot, swap.state])
    at = swap.amountOut
  }
  for (const [slot, state] of moved) states.set(slot, state)
  return at
}

function runBack(graph: PoolGraph, states: States, edges: readonly number[], amountOut: bigint): bigint | undefined {
  let need = amountOut
  for (const edge of edges.toReversed()) {
    const pool = graph.pools[edge >> 1]
    if (!pool) return undefined
    const amountIn = backward(pool, states.get(edge >> 1) ?? pool, (edge & 1) === 0, need)
    if (amountIn === undefined) return undefined
    need = amountIn
  }
  return need
}

function forward(
  pool: Pool,
  state: State,
  zeroForOne: boolean,
  amountIn: bigint,
): { amountOut: bigint; state: State } | undefined {
  if (pool.kind === 'v3') {
    const swap = swapV3(pool, state as CursorV3, zeroForOne, amountIn)
    return swap && { amountOut: swap.amountOut, state: swap.cursor }
  }
  const reserves = state as Reserves
  const amountOut = outOfReserves(pool, reserves, zeroForOne, amountIn)
  if (amountOut === undefined) return undefined
  return { amountOut, state: afterReserves(pool, reserves, zeroForOne, amountIn, amountOut) }
}

const backward = (pool: Pool, state: State, zeroForOne: boolean, amountOut: bigint): bigint | undefined =>
  pool.kind === 'v3'
    ? swapV3(pool, state as CursorV3, zeroForOne, -amountOut)?.amountIn
    : inToReserves(pool, state as Reserves, zeroForOne, amountOut)
