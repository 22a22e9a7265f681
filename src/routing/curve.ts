import { feePpmOf, type PoolV2, type PoolV3 } from './pool.ts'
import { lastAtOrBelow } from './swapV3.ts'

/**
 * A pool in one direction as floats, for the search only: stretches of constant product, joined. Stretch `s` starts when
 * `inAt[s]` has been paid in (fee included) and `outAt[s]` has come out; its virtual reserves then are `x[s]` and `y[s]`.
 * A v2 pool is one endless stretch.
 */
export type Curve = {
  keep: number
  inAt: Float64Array
  outAt: Float64Array
  x: Float64Array
  y: Float64Array
  /** Largest input the pool can take. Beyond it follows a stretch with almost no liquidity, whose price drives every split back. */
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

/** What `more` gives after `paid` has gone in already. */
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
