import type { Address } from '../interface/fields.ts'
import { balanceSplit } from './balanceSplit.ts'
import { bestPath, type PathQuery } from './bestPath.ts'
import { findSplit } from './findSplit.ts'
import { hopsLimit, nodeOfToken, type PoolGraph, refreshAdjacency } from './graph.ts'
import { clearFlows } from './split.ts'
import { spotPrice } from './spotPrice.ts'

/** What goes in and what comes out, in base units as floats. */
export type SwapRoom = { in: number; out: number }

/** Enough paths to come near what all pools together take. */
const pathsMax = 4
const stride = 8
/** Strides of eight from what all pools hold: what is less than a millionth of that is no room. */
const stridesMax = 7
/** Seven halvings of two strides leave 3 %. */
const refinements = 7

/**
 * About the most that can be swapped for at least `1 - lossMax` of the price: of `price`, where the caller knows one, else of the first unit. Looks at
 * curves alone, for one path in a bounded number of strides and for several in one search, whatever is asked for. Undefined where no pools lead there.
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
  for (let strides = 0; bestOut(graph, { ...query, amount: low }) < least * low; strides++) {
    if (strides === stridesMax || !(low >= 1)) return undefined
    low /= stride
  }
  const found = findSplit(graph, { ...query, amount: low * Math.sqrt(stride), pathsMax })
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

const bestOut = (graph: PoolGraph, query: Omit<PathQuery, 'whole'>): number => bestPath(graph, query)?.out ?? 0

/** Of so much more than the pools hold nothing is worth a search: at least nine tenths of it would be lost. */
const lostTimes = 10

/** Whether the pools next to the tokens cannot take or bring as much, whatever the way between them. Costs a look at each of these. */
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

/** All that the pools of a token hold of it. */
function outMax(graph: PoolGraph, target: number): number {
  return sumOver(graph, target, (edge) => graph.curves[edge ^ 1]!.outAt.at(-1)!)
}

/** All that the pools of a token take of it. */
function inMax(graph: PoolGraph, source: number): number {
  return sumOver(graph, source, (edge) => graph.curves[edge]!.capacity)
}

function sumOver({ adjacency: { from, edges } }: PoolGraph, node: number, of: (edge: number) => number): number {
  let sum = 0
  for (let i = from[node]!; i < from[node + 1]!; i++) sum += of(edges[i]!)
  return sum
}
