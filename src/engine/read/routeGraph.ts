import type { Chain } from '../../chains/chain.ts'
import type { Address } from '../../interface/fields.ts'
import type { RouteBridge, RouteChain, RouteGraph, RoutePool } from '../../interface/routeGraph.ts'
import { depthOf } from '../../routing/curve.ts'
import { isLive, type PoolGraph } from '../../routing/graph.ts'
import { isBridge } from '../chainOf.ts'
import type { World } from '../world.ts'

/** Most pools listed for one chain, and most pairs for one bridge between two chains. */
const poolsMax = 500
const pairsMax = 100
/** Callers within this time share one answer, which bounds the work that strangers can cause. */
const keptMs = 1_000

export function createRouteGraph(world: World): () => Promise<RouteGraph> {
  let kept: { untilMs: number; answer: Promise<RouteGraph> } | undefined
  return () => {
    const nowMs = world.clock.monotonicMs()
    if (!kept || kept.untilMs <= nowMs) kept = { untilMs: nowMs + keptMs, answer: readRouteGraph(world) }
    return kept.answer
  }
}

async function readRouteGraph(world: World): Promise<RouteGraph> {
  const chains = [...world.chains.values()]
  const [told, bridges] = await Promise.all([
    Promise.all(chains.map((chain) => readChain(chain, world))),
    Promise.all(
      chains.flatMap((from) => chains.flatMap((to) => (from === to ? [] : readBridges(from.id, to.id, world)))),
    ),
  ])
  return { atMs: world.clock.nowMs(), chains: told, bridges: bridges.flat() }
}

async function readChain(chain: Chain, world: World): Promise<RouteChain> {
  const graph = world.liquidity.graph(chain.id)
  const [head, fees, pools] = await Promise.all([
    chain.head().catch(() => undefined),
    chain.fees().catch(() => undefined),
    graph ? readPools(graph, world) : [],
  ])
  return {
    chainId: chain.id,
    wrappedNative: chain.definition.wrappedNative,
    ...(head && { head: { number: head.number, atMs: head.timestampS * 1_000 } }),
    ...(fees && { gasPrice: fees.gasPrice.toString() }),
    ...(graph && { poolsBlock: world.liquidity.block?.(chain.id) }),
    pools,
  }
}

async function readPools(graph: PoolGraph, { prices, tokens }: World): Promise<RoutePool[]> {
  const { chainId } = graph
  const traded = [...new Set(graph.pools.flatMap((pool) => (pool ? [pool.token0, pool.token1] : [])))]
  const usd = await prices.prices(traded.map((token) => ({ chainId, token }))).catch(() => [])
  const priceOf = new Map(traded.map((token, index) => [token, usd[index]?.usd]))
  const worth = (token: Address, units: number): number | undefined => {
    const [price, decimals] = [priceOf.get(token), tokens.find(chainId, token)?.decimals]
    return price === undefined || decimals === undefined ? undefined : (units / 10 ** decimals) * price
  }
  const pools = graph.pools.flatMap((pool, slot): RoutePool[] => {
    if (!pool || !isLive(graph, 2 * slot)) return []
    const { id: address, provider, token0, token1, feePpm } = pool
    const sides = [
      worth(token0, depthOf(graph.curves[2 * slot]!)),
      worth(token1, depthOf(graph.curves[2 * slot + 1]!)),
    ].filter((side) => side !== undefined)
    const depthUsd = sides.length > 0 ? Math.min(...sides) : undefined
    return [{ address, provider, tokens: [token0, token1], feePpm, depthUsd }]
  })
  return pools.toSorted((a, b) => (b.depthUsd ?? -1) - (a.depthUsd ?? -1)).slice(0, poolsMax)
}

function readBridges(originChainId: number, destinationChainId: number, world: World): Promise<RouteBridge>[] {
  return world.providers.filter(isBridge).flatMap((bridge) => {
    const pairs = bridge.pairs(originChainId, destinationChainId).slice(0, pairsMax)
    if (pairs.length === 0) return []
    const healths = pairs.map(({ tokenIn: token }) =>
      bridge.health?.({ chainId: originChainId, destinationChainId, token }),
    )
    const health = healths.find((one) => one?.inService !== false) ?? healths[0]
    const withInventory = pairs.map(async (pair) => {
      const inventory = await bridge.inventory?.(destinationChainId, pair.tokenOut).catch(() => undefined)
      return { ...pair, ...(inventory !== undefined && { inventory: inventory.toString() }) }
    })
    return [
      Promise.all(withInventory).then((told) => ({
        provider: bridge.name,
        originChainId,
        destinationChainId,
        inService: health?.inService ?? true,
        detail: health?.detail,
        pairs: told,
      })),
    ]
  })
}
