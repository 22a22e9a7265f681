import { decodeEventLog, toEventSelector } from 'viem'
import type { ChainLog } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { sameAddress } from '../evm/address.ts'
import type { Hex } from '../interface/fields.ts'
import type { Pool, PoolV2, PoolV3 } from '../routing/pool.ts'
import { factsV2, factsV3, type PoolFacts, type SyncedTick } from './poolReader.ts'
import { uniswapV2Abi, uniswapV3Abi } from './protocolAbis.ts'

const selectors = (abi: typeof uniswapV2Abi | typeof uniswapV3Abi): Hex[] =>
  abi.filter((entry) => entry.type === 'event').map((event) => toEventSelector(event))

/** First topics of everything that creates or moves a pool. */
export const poolTopics: readonly Hex[] = [...selectors(uniswapV2Abi), ...selectors(uniswapV3Abi)]

/** First topic of every new position. */
export const mintV3 = toEventSelector(uniswapV3Abi.find((entry) => entry.type === 'event' && entry.name === 'Mint')!)

/** The pool that a factory of this chain created with this log. */
export function createdPool({ id, uniswapV2, uniswapV3 }: ChainDefinition, log: ChainLog): PoolFacts | undefined {
  if (uniswapV2 && sameAddress(log.address, uniswapV2.factory)) {
    const event = decodeV2(log)
    return event.eventName === 'PairCreated'
      ? factsV2(id, event.args.pair, event.args.token0, event.args.token1)
      : undefined
  }
  if (uniswapV3 && sameAddress(log.address, uniswapV3.factory)) {
    const event = decodeV3(log)
    if (event.eventName !== 'PoolCreated') return undefined
    const { pool, token0, token1, fee, tickSpacing } = event.args
    return factsV3(id, { id: pool, token0, token1, feePpm: fee, tickSpacing })
  }
  return undefined
}

/** The pool after one of its own logs. `Initialize` changes nothing here: a pool without a price is not in the graph, and is read as a whole once it has one. */
export function applyLog(pool: Pool, log: ChainLog): Pool {
  return pool.kind === 'v2' ? applyV2(pool, log) : applyV3(pool, log)
}

/** Lower and upper tick of the position that a `Mint` adds; none for other logs. */
export function positionTicks(log: ChainLog): number[] {
  if (log.topics[0] !== mintV3) return []
  return [log.topics[2]!, log.topics[3]!].map((topic) => Number(BigInt.asIntN(24, BigInt(topic))))
}

function applyV2(pool: PoolV2, log: ChainLog): PoolV2 {
  const event = decodeV2(log)
  if (event.eventName !== 'Sync') return pool
  const { reserve0, reserve1 } = event.args
  return { ...pool, reserve0, reserve1 }
}

function applyV3(pool: PoolV3, log: ChainLog): PoolV3 {
  const event = decodeV3(log)
  switch (event.eventName) {
    case 'Swap': {
      const { sqrtPriceX96, liquidity, tick } = event.args
      return { ...pool, sqrtPriceX96, liquidity, tick }
    }
    case 'Mint':
      return withPosition(pool, event.args.tickLower, event.args.tickUpper, event.args.amount)
    case 'Burn':
      return withPosition(pool, event.args.tickLower, event.args.tickUpper, -event.args.amount)
    default:
      return pool
  }
}

function withPosition(pool: PoolV3, tickLower: number, tickUpper: number, amount: bigint): PoolV3 {
  // Burning zero is how an owner makes a pool credit its fees; no liquidity moves.
  if (amount === 0n) return pool
  const inRange = tickLower <= pool.tick && pool.tick < tickUpper
  // Every pool of the graph was read or moved by this room, so its ticks have their gross; routing's type does not say so.
  const lower = withTick(pool.ticks as readonly SyncedTick[], tickLower, amount, amount)
  const ticks = withTick(lower, tickUpper, amount, -amount)
  return { ...pool, liquidity: inRange ? pool.liquidity + amount : pool.liquidity, ticks }
}

function withTick(ticks: readonly SyncedTick[], index: number, gross: bigint, net: bigint): SyncedTick[] {
  const found = ticks.findIndex((tick) => tick.index >= index)
  const at = found < 0 ? ticks.length : found
  const old = ticks[at]?.index === index ? ticks[at] : undefined
  const liquidityGross = (old?.liquidityGross ?? 0n) + gross
  const tick = { index, liquidityGross, liquidityNet: (old?.liquidityNet ?? 0n) + net }
  return [...ticks.slice(0, at), ...(liquidityGross > 0n ? [tick] : []), ...ticks.slice(at + (old ? 1 : 0))]
}

function decodeV2({ topics: [signature, ...indexed], data }: ChainLog) {
  return decodeEventLog({ abi: uniswapV2Abi, topics: signature ? [signature, ...indexed] : [], data })
}

function decodeV3({ topics: [signature, ...indexed], data }: ChainLog) {
  return decodeEventLog({ abi: uniswapV3Abi, topics: signature ? [signature, ...indexed] : [], data })
}

/** By block, and within a block by the index of the log. */
export function byPosition(left: ChainLog, right: ChainLog): number {
  return left.blockNumber - right.blockNumber || left.logIndex - right.logIndex
}
