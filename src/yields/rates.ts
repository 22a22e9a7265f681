export const yearS = 365 * 86_400
const ray = 1e27

/**
 * Aave states a yearly rate without compounding, in ray, and adds it to the index at every movement of the reserve. A
 * depositor earns it compounded, and the protocol's own page shows it compounded per second, so this does too.
 */
export function rayAprToApy(aprRay: bigint): number {
  return Math.expm1(yearS * Math.log1p(Number(aprRay) / ray / yearS))
}

/** The compounded yearly rate at which `before` grows to `after` in `spanS`; undefined without a span or a base. */
export function growthToApy(before: bigint, after: bigint, spanS: number): number | undefined {
  if (before <= 0n || after <= 0n || spanS <= 0) return undefined
  // The difference is exact, so that a few seconds of growth are not lost in a double's last digits.
  const growth = Math.log1p(Number(after - before) / Number(before))
  return Math.expm1((growth * yearS) / spanS)
}
