export const yearS = 365 * 86_400
const ray = 1e27

/**
 * Aave reports a yearly rate without compounding, in ray (10^27), and adds interest to the index at every movement of
 * the reserve. So depositors earn compound interest, and Aave's own page compounds per second, as this does.
 */
export function rayAprToApy(aprRay: bigint): number {
  return Math.expm1(yearS * Math.log1p(Number(aprRay) / ray / yearS))
}

/** The compounded yearly rate at which `before` grows to `after` in `spanS`; undefined without a span or a base. */
export function growthToApy(before: bigint, after: bigint, spanS: number): number | undefined {
  if (before <= 0n || after <= 0n || spanS <= 0) return undefined
  // Subtract as bigint: doubles would round away a few seconds of growth.
  const growth = Math.log1p(Number(after - before) / Number(before))
  return Math.expm1((growth * yearS) / spanS)
}
