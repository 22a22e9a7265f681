/** What a quote may lose between now and its execution, when the caller leaves the choice to us. Fractions of 1. */
const ofStablePair = 0.0005
const ofOtherPair = 0.003
const perFurtherHop = 0.0005
const most = 0.03

/**
 * `recentMove` is how far the prices of the pair moved within the last minutes: a market that has just moved is likely to move
 * again, so that distance is allowed for in full.
 */
export function chooseSlippage(given: { isStablePair: boolean; hops: number; recentMove: number }): number {
  const base = given.isStablePair ? ofStablePair : ofOtherPair
  const chosen = base + Math.max(0, given.hops - 1) * perFurtherHop + given.recentMove
  return Math.min(most, Math.round(chosen * 1e6) / 1e6)
}
