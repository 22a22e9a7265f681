import type { Tick } from './pool.ts'

/** The part of a v3 pool that a swap changes. */
export type CursorV3 = { sqrtPriceX96: bigint; tick: number; liquidity: bigint }

type Fixed = {
  feePpm: number
  feePpmBack?: number
  tickSpacing: number
  ticks: readonly Tick[]
  /** Set for a v4 pool only. */
  key?: unknown
}
type Swap = { amountIn: bigint; amountOut: bigint; cursor: CursorV3 }

/** Bound on the words of the tick bitmap that a swap crosses: at the finest tick spacing there are 6,932. */
const wordsMax = 8_192
const wordTicks = 256

/**
 * The swap loop of UniswapV3Pool and v4's Pool. Stops at each word of the tick bitmap as they do: every stop rounds.
 * `amount` above zero is exact in, below zero exact out. Undefined if the pool cannot fill all of it.
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
    // Without liquidity a stop at a word border changes nothing: go straight to the next initialised tick.
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

/** SqrtPriceMath and SwapMath of Uniswap v3, with the same rounding. Undefined where the contract reverts. */

const q96 = 1n << 96n
const uint160Limit = 1n << 160n
const uint256Limit = 1n << 256n
const feeWhole = 1_000_000n

export function divUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

/** Amount of token0 between two prices. */
function amount0Between(a: bigint, b: bigint, liquidity: bigint, up: boolean): bigint {
  const [low, high] = a < b ? [a, b] : [b, a]
  const numerator = (liquidity << 96n) * (high - low)
  return up ? divUp(divUp(numerator, high), low) : numerator / high / low
}

/** Amount of token1 between two prices. */
function amount1Between(a: bigint, b: bigint, liquidity: bigint, up: boolean): bigint {
  const numerator = liquidity * (a < b ? b - a : a - b)
  return up ? divUp(numerator, q96) : numerator >> 96n
}

function priceFromAmount0(sqrtPrice: bigint, liquidity: bigint, amount: bigint, add: boolean): bigint | undefined {
  if (amount === 0n) return sqrtPrice
  const shifted = liquidity << 96n
  const product = amount * sqrtPrice
  if (!add) {
    if (product >= uint256Limit || shifted <= product) return undefined
    const price = divUp(shifted * sqrtPrice, shifted - product)
    return price < uint160Limit ? price : undefined
  }
  // The contract falls back to a coarser formula where 256 bits overflow; so do we, or the last unit differs.
  if (product < uint256Limit && shifted + product < uint256Limit) return divUp(shifted * sqrtPrice, shifted + product)
  return divUp(shifted, shifted / sqrtPrice + amount)
}

function priceFromAmount1(sqrtPrice: bigint, liquidity: bigint, amount: bigint, add: boolean): bigint | undefined {
  if (add) return sqrtPrice + (amount << 96n) / liquidity
  const quotient = divUp(amount << 96n, liquidity)
  return sqrtPrice > quotient ? sqrtPrice - quotient : undefined
}

export type SwapStep = { sqrtPrice: bigint; amountIn: bigint; amountOut: bigint; feeAmount: bigint }

/**
 * One stretch of constant liquidity, towards `target`. `remaining` above zero is exact in, below zero exact out. Too
 * small an input can reach `target` by rounding. Then v3 charges for the whole stretch, v4 only for the input.
 */
export function swapStep(
  sqrtPrice: bigint,
  target: bigint,
  liquidity: bigint,
  remaining: bigint,
  feePpm: bigint,
  isV4 = false,
): SwapStep | undefined {
  const zeroForOne = sqrtPrice >= target
  const exactIn = remaining >= 0n
  const inBetween = zeroForOne ? amount0Between : amount1Between
  const outBetween = zeroForOne ? amount1Between : amount0Between

  let next: bigint | undefined
  let afterFee: bigint | undefined
  let reachedIn: bigint | undefined
  let reachedOut: bigint | undefined
  if (exactIn) {
    afterFee = (remaining * (feeWhole - feePpm)) / feeWhole
    reachedIn = inBetween(target, sqrtPrice, liquidity, true)
    if (afterFee >= reachedIn) next = target
    else if (liquidity === 0n) return undefined
    else next = (zeroForOne ? priceFromAmount0 : priceFromAmount1)(sqrtPrice, liquidity, afterFee, true)
  } else {
    reachedOut = outBetween(target, sqrtPrice, liquidity, false)
    if (-remaining >= reachedOut) next = target
    else next = (zeroForOne ? priceFromAmount1 : priceFromAmount0)(sqrtPrice, liquidity, -remaining, false)
  }
  if (next === undefined) return undefined
  if (isV4 && afterFee !== undefined && afterFee < reachedIn!) {
    const amountOut = outBetween(next, sqrtPrice, liquidity, false)
    return { sqrtPrice: next, amountIn: afterFee, amountOut, feeAmount: remaining - afterFee }
  }

  const max = next === target
  const amountIn = max && exactIn ? reachedIn! : inBetween(next, sqrtPrice, liquidity, true)
  let amountOut = max && !exactIn ? reachedOut! : outBetween(next, sqrtPrice, liquidity, false)
  if (!exactIn && amountOut > -remaining) amountOut = -remaining
  const feeAmount = exactIn && !max ? remaining - amountIn : divUp(amountIn * feePpm, feeWhole - feePpm)
  return { sqrtPrice: next, amountIn, amountOut, feeAmount }
}

export const tickMin = -887_272
export const tickMax = 887_272
export const sqrtRatioMin = 4_295_128_739n
export const sqrtRatioMax = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n

const uint256Max = (1n << 256n) - 1n

/** sqrt(1.0001^-(2^bit)) in Q128, bit by bit, as the pool's contract has them. */
const factors = [
  0xfffcb933bd6fad37aa2d162d1a594001n,
  0xfff97272373d413259a46990580e213an,
  0xfff2e50f5f656932ef12357cf3c7fdccn,
  0xffe5caca7e10e4e61c3624eaa0941cd0n,
  0xffcb9843d60f6159c9db58835c926644n,
  0xff973b41fa98c081472e6896dfb254c0n,
  0xff2ea16466c96a3843ec78b326b52861n,
  0xfe5dee046a99a2a811c461f1969c3053n,
  0xfcbe86c7900a88aedcffc83b479aa3a4n,
  0xf987a7253ac413176f2b074cf7815e54n,
  0xf3392b0822b70005940c7a398e4b70f3n,
  0xe7159475a2c29b7443b29c7fa6e889d9n,
  0xd097f3bdfd2022b8845ad8f792aa5825n,
  0xa9f746462d870fdf8a65dc1f90e061e5n,
  0x70d869a156d2a1b890bb3df62baf32f7n,
  0x31be135f97d08fd981231505542fcfa6n,
  0x9aa508b5b7a84e1c677de54f3e99bc9n,
  0x5d6af8dedb81196699c329225ee604n,
  0x2216e584f5fa1ea926041bedfe98n,
  0x48a170391f7dc42444e8fa2n,
] as const

/** Size of the cache: a ratio takes about 3 µs to compute, and a route needs the same few hundred repeatedly. */
const rememberedMax = 65_536
const remembered = new Map<number, bigint>()

/** sqrt(1.0001^tick) in Q96, exactly as TickMath.getSqrtRatioAtTick rounds it. */
export function sqrtRatioAtTick(tick: number): bigint {
  const known = remembered.get(tick)
  if (known !== undefined) return known
  if (!Number.isInteger(tick) || tick < tickMin || tick > tickMax) throw new RangeError(`tick ${tick} is out of range`)
  const size = Math.abs(tick)
  let ratio = 1n << 128n
  for (let bit = 0; bit < factors.length; bit++) {
    if (size & (1 << bit)) ratio = (ratio * factors[bit]!) >> 128n
  }
  if (tick > 0) ratio = uint256Max / ratio
  const sqrtRatioX96 = (ratio + 0xffffffffn) >> 32n
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(tick, sqrtRatioX96)
  return sqrtRatioX96
}

const lnTickStep = Math.log(1.0001)

/** The greatest tick whose ratio is not above the price: guesses with floats, then corrects by exact comparisons. */
export function tickAtSqrtRatio(sqrtRatioX96: bigint): number {
  if (sqrtRatioX96 < sqrtRatioMin || sqrtRatioX96 >= sqrtRatioMax) throw new RangeError('sqrt ratio is out of range')
  const guess = Math.floor((2 * Math.log(Number(sqrtRatioX96) / 2 ** 96)) / lnTickStep)
  let tick = Math.min(Math.max(guess, tickMin), tickMax - 1)
  while (tick > tickMin && sqrtRatioAtTick(tick) > sqrtRatioX96) tick--
  while (tick < tickMax && sqrtRatioAtTick(tick + 1) <= sqrtRatioX96) tick++
  return tick
}
