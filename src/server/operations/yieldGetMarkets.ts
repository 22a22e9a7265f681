import { ServiceError } from '../../interface/errors.ts'
import { limits } from '../../interface/limits.ts'
import type { Request } from '../../interface/operations.ts'
import type { YieldMarket } from '../../interface/yieldShapes.ts'
import type { ListedMarket, Yields } from '../../yields/yieldProtocol.ts'
import type { Handler } from '../http/handler.ts'
import type { ServerPorts } from '../http/serverPorts.ts'
import { unknownChain } from './unknownChain.ts'

type MarketsRequest = Request<'YieldGetMarkets'>

export function yieldGetMarkets(yields: Yields): Handler<'YieldGetMarkets'> {
  return async (request, { ports }) => {
    const { limit = limits.yieldMarketsDefault, offset = 0 } = request
    const { markets } = await yields.markets(askedChains(request, ports))
    const page = markets.filter(matching(request)).toSorted(orders[request.sort ?? 'tvlDesc'])
    return { payload: JSON.stringify(page.slice(offset, offset + limit).map(marketToWire)) }
  }
}

function askedChains({ chainId }: MarketsRequest, { chains }: ServerPorts): number[] {
  if (chainId === undefined) return [...chains.keys()]
  if (!/^[1-9][0-9]{0,19}$/.test(chainId)) {
    throw new ServiceError('InvalidArgument', 'chainId: must be a chain id in decimal digits')
  }
  if (!chains.has(Number(chainId))) throw unknownChain(chainId, chains)
  return [Number(chainId)]
}

function matching({ provider, type, search }: MarketsRequest): (market: ListedMarket) => boolean {
  const wanted = provider?.toLowerCase()
  const terms = search?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  return ({ id, providerId, type: kind, name, token }) => {
    if (wanted !== undefined && providerId !== wanted) return false
    if (type !== undefined && kind !== type) return false
    const text = [id, name, token.symbol, token.name, token.address].join(' ').toLowerCase()
    return terms.every((term) => text.includes(term))
  }
}

type Order = (a: ListedMarket, b: ListedMarket) => number
/** Ties sort by id, so that pages neither repeat nor lose one. */
const byId: Order = (a, b) => (a.id < b.id ? -1 : 1)
const orders: Record<NonNullable<MarketsRequest['sort']>, Order> = {
  rewardRateAsc: (a, b) => a.rewardRate - b.rewardRate || byId(a, b),
  rewardRateDesc: (a, b) => b.rewardRate - a.rewardRate || byId(a, b),
  tvlAsc: (a, b) => a.tvlUsd - b.tvlUsd || byId(a, b),
  tvlDesc: (a, b) => b.tvlUsd - a.tvlUsd || byId(a, b),
}

/** A market as `payload` carries it. */
export function marketToWire(market: ListedMarket): YieldMarket {
  const { id, providerId, network, chainId, type, rewardRate, token, depositAddress, status } = market
  const { name, tvlUsd, protocolUrl, updatedAtMs, stale } = market
  return {
    id,
    providerId,
    network,
    chainId: String(chainId),
    type,
    rewardRate,
    token,
    depositAddress,
    status,
    statistics: { tvlUsd, updatedAt: new Date(updatedAtMs).toISOString(), ...(stale && { stale }) },
    metadata: { name, ...(protocolUrl && { url: protocolUrl }) },
  }
}
