import type { Address } from './fields.ts'

/** The graph that quotes search now. Amounts are decimal text. */
export type RouteGraph = {
  atMs: number
  chains: RouteChain[]
  bridges: RouteBridge[]
}

export type RouteChain = {
  chainId: number
  /** The token that pools hold in place of the native one; the two convert one for one. */
  wrappedNative: Address
  /** The newest known block; absent while no node answers. */
  head?: { number: number; atMs: number }
  /** Wei for a unit of gas in the next block. */
  gasPrice?: string
  /** The block of the pools' state; if that is too old to use, this is absent and no pool is listed. */
  poolsBlock?: number
  /** Deepest first. */
  pools: RoutePool[]
}

export type RoutePool = {
  address: Address
  provider: string
  tokens: [Address, Address]
  feePpm: number
  /** Dollars that move the price by 1 %, in the shallower direction; absent without a price. */
  depthUsd?: number
}

export type RouteBridge = {
  provider: string
  originChainId: number
  destinationChainId: number
  inService: boolean
  /** The bridge's state, for people. */
  detail?: string
  pairs: { tokenIn: Address; tokenOut: Address; inventory?: string }[]
}
