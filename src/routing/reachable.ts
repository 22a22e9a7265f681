import { sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { isLive, nodeOfToken, type PoolGraph, refreshAdjacency } from './graph.ts'

/**
 * Every token that a swap of at most `hopsMax` hops can turn `token` into. Pools trade both ways, so it also answers which tokens can
 * become `token`. Native and wrapped native stand for each other; the token itself is not in the set, nor are those that only their callers know.
 */
export function reachable(graph: PoolGraph, token: Address, hopsMax: number): Set<Address> {
  const found = new Set<Address>()
  const isNative = sameAddress(token, nativeToken)
  const isWrapped = graph.wrappedNative !== undefined && sameAddress(token, graph.wrappedNative)
  if (isNative && graph.wrappedNative) found.add(graph.wrappedNative)
  if (isWrapped) found.add(nativeToken)

  refreshAdjacency(graph)
  const start = nodeOfToken(graph, token)
  if (start === undefined) return found
  const seen = new Set([start])
  let edge = [start]
  for (let hop = 0; hop < hopsMax && edge.length > 0; hop++) {
    const next: number[] = []
    for (const node of edge) {
      for (let i = graph.adjacency.from[node]!; i < graph.adjacency.from[node + 1]!; i++) {
        const to = graph.adjacency.to[i]!
        if (seen.has(to) || !isLive(graph, graph.adjacency.edges[i]!)) continue
        seen.add(to)
        if (graph.ends.has(to)) continue
        next.push(to)
        const reached = graph.tokens[to]!
        found.add(reached)
        if (graph.wrappedNative && sameAddress(reached, graph.wrappedNative)) found.add(nativeToken)
      }
    }
    edge = next
  }
  return found
}
