import type { Curve } from './curve.ts'

/** How far a price may fall for what a pool takes until then to be called its depth. */
export const depthFall = 0.01

/** The input after which the next unit brings so much less than the first one did; where a pool is empty before, all that it takes. */
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
