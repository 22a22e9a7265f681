import type { EarnPool } from '../../interface/yieldShapes.ts'
import type { ListedMarket, Yields } from '../../yields/yieldProtocol.ts'
import type { Handler } from '../http/handler.ts'
import { unknownChain } from './unknownChain.ts'

export function getEarnPools(yields: Yields): Handler<'GetEarnPools'> {
  return async ({ chainIds, protocols, minTvl, maxApy }, { ports }) => {
    const unknown = chainIds?.find((chainId) => !ports.chains.has(chainId))
    if (unknown !== undefined) throw unknownChain(unknown, ports.chains)
    const wanted = protocols && new Set(protocols.map((name) => name.toLowerCase()))
    const { markets, fetchedAtMs, cached } = await yields.markets(chainIds ?? [...ports.chains.keys()])
    const pools = markets
      .filter(({ providerId }) => !wanted || wanted.has(providerId))
      .map(toPool)
      .filter(({ tvl, apy }) => (minTvl === undefined || tvl >= minTvl) && (maxApy === undefined || apy <= maxApy))
      .toSorted((a, b) => b.tvl - a.tvl || (a.id < b.id ? -1 : 1))
    return { pools, timestamp: new Date(fetchedAtMs).toISOString(), cached }
  }
}

function toPool(market: ListedMarket): EarnPool {
  const { id, name, providerId, chainId, rewardRate, tvlUsd, token, depositAddress, status, protocolUrl } = market
  return {
    id,
    name,
    protocol: providerId,
    chainId,
    apy: rewardRate * 100,
    tvl: tvlUsd,
    token,
    depositAddress,
    isActive: status.enter,
    ...(protocolUrl && { protocolUrl }),
  }
}
