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

/** A tick with its gross liquidity: 0 only once no position uses it, while its net may be 0 where positions meet. */
export type SyncedTick = Tick & { liquidityGross: bigint }

/** How a protocol's ticks are read. Each throws if the pool gives no answer. */
export type TickReads = {
  /** Bit b of word w: the tick (256 w + b) · spacing is initialised. */
  bitmap(chain: Chain, pool: PoolV3Facts, word: number, block: number): Promise<bigint>
  tick(chain: Chain, pool: PoolV3Facts, index: number, block: number): Promise<SyncedTick>
  /** First topic of the logs that add a position; they may also remove one. */
  positionTopic: Hex
  /** Lower and upper tick of the position that such a log moves. */
  positionTicks(log: ChainLog): readonly [number, number]
}

/**
 * A kind of pool: how to find its pools, read them, follow their logs, and call swaps through them. The search itself
 * only knows `Pool` (`src/routing/pool.ts`).
 */
export type PoolProtocol = {
  /** The provider's name, on each of its pools. */
  provider: string
  isOn(definition: ChainDefinition): boolean
  /** The contract whose logs announce new pools; none where the definition lists them. */
  creator(definition: ChainDefinition): Address | undefined
  /** First topics of everything that creates or moves one of its pools. */
  topics: readonly Hex[]
  /** For pools without their own address: all logs come from `creator`, and this is the pool id of a log. */
  poolIn?(log: ChainLog): Hex
  /** First topic of pool creation logs, if `discover` misses pools: on a short chain these logs find them all. */
  createdTopic?: Hex
  /** Its pools between two tokens, which come sorted by address; one promise per pool that may exist. */
  discover(chain: Chain, pair: readonly [Address, Address], block: number): readonly Promise<PoolFacts | undefined>[]
  /** The pool that `creator` announced with this log. */
  created(definition: ChainDefinition, log: ChainLog): PoolFacts | undefined
  /** State at a block. `words`: bitmap words to read besides those near the price. Undefined: no pool, or no price. */
  read(chain: Chain, facts: PoolFacts, block: number, words: Iterable<number>): Promise<Pool | undefined>
  /** The pool after one of its own logs. Undefined if the log does not tell: the pool is read again. */
  applyLog(pool: Pool, log: ChainLog): Pool | undefined
  ticks?: TickReads
  /** The router's calls for neighbouring hops of this protocol. `balance`: all that it holds of the first token. */
  calls(
    hops: readonly Hop[],
    amount: bigint | 'balance',
    definition: ChainDefinition,
    context: BatchContext,
  ): RouteCall[]
}
