import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'

/** A constant-product pool as its contract stores it. */
export type PoolV2 = {
  kind: 'v2'
  id: Address
  chainId: number
  provider: string
  token0: Address
  token1: Address
  reserve0: bigint
  reserve1: bigint
  feePpm: number
  /** Gas of one swap through this pool. */
  gas: bigint
}

export type Tick = { index: number; liquidityNet: bigint }

/** Identifies a v4 pool to its manager. Native is the zero address here, but wrapped in `token0` and `token1`. */
export type PoolKey = { currency0: Address; currency1: Address; fee: number; tickSpacing: number; hooks: Address }

/** A concentrated-liquidity pool with all its initialised ticks, sorted by index. */
export type PoolV3 = {
  kind: 'v3'
  id: Address
  chainId: number
  provider: string
  token0: Address
  token1: Address
  feePpm: number
  /** Fee for selling token1, if it differs: v4 has one protocol fee for each direction. */
  feePpmBack?: number
  /** Only for v4 pools. Their `id` is a hash of this key, not an address. */
  key?: PoolKey
  tickSpacing: number
  sqrtPriceX96: bigint
  tick: number
  liquidity: bigint
  ticks: readonly Tick[]
  gas: bigint
}

/** A pool of two coins that are worth the same, as Curve's plain pools store it. */
export type PoolStable = {
  kind: 'stable'
  id: Address
  chainId: number
  provider: string
  token0: Address
  token1: Address
  reserve0: bigint
  reserve1: bigint
  /** 10 ** (36 - decimals). A balance times this, divided by 10 ** 18, has 18 decimals. */
  rate0: bigint
  rate1: bigint
  /** The amplification A, times 100. */
  amplification: bigint
  /** Of the output, in parts of 10 ** 10; `feePpm` is the same, rounded. */
  fee: bigint
  feePpm: number
  gas: bigint
}

/** A pool of two coins that are worth the same, with the invariant of Solidly. */
export type PoolSolidly = {
  kind: 'solidly'
  id: Address
  chainId: number
  provider: string
  token0: Address
  token1: Address
  reserve0: bigint
  reserve1: bigint
  /** One whole token: 10 ** decimals. */
  unit0: bigint
  unit1: bigint
  /** Of the input, in parts of 10,000; `feePpm` is the same in millionths. */
  feeBps: bigint
  feePpm: number
  gas: bigint
}

/** Wrapping or unwrapping of the native token, one for one: a hop of a route like a pool, but not part of the graph. */
export type PoolWrap = {
  kind: 'wrap'
  /** The wrapped-native contract. */
  id: Address
  chainId: number
  provider: string
  token0: Address
  token1: Address
  gas: bigint
}

export type Pool = PoolV2 | PoolV3 | PoolStable | PoolSolidly
export type HopPool = Pool | PoolWrap

export const wrapProvider = 'WETH'
/** A deposit or a withdrawal of the canonical contract, rounded up. */
export const wrapGas = 45_000n
export const feePpmWhole = 1_000_000

/** What a pool keeps of its input, in millionths. */
export function feePpmOf(pool: Pool, zeroForOne: boolean): number {
  return !zeroForOne && pool.kind === 'v3' ? (pool.feePpmBack ?? pool.feePpm) : pool.feePpm
}

export function wrapPool(chainId: number, wrappedNative: Address): PoolWrap {
  return {
    kind: 'wrap',
    id: wrappedNative,
    chainId,
    provider: wrapProvider,
    token0: nativeToken,
    token1: wrappedNative,
    gas: wrapGas,
  }
}

/** Pools whose whole state is two reserves. */
export type ReservePool = PoolV2 | PoolStable | PoolSolidly
export type Reserves = { reserve0: bigint; reserve1: bigint }

export function outOfReserves(
  pool: ReservePool,
  reserves: Reserves,
  zeroForOne: boolean,
  amountIn: bigint,
): bigint | undefined {
  if (pool.kind === 'solidly') return outSolidly(pool, reserves, zeroForOne, amountIn)
  if (pool.kind === 'stable') return outStable(pool, reserves, zeroForOne, amountIn)
  const { reserve0, reserve1 } = reserves
  return zeroForOne
    ? outV2(reserve0, reserve1, pool.feePpm, amountIn)
    : outV2(reserve1, reserve0, pool.feePpm, amountIn)
}

export function inToReserves(
  pool: ReservePool,
  reserves: Reserves,
  zeroForOne: boolean,
  amountOut: bigint,
): bigint | undefined {
  if (pool.kind === 'solidly') return inSolidly(pool, reserves, zeroForOne, amountOut)
  if (pool.kind === 'stable') return inStable(pool, reserves, zeroForOne, amountOut)
  const { reserve0, reserve1 } = reserves
  return zeroForOne
    ? inV2(reserve0, reserve1, pool.feePpm, amountOut)
    : inV2(reserve1, reserve0, pool.feePpm, amountOut)
}

/** The reserves after a swap. */
export function afterReserves(
  pool: ReservePool,
  { reserve0, reserve1 }: Reserves,
  zeroForOne: boolean,
  amountIn: bigint,
  amountOut: bigint,
): Reserves {
  const kept = pool.kind === 'solidly' ? amountIn - feeOf(pool, amountIn) : amountIn
  return zeroForOne
    ? { reserve0: reserve0 + kept, reserve1: reserve1 - amountOut }
    : { reserve0: reserve0 - amountOut, reserve1: reserve1 + kept }
}

const feeWhole = BigInt(feePpmWhole)

/** UniswapV2Library.getAmountOut; `undefined` where it reverts. */
export function outV2(reserveIn: bigint, reserveOut: bigint, feePpm: number, amountIn: bigint): bigint | undefined {
  if (amountIn <= 0n || reserveIn <= 0n || reserveOut <= 0n) return undefined
  const afterFee = amountIn * (feeWhole - BigInt(feePpm))
  return (afterFee * reserveOut) / (reserveIn * feeWhole + afterFee)
}

/** UniswapV2Library.getAmountIn; `undefined` where it reverts. */
export function inV2(reserveIn: bigint, reserveOut: bigint, feePpm: number, amountOut: bigint): bigint | undefined {
  if (amountOut <= 0n || reserveIn <= 0n || amountOut >= reserveOut) return undefined
  return (reserveIn * amountOut * feeWhole) / ((reserveOut - amountOut) * (feeWhole - BigInt(feePpm))) + 1n
}

/** The arithmetic of Curve's plain pools of two coins, rounding for rounding. */

const amplificationWhole = 100n
const stableFeeWhole = 10n ** 10n
const rateWhole = 10n ** 18n
const rounds = 255

/** What `amountIn` gives. `undefined` where the contract reverts. */
export function outStable(
  pool: PoolStable,
  { reserve0, reserve1 }: Reserves,
  zeroForOne: boolean,
  amountIn: bigint,
): bigint | undefined {
  if (amountIn <= 0n || reserve0 <= 0n || reserve1 <= 0n) return undefined
  const [rateIn, rateOut] = zeroForOne ? [pool.rate0, pool.rate1] : [pool.rate1, pool.rate0]
  const balanceIn = ((zeroForOne ? reserve0 : reserve1) * rateIn) / rateWhole
  const balanceOut = ((zeroForOne ? reserve1 : reserve0) * rateOut) / rateWhole
  const d = stableInvariant(balanceIn, balanceOut, pool.amplification)
  const y =
    d === undefined ? undefined : otherStable(balanceIn + (amountIn * rateIn) / rateWhole, d, pool.amplification)
  if (y === undefined || balanceOut - y < 1n) return undefined
  const dy = balanceOut - y - 1n
  return ((dy - (dy * pool.fee) / stableFeeWhole) * rateWhole) / rateOut
}

/** The least input that gives at least `amountOut`. The contract has no function for it: searched from a guess. */
export function inStable(
  pool: PoolStable,
  balances: Reserves,
  zeroForOne: boolean,
  amountOut: bigint,
): bigint | undefined {
  const { reserve0, reserve1 } = balances
  if (amountOut <= 0n || amountOut >= (zeroForOne ? reserve1 : reserve0)) return undefined
  const enough = (amountIn: bigint) => (outStable(pool, balances, zeroForOne, amountIn) ?? 0n) >= amountOut
  const near = guessStable(pool, balances, zeroForOne, amountOut)
  return leastInput(near, zeroForOne ? reserve0 : reserve1, enough)
}

/** An estimate of the input for `amountOut`, from the invariant and the fee; at least 1. */
function guessStable(
  pool: PoolStable,
  { reserve0, reserve1 }: Reserves,
  zeroForOne: boolean,
  amountOut: bigint,
): bigint {
  const [rateIn, rateOut] = zeroForOne ? [pool.rate0, pool.rate1] : [pool.rate1, pool.rate0]
  const balanceIn = ((zeroForOne ? reserve0 : reserve1) * rateIn) / rateWhole
  const balanceOut = ((zeroForOne ? reserve1 : reserve0) * rateOut) / rateWhole
  const d = stableInvariant(balanceIn, balanceOut, pool.amplification)
  const left = balanceOut - (((amountOut * rateOut) / rateWhole) * stableFeeWhole) / (stableFeeWhole - pool.fee)
  const x = d !== undefined && left > 0n ? otherStable(left, d, pool.amplification) : undefined
  return x !== undefined && x > balanceIn ? ((x - balanceIn) * rateWhole) / rateIn + 1n : 1n
}

function stableInvariant(x0: bigint, x1: bigint, amplification: bigint): bigint | undefined {
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

function otherStable(x: bigint, d: bigint, amplification: bigint): bigint | undefined {
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

/** The arithmetic of Solidly's stable pools (x³y + y³x = k) as in Velodrome V2, rounding for rounding. */

const one = 10n ** 18n
export const solidlyFeeWhole = 10_000n
/** What `amountIn` gives. `undefined` where the contract reverts. */
export function outSolidly(
  pool: PoolSolidly,
  { reserve0, reserve1 }: Reserves,
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
  const left = otherSolidly(pool, x + (taken * one) / unitIn, k, y)
  return left === undefined || left > y ? undefined : ((y - left) * unitOut) / one
}

/** The least input that gives at least `amountOut`. The contract has no function for it: searched from a guess. */
export function inSolidly(
  pool: PoolSolidly,
  balances: Reserves,
  zeroForOne: boolean,
  amountOut: bigint,
): bigint | undefined {
  const [reserveIn, reserveOut] = zeroForOne
    ? [balances.reserve0, balances.reserve1]
    : [balances.reserve1, balances.reserve0]
  if (amountOut <= 0n || amountOut >= reserveOut) return undefined
  const enough = (amountIn: bigint) => (outSolidly(pool, balances, zeroForOne, amountIn) ?? 0n) >= amountOut
  return leastInput(guessSolidly(pool, balances, zeroForOne, amountOut), reserveIn, enough)
}

/** The fee of a swap. It goes to the liquidity providers and is never part of the reserves. */
export const feeOf = ({ feeBps }: PoolSolidly, amountIn: bigint): bigint => (amountIn * feeBps) / solidlyFeeWhole

/** An estimate of the input for `amountOut`, from the invariant and the fee; at least 1. */
function guessSolidly(
  pool: PoolSolidly,
  { reserve0, reserve1 }: Reserves,
  zeroForOne: boolean,
  amountOut: bigint,
): bigint {
  const [unitIn, unitOut] = zeroForOne ? [pool.unit0, pool.unit1] : [pool.unit1, pool.unit0]
  const [reserveIn, reserveOut] = zeroForOne ? [reserve0, reserve1] : [reserve1, reserve0]
  const x = (reserveIn * one) / unitIn
  const left = ((reserveOut - amountOut) * one) / unitOut
  const k = scaledInvariant(pool, reserve0, reserve1)
  const found = left > 0n ? otherSolidly(pool, left, k, x) : undefined
  if (found === undefined || found <= x) return 1n
  return ((found - x) * unitIn * solidlyFeeWhole) / (one * (solidlyFeeWhole - pool.feeBps)) + 1n
}

function solidlyInvariant(x: bigint, y: bigint): bigint {
  return (((x * y) / one) * ((x * x) / one + (y * y) / one)) / one
}

const scaledInvariant = ({ unit0, unit1 }: PoolSolidly, balance0: bigint, balance1: bigint): bigint =>
  solidlyInvariant((balance0 * one) / unit0, (balance1 * one) / unit1)

/** The `y` that keeps `k` at `x`. As in the contract, the last-step test scales twice: true below 18 decimals. */
function otherSolidly(pool: PoolSolidly, x: bigint, k: bigint, from: bigint): bigint | undefined {
  let y = from
  for (let round = 0; round < rounds; round++) {
    const found = solidlyInvariant(x, y)
    const slope = (3n * x * ((y * y) / one)) / one + (((x * x) / one) * x) / one
    if (slope === 0n) return undefined
    const step = ((found < k ? k - found : found - k) * one) / slope
    if (found < k) {
      if (step === 0n && scaledInvariant(pool, x, y + 1n) > k) return y + 1n
      y += step || 1n
    } else {
      if (step === 0n && (found === k || (y > 0n && solidlyInvariant(x, y - 1n) < k))) return y
      y -= step || 1n
      if (y < 0n) return undefined
    }
  }
  return undefined
}

/** The search ends at this multiple of the pool's reserve: a larger input brings nothing more. */
const reservesMax = 1_000_000n

/**
 * The least input that is enough, for pools whose contract has no function for it. Steps that double lead from the
 * guess to a bound on each side, then bisection. `undefined` if no input is enough.
 */
export function leastInput(
  guess: bigint,
  reserveIn: bigint,
  enough: (amountIn: bigint) => boolean,
): bigint | undefined {
  let [low, high] = [guess, guess]
  for (let step = 1n; !enough(high); step *= 2n) {
    if (high > reserveIn * reservesMax) return undefined
    low = high
    high += step
  }
  for (let step = 1n; low > 0n && enough(low); step *= 2n) {
    high = low
    low = low > step ? low - step : 0n
  }
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (enough(middle)) high = middle
    else low = middle
  }
  return high
}
