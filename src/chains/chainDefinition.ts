import type { Address } from '../interface/fields.ts'

/** Confirmations, or the tag, that a block needs before an irreversible step relies on it, for amounts below `belowUsd`. */
export type FinalityRule = { belowUsd: number; depth: number | 'safe' | 'finalized' }

/** What the router may call for a hosted aggregator, and whom it may approve for such a call. */
export type AllowedCalls = { targets: readonly Address[]; spenders: readonly Address[] }

/** LayerZero's endpoint, the number that it has for the chain, and the tokens that cross by its messages, one row each. */
export type LayerZeroContracts = { eid: number; endpoint: Address; deliveredS?: number; ofts: readonly OftContract[] }

/**
 * A contract that carries one token: an OFT, or a pool of Stargate's, which has the same interface. Rows of two chains with the same `asset` are its two
 * ends. Amounts cross in `sharedDecimals`; what is smaller than their unit does not.
 */
export type OftContract = { asset: string; token: Address; decimals: number; sharedDecimals: number; oft: Address }

/** The facts of one chain. Adding a chain is adding one of these. */
export type ChainDefinition = {
  id: number
  name: string
  /** Lower-case network identifier used by the yield operations. */
  network: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  wrappedNative: Address
  logoUri?: string
  blockExplorer?: { name: string; url: string }
  /** Its tokens are worth nothing. */
  testnet?: true
  blockTimeMs: number
  /** A node whose newest block is older than this is stuck. Absent where blocks may pause, as on a local chain. */
  staleAfterMs?: number
  /** Tip per gas below which the chain's block producers ignore a transaction. */
  priorityFeeMin?: bigint
  /** Gas limit of a transfer to oneself, where it is more than 21,000: a rollup may count the data that it publishes. */
  transferGas?: bigint
  /** Native base units that one item may cost in gas at worst, where the native token is not ether. */
  gasBudgetPerItem?: bigint
  /**
   * Where a transaction also pays for its bytes on the chain below. `oracle`: a contract with `getL1Fee`, whose answer is paid on top (OP stack,
   * Scroll). `nodeInterface`: Arbitrum's, whose answer is gas that the transaction uses beyond what its code does.
   */
  l1Fee?: { by: 'oracle'; oracle: Address } | { by: 'nodeInterface'; nodeInterface: Address }
  /** True where headers carry an empty bloom although the block has logs. */
  bloomUnusable?: boolean
  /** Ascending by `belowUsd`; the last row is for everything above. */
  finality: readonly FinalityRule[]
  multicall3: Address
  /** Dollar price feeds with the AggregatorV3 interface, by token; the zero address is the native token. */
  feeds: readonly { token: Address; feed: Address; heartbeatS: number }[]
  /** Chainlink's uptime feed of a rollup's sequencer: 0 is up, `startedAt` since when. Prices from before a restart are not believed. */
  sequencerUptime?: Address
  /**
   * `routerTakesDeadline`: the struct of SwapRouter, which only the oldest deployments have, ends a swap by itself; SwapRouter02's has no
   * such field. The batch around a swap has a deadline either way.
   */
  uniswapV3?: { factory: Address; router: Address; routerTakesDeadline: boolean }
  uniswapV2?: { factory: Address; router: Address }
  /** `universalRouter`: of version 2.0, for later ones want a price for each hop of a swap. */
  uniswapV4?: { poolManager: Address; stateView: Address; universalRouter: Address }
  pancakeswapV3?: { factory: Address; router: Address; routerTakesDeadline: boolean }
  /** Plain pools of two coins, none of which is native. No contract of Curve's lists only these, so they are named. */
  curve?: { pools: readonly Address[] }
  /** Stable pools of the Solidly kind, as Velodrome's second version has them. */
  solidly?: { factory: Address; router: Address }
  /** Contracts of hosted aggregators. One without a row is not asked on this chain; an answer that names another contract is refused. */
  aggregators?: { zeroX?: AllowedCalls; lifi?: AllowedCalls }
  /** Contracts of kinds of pools that are modules of the operator's (`providers.modules`), by the name of their provider. */
  contracts?: Readonly<Record<string, Readonly<Record<string, Address>>>>
  across?: { spokePool: Address }
  /**
   * `standardS`: seconds from a burn here to its attestation; follows from `finality` where it is left out. `fastS`: the same for a fast
   * transfer; left out where there are none.
   */
  cctp?: {
    domain: number
    tokenMessenger: Address
    messageTransmitter: Address
    usdc: Address
    standardS?: number
    fastS?: number
  }
  /** `deliveredS`: seconds from a transfer here to its arrival; follows from `finality` where it is left out. */
  layerZero?: LayerZeroContracts
  aaveV3?: { pool: Address; dataProvider: Address; oracle: Address }
  erc4626?: { vaults: readonly Address[] }
}

/** Blocks after which a block is `safe` or `finalized` on Ethereum: one and two epochs of 32 slots. */
const tagBlocks = { safe: 32, finalized: 64 } as const

/** Seconds after which a block of the chain may be relied on for so many dollars, as far as its definition says. */
export function expectedFinalityS({ finality, blockTimeMs }: ChainDefinition, valueUsd: number): number {
  const { depth } = finality.find(({ belowUsd }) => valueUsd < belowUsd) ?? finality.at(-1) ?? { depth: 0 }
  return ((typeof depth === 'number' ? depth : tagBlocks[depth]) * blockTimeMs) / 1_000
}
