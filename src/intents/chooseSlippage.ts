/** What a quote may lose between now and its execution, when the caller leaves the choice to us. Fractions of 1. */
const ofStablePair = 0.0005
const ofOtherPair = 0.003
const perFurtherHop = 0.0005
const most = 0.03

/**
 * `recentMove` is how far the pools stand from the oracle now: a market that has just moved is likely to move again, so that
 * distance is allowed for in full.
 */
export function chooseSlippage(ask: { isStablePair: boolean; hops: number; recentMove: number }): number {
  const base = ask.isStablePair ? ofStablePair : ofOtherPair
  const chosen = base + Math.max(0, ask.hops - 1) * perFurtherHop + ask.recentMove
  return Math.min(most, Math.round(chosen * 1e6) / 1e6)
}
