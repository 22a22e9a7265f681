import { leastInput } from './leastInput.ts'
import type { PoolStable } from './pool.ts'

/** The arithmetic of Curve's plain pools of two coins, rounding for rounding. */

const amplificationWhole = 100n
const feeWhole = 10n ** 10n
const rateWhole = 10n ** 18n
const rounds = 255

type Balances = Pick<PoolStable, 'reserve0' | 'reserve1'>

/** What `amountIn` gives. `undefined` where the contract reverts. */
export function outStable(
  pool: PoolStable,
  { reserve0, reserve1 }: Balances,
  zeroForOne: boolean,
  amountIn: bigint,
): bigint | undefined {
  if (amountIn <= 0n || reserve0 <= 0n || reserve1 <= 0n) return undefined
  const [rateIn, rateOut] = zeroForOne ? [pool.rate0, pool.rate1] : [pool.rate1, pool.rate0]
  const balanceIn = ((zeroForOne ? reserve0 : reserve1) * rateIn) / rateWhole
  const balanceOut = ((zeroForOne ? reserve1 : reserve0) * rateOut) / rateWhole
  const d = invariantOf(balanceIn, balanceOut, pool.amplification)
  const y =
    d === undefined ? undefined : otherBalance(balanceIn + (amountIn * rateIn) / rateWhole, d, pool.amplification)
  if (y === undefined || balanceOut - y < 1n) return undefined
  const dy = balanceOut - y - 1n
  return ((dy - (dy * pool.fee) / feeWhole) * rateWhole) / rateOut
}

/** The least input that gives at least `amountOut`: the contract has no such function, so it is searched for near what the invariant says. */
export function inStable(
  pool: PoolStable,
  balances: Balances,
  zeroForOne: boolean,
  amountOut: bigint,
): bigint | undefined {
  const { reserve0, reserve1 } = balances
  if (amountOut <= 0n || amountOut >= (zeroForOne ? reserve1 : reserve0)) return undefined
  const enough = (amountIn: bigint) => (outStable(pool, balances, zeroForOne, amountIn) ?? 0n) >= amountOut
  const near = inByInvariant(pool, balances, zeroForOne, amountOut)
  return leastInput(near, zeroForOne ? reserve0 : reserve1, enough)
}

/** About the input that leaves the other balance where `amountOut` and its fee leave it; at least one unit. */
function inByInvariant(
  pool: PoolStable,
  { reserve0, reserve1 }: Balances,
  zeroForOne: boolean,
  amountOut: bigint,
): bigint {
  const [rateIn, rateOut] = zeroForOne ? [pool.rate0, pool.rate1] : [pool.rate1, pool.rate0]
  const balanceIn = ((zeroForOne ? reserve0 : reserve1) * rateIn) / rateWhole
  const balanceOut = ((zeroForOne ? reserve1 : reserve0) * rateOut) / rateWhole
  const d = invariantOf(balanceIn, balanceOut, pool.amplification)
  const left = balanceOut - (((amountOut * rateOut) / rateWhole) * feeWhole) / (feeWhole - pool.fee)
  const x = d !== undefined && left > 0n ? otherBalance(left, d, pool.amplification) : undefined
  return x !== undefined && x > balanceIn ? ((x - balanceIn) * rateWhole) / rateIn + 1n : 1n
}

function invariantOf(x0: bigint, x1: bigint, amplification: bigint): bigint | undefined {
  if (x0 <= 0n || x1 <= 0n) return undefined
  const sum = x0 + x1
  const ann = amplification * 2n
  let d = sum
  for (let round = 0; round < rounds; round++) {
    const dp = (((d * d) / x0) * d) / x1 / 4n
    const previous = d
    d =
      (((ann * sum) / amplificationWhole + dp * 2n) * d) /
      (((ann - amplificationWhole) * d) / amplificationWhole + 3n * dp)
    if (d - previous <= 1n && previous - d <= 1n) return d
  }
  return undefined
}

function otherBalance(x: bigint, d: bigint, amplification: bigint): bigint | undefined {
  const ann = amplification * 2n
  const c = (((d * d) / (x * 2n)) * d * amplificationWhole) / (ann * 2n)
  const b = x + (d * amplificationWhole) / ann
  let y = d
  for (let round = 0; round < rounds; round++) {
    const previous = y
    y = (y * y + c) / (2n * y + b - d)
    if (y - previous <= 1n && previous - y <= 1n) return y
  }
  return undefined
}
