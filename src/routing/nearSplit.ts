import { balanceSplit, balanceSplitOut } from './balanceSplit.ts'
import { spotBounds } from './bestPath.ts'
import { findSplit, type SplitQuery } from './findSplit.ts'
import type { KeptSplits, PoolGraph, SplitSnapshot } from './graph.ts'
import type { Pool } from './pool.ts'
import { clearFlows, createSplit, restoreSplit, type Split, simulate, snapshotSplit, splitInput } from './split.ts'

/** Rungs per octave: an amount is at most 0.55 % from one, whose paths lose 0.003 bps on average and 2 bps at worst. */
const rungs = 64
/** For estimates: 4.5 % and 0.1 bps, 1 bp once in a hundred. Gas prices are rounded too: they move every block. */
const rough = { rungs: 8, gasRungs: 4 }
/** Amounts below this are searched as they are: rounding to whole units can decide between their paths. */
const ladderFrom = 1e6
/** A quote between two chains needs about forty rungs; its ways share most of them. */
const kept = 256
/** For estimates: thirty pairs, ten octaves, eight rungs. */
const preparedMax = 2_400
/** Paths of earlier pool states serve estimates until their `yield` has fallen by more than this fraction. */
const lossMax = 5e-5

type Found = { single?: Split; split?: Split; considered: readonly Pool[] }

/**
 * The best single path and the best split: searches for the nearest rung of a fixed ladder of amounts, then rebalances
 * its paths for the real amount. The result follows from graph and query alone: earlier calls only save time. Only
 * estimates may use paths that were found at an earlier state of the pools.
 */
export function nearSplit(graph: PoolGraph, query: SplitQuery, isRough: boolean): Found {
  if (query.amount < ladderFrom) return splitsFor(graph, query)
  const found = keptSplits(graph, query, isRough)
  const { considered, rung } = found
  const single = found.single && resized(graph, found.single, found, query)
  const split = found.split && resized(graph, found.split, found, query)
  if (!found.single && !found.split && query.amount >= rung) return { considered }
  // Near the pools' capacity, the amount may fit and the rung not, or the reverse.
  if ((!single && !split) || (found.split && !split)) return splitsFor(graph, query)
  return { single, split, considered }
}

/** `findSplit`, with the pools of every path that it found, in graph order. */
export function splitsFor(graph: PoolGraph, query: SplitQuery): Found {
  const tried = new Set<number>()
  const found = findSplit(graph, { ...query, tried })
  const slots = new Set(Array.from(tried, (edge) => edge >> 1))
  return { ...found, considered: [...slots].sort((a, b) => a - b).flatMap((slot) => graph.pools[slot] ?? []) }
}

const nearest = (value: number, inOctave: number): number =>
  value > 0 ? 2 ** (Math.round(Math.log2(value) * inOctave) / inOctave) : 0

function keptSplits(graph: PoolGraph, query: SplitQuery, isRough: boolean): KeptSplits {
  const { source, target, exact, hopsMax, pathsMax } = query
  const { splits, prepared, changes } = graph.scratch
  const rung = nearest(query.amount, isRough ? rough.rungs : rungs)
  const gasPrice = isRough ? nearest(query.gasPrice, rough.gasRungs) : query.gasPrice
  const key = `${source} ${target} ${exact} ${rung} ${hopsMax} ${pathsMax} ${gasPrice}`
  // Unlisted tokens must not evict prepared pairs.
  const isPrepared = isRough && !graph.ends.has(source) && !graph.ends.has(target)
  const keep = isPrepared ? prepared : splits
  const known = keep.get(key)
  if (known?.foundAt === changes || (known && isPrepared && serves(graph, known, query))) return known
  const { single, split, considered } = splitsFor(graph, { ...query, amount: rung, gasPrice })
  const best = split ?? single
  const found = {
    rung,
    single: single && snapshotSplit(single),
    split: split && snapshotSplit(split),
    considered,
    yield: best ? yieldOf(graph, best, query) : 0,
    foundAt: changes,
    seenAt: changes,
  }
  keep.delete(key)
  if (keep.size >= (isPrepared ? preparedMax : kept)) keep.delete(keep.keys().next().value!)
  keep.set(key, found)
  return found
}

/** Whether the paths' `yield` is still as good as when they were found. A good one is checked once per pool state. */
function serves(graph: PoolGraph, known: KeptSplits, query: SplitQuery): boolean {
  const best = known.split ?? known.single
  if (known.seenAt !== graph.scratch.changes && best) {
    const split = createSplit(best.hops.length)
    restoreSplit(split, best)
    if (yieldOf(graph, split, query) >= known.yield * (1 - lossMax)) known.seenAt = graph.scratch.changes
  }
  return known.seenAt === graph.scratch.changes
}

/** A split's output as a share of what its input would bring at the spot price. */
function yieldOf(graph: PoolGraph, split: Split, query: SplitQuery): number {
  const brought = simulate(graph, split)
  clearFlows(graph, split)
  return brought / (splitInput(split) * spotBounds(graph, query).value[query.hopsMax]![query.source]!)
}

/** The paths rebalanced for the query's amount; undefined if they cannot carry it. Leaves no flows in the graph. */
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
