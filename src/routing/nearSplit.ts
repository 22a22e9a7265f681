import { balanceSplit, balanceSplitOut } from './balanceSplit.ts'
import { findSplit, type SplitQuery } from './findSplit.ts'
import type { PoolGraph } from './graph.ts'
import type { KeptSplits, SplitSnapshot } from './keptSplits.ts'
import { clearFlows, createSplit, restoreSplit, type Split, snapshotSplit } from './split.ts'

/** Rungs in an octave: an amount is at most 0.55 % away from one, where its paths lose 0.001 bps on average. */
const rungs = 64
/** Amounts below this are searched as they are: rounding to whole units can decide between their paths. */
const ladderFrom = 1e6
/** A quote between two chains asks for about forty rungs, of which its ways share most. */
const kept = 256

/**
 * The best single path and the best split, by a search for the nearest rung of a fixed ladder of amounts. Its paths then share the real amount anew. Ways over
 * several bridges end in the same swap with amounts that differ by a fee, so they share one search. What is returned follows from the graph and the query
 * alone: what other callers asked before only saves time.
 */
export function nearSplit(graph: PoolGraph, query: SplitQuery): { single?: Split; split?: Split } {
  if (query.amount < ladderFrom) return findSplit(graph, query)
  const rung = 2 ** (Math.round(Math.log2(query.amount) * rungs) / rungs)
  const found = splitsAt(graph, query, rung)
  const single = found.single && resized(graph, found.single, found, query)
  const split = found.split && resized(graph, found.split, found, query)
  if (!found.single && !found.split && query.amount >= rung) return {}
  // Near the end of what the pools take, the rung may be beyond it.
  if ((!single && !split) || (found.split && !split)) return findSplit(graph, query)
  for (const edge of found.tried) query.tried?.add(edge)
  return { single, split }
}

function splitsAt(graph: PoolGraph, query: SplitQuery, rung: number): KeptSplits {
  const { source, target, exact, hopsMax, pathsMax, gasPrice } = query
  const key = `${source} ${target} ${exact} ${rung} ${hopsMax} ${pathsMax} ${gasPrice} ${graph.scratch.changes}`
  const { splits } = graph.scratch
  const known = splits.get(key)
  if (known) return known
  const tried = new Set<number>()
  const { single, split } = findSplit(graph, { ...query, amount: rung, tried })
  const found = {
    rung,
    single: single && snapshotSplit(single),
    split: split && snapshotSplit(split),
    tried: [...tried],
  }
  if (splits.size >= kept) splits.delete(splits.keys().next().value!)
  splits.set(key, found)
  return found
}

/** The paths with the amount of the query; undefined where they cannot carry it. Leaves no flows in the graph. */
function resized(graph: PoolGraph, from: SplitSnapshot, { rung }: KeptSplits, query: SplitQuery): Split | undefined {
  const split = createSplit(from.hops.length)
  const input = restoreSplit(split, from)
  try {
    if (query.exact === 'out')
      return balanceSplitOut(graph, split, query.amount, (input * query.amount) / rung) ? split : undefined
    balanceSplit(graph, split, query.amount)
    return split
  } finally {
    clearFlows(graph, split)
  }
}
