/** Slippage tolerance of a quote whose request names none, as fractions of 1: a base by kind of pair, plus a part per hop. */
const stablePairSlippage = 0.0005
const otherPairSlippage = 0.003
const slippagePerFurtherHop = 0.0005
const maxSlippage = 0.03

/**
 * `recentMove` is how far the prices of the pair moved within the last minutes: a market that has just moved is likely to move
 * again, so that distance is allowed for in full.
 */
export function chooseSlippage(pair: { isStablePair: boolean; hops: number; recentMove: number }): number {
  const base = pair.isStablePair ? stablePairSlippage : otherPairSlippage
  const chosen = base + Math.max(0, pair.hops - 1) * slippagePerFurtherHop + pair.recentMove
  return Math.min(maxSlippage, Math.round(chosen * 1e6) / 1e6)
}
