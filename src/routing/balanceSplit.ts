import { curvePrice, curveSlope, sameStretch } from './curve.ts'
import { hopsLimit, type PoolGraph } from './graph.ts'
import { pathPrice, type Split, simulate, splitInput, splitRemove } from './split.ts'

const halvingsMax = 6
const transferHalvingsMax = 8
/** Balancing stops at this spread of log path prices: the output still to gain is about its square, 4e-10. */
const enough = { spreadEnough: 2e-5, roundsMax: 12, shareMin: 1e-6 }
/** Relative miss allowed for an exact output: `executeSplitExactlyOut` later makes it exact through the last path. */
const missEnough = 1e-8
const approachesMax = 24
/** Two paths over the same pools make the system singular; this keeps it solvable and does not move its answer. */
const ridge = 1e-7
/** A step leaves a path at least this part of its input; a path that would be cut twice in a row is removed. */
const cutMax = 0.05
const pinningsMax = 4
const looksAhead = 3

/**
 * Moves input between the paths of a split until one more unit earns the same on each, with `amount` to spend. Newton's
 * method on the inverse roots of the path prices: with constant products these are linear in the input for any number
 * of hops, so disjoint paths need one step. A path that gets less than `shareMin` of the amount leaves the split.
 */
export function balanceSplit(graph: PoolGraph, split: Split, amount: number, precision = enough): void {
  rescale(split, amount)
  simulate(graph, split)
  if (split.count < 2) return
  const cutBefore = new Uint8Array(split.hops.length)
  for (let round = 0; round < precision.roundsMax; round++) {
    const step = newtonStep(graph, split, amount, cutBefore, false)
    if (!step || step.spread < precision.spreadEnough) return
    if (advance(graph, split, amount, step.delta, precision.shareMin, cutBefore)) continue
    // Far from balance, path prices are a poor gradient where paths share pools; this step uses the true, slower one.
    const careful = newtonStep(graph, split, amount, cutBefore, true)
    if (careful && advance(graph, split, amount, careful.delta, precision.shareMin, cutBefore)) continue
    if (!transfer(graph, split, step.worst, step.best)) return
  }
}

/**
 * The same for an exact output: balances, adds the input for the missing output at the marginal price, and repeats.
 * Output is concave in input: from below, steps never overshoot and converge quadratically. False if out of reach.
 */
export function balanceSplitOut(graph: PoolGraph, split: Split, amountOut: number, guess: number): boolean {
  let amount = guess
  for (let approach = 0; approach < approachesMax; approach++) {
    balanceSplit(graph, split, amount)
    const missing = amountOut - split.total
    if (Math.abs(missing) < missEnough * amountOut) return true
    const price = splitPrice(graph, split)
    if (!(price > 0)) return false
    amount = Math.max(amount + missing / price, amount / 4)
    if (!Number.isFinite(amount)) return false
  }
  return false
}

/** The marginal price of the split: of one more unit of input on the path where it yields most. */
export function splitPrice(graph: PoolGraph, split: Split): number {
  let price = 0
  for (let i = 0; i < split.count; i++) price = Math.max(price, pathPrice(graph, split, i))
  return price
}

type Step = { delta: Float64Array; spread: number; best: number; worst: number }

/**
 * How much each path's input should change, and the spread of path prices. If the change moves a pool across ticks, its
 * slope changes on the way: the secant between both ends replaces it and the system is solved again.
 */
function newtonStep(
  graph: PoolGraph,
  split: Split,
  amount: number,
  cutBefore: Uint8Array,
  careful: boolean,
): Step | undefined {
  const n = split.count
  const { edges, hops } = split
  const { flow, priceNow } = graph.edges
  // Slopes are scaled from units of input to parts of the whole amount, so that the matrix entries are near one.
  const slope = new Float64Array(n * hopsLimit)
  const arriving = new Float64Array(n * hopsLimit)
  const prices = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    let price = 1
    for (let h = 0; h < hops[i]!; h++) {
      const at = i * hopsLimit + h
      const edge = edges[at]!
      slope[at] = 0.5 * curveSlope(graph.curves[edge]!, flow[edge]!) * amount
      arriving[at] = price
      price *= priceNow[edge]!
    }
    prices[i] = price
  }
  if (careful) gradient(graph, split, prices)
  let best = 0
  let worst = 0
  for (let i = 1; i < n; i++) if (prices[i]! > prices[best]!) best = i
  const highest = prices[best]!
  if (!(highest > 0)) return undefined
  let spread = 0
  let loss = 0
  for (let i = 0; i < n; i++) {
    const apart = Math.log(highest / prices[i]!)
    if (apart > spread) spread = apart
    if (apart * split.input[i]! > loss) {
      loss = apart * split.input[i]!
      worst = i
    }
  }

  const wasCut = cutBefore.slice(0, n)
  let delta: Float64Array | undefined
  for (let look = 0; look <= looksAhead; look++) {
    const system = systemOf(split, slope, arriving, prices, highest)
    const cut = solvePinned(system, split, amount, wasCut)
    if (!cut) return undefined
    delta = cut.delta
    cutBefore.set(cut.pinned)
    if (look === looksAhead || !lookAhead(graph, split, amount, delta, arriving, slope)) break
  }
  return { delta: delta!, spread, best, worst }
}

/** Row i: the inverse root of path i's price equals the common one. Last row: the changes of input add up to zero. */
function systemOf(
  split: Split,
  slope: Float64Array,
  arriving: Float64Array,
  prices: Float64Array,
  highest: number,
): Float64Array {
  const n = split.count
  const size = n + 1
  const width = size + 1
  const { edges, hops } = split
  const system = new Float64Array(size * width)
  for (let i = 0; i < n; i++) {
    const row = i * width
    for (let h = 0; h < hops[i]!; h++) {
      const edge = edges[i * hopsLimit + h]!
      const steep = slope[i * hopsLimit + h]!
      for (let j = 0; j < n; j++) {
        const from = j * hopsLimit
        const to = from + hops[j]!
        for (let k = from; k < to; k++) if (edges[k] === edge) system[row + j]! += steep * arriving[k]!
      }
    }
    system[row + i]! *= 1 + ridge
    system[row + n] = -Math.sqrt(prices[i]! / highest)
    system[row + size] = -1
  }
  system.fill(1, n * width, n * width + n)
  return system
}

/** Replaces the slopes of edges that the step would move into another stretch by secants; false if there are none. */
function lookAhead(
  graph: PoolGraph,
  split: Split,
  amount: number,
  delta: Float64Array,
  arriving: Float64Array,
  slope: Float64Array,
): boolean {
  const { flow, priceNow } = graph.edges
  const change = new Map<number, number>()
  for (let i = 0; i < split.count; i++) {
    for (let h = 0; h < split.hops[i]!; h++) {
      const at = i * hopsLimit + h
      const edge = split.edges[at]!
      change.set(edge, (change.get(edge) ?? 0) + delta[i]! * arriving[at]!)
    }
  }
  let crossed = false
  for (let i = 0; i < split.count; i++) {
    for (let h = 0; h < split.hops[i]!; h++) {
      const at = i * hopsLimit + h
      const edge = split.edges[at]!
      const there = Math.max(0, flow[edge]! + change.get(edge)!)
      const moved = there - flow[edge]!
      if (sameStretch(graph.curves[edge]!, flow[edge]!, there) || Math.abs(moved) < 1e-12 * flow[edge]!) continue
      const price = curvePrice(graph.curves[edge]!, there)
      slope[at] = ((Math.sqrt(priceNow[edge]! / price) - 1) / moved) * amount
      crossed = true
    }
  }
  return crossed
}

/**
 * What one more unit on each path adds to the whole split. If paths share a pool, the earlier one worsens the price for
 * the later one, at a cost that depends on where the later one goes. Visits the paths in reverse (reverse-mode
 * differentiation): `later` is the output that one more unit through an edge takes from later paths.
 */
function gradient(graph: PoolGraph, split: Split, into: Float64Array): void {
  const { flow, priceNow } = graph.edges
  const paid = new Map<number, number>()
  const later = new Map<number, number>()
  const priceAfter = new Map<number, number>()
  for (const edge of split.touched) {
    paid.set(edge, flow[edge]!)
    priceAfter.set(edge, priceNow[edge]!)
    later.set(edge, 0)
  }
  for (let i = split.count - 1; i >= 0; i--) {
    let worth = 1
    for (let h = split.hops[i]! - 1; h >= 0; h--) {
      const at = i * hopsLimit + h
      const edge = split.edges[at]!
      const after = priceAfter.get(edge)!
      const from = paid.get(edge)! - split.hopInput[at]!
      const before = from <= 0 ? graph.edges.price[edge]! : curvePrice(graph.curves[edge]!, from)
      const taken = later.get(edge)!
      later.set(edge, taken + worth * (after - before))
      worth = worth * after + taken
      paid.set(edge, from)
      priceAfter.set(edge, before)
    }
    into[i] = worth
  }
}

/** Solves the system; pins paths that would lose more than `cutMax` allows at that cut and solves again. */
function solvePinned(
  system: Float64Array,
  split: Split,
  amount: number,
  wasCut: Uint8Array,
): { delta: Float64Array; pinned: Uint8Array } | undefined {
  const n = split.count
  const size = n + 1
  const width = size + 1
  const pinned = new Uint8Array(n)
  const delta = new Float64Array(n)
  for (let pinning = 0; ; pinning++) {
    const matrix = system.slice()
    for (let i = 0; i < n; i++) {
      if (!pinned[i]) continue
      matrix.fill(0, i * width, i * width + width)
      matrix[i * width + i] = 1
      matrix[i * width + size] = ((wasCut[i] ? 0 : cutMax) - 1) * (split.input[i]! / amount)
    }
    if (!solve(matrix, size)) return undefined
    let cut = false
    let free = 0
    for (let i = 0; i < n; i++) {
      delta[i] = matrix[i * width + size]! * amount
      if (pinned[i]) continue
      const floor = wasCut[i] ? 0 : cutMax * split.input[i]!
      if (split.input[i]! + delta[i]! < floor) {
        pinned[i] = 1
        cut = true
      } else free++
    }
    if (!cut || free === 0 || pinning === pinningsMax) break
  }
  for (let i = 0; i < n; i++) {
    const floor = wasCut[i] ? 0 : cutMax * split.input[i]!
    if (pinned[i]) delta[i] = floor - split.input[i]!
  }
  return { delta, pinned }
}

/** Line search: halves the step until it improves the split, then drops the paths that it empties. */
function advance(
  graph: PoolGraph,
  split: Split,
  amount: number,
  delta: Float64Array,
  shareMin: number,
  cutBefore: Uint8Array,
): boolean {
  const before = split.input.slice(0, split.count)
  const totalBefore = split.total
  let length = 1
  for (let halving = 0; halving <= halvingsMax; halving++, length /= 2) {
    for (let i = 0; i < split.count; i++) split.input[i] = Math.max(0, before[i]! + length * delta[i]!)
    rescale(split, amount)
    if (simulate(graph, split) < totalBefore) continue
    let dropped = false
    for (let i = split.count - 1; i >= 0; i--) {
      if (split.input[i]! >= shareMin * amount || split.count === 1) continue
      splitRemove(split, i)
      cutBefore.copyWithin(i, i + 1)
      dropped = true
    }
    if (dropped) {
      rescale(split, amount)
      simulate(graph, split)
    }
    return true
  }
  split.input.set(before)
  simulate(graph, split)
  return false
}

/** Moves half (or less) of the worst path's input to the best, for ticks that make Newton's slopes useless. */
function transfer(graph: PoolGraph, split: Split, from: number, to: number): boolean {
  const totalBefore = split.total
  let share = split.input[from]! / 2
  for (let halving = 0; halving < transferHalvingsMax; halving++, share /= 4) {
    split.input[from]! -= share
    split.input[to]! += share
    if (simulate(graph, split) > totalBefore) return true
    split.input[from]! += share
    split.input[to]! -= share
  }
  simulate(graph, split)
  return false
}

function rescale(split: Split, amount: number): void {
  const sum = splitInput(split)
  if (sum <= 0) return
  for (let i = 0; i < split.count; i++) split.input[i]! *= amount / sum
}

/** Gaussian elimination with partial pivoting, in place; the solution is in the last column. */
function solve(matrix: Float64Array, size: number): boolean {
  const width = size + 1
  for (let column = 0; column < size; column++) {
    let pivot = column
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(matrix[row * width + column]!) > Math.abs(matrix[pivot * width + column]!)) pivot = row
    }
    const head = matrix[pivot * width + column]!
    if (!(Math.abs(head) > 1e-300)) return false
    if (pivot !== column) {
      for (let k = column; k < width; k++) {
        const kept = matrix[column * width + k]!
        matrix[column * width + k] = matrix[pivot * width + k]!
        matrix[pivot * width + k] = kept
      }
    }
    for (let row = column + 1; row < size; row++) {
      const factor = matrix[row * width + column]! / head
      if (factor === 0) continue
      for (let k = column; k < width; k++) matrix[row * width + k]! -= factor * matrix[column * width + k]!
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    let sum = matrix[row * width + size]!
    for (let k = row + 1; k < size; k++) sum -= matrix[row * width + k]! * matrix[k * width + size]!
    matrix[row * width + size] = sum / matrix[row * width + row]!
    if (!Number.isFinite(matrix[row * width + size]!)) return false
  }
  return true
}
