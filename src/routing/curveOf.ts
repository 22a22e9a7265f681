import { type Curve, curveV2, curveV3 } from './curve.ts'
import { curveStable } from './curveStable.ts'
import type { Pool } from './pool.ts'

/** The pool in one direction, as the search sees it. */
export function curveOf(pool: Pool, zeroForOne: boolean): Curve {
  if (pool.kind === 'v2') return curveV2(pool, zeroForOne)
  return pool.kind === 'v3' ? curveV3(pool, zeroForOne) : curveStable(pool, zeroForOne)
}
