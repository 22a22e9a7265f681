import type { Chain } from '../chains/chain.ts'
import { addressKey } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import type { Pool } from '../routing/pool.ts'
import type { PoolFacts } from './poolProtocol.ts'
import { protocolOf, protocolsOn } from './poolProtocols.ts'

/** Pools of all protocols between the given pairs, whose tokens may come in either order. */
export async function discoverPools(
  chain: Chain,
  pairs: readonly (readonly [Address, Address])[],
  block: number,
): Promise<PoolFacts[]> {
  const protocols = protocolsOn(chain.definition)
  const found = pairs.flatMap((pair) => protocols.flatMap((protocol) => protocol.discover(chain, sorted(pair), block)))
  return (await Promise.all(found)).filter((facts) => facts !== undefined)
}

/**
 * The state of pools at one block, in three rounds of reads that each travel as one multicall: prices and reserves, the
 * bitmaps around the price, the ticks they name. `words` are bitmap words beyond the near ones to look at as well.
 * A pool that does not exist at that block, or has no price yet, is missing from the answer.
 */
export async function readPools(
  chain: Chain,
  pools: readonly PoolFacts[],
  block: number,
  words: (id: Address) => Iterable<number> = () => [],
): Promise<Map<string, Pool>> {
  const wordsOf = (facts: PoolFacts) => (facts.kind === 'v3' ? words(facts.id) : [])
  const read = await Promise.all(pools.map((facts) => protocolOf(facts).read(chain, facts, block, wordsOf(facts))))
  return new Map(read.filter((pool) => pool !== undefined).map((pool) => [addressKey(pool.id), pool]))
}

function sorted([a, b]: readonly [Address, Address]): [Address, Address] {
  return addressKey(a) < addressKey(b) ? [a, b] : [b, a]
}
