import type { Hex } from 'viem'

/** A rollup's charge for bytes, unknown to a local node. A chain's endpoints share it, because they must agree. */
export type RollupCosts = {
  /** Answers calls to addresses that the node itself implements, without a contract. */
  answer(method: string, params: readonly unknown[]): Hex | undefined
  /** Records sent bytes; returns why the node refuses them, if it does. */
  refusal(raw: Hex): string | undefined
  /** Adds the costs to the answer of this method. */
  counted(method: string, params: readonly unknown[], result: unknown): Promise<unknown>
}
