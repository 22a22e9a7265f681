import { sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import type { PoolGraph } from './graph.ts'
import type { Pool } from './pool.ts'
import { afterReserves, inToReserves, outOfReserves } from './swapReserves.ts'
import { type CursorV3, swapV3 } from './swapV3.ts'

/** What `amountIn` of `tokenIn` gives, to the unit of the contract, and the pool afterwards. `undefined`: it would revert or not fill. */
export function quotePool(
  pool: Pool,
  tokenIn: Address,
  amountIn: bigint,
): { amountOut: bigint; after: Pool } | undefined {
  const zeroForOne = sameAddress(tokenIn, pool.token0)
  if (amountIn <= 0n || !(zeroForOne || sameAddress(tokenIn, pool.token1))) return undefined
  if (pool.kind === 'v3') {
    const swap = swapV3(pool, pool, zeroForOne, amountIn)
    return swap && { amountOut: swap.amountOut, after: { ...pool, ...swap.cursor } }
  }
  const amountOut = outOfReserves(pool, pool, zeroForOne, amountIn)
  return amountOut === undefined
    ? undefined
    : { amountOut, after: { ...pool, ...afterReserves(pool, pool, zeroForOne, amountIn, amountOut) } }
}

/** What it takes to get exactly `amountOut` of `tokenOut`, to the unit of the contract, and the pool afterwards. */
export function quotePoolExactOut(
  pool: Pool,
  tokenOut: Address,
  amountOut: bigint,
): { amountIn: bigint; after: Pool } | undefined {
  const zeroForOne = sameAddress(tokenOut, pool.token1)
  if (amountOut <= 0n || !(zeroForOne || sameAddress(tokenOut, pool.token0))) return undefined
  if (pool.kind === 'v3') {
    const swap = swapV3(pool, pool, zeroForOne, -amountOut)
    return swap && { amountIn: swap.amountIn, after: { ...pool, ...swap.cursor } }
  }
  const amountIn = inToReserves(pool, pool, zeroForOne, amountOut)
  return amountIn === undefined
    ? undefined
    : { amountIn, after: { ...pool, ...afterReserves(pool, pool, zeroForOne, amountIn, amountOut) } }
}

/** A path of a split with its exact input. */
export type ExactPath = { edges: readonly number[]; input: bigint }
export type ExecutedPath = { edges: readonly number[]; amountIn: bigint; amountOut: bigint }

type State = { reserve0: bigint; reserve1: bigint } | CursorV3
/** Pool states after the earlier paths, by slot. */
type States = Map<number, State>

/** Cuts tried on a path that does not fill, in millionths of its input, before it is left out: floats may exceed a pool's capacity slightly. */
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

/** Runs all paths but the last, then computes backwards the input with which the last one gives at least the missing output. */
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
    const swap = forward(pool, states.get(slot), (edge & 1) === 0, at)
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
    const amountIn = backward(pool, states.get(edge >> 1), (edge & 1) === 0, need)
    if (amountIn === undefined) return undefined
    need = amountIn
  }
  return need
}

function forward(
  pool: Pool,
  state: State | undefined,
  zeroForOne: boolean,
  amountIn: bigint,
): { amountOut: bigint; state: State } | undefined {
  if (pool.kind === 'v3') {
    const swap = swapV3(pool, (state as CursorV3 | undefined) ?? pool, zeroForOne, amountIn)
    return swap && { amountOut: swap.amountOut, state: swap.cursor }
  }
  const { reserve0, reserve1 } = (state as { reserve0: bigint; reserve1: bigint } | undefined) ?? pool
  const amountOut = outOfReserves(pool, { reserve0, reserve1 }, zeroForOne, amountIn)
  if (amountOut === undefined) return undefined
  return { amountOut, state: afterReserves(pool, { reserve0, reserve1 }, zeroForOne, amountIn, amountOut) }
}

function backward(pool: Pool, state: State | undefined, zeroForOne: boolean, amountOut: bigint): bigint | undefined {
  if (pool.kind === 'v3') {
    return swapV3(pool, (state as CursorV3 | undefined) ?? pool, zeroForOne, -amountOut)?.amountIn
  }
  const { reserve0, reserve1 } = (state as { reserve0: bigint; reserve1: bigint } | undefined) ?? pool
  return inToReserves(pool, { reserve0, reserve1 }, zeroForOne, amountOut)
}
