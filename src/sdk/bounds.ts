import type { TrustedChain } from '../intents/trustedChains.ts'
import type { Address } from '../interface/fields.ts'

/** What a caller lets a quote cost. The defaults only refuse what no honest quote costs. */
export type Bounds = {
  /** Least that must arrive, in base units of the destination token: the one bound against a bad rate. */
  toAmountMin?: bigint | undefined
  /** Between the quoted output and its minimum, fraction of 1; the request's tolerance unless said, else 0.03. */
  maxSlippage?: number | undefined
  /**
   * Most that all fees of the service may take, relaying included, in base units of the origin token. Default: 1 % of
   * the deposit, or what gas may cost on a known chain (`feeLimit.ts`). A bridge followed by a swap may keep as much
   * again: no minimum of the caller covers what it brings.
   */
  maxFee?: bigint | undefined
  /** Most that is deposited for an exact output; the request's `originTokenAmount` unless said. */
  maxDeposit?: bigint | undefined
  /** Least that must cross where a route swaps on both sides, in base units of the token that crosses. */
  crossingMin?: bigint | undefined
  /** Most that a transaction sent by the wallet may cost in gas, in base units of the native token. */
  maxGasCost?: bigint | undefined
  /** Contracts that route steps may call; default any. Bridges must always be known ones. */
  routeTargets?: readonly Address[] | undefined
  /** Bridges and tokens of chains that this client does not know, or that replace what it knows. */
  ownChains?: readonly TrustedChain[] | undefined
}

export const maxSlippageDefault = 0.03
/** Refunds by anyone must begin between these two from now; the owner alone can always refund at once. */
export const refundWithinS = { least: 60n, most: 7n * 24n * 3_600n }
/** Longest that anyone may run a batch: whoever runs it may take its slippage. */
export const openForMostS = 3_600n
