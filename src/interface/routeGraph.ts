import type { Address } from './fields.ts'

/** What quotes are searched in at present. Amounts are decimal text. */
export type RouteGraph = {
  atMs: number
  chains: RouteChain[]
  bridges: RouteBridge[]
}

export type RouteChain = {
  chainId: number
  /** The token that pools hold where a caller says native; the two are exchanged one for one. */
  wrappedNative: Address
  /** The newest block that is known; absent while no node answers. */
  head?: { number: number; atMs: number }
  /** Wei for a unit of gas in the next block. */
  gasPrice?: string
  /** The pools are as this block left them; absent where they are too old to be used, and then none is listed. */
  poolsBlock?: number
  /** Deepest first. */
  pools: RoutePool[]
}

export type RoutePool = {
  address: Address
  provider: string
  tokens: [Address, Address]
  feePpm: number
  /** Dollars that can be swapped, in the direction that takes less, until the price is 1 % worse; absent without a price. */
  depthUsd?: number
}

export type RouteBridge = {
  provider: string
  originChainId: number
  destinationChainId: number
  inService: boolean
  /** What is known of its state, for people. */
  detail?: string
  pairs: { tokenIn: Address; tokenOut: Address; inventory?: string }[]
}
