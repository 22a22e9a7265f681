import type { Address } from '../interface/fields.ts'

/** What a block needs before an irreversible step of less than `belowUsd` relies on it: confirmations or a tag. */
export type FinalityRule = { belowUsd: number; depth: number | 'safe' | 'finalized' }

/** What the router may call for a hosted aggregator, and whom it may approve for such a call. */
export type AllowedCalls = { targets: readonly Address[]; spenders: readonly Address[] }

/** LayerZero's endpoint, its id for the chain (`eid`), and the tokens that cross by its messages, one per row. */
export type LayerZeroContracts = { eid: number; endpoint: Address; deliveredS?: number; ofts: readonly OftContract[] }

/**
 * A contract that carries one token: an OFT, or a Stargate pool with the same interface. Rows of two chains with
 * the same `asset` are its two ends. Amounts cross in `sharedDecimals`; a remainder below that unit does not.
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
  /** Gas limit of a transfer to oneself where it exceeds 21,000: a rollup may charge for the data it publishes. */
  transferGas?: bigint
  /** Native base units that one item may cost in gas at worst; set if the native token is not ether. */
  gasBudgetPerItem?: bigint
  /**
   * How a transaction pays for its L1 data. `oracle`: a contract with `getL1Fee`; the fee is paid on top of gas (OP
   * stack, Scroll). `nodeInterface`: Arbitrum's contract; the data costs gas, added to what the code uses.
   */
  l1Fee?: { by: 'oracle'; oracle: Address } | { by: 'nodeInterface'; nodeInterface: Address }
  /** True where headers carry an empty bloom although the block has logs. */
  bloomUnusable?: boolean
  /** Ascending by `belowUsd`; the last row is for everything above. */
  finality: readonly FinalityRule[]
  multicall3: Address
  /** Dollar price feeds with the AggregatorV3 interface, by token; the zero address is the native token. */
  feeds: readonly { token: Address; feed: Address; heartbeatS: number }[]
  /** Chainlink's uptime feed of the sequencer: 0 is up, since `startedAt`. Prices from before a restart are ignored. */
  sequencerUptime?: Address
  /**
   * `routerTakesDeadline`: only SwapRouter, of the oldest deployments, has a deadline in its swap struct;
   * SwapRouter02 has none. The batch around a swap has a deadline either way.
   */
  uniswapV3?: { factory: Address; router: Address; routerTakesDeadline: boolean }
  uniswapV2?: { factory: Address; router: Address }
  /** `universalRouter`: version 2.0; later versions want a price for each hop of a swap. */
  uniswapV4?: { poolManager: Address; stateView: Address; universalRouter: Address }
  pancakeswapV3?: { factory: Address; router: Address; routerTakesDeadline: boolean }
  /** Plain pools of two coins, neither native. No Curve contract lists only these, so they are named here. */
  curve?: { pools: readonly Address[] }
  /** Stable pools of the Solidly kind (Velodrome v2). */
  solidly?: { factory: Address; router: Address }
  /** Contracts of hosted aggregators. No row: not asked on this chain. An answer naming other contracts is refused. */
  aggregators?: { zeroX?: AllowedCalls; lifi?: AllowedCalls }
  /** Contracts of the pool kinds that the operator's modules add (`providers.modules`), by provider name. */
  contracts?: Readonly<Record<string, Readonly<Record<string, Address>>>>
  across?: { spokePool: Address }
  /**
   * `standardS`: seconds from a burn here to its attestation; default by `finality`. `fastS`: the same for a fast
   * transfer; absent where there are none.
   */
  cctp?: {
    domain: number
    tokenMessenger: Address
    messageTransmitter: Address
    usdc: Address
    standardS?: number
    fastS?: number
  }
  /** `deliveredS`: seconds from a transfer here to its arrival; default by `finality`. */
  layerZero?: LayerZeroContracts
  aaveV3?: { pool: Address; dataProvider: Address; oracle: Address }
  erc4626?: { vaults: readonly Address[] }
}

/** Blocks after which a block is `safe` or `finalized` on Ethereum: one and two epochs of 32 slots. */
const tagBlocks = { safe: 32, finalized: 64 } as const

/** Estimated seconds until a block is final for `valueUsd`. Too low for a rollup's tags, which take more blocks. */
export function expectedFinalityS({ finality, blockTimeMs }: ChainDefinition, valueUsd: number): number {
  const { depth } = finality.find(({ belowUsd }) => valueUsd < belowUsd) ?? finality.at(-1) ?? { depth: 0 }
  return ((typeof depth === 'number' ? depth : tagBlocks[depth]) * blockTimeMs) / 1_000
}
