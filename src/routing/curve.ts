import { sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import {
  feePpmOf,
  type HopPool,
  type Pool,
  type PoolSolidly,
  type PoolStable,
  type PoolV2,
  type PoolV3,
} from './pool.ts'
import { lastAtOrBelow } from './swapV3.ts'

/**
 * A pool in one direction as floats, for the search only: joined stretches of constant product. Stretch `s` starts once
 * `inAt[s]` is paid in (fee included) and `outAt[s]` has come out; its virtual reserves then are `x[s]` and `y[s]`.
 * A v2 pool is one endless stretch.
 */
export type Curve = {
  keep: number
  inAt: Float64Array
  outAt: Float64Array
  x: Float64Array
  y: Float64Array
  /** Largest input the pool can take. The stretch beyond has almost no liquidity; its price drives splits back. */
  capacity: number
}

/** Keeps float rounding from planning more than the exact arithmetic can fill. */
const capacityMargin = 1 - 1e-9
const overflowDepth = 1e-6
const ln10001Half = Math.log(1.0001) / 2

export const deadCurve: Curve = {
  keep: 0,
  inAt: new Float64Array([0, Infinity]),
  outAt: new Float64Array([0, 0]),
  x: new Float64Array([1]),
  y: new Float64Array([0]),
  capacity: 0,
}

export function curveV2(pool: PoolV2, zeroForOne: boolean): Curve {
  if (pool.reserve0 <= 0n || pool.reserve1 <= 0n) return deadCurve
  const x = Number(zeroForOne ? pool.reserve0 : pool.reserve1)
  const y = Number(zeroForOne ? pool.reserve1 : pool.reserve0)
  return {
    keep: 1 - pool.feePpm / 1e6,
    inAt: new Float64Array([0, Infinity]),
    outAt: new Float64Array([0, y]),
    x: new Float64Array([x]),
    y: new Float64Array([y]),
    capacity: Infinity,
  }
}

export function curveV3(pool: PoolV3, zeroForOne: boolean): Curve {
  if (pool.sqrtPriceX96 === 0n) return deadCurve
  const keep = 1 - feePpmOf(pool, zeroForOne) / 1e6
  const inAt = [0]
  const outAt = [0]
  const x: number[] = []
  const y: number[] = []
  let liquidity = Number(pool.liquidity)
  let root = Number(pool.sqrtPriceX96) / 2 ** 96
  let at = lastAtOrBelow(pool.ticks, pool.tick) + (zeroForOne ? 0 : 1)

  for (let tick = pool.ticks[at]; tick; tick = pool.ticks[at]) {
    const nextRoot = Math.exp(tick.index * ln10001Half)
    const moves = zeroForOne ? nextRoot < root : nextRoot > root
    if (liquidity > 0 && moves) {
      const amount0 = liquidity * Math.abs(1 / nextRoot - 1 / root)
      const amount1 = liquidity * Math.abs(nextRoot - root)
      x.push(zeroForOne ? liquidity / root : liquidity * root)
      y.push(zeroForOne ? liquidity * root : liquidity / root)
      inAt.push(inAt.at(-1)! + (zeroForOne ? amount0 : amount1) / keep)
      outAt.push(outAt.at(-1)! + (zeroForOne ? amount1 : amount0))
    }
    if (moves) root = nextRoot
    liquidity += (zeroForOne ? -1 : 1) * Number(tick.liquidityNet)
    // Float sums of liquidityNet do not cancel exactly; a rest this small is zero.
    if (liquidity < 1e-6 * Math.abs(Number(tick.liquidityNet))) liquidity = 0
    at += zeroForOne ? -1 : 1
  }
  if (x.length === 0) return deadCurve

  const last = x.length - 1
  const xEnd = x[last]! + keep * (inAt[last + 1]! - inAt[last]!)
  x.push(xEnd * overflowDepth)
  y.push(((x[last]! * y[last]!) / xEnd) * overflowDepth)
  const capacity = inAt[last + 1]! * capacityMargin
  inAt.push(Infinity)
  outAt.push(outAt[last + 1]! + y[last + 1]!)
  return {
    keep,
    inAt: Float64Array.from(inAt),
    outAt: Float64Array.from(outAt),
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    capacity,
  }
}

/** The stretch in which a total input of `paid` lies. */
function stretchAt(curve: Curve, paid: number): number {
  const { inAt } = curve
  let low = 0
  let high = inAt.length - 2
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (inAt[middle]! <= paid) low = middle
    else high = middle - 1
  }
  return low
}

export function sameStretch(curve: Curve, paid: number, other: number): boolean {
  return curve.inAt.length === 2 || stretchAt(curve, paid) === stretchAt(curve, other)
}

/** Output of `more` input on top of the `paid` that has gone in already. */
export function curveOut(curve: Curve, paid: number, more: number): number {
  const { keep, inAt, outAt, x, y } = curve
  const first = stretchAt(curve, paid)
  const xNow = x[first]! + keep * (paid - inAt[first]!)
  const yNow = (x[first]! * y[first]!) / xNow
  const total = paid + more
  if (total <= inAt[first + 1]!) return (yNow * keep * more) / (xNow + keep * more)
  const last = stretchAt(curve, total)
  const within = keep * (total - inAt[last]!)
  const restOfFirst = keep * (inAt[first + 1]! - paid)
  return (
    (yNow * restOfFirst) / (xNow + restOfFirst) +
    (outAt[last]! - outAt[first + 1]!) +
    (y[last]! * within) / (x[last]! + within)
  )
}

/** Marginal price after `paid`: units out for the next unit in. */
export function curvePrice(curve: Curve, paid: number): number {
  const s = stretchAt(curve, paid)
  const xNow = curve.x[s]! + curve.keep * (paid - curve.inAt[s]!)
  return (curve.keep * curve.x[s]! * curve.y[s]!) / (xNow * xNow)
}

/** How fast the logarithm of the price falls per unit in, after `paid`. */
export function curveSlope(curve: Curve, paid: number): number {
  const s = stretchAt(curve, paid)
  return (2 * curve.keep) / (curve.x[s]! + curve.keep * (paid - curve.inAt[s]!))
}

/** Inputs at which one stretch ends and the next begins, as parts of the pool's balance of the input token. */
const bends = [
  0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.72, 0.74, 0.76, 0.78, 0.8, 0.85, 0.9, 0.95, 1, 1.1, 1.2,
  1.5, 2, 3, 5, 10, 30,
]
const endless = 1e9
const amplificationWhole = 100

/** A pool in one direction, in floats: what an input gives, fee taken, and the price behind it. */
type StableMarket = { reserveIn: number; outAt(paid: number): number; priceAt(paid: number): number }

/**
 * A stable pool in one direction as stretches of constant product. Each begins at the pool's price (or the end price of
 * the stretch before, if lower) and ends at the pool's output; in between the error is less than its bend.
 */
function curveOfMarket(market: StableMarket | undefined): Curve {
  if (!market) return deadCurve
  const inAt = [0]
  const outAt = [0]
  const x: number[] = []
  const y: number[] = []
  let price = market.priceAt(0)
  for (const bend of bends) {
    const from = inAt.at(-1)!
    const to = market.reserveIn * bend
    const paid = to - from
    const given = market.outAt(to) - outAt.at(-1)!
    const bending = price * paid - given
    const depth = bending > 0 ? (given * paid) / bending : paid * endless
    x.push(depth)
    y.push(price * depth)
    inAt.push(to)
    outAt.push(outAt.at(-1)! + (price * depth * paid) / (depth + paid))
    const ended = (price * depth * depth) / ((depth + paid) * (depth + paid))
    price = Math.min(ended, market.priceAt(to))
  }
  inAt[inAt.length - 1] = Infinity
  return {
    keep: 1,
    inAt: Float64Array.from(inAt),
    outAt: Float64Array.from(outAt),
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    capacity: Infinity,
  }
}

/** The invariant in floats, in units of the two tokens; `left` is what the fee leaves of an output. */
function stableMarket(pool: PoolStable, zeroForOne: boolean, left: number): StableMarket | undefined {
  if (pool.reserve0 <= 0n || pool.reserve1 <= 0n) return undefined
  const [reserveIn, reserveOut] = zeroForOne
    ? [Number(pool.reserve0), Number(pool.reserve1)]
    : [Number(pool.reserve1), Number(pool.reserve0)]
  const [rateIn, rateOut] = zeroForOne
    ? [Number(pool.rate0) / 1e18, Number(pool.rate1) / 1e18]
    : [Number(pool.rate1) / 1e18, Number(pool.rate0) / 1e18]
  const ann = (Number(pool.amplification) * 2) / amplificationWhole
  const [x0, y0] = [reserveIn * rateIn, reserveOut * rateOut]
  const d = invariantOf(x0, y0, ann)
  // The invariant is a quadratic equation in the other balance.
  const otherAt = (x: number): number => {
    const b = x + d / ann - d
    const c = (d * d * d) / (4 * x * ann)
    const root = Math.sqrt(b * b + 4 * c)
    return b > 0 ? (2 * c) / (b + root) : (root - b) / 2
  }
  const start = otherAt(x0)
  return {
    reserveIn,
    outAt: (paid) => (left * (start - otherAt(x0 + paid * rateIn))) / rateOut,
    priceAt: (paid) => {
      const x = x0 + paid * rateIn
      const y = otherAt(x)
      // −dy/dx of y² + (x + d/ann − d) y = d³ / (4 x ann).
      const slope = (y + (d * d * d) / (4 * x * x * ann)) / (2 * y + x + d / ann - d)
      return (left * slope * rateIn) / rateOut
    },
  }
}

function invariantOf(x: number, y: number, ann: number): number {
  let d = x + y
  for (let round = 0; round < 64; round++) {
    const dp = (d * d * d) / (4 * x * y)
    const next = ((ann * (x + y) + 2 * dp) * d) / ((ann - 1) * d + 3 * dp)
    if (Math.abs(next - d) <= d * 1e-15) return next
    d = next
  }
  return d
}

/** The invariant in floats; `keep` is what the fee leaves of an input. */
function solidlyMarket(pool: PoolSolidly, zeroForOne: boolean, keep: number): StableMarket | undefined {
  if (pool.reserve0 <= 0n || pool.reserve1 <= 0n) return undefined
  const [reserveIn, reserveOut] = zeroForOne
    ? [Number(pool.reserve0), Number(pool.reserve1)]
    : [Number(pool.reserve1), Number(pool.reserve0)]
  const [unitIn, unitOut] = zeroForOne
    ? [Number(pool.unit0), Number(pool.unit1)]
    : [Number(pool.unit1), Number(pool.unit0)]
  const [x0, y0] = [reserveIn / unitIn, reserveOut / unitOut]
  const k = x0 * y0 * (x0 * x0 + y0 * y0)
  const otherAt = (x: number): number => otherBalance(x, k)
  const start = otherAt(x0)
  return {
    reserveIn,
    outAt: (paid) => (start - otherAt(x0 + (paid * keep) / unitIn)) * unitOut,
    priceAt: (paid) => {
      const x = x0 + (paid * keep) / unitIn
      const y = otherAt(x)
      // −dy/dx of x³y + y³x = k.
      const slope = (3 * x * x * y + y * y * y) / (x * x * x + 3 * x * y * y)
      return (slope * keep * unitOut) / unitIn
    },
  }
}

/** Newton's method on y³ + x²y = k/x from above, where steps converge without passing the root. */
function otherBalance(x: number, k: number): number {
  const q = k / x
  let y = Math.min(q / (x * x), Math.cbrt(q))
  for (let round = 0; round < 64; round++) {
    const next = y - (y * y * y + x * x * y - q) / (3 * y * y + x * x)
    if (!(next < y)) return y
    y = next
  }
  return y
}

/** The pool in one direction, as the search sees it. */
export function curveOf(pool: Pool, zeroForOne: boolean): Curve {
  if (pool.kind === 'v2') return curveV2(pool, zeroForOne)
  return pool.kind === 'v3' ? curveV3(pool, zeroForOne) : curveOfMarket(stablesMarket(pool, zeroForOne, 1))
}

/** `feeTimes`: 0 ignores the fee. Curve takes it from the output, Solidly from the input. */
const stablesMarket = (
  pool: PoolStable | PoolSolidly,
  zeroForOne: boolean,
  feeTimes: 0 | 1,
): StableMarket | undefined =>
  pool.kind === 'stable'
    ? stableMarket(pool, zeroForOne, 1 - (feeTimes * Number(pool.fee)) / 1e10)
    : solidlyMarket(pool, zeroForOne, 1 - (feeTimes * Number(pool.feeBps)) / 1e4)

/** Price of `tokenIn` without fee and impact. For comparisons only: a spot price can be manipulated in a block. */
export function midPrice(pool: HopPool, tokenIn: Address): number {
  const zeroForOne = sameAddress(tokenIn, pool.token0)
  if (pool.kind === 'wrap') return 1
  if (pool.kind === 'stable' || pool.kind === 'solidly') return stablesMarket(pool, zeroForOne, 0)?.priceAt(0) ?? 0
  const price =
    pool.kind === 'v2'
      ? Number(pool.reserve1) / Number(pool.reserve0)
      : (Number(pool.sqrtPriceX96) / 2 ** 96) * (Number(pool.sqrtPriceX96) / 2 ** 96)
  return zeroForOne ? price : 1 / price
}

/** A pool's depth is the input that lowers its price by this fraction. */
export const depthFall = 0.01

/** The input after which the price has fallen by `fall`; the pool's capacity if that is less. */
export function depthOf({ keep, inAt, x, y, capacity }: Curve, fall = depthFall): number {
  if (capacity === 0) return 0
  const target = ((keep * y[0]!) / x[0]!) * (1 - fall)
  for (let s = 0; s < x.length; s++) {
    // Within a stretch the price is keep · x · y / xNow², so it meets the target at this xNow.
    const xThen = Math.sqrt((keep * x[s]! * y[s]!) / target)
    const paid = inAt[s]! + (xThen - x[s]!) / keep
    if (paid <= inAt[s + 1]!) return Math.min(capacity, Math.max(inAt[s]!, paid))
  }
  return capacity
}
