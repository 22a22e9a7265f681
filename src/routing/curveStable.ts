import { type Curve, deadCurve } from './curve.ts'
import type { PoolStable } from './pool.ts'

/** Inputs, in parts of the balance that is paid into, at which one stretch ends and the next begins. */
const bends = [
  0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.72, 0.74, 0.76, 0.78, 0.8, 0.85, 0.9, 0.95, 1, 1.1, 1.2,
  1.5, 2, 3, 5, 10, 30,
]
const endless = 1e9
const amplificationWhole = 100

/** A pool in one direction, in floats: what an input gives, fee taken, and the price behind it. */
export type StableMarket = { reserveIn: number; outAt(paid: number): number; priceAt(paid: number): number }

/** A stable pool of the Curve kind in one direction. Its fee is taken of what comes out. */
export function curveStable(pool: PoolStable, zeroForOne: boolean): Curve {
  return curveOfMarket(createMarket(pool, zeroForOne, 1 - Number(pool.fee) / 1e10))
}

/**
 * A stable pool in one direction as stretches of constant product. Each begins with the pool's own price, or that at which the one before ended
 * if it is lower, and ends at what the pool gives there; between the two it is off by less than a stretch bends.
 */
export function curveOfMarket(market: StableMarket | undefined): Curve {
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

/** Units of the other token for one unit, without fee and without moving the price. */
export function midPriceStable(pool: PoolStable, zeroForOne: boolean): number {
  return createMarket(pool, zeroForOne, 1)?.priceAt(0) ?? 0
}

/** The invariant in floats, in units of the two tokens; `left` is what the fee leaves of an output. */
function createMarket(pool: PoolStable, zeroForOne: boolean, left: number): StableMarket | undefined {
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
