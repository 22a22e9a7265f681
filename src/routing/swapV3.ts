import type { Tick } from './pool.ts'
import { swapStep } from './swapMath.ts'
import { sqrtRatioAtTick, sqrtRatioMax, sqrtRatioMin, tickAtSqrtRatio, tickMax, tickMin } from './tickMath.ts'

/** The part of a v3 pool that a swap changes. */
export type CursorV3 = { sqrtPriceX96: bigint; tick: number; liquidity: bigint }

type Fixed = {
  feePpm: number
  feePpmBack?: number
  tickSpacing: number
  ticks: readonly Tick[]
  /** A v4 pool has one. */
  key?: unknown
}
type Swap = { amountIn: bigint; amountOut: bigint; cursor: CursorV3 }

/** The finest spacing crosses 6,932 words from end to end, besides its initialised ticks. */
const wordsMax = 8_192
const wordTicks = 256

/**
 * The swap loop of UniswapV3Pool, and of v4's Pool. It stops at the same word borders of the tick bitmap as the contract, because each stop
 * rounds. `amount` above zero is exact in, below zero exact out. `undefined` if the pool cannot fill all of it.
 */
export function swapV3(pool: Fixed, start: CursorV3, zeroForOne: boolean, amount: bigint): Swap | undefined {
  if (amount === 0n || start.sqrtPriceX96 === 0n) return undefined
  const { ticks, tickSpacing } = pool
  const feePpm = BigInt(zeroForOne ? pool.feePpm : (pool.feePpmBack ?? pool.feePpm))
  const isV4 = pool.key !== undefined
  const limit = zeroForOne ? sqrtRatioMin + 1n : sqrtRatioMax - 1n
  const stepsMax = wordsMax + ticks.length
  const exactIn = amount > 0n

  let { sqrtPriceX96, tick, liquidity } = start
  let remaining = amount
  let other = 0n
  // Position in `ticks`: the last one at or below the price going down, the first one above it going up.
  let at = zeroForOne ? lastAtOrBelow(ticks, tick) : lastAtOrBelow(ticks, tick) + 1

  for (let steps = 0; remaining !== 0n; steps++) {
    if (steps > stepsMax || sqrtPriceX96 === limit) return undefined
    const initialised = ticks[at]
    if (liquidity === 0n && !initialised) return undefined
    const border = wordBorder(tick, tickSpacing, zeroForOne)
    // Without liquidity the words in between move nothing, so they are jumped over.
    const stopsAtTick =
      initialised !== undefined &&
      (liquidity === 0n || (zeroForOne ? initialised.index >= border : initialised.index <= border))
    const nextTick = stopsAtTick ? initialised.index : Math.min(Math.max(border, tickMin), tickMax)
    const nextPrice = sqrtRatioAtTick(nextTick)
    const beyondLimit = zeroForOne ? nextPrice < limit : nextPrice > limit

    const step = swapStep(sqrtPriceX96, beyondLimit ? limit : nextPrice, liquidity, remaining, feePpm, isV4)
    if (!step) return undefined
    if (exactIn) {
      remaining -= step.amountIn + step.feeAmount
      other += step.amountOut
    } else {
      remaining += step.amountOut
      other += step.amountIn + step.feeAmount
    }

    if (step.sqrtPrice === nextPrice) {
      if (stopsAtTick) {
        liquidity += zeroForOne ? -initialised.liquidityNet : initialised.liquidityNet
        at += zeroForOne ? -1 : 1
      }
      tick = zeroForOne ? nextTick - 1 : nextTick
    } else if (step.sqrtPrice !== sqrtPriceX96) {
      // The loop ends inside this stretch, so the tick is computed at most once.
      tick = tickAtSqrtRatio(step.sqrtPrice)
    }
    sqrtPriceX96 = step.sqrtPrice
  }

  const cursor = { sqrtPriceX96, tick, liquidity }
  return exactIn ? { amountIn: amount, amountOut: other, cursor } : { amountIn: other, amountOut: -amount, cursor }
}

function wordBorder(tick: number, tickSpacing: number, zeroForOne: boolean): number {
  const compressed = Math.floor(tick / tickSpacing)
  if (zeroForOne) return Math.floor(compressed / wordTicks) * wordTicks * tickSpacing
  return (Math.floor((compressed + 1) / wordTicks) * wordTicks + wordTicks - 1) * tickSpacing
}

/** Index of the last tick at or below `tick`, or -1. */
export function lastAtOrBelow(ticks: readonly Tick[], tick: number): number {
  let low = 0
  let high = ticks.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ticks[middle]!.index <= tick) low = middle + 1
    else high = middle
  }
  return low - 1
}
