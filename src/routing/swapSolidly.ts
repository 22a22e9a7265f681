import { leastInput } from './leastInput.ts'
import type { PoolSolidly } from './pool.ts'

/** The arithmetic of stable pools of the Solidly kind (x³y + y³x = k) as Velodrome's second version has it, rounding for rounding. */

const one = 10n ** 18n
export const solidlyFeeWhole = 10_000n
const rounds = 255

type Balances = Pick<PoolSolidly, 'reserve0' | 'reserve1'>

/** What `amountIn` gives. `undefined` where the contract reverts. */
export function outSolidly(
  pool: PoolSolidly,
  { reserve0, reserve1 }: Balances,
  zeroForOne: boolean,
  amountIn: bigint,
): bigint | undefined {
  if (amountIn <= 0n || reserve0 <= 0n || reserve1 <= 0n) return undefined
  const { unit0, unit1 } = pool
  const k = scaledInvariant(pool, reserve0, reserve1)
  const [x0, y0] = [(reserve0 * one) / unit0, (reserve1 * one) / unit1]
  const [x, y] = zeroForOne ? [x0, y0] : [y0, x0]
  const [unitIn, unitOut] = zeroForOne ? [unit0, unit1] : [unit1, unit0]
  const taken = amountIn - feeOf(pool, amountIn)
  const left = otherBalance(pool, x + (taken * one) / unitIn, k, y)
  return left === undefined || left > y ? undefined : ((y - left) * unitOut) / one
}

/** The least input that gives at least `amountOut`: searched for, because the contract has no such function. */
export function inSolidly(
  pool: PoolSolidly,
  balances: Balances,
  zeroForOne: boolean,
  amountOut: bigint,
): bigint | undefined {
  const [reserveIn, reserveOut] = zeroForOne
    ? [balances.reserve0, balances.reserve1]
    : [balances.reserve1, balances.reserve0]
  if (amountOut <= 0n || amountOut >= reserveOut) return undefined
  const enough = (amountIn: bigint) => (outSolidly(pool, balances, zeroForOne, amountIn) ?? 0n) >= amountOut
  return leastInput(inByInvariant(pool, balances, zeroForOne, amountOut), reserveIn, enough)
}

/** What leaves the pool for its liquidity providers with a swap; it never becomes a reserve. */
export const feeOf = ({ feeBps }: PoolSolidly, amountIn: bigint): bigint => (amountIn * feeBps) / solidlyFeeWhole

/** About the input that leaves the other balance where `amountOut` leaves it; at least one unit. */
function inByInvariant(
  pool: PoolSolidly,
  { reserve0, reserve1 }: Balances,
  zeroForOne: boolean,
  amountOut: bigint,
): bigint {
  const [unitIn, unitOut] = zeroForOne ? [pool.unit0, pool.unit1] : [pool.unit1, pool.unit0]
  const [reserveIn, reserveOut] = zeroForOne ? [reserve0, reserve1] : [reserve1, reserve0]
  const x = (reserveIn * one) / unitIn
  const left = ((reserveOut - amountOut) * one) / unitOut
  const k = scaledInvariant(pool, reserve0, reserve1)
  const found = left > 0n ? otherBalance(pool, left, k, x) : undefined
  if (found === undefined || found <= x) return 1n
  return ((found - x) * unitIn * solidlyFeeWhole) / (one * (solidlyFeeWhole - pool.feeBps)) + 1n
}

function invariantOf(x: bigint, y: bigint): bigint {
  return (((x * y) / one) * ((x * x) / one + (y * y) / one)) / one
}

const scaledInvariant = ({ unit0, unit1 }: PoolSolidly, balance0: bigint, balance1: bigint): bigint =>
  invariantOf((balance0 * one) / unit0, (balance1 * one) / unit1)

/** The contract's test for the last step scales what is scaled already: for a token of fewer than 18 decimals it is true at once. */
function otherBalance(pool: PoolSolidly, x: bigint, k: bigint, from: bigint): bigint | undefined {
  let y = from
  for (let round = 0; round < rounds; round++) {
    const found = invariantOf(x, y)
    const slope = (3n * x * ((y * y) / one)) / one + (((x * x) / one) * x) / one
    if (slope === 0n) return undefined
    const step = ((found < k ? k - found : found - k) * one) / slope
    if (found < k) {
      if (step === 0n && scaledInvariant(pool, x, y + 1n) > k) return y + 1n
      y += step || 1n
    } else {
      if (step === 0n && (found === k || (y > 0n && invariantOf(x, y - 1n) < k))) return y
      y -= step || 1n
      if (y < 0n) return undefined
    }
  }
  return undefined
}
