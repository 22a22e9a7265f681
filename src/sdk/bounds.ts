import type { TrustedChain } from '../intents/trustedChains.ts'
import type { Address } from '../interface/fields.ts'

/** What a caller lets a quote cost. The defaults only refuse what no honest quote costs. */
export type Bounds = {
  /** Least that must arrive, in base units of the destination token: the one bound against a bad rate. */
  toAmountMin?: bigint | undefined
  /** Most the minimum may lie below the quoted output, fraction of 1. Default: the request's tolerance, else 0.03. */
  maxSlippage?: number | undefined
  /**
   * Most that all fees of the service may take, relaying included, in base units of the origin token. Default: 1 % of
   * the deposit, or what gas may cost on a known chain (`feeLimit.ts`). A bridge followed by a swap may keep as much
   * again: the caller's minimum is for the swap's output, not for what the bridge pays.
   */
  maxFee?: bigint | undefined
  /** Most that is deposited for an exact output. Default: the request's `originTokenAmount`. */
  maxDeposit?: bigint | undefined
  /** Least that must cross where a route swaps on both sides, in base units of the token that crosses. */
  crossingMin?: bigint | undefined
  /** Most gas cost of a transaction, in base units of the native token. For local accounts; other wallets set fees. */
  maxGasCost?: bigint | undefined
  /** Contracts that route steps may call; default any. Bridges must always be known ones. */
  routeTargets?: readonly Address[] | undefined
  /** Bridges and tokens of further chains. They replace the client's own facts for the same chain id. */
  ownChains?: readonly TrustedChain[] | undefined
}

export const maxSlippageDefault = 0.03
/** Anyone may refund from a time that must lie within this many seconds from now. The owner may refund at any time. */
export const refundWithinS = { least: 60n, most: 7n * 24n * 3_600n }
/** Most seconds for which anyone may run a batch: whoever runs it can extract its slippage. */
export const openForMostS = 3_600n
