import { type Curve, curveV2, curveV3 } from './curve.ts'
import { curveSolidly } from './curveSolidly.ts'
import { curveStable } from './curveStable.ts'
import type { Pool } from './pool.ts'

/** The pool in one direction, as the search sees it. */
export function curveOf(pool: Pool, zeroForOne: boolean): Curve {
  if (pool.kind === 'v2') return curveV2(pool, zeroForOne)
  if (pool.kind === 'v3') return curveV3(pool, zeroForOne)
  return pool.kind === 'stable' ? curveStable(pool, zeroForOne) : curveSolidly(pool, zeroForOne)
}
