import { sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import { hopsLimit, nodeOfToken, type PoolGraph, refreshAdjacency } from './graph.ts'
import { spotBounds } from './priceBounds.ts'

/**
 * Units of `tokenOut` for the first unit of `tokenIn`, fees of pools taken off: no swap between the two brings more a unit, since a pool's price only falls
 * with what it takes. 0 where no path of pools leads there. Costs a small part of a search.
 */
export function spotPrice(graph: PoolGraph, tokenIn: Address, tokenOut: Address): number {
  if (sameAddress(tokenIn, tokenOut)) return 1
  refreshAdjacency(graph)
  const [source, target] = [nodeOfToken(graph, tokenIn), nodeOfToken(graph, tokenOut)]
  if (source === undefined || target === undefined) return 0
  // Native and wrapped native are one node.
  if (source === target) return 1
  return spotBounds(graph, { source, target, hopsMax: hopsLimit }).value[hopsLimit]![source]!
}
