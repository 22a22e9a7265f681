import type { PoolGraph } from './graph.ts'

/** The pools of each chain as they are now. */
export type Liquidity = {
  /** Undefined while a chain's pools have not been read yet. */
  graph(chainId: number): PoolGraph | undefined
  /** Somebody is about to quote: reads what was put off while nobody did. Never rejects, and never takes long. */
  catchUp?(chainId: number): Promise<void>
  /** The block that its pools are as of. */
  block?(chainId: number): number | undefined
}
