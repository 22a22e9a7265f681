import type { Address } from '../interface/fields.ts'
import { findSplit } from './findSplit.ts'
import { hopsLimit, nodeOfToken, type PoolGraph, refreshAdjacency } from './graph.ts'
import { clearFlows, simulate } from './split.ts'
import { spotPrice } from './spotPrice.ts'

/** What goes in and what comes out, in base units as floats. */
export type SwapRoom = { in: number; out: number }

/** Enough paths to come near what all pools together take. */
const pathsMax = 4
const stride = 8
/** Strides of eight from what all pools hold: what is less than a millionth of that is no room. */
const stridesMax = 7
/** Six halvings of a stride leave 3 %. */
const refinements = 6

/**
 * About the most that can be swapped for at least `1 - lossMax` of the price: of `price`, where the caller knows one, else of the first unit. Looks at
 * curves alone and in a bounded number of searches, whatever is asked for. Undefined where no pools lead there.
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
  const outFor = (amount: number): number => {
    const query = { source, target, exact: 'in', amount, hopsMax: hopsLimit, pathsMax, gasPrice: 0 } as const
    const { single, split = single } = findSplit(graph, query)
    if (!split) return 0
    const out = simulate(graph, split)
    clearFlows(graph, split)
    return out
  }
  const fits = (amount: number): boolean => outFor(amount) >= least * amount
  let high = Math.min(outMax(graph, target) / least, inMax(graph, source))
  let low = high / stride
  for (let strides = 0; !fits(low); strides++) {
    if (strides === stridesMax || !(low >= 1)) return undefined
    high = low
    low /= stride
  }
  for (let times = 0; times < refinements; times++) {
    const middle = Math.sqrt(low * high)
    if (fits(middle)) low = middle
    else high = middle
  }
  return { in: low, out: outFor(low) }
}

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
