import { createPoolGraph, dropPool, type PoolGraph, setPool } from '../routing/graph.ts'

/** Graphs of some providers' pools beside the graph of all. They live as long as it does. */
const restricted = new WeakMap<PoolGraph, Map<string, { graph: PoolGraph; seen: PoolGraph['pools'] }>>()

/**
 * The pools of the allowed providers only. A pool is never changed, only replaced, so the copy is brought up to date by
 * comparing references instead of being built anew for each quote.
 */
export function restrictGraph(graph: PoolGraph, allow: ReadonlySet<string>): PoolGraph {
  if (graph.pools.every((pool) => !pool || allow.has(pool.provider))) return graph
  const copies = restricted.get(graph) ?? new Map()
  restricted.set(graph, copies)
  const name = [...allow].toSorted().join(' ')
  const copy = copies.get(name) ?? {
    graph: createPoolGraph({ ...graph, pools: [] }),
    seen: [],
  }
  copies.set(name, copy)
  for (const [slot, pool] of graph.pools.entries()) {
    const old = copy.seen[slot]
    if (old === pool) continue
    if (pool && allow.has(pool.provider)) setPool(copy.graph, pool)
    else if (!pool && old) dropPool(copy.graph, old.id)
    copy.seen[slot] = pool
  }
  return copy.graph
}
