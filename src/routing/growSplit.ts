import type { FoundPath } from './bestPath.ts'
import type { PoolGraph } from './graph.ts'
import {
  clearFlows,
  createSplit,
  restoreSplit,
  type Split,
  simulate,
  snapshotSplit,
  splitAdd,
  splitIndex,
} from './split.ts'

type Growth = {
  /** The best path for this much input on top of the flows in the graph, its gas counted. */
  pathFor(amount: number): FoundPath | undefined
  /** Balances the paths, and leaves their flows in the graph; false where they do not reach what is asked. */
  rebalance(split: Split): boolean
  /** What is left after gas: larger is better. */
  netOf(split: Split): number
}

/** Shares of the whole that a further path is searched for: which one is best depends on how much it will carry. */
const shares = [1 / 2, 1 / 5, 1 / 12] as const

/**
 * A split from its other end: begins with one path and adds the best further one as long as that earns more than its gas, up to `pathsMax`. Where
 * gas is dear the paths that are best for slices without gas, which the search cuts down afterwards, are often none of those that pay. Leaves its flows in the
 * graph; undefined, and none, where the one path does not reach what is asked.
 */
export function growSplit(
  graph: PoolGraph,
  single: readonly number[],
  input: number,
  pathsMax: number,
  growth: Growth,
): Split | undefined {
  const split = createSplit(pathsMax)
  splitAdd(split, single, input)
  if (!growth.rebalance(split)) {
    clearFlows(graph, split)
    return undefined
  }
  let best = growth.netOf(split)
  while (split.count < pathsMax) {
    const kept = snapshotSplit(split)
    let grown: ReturnType<typeof snapshotSplit> | undefined
    for (const share of shares) {
      const total = restoreSplit(split, kept)
      for (let i = 0; i < split.count; i++) split.input[i]! *= 1 - share
      simulate(graph, split)
      const path = growth.pathFor(total * share)
      if (!path || splitIndex(split, path.edges) >= 0) continue
      splitAdd(split, path.edges, total * share)
      if (!growth.rebalance(split)) continue
      const net = growth.netOf(split)
      if (net <= best) continue
      best = net
      grown = snapshotSplit(split)
    }
    restoreSplit(split, grown ?? kept)
    growth.rebalance(split)
    if (!grown) break
  }
  return split
}
