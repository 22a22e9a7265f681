import { edgeOut, type PoolGraph } from './graph.ts'

export type FoundPath = { edges: number[]; out: number }

export type PathQuery = {
  source: number
  target: number
  /** Size of the slice to send: the path with the best spot price need not be the best for this amount. */
  amount: number
  hopsMax: number
  /** Target units that one unit of gas costs, 0 to compare outputs only. */
  gasPrice: number
  /** Round every hop down to whole units, as the contracts do: one unit of a token with few decimals can be worth a relevant amount. */
  whole?: boolean
}

/**
 * The best path of at most three hops for one slice, on top of the split so far. Output grows with input on every edge, so
 * keeping the largest amount per token and hop is enough. The middle hop is walked from the side with fewer edges, and an
 * edge whose marginal price cannot beat the best so far is never quoted.
 */
export function bestPath(graph: PoolGraph, query: PathQuery): FoundPath | undefined {
  const { source, target, amount, hopsMax, gasPrice, whole = false } = query
  const { adjacentFrom, adjacent, scratch, edges } = graph
  const { to, priceNow, flow, gas } = edges
  const { firstStamp, firstOut, firstEdge, secondStamp, secondOut, secondEdge, lastStamp, lastPrice } = scratch
  const stamp = ++scratch.stamp

  let best = 0
  let bestNet = -Infinity
  let edge1 = -1
  let edge2 = -1
  let edge3 = -1

  const targetFrom = adjacentFrom[target]!
  const targetTo = adjacentFrom[target + 1]!
  let targetSide = 0
  for (let i = targetFrom; i < targetTo; i++) {
    const edge = adjacent[i]! ^ 1
    const price = priceNow[edge]!
    if (price <= 0 || flow[edge ^ 1]! > 0) continue
    const node = to[edge ^ 1]!
    if (lastStamp[node] !== stamp) {
      lastStamp[node] = stamp
      lastPrice[node] = price
      targetSide += adjacentFrom[node + 1]! - adjacentFrom[node]!
    } else if (price > lastPrice[node]!) lastPrice[node] = price
  }

  let sourceSide = 0
  const sourceTo = adjacentFrom[source + 1]!
  for (let i = adjacentFrom[source]!; i < sourceTo; i++) {
    const edge = adjacent[i]!
    if (priceNow[edge]! <= 0 || flow[edge ^ 1]! > 0) continue
    const node = to[edge]!
    const sold = edgeOut(graph, edge, amount)
    const out = whole ? Math.floor(sold) : sold
    if (node === target) {
      const net = out - gasPrice * gas[edge]!
      if (net > bestNet && out > 0) {
        bestNet = net
        best = out
        edge1 = edge
      }
    } else if (firstStamp[node] !== stamp) {
      firstStamp[node] = stamp
      firstOut[node] = out
      firstEdge[node] = edge
      sourceSide += adjacentFrom[node + 1]! - adjacentFrom[node]!
    } else if (out > firstOut[node]!) {
      firstOut[node] = out
      firstEdge[node] = edge
    }
  }

  if (hopsMax >= 2) {
    for (let i = targetFrom; i < targetTo; i++) {
      const edge = adjacent[i]! ^ 1
      const node = to[edge ^ 1]!
      if (firstStamp[node] !== stamp || priceNow[edge]! <= 0 || flow[edge ^ 1]! > 0) continue
      const gasCost = gasPrice * (gas[firstEdge[node]!]! + gas[edge]!)
      if (firstOut[node]! * priceNow[edge]! - gasCost <= bestNet) continue
      const out = edgeOut(graph, edge, firstOut[node]!)
      const net = out - gasCost
      if (net > bestNet && out > 0) {
        bestNet = net
        best = out
        edge1 = firstEdge[node]!
        edge2 = edge
      }
    }
  }

  if (hopsMax >= 3) {
    const fromSource = sourceSide <= targetSide
    const hub = fromSource ? source : target
    const hubTo = adjacentFrom[hub + 1]!
    let before = -1
    for (let i = adjacentFrom[hub]!; i < hubTo; i++) {
      const near = to[adjacent[i]!]!
      // Edges are sorted by neighbour, so pools of the same pair are adjacent and each neighbour is visited once.
      if (near === before || near === source || near === target) continue
      before = near
      if (fromSource ? firstStamp[near] !== stamp : lastStamp[near] !== stamp) continue
      const nearTo = adjacentFrom[near + 1]!
      for (let k = adjacentFrom[near]!; k < nearTo; k++) {
        const outward = adjacent[k]!
        const far = to[outward]!
        if (far === source || far === target) continue
        if (fromSource ? lastStamp[far] !== stamp : firstStamp[far] !== stamp) continue
        const edge = fromSource ? outward : outward ^ 1
        const x = fromSource ? near : far
        const y = fromSource ? far : near
        if (firstOut[x]! * priceNow[edge]! * lastPrice[y]! <= bestNet || flow[edge ^ 1]! > 0) continue
        if (secondStamp[y] === stamp && firstOut[x]! * priceNow[edge]! <= secondOut[y]!) continue
        const sold = edgeOut(graph, edge, firstOut[x]!)
        const out = whole ? Math.floor(sold) : sold
        if (secondStamp[y] !== stamp) {
          secondStamp[y] = stamp
          secondOut[y] = out
          secondEdge[y] = edge
        } else if (out > secondOut[y]!) {
          secondOut[y] = out
          secondEdge[y] = edge
        }
      }
    }
    for (let i = targetFrom; i < targetTo; i++) {
      const edge = adjacent[i]! ^ 1
      const node = to[edge ^ 1]!
      if (secondStamp[node] !== stamp || priceNow[edge]! <= 0 || flow[edge ^ 1]! > 0) continue
      const middle = secondEdge[node]!
      const first = firstEdge[to[middle ^ 1]!]!
      const gasCost = gasPrice * (gas[first]! + gas[middle]! + gas[edge]!)
      if (secondOut[node]! * priceNow[edge]! - gasCost <= bestNet) continue
      const out = edgeOut(graph, edge, secondOut[node]!)
      const net = out - gasCost
      if (net > bestNet && out > 0) {
        bestNet = net
        best = out
        edge1 = first
        edge2 = middle
        edge3 = edge
      }
    }
  }

  if (edge1 < 0) return undefined
  const found = [edge1]
  if (edge2 >= 0) found.push(edge2)
  if (edge3 >= 0) found.push(edge3)
  return { edges: found, out: best }
}
