import type { Chain, ChainLog } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import type { RouteCall } from '../intents/routerSteps.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { Hop } from '../routing/findRoute.ts'
import type { Pool, PoolSolidly, PoolStable, PoolV2, PoolV3, Tick } from '../routing/pool.ts'
import type { BatchContext } from './provider.ts'

/** What never changes about a pool. */
export type PoolFacts = Omit<PoolV2, 'reserve0' | 'reserve1'> | PoolV3Facts | PoolStableFacts | PoolSolidlyFacts
export type PoolV3Facts = Omit<PoolV3, 'sqrtPriceX96' | 'tick' | 'liquidity' | 'ticks'>

export type PoolStableFacts = Omit<PoolStable, 'reserve0' | 'reserve1' | 'amplification' | 'fee' | 'feePpm'>

export type PoolSolidlyFacts = Omit<PoolSolidly, 'reserve0' | 'reserve1' | 'unit0' | 'unit1' | 'feeBps' | 'feePpm'>

/** A tick with its gross liquidity, which is zero only once no position uses it; its net may be zero while positions meet on it. */
export type SyncedTick = Tick & { liquidityGross: bigint }

/** How the ticks of a protocol's pools are read. Each of these throws where the pool does not tell. */
export type TickReads = {
  /** Bit b of word w: the tick (256 w + b) · spacing is initialised. */
  bitmap(chain: Chain, pool: PoolV3Facts, word: number, block: number): Promise<bigint>
  tick(chain: Chain, pool: PoolV3Facts, index: number, block: number): Promise<SyncedTick>
  /** First topic of the logs that add or remove a position. */
  positionTopic: Hex
  /** Lower and upper tick of the position that such a log moves. */
  positionTicks(log: ChainLog): readonly [number, number]
}

/**
 * A kind of pool: where its pools are found, how they are read and follow their logs, and which calls swap through them. The search itself
 * knows only what a `Pool` is (`src/routing/pool.ts`).
 */
export type PoolProtocol = {
  /** The name of its provider, which every one of its pools has. */
  provider: string
  isOn(definition: ChainDefinition): boolean
  /** The contract whose logs tell of new pools; none where the definition lists them. */
  creator(definition: ChainDefinition): Address | undefined
  /** First topics of everything that creates or moves one of its pools. */
  topics: readonly Hex[]
  /** Where pools have no address of their own: all logs come from `creator`, and this is the id of the pool that one is about. */
  poolIn?(log: ChainLog): Hex
  /** First topic of the logs that create pools, where `discover` cannot find every one: on a short chain these logs do. */
  createdTopic?: Hex
  /** Its pools between two tokens, given in the order of their addresses; one promise for each that there may be. */
  discover(chain: Chain, pair: readonly [Address, Address], block: number): readonly Promise<PoolFacts | undefined>[]
  /** The pool that `creator` made with this log of its own. */
  created(definition: ChainDefinition, log: ChainLog): PoolFacts | undefined
  /** The state at a block. `words` are bitmap words to look at besides those near the price. Undefined: no such pool, or no price yet. */
  read(chain: Chain, facts: PoolFacts, block: number, words: Iterable<number>): Promise<Pool | undefined>
  /** The pool after one of its own logs. Undefined where the log does not say it: the pool is read again. */
  applyLog(pool: Pool, log: ChainLog): Pool | undefined
  ticks?: TickReads
  /** The router's calls for neighbouring hops of this protocol. `balance`: whatever is there of the first token. */
  calls(
    hops: readonly Hop[],
    amount: bigint | 'balance',
    definition: ChainDefinition,
    context: BatchContext,
  ): RouteCall[]
}
