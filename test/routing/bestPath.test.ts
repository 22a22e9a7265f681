import { expect, test } from 'vitest'
import { randomQueries } from '../../bench/routing/queries.ts'
import { randomPools } from '../../bench/routing/randomPools.ts'
import { judge } from '../../bench/routing/referee.ts'
import { bestPath } from '../../src/routing/bestPath.ts'
import { findRoute } from '../../src/routing/findRoute.ts'
import {
  createPoolGraph,
  edgeOut,
  hopsLimit,
  nodeOfToken,
  type PoolGraph,
  refreshAdjacency,
} from '../../src/routing/graph.ts'
import { freshSeed } from '../freshSeed.ts'

const { seed, repeat } = freshSeed(import.meta.filename)

/** The most that any path without a token twice brings, by trying them all. */
function tryAll(graph: PoolGraph, at: number, target: number, amount: number, visited: readonly number[]): number {
  if (at === target) return amount
  if (visited.length > hopsLimit) return 0
  let best = 0
  const { from, edges, to } = graph.adjacency
  for (let i = from[at]!; i < from[at + 1]!; i++) {
    if (visited.includes(to[i]!)) continue
    const out = edgeOut(graph, edges[i]!, amount)
    best = Math.max(best, tryAll(graph, to[i]!, target, out, [...visited, to[i]!]))
  }
  return best
}

test('the best path brings what trying every path of as many hops brings', () => {
  let longest = 0
  for (let market = 0; market < 100; market++) {
    const world = randomPools(seed + market, 30, 48)
    const graph = createPoolGraph({ chainId: 1, pools: world.pools })
    refreshAdjacency(graph)
    for (const query of randomQueries(world, seed + market, 10)) {
      const source = nodeOfToken(graph, query.tokenIn)!
      const target = nodeOfToken(graph, query.tokenOut)!
      const amount = Number(query.amount)
      const found = bestPath(graph, { source, target, amount, hopsMax: hopsLimit, gasPrice: 0 })
      const best = tryAll(graph, source, target, amount, [source])
      expect((found?.out ?? 0) / best, repeat(seed + market)).toBeGreaterThan(1 - 1e-9)
      if (found?.edges.length === hopsLimit) longest++
    }
  }
  expect(longest, repeat()).toBeGreaterThan(0)
})

test('a route brings at least 99.8 % of the proven optimum, and 99.98 % on average', () => {
  const world = randomPools(5, 60, 200)
  const graph = createPoolGraph({ chainId: 1, pools: world.pools })
  const parts = randomQueries(world, 6, 12).map((query) => {
    const route = findRoute({ graph, ...query, exact: 'in' })!
    const source = nodeOfToken(graph, query.tokenIn)!
    const { optimum } = judge(graph, source, nodeOfToken(graph, query.tokenOut)!, Number(query.amount))
    return Number(route.amountOut) / optimum
  })
  expect(Math.min(...parts)).toBeGreaterThan(0.998)
  expect(parts.reduce((sum, part) => sum + part, 0) / parts.length).toBeGreaterThan(0.9998)
})
