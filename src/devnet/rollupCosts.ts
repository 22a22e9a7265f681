import type { Hex } from 'viem'

/** A rollup's charge for bytes, which a local node does not know. A chain's endpoints share it, so that they agree. */
export type RollupCosts = {
  /** Answers calls to addresses that a rollup's own nodes implement without a contract; undefined for other calls. */
  answer(method: string, params: readonly unknown[]): Hex | undefined
  /** Records a sent transaction; returns why a rollup would refuse it, if so. */
  refusal(raw: Hex): string | undefined
  /** Adds the costs to the answer of this method. */
  counted(method: string, params: readonly unknown[], result: unknown): Promise<unknown>
}
