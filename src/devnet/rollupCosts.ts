import type { Hex } from 'viem'

/** What a rollup charges for the bytes of a transaction, which a local node knows nothing of. Shared by all endpoints of a chain: they must say the same. */
export type RollupCosts = {
  /** What the node itself answers, where no contract does. */
  answer(method: string, params: readonly unknown[]): Hex | undefined
  /** Remembers signed bytes that are sent; says why the node refuses them, if it does. */
  refusal(raw: Hex): string | undefined
  /** The answer to a call of this method, with the costs in it. */
  counted(method: string, params: readonly unknown[], result: unknown): Promise<unknown>
}
