/** SqrtPriceMath and SwapMath of Uniswap v3, rounding for rounding. `undefined` is where the contract reverts. */

const q96 = 1n << 96n
const uint160Limit = 1n << 160n
const uint256Limit = 1n << 256n
const feeWhole = 1_000_000n

export function divUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator
}

/** Token0 between two prices. */
function amount0Between(a: bigint, b: bigint, liquidity: bigint, up: boolean): bigint {
  const [low, high] = a < b ? [a, b] : [b, a]
  const numerator = (liquidity << 96n) * (high - low)
  return up ? divUp(divUp(numerator, high), low) : numerator / high / low
}

/** Token1 between two prices. */
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
 * One stretch of constant liquidity, towards `target`. `remaining` above zero is exact in, below zero exact out. Where an input that is too
 * small for the target reaches it by rounding, v3 charges for the whole stretch and v4 for what there was.
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
