import type { PoolGraph } from './graph.ts'

/** The pools of each chain as they are now. */
export type Liquidity = {
  /** Undefined while a chain's pools have not been read yet. */
  graph(chainId: number): PoolGraph | undefined
  /** The block that its pools are as of. */
  block?(chainId: number): number | undefined
}
