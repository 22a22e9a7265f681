import type { Curve } from './curve.ts'
import { curveOfMarket, type StableMarket } from './curveStable.ts'
import type { PoolSolidly } from './pool.ts'

/** A stable pool of the Solidly kind in one direction, as stretches of constant product. */
export function curveSolidly(pool: PoolSolidly, zeroForOne: boolean): Curve {
  return curveOfMarket(createMarket(pool, zeroForOne, 1 - Number(pool.feeBps) / 1e4))
}

/** Units of the other token for one unit, without fee and without moving the price. */
export function midPriceSolidly(pool: PoolSolidly, zeroForOne: boolean): number {
  return createMarket(pool, zeroForOne, 1)?.priceAt(0) ?? 0
}

/** The invariant in floats; `keep` is what the fee leaves of an input. */
function createMarket(pool: PoolSolidly, zeroForOne: boolean, keep: number): StableMarket | undefined {
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

/** Newton's method on y³ + x²y = k/x from above, where every step comes nearer and none passes the root. */
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
