import type { TrustedChain } from '../intents/trustedChains.ts'
import type { Address } from '../interface/fields.ts'

/** What a caller lets a quote cost. Whatever is left out has a default that refuses only what no honest quote does. */
export type Bounds = {
  /** Least that must arrive, in base units of the destination token: the one bound against a bad rate. */
  toAmountMin?: bigint | undefined
  /** Between the quoted output and its minimum, fraction of 1; the request's tolerance unless said, else 0.03. */
  maxSlippage?: number | undefined
  /**
   * Most that all fees of the service may take together, the one for relaying included, in base units of the origin token; unless said,
   * one percent of the deposit, or what gas may cost on a chain that is known (`feeLimit.ts`). A bridge behind which the token is swapped
   * may keep as much again: there no minimum of the caller covers what it brings.
   */
  maxFee?: bigint | undefined
  /** Most that is deposited for an exact output; the request's `originTokenAmount` unless said. */
  maxDeposit?: bigint | undefined
  /** Least that must cross where a route swaps on both sides, in base units of the token that crosses. */
  crossingMin?: bigint | undefined
  /** Most that the gas of a transaction which the wallet sends itself may cost, in base units of the native token. */
  maxGasCost?: bigint | undefined
  /** Contracts that a route may call, as its steps name them; any unless said, but always only bridges that are known. */
  routeTargets?: readonly Address[] | undefined
  /** Bridges and tokens of chains that this client does not know, or knows otherwise. */
  ownChains?: readonly TrustedChain[] | undefined
}

export const maxSlippageDefault = 0.03
/** Refunds by anyone begin between these two from now: the owner alone can always refund at once. */
export const refundWithinS = { least: 60n, most: 7n * 24n * 3_600n }
/** Longest that anyone may run a batch: the account that runs it may take its slippage. */
export const openForMostS = 3_600n
