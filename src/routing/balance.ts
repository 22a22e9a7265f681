import { curveSlope } from './curve.ts'
import type { PoolGraph } from './graph.ts'
import { hopsLimit, type Plan, pathPrice, planInput, planRemove, simulate } from './plan.ts'

const roundsMax = 12
const halvingsMax = 6
/** Marginal prices this close (in logarithm) cost about the square of it in output: nothing left to win. */
const spreadEnough = 2e-5
/** An exact output is settled to the unit later, by its last path; here it only has to be near. */
const missEnough = 1e-8
const approachesMax = 24
/** Two paths over the same pools make the system singular; this keeps it solvable and does not move its answer. */
const ridge = 1e-7
/** A pool past its capacity has a price near zero; its logarithm must not drown the others. */
const lnPriceFloor = -12

/**
 * Moves input between the paths of a plan until one more unit earns the same on each of them: Newton on the logarithms of
 * the path prices, with `amount` to spend. A path that would get less than nothing leaves the plan.
 */
export function balance(graph: PoolGraph, plan: Plan, amount: number): void {
  rescale(plan, amount)
  simulate(graph, plan)
  if (plan.count < 2) return
  for (let round = 0; round < roundsMax; round++) {
    const step = newtonStep(graph, plan, amount)
    if (!step || step.spread < spreadEnough || !advance(graph, plan, amount, step.delta)) return
  }
}

/**
 * The same for an output: balance, see what is missing, add its price, again. Output is concave in input, so from below the
 * steps never pass the goal and double their digits. False if the paths cannot reach it.
 */
export function balanceOut(graph: PoolGraph, plan: Plan, amountOut: number, guess: number): boolean {
  let amount = guess
  for (let approach = 0; approach < approachesMax; approach++) {
    balance(graph, plan, amount)
    const missing = amountOut - plan.total
    if (Math.abs(missing) < missEnough * amountOut) return true
    const price = planPrice(graph, plan)
    if (!(price > 0)) return false
    amount = Math.max(amount + missing / price, amount / 4)
    if (!Number.isFinite(amount)) return false
  }
  return false
}

/** The price of one more unit, on the path where it earns most. */
export function planPrice(graph: PoolGraph, plan: Plan): number {
  let price = 0
  for (let i = 0; i < plan.count; i++) price = Math.max(price, pathPrice(graph, plan, i))
  return price
}

/** How much each path's input should change, and how far the path prices are apart. */
function newtonStep(graph: PoolGraph, plan: Plan, amount: number): { delta: Float64Array; spread: number } | undefined {
  const n = plan.count
  const size = n + 1
  const { edges, hops } = plan
  const { flow, priceNow } = graph.edges
  // Slopes are per unit of input; in parts of the whole amount the system is near one in size.
  const slope = new Float64Array(n * hopsLimit)
  const arriving = new Float64Array(n * hopsLimit)
  const lnPrice = new Float64Array(n)
  let highest = -Infinity
  for (let i = 0; i < n; i++) {
    let price = 1
    for (let h = 0; h < hops[i]!; h++) {
      const at = i * hopsLimit + h
      const edge = edges[at]!
      slope[at] = curveSlope(graph.curves[edge]!, flow[edge]!) * amount
      arriving[at] = price
      price *= priceNow[edge]!
    }
    lnPrice[i] = Math.log(price)
    if (lnPrice[i]! > highest) highest = lnPrice[i]!
  }
  if (!Number.isFinite(highest)) return undefined

  const width = size + 1
  const matrix = new Float64Array(size * width)
  for (let i = 0; i < n; i++) {
    const row = i * width
    for (let j = 0; j < n; j++) {
      let sum = 0
      for (let h = 0; h < hops[i]!; h++) {
        const edge = edges[i * hopsLimit + h]!
        for (let k = 0; k < hops[j]!; k++) {
          if (edges[j * hopsLimit + k] === edge) sum += slope[i * hopsLimit + h]! * arriving[j * hopsLimit + k]!
        }
      }
      matrix[row + j] = i === j ? sum * (1 + ridge) : sum
    }
    matrix[row + n] = 1
    matrix[row + size] = Math.max(lnPrice[i]! - highest, lnPriceFloor)
  }
  matrix.fill(1, n * width, n * width + n)

  if (!solve(matrix, size)) return undefined
  const delta = new Float64Array(n)
  for (let i = 0; i < n; i++) delta[i] = matrix[i * width + size]! * amount
  const level = matrix[n * width + size]! + highest
  let spread = 0
  for (let i = 0; i < n; i++) spread = Math.max(spread, Math.abs(lnPrice[i]! - level))
  return { delta, spread }
}

/** Takes the step as far as it helps, and drops the paths that it empties. */
function advance(graph: PoolGraph, plan: Plan, amount: number, delta: Float64Array): boolean {
  const before = plan.input.slice(0, plan.count)
  const totalBefore = plan.total
  let length = 1
  for (let halving = 0; halving <= halvingsMax; halving++, length /= 2) {
    for (let i = 0; i < plan.count; i++) plan.input[i] = Math.max(0, before[i]! + length * delta[i]!)
    rescale(plan, amount)
    if (simulate(graph, plan) < totalBefore) continue
    for (let i = plan.count - 1; i >= 0; i--) if (plan.input[i]! <= 0) planRemove(plan, i)
    return true
  }
  plan.input.set(before)
  simulate(graph, plan)
  return false
}

function rescale(plan: Plan, amount: number): void {
  const sum = planInput(plan)
  if (sum <= 0) return
  for (let i = 0; i < plan.count; i++) plan.input[i]! *= amount / sum
}

/** Gauss with partial pivoting, in place; the answer ends up in the last column. */
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
