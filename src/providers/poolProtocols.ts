import type { ChainLog } from '../chains/chain.ts'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { addressKey, sameAddress } from '../evm/address.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { Pool } from '../routing/pool.ts'
import { curvePools } from './curvePools.ts'
import type { PoolFacts, PoolProtocol } from './poolProtocol.ts'
import { solidlyStable } from './solidlyStable.ts'
import { uniswapV2 } from './uniswapV2.ts'
import { uniswapV4 } from './uniswapV4.ts'
import { pancakeswapV3, uniswapV3 } from './v3Protocols.ts'

const ownProtocols: readonly PoolProtocol[] = [
  uniswapV3,
  uniswapV2,
  uniswapV4,
  pancakeswapV3,
  curvePools,
  solidlyStable,
]

let known = index(ownProtocols)

/** Every kind of pool that the service reads and routes through. */
export const poolProtocols = (): readonly PoolProtocol[] => known.protocols

/** First topics of everything that creates or moves a pool. */
export const poolTopics = (): readonly Hex[] => known.topics

/** First topics of the logs that add a position. */
export const positionTopics = (): readonly Hex[] => known.positionTopics

/** Adds the operator's own kinds for the whole process, before the loops that read pools start. */
export function usePoolProtocols(more: readonly PoolProtocol[]): void {
  known = index([...ownProtocols, ...more])
}

function index(protocols: readonly PoolProtocol[]) {
  return {
    protocols,
    byProvider: new Map(protocols.map((protocol) => [protocol.provider, protocol])),
    topics: [...new Set(protocols.flatMap(({ topics }) => topics))],
    positionTopics: [...new Set(protocols.flatMap(({ ticks }) => (ticks ? [ticks.positionTopic] : [])))],
  }
}

export function protocolOf({ provider }: { provider: string }): PoolProtocol {
  const found = known.byProvider.get(provider)
  if (!found) throw new Error(`${provider} has no pools`)
  return found
}

/** The protocols whose contracts this chain has. */
export function protocolsOn(definition: ChainDefinition): PoolProtocol[] {
  return known.protocols.filter((protocol) => protocol.isOn(definition))
}

/** The contracts that create pools on this chain. */
export function creatorsOn(definition: ChainDefinition): Address[] {
  return protocolsOn(definition).flatMap(({ creator }) => creator(definition) ?? [])
}

/** The pool that a protocol of this chain created with this log. */
export function createdPool(definition: ChainDefinition, log: ChainLog): PoolFacts | undefined {
  for (const protocol of protocolsOn(definition)) {
    const creator = protocol.creator(definition)
    if (!creator || !sameAddress(log.address, creator)) continue
    return protocol.topics.includes(log.topics[0]!) ? protocol.created(definition, log) : undefined
  }
  return undefined
}

/** The pool that a log is about, if it is about one. */
export function poolIdOf(definition: ChainDefinition, log: ChainLog): Hex {
  const shared = protocolsOn(definition).find(
    ({ poolIn, creator }) => poolIn !== undefined && sameAddress(log.address, creator(definition)!),
  )
  return shared?.poolIn?.(log) ?? log.address
}

/** The contracts that these pools' logs come from. */
export function emittersOf(definition: ChainDefinition, pools: Iterable<PoolFacts>): Address[] {
  const emitters = new Map<string, Address>()
  for (const pool of pools) {
    const { poolIn, creator } = protocolOf(pool)
    const emitter = poolIn ? creator(definition)! : pool.id
    emitters.set(addressKey(emitter), emitter)
  }
  return [...emitters.values()]
}

/** The pool after one of its own logs; undefined where it has to be read again. */
export function applyLog(pool: Pool, log: ChainLog): Pool | undefined {
  const protocol = protocolOf(pool)
  // Its contract may emit events that are not read here.
  return protocol.topics.includes(log.topics[0]!) ? protocol.applyLog(pool, log) : pool
}

/** Ticks at the ends of the position that this log adds or removes; none for logs without a `positionTopic`. */
export function positionTicks(pool: PoolFacts, log: ChainLog): readonly number[] {
  const { ticks } = protocolOf(pool)
  return ticks && log.topics[0] === ticks.positionTopic ? ticks.positionTicks(log) : []
}

/** By block, and within a block by the index of the log. */
export function byPosition(left: ChainLog, right: ChainLog): number {
  return left.blockNumber - right.blockNumber || left.logIndex - right.logIndex
}
