import { limits } from '../../interface/limits.ts'
import type { OperationName } from '../../interface/operations.ts'
import type { Exchange } from './exchange.ts'

const KiB = 1_024

/** Enough for every request that is made of ids, addresses and a few settings. */
const bodyBytesDefault = limits.smallBodyBytesMax

/** Operations whose requests carry more: call data (twice its bytes in hex digits) or long lists. */
const bodyBytesByOperation: Partial<Record<OperationName, number>> = {
  QuoteIntent: 2 * limits.callDataBytesMax + bodyBytesDefault,
  // The quoted intent comes back, with the call data in its request, its calls and its transactions.
  CommitIntent: limits.bodyBytesMax,
  GetTokenList: 128 * KiB,
  GetExactOutputRoutes: 128 * KiB,
}

/** The largest body that a request to this route may have: what its operation can need, and no more than `http.bodyBytesMax`. */
export function bodyBytesMaxOf(route: Exchange['route'], configured: number): number {
  // An operator's lists of ranges are long, and but for one operation nobody without a token gets that far.
  if (route?.admin) return configured
  return Math.min((route && bodyBytesByOperation[route.name]) ?? bodyBytesDefault, configured)
}
