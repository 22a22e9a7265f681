import { ServiceError } from '../../interface/errors.ts'
import { limits } from '../../interface/limits.ts'
import type { YieldNetwork, YieldProvider } from '../../interface/yieldShapes.ts'
import type { Yields } from '../../yields/yieldProtocol.ts'
import type { Handlers } from '../http/handler.ts'
import type { ServerPorts } from '../http/serverPorts.ts'
import { marketToWire } from './yieldGetMarkets.ts'

type DirectoryOperation = 'YieldGetProviders' | 'YieldGetProvider' | 'YieldGetNetworks' | 'YieldGetMarketById'

/** The supported protocols and networks; one market by its id. */
export function yieldDirectory(yields: Yields): Pick<Required<Handlers>, DirectoryOperation> {
  return {
    YieldGetProviders: ({ limit = limits.yieldMarketsDefault, offset = 0 }, { ports }) => ({
      payload: JSON.stringify(providersOf(yields, ports).slice(offset, offset + limit)),
    }),
    YieldGetProvider: ({ providerId }, { ports }) => {
      const providers = providersOf(yields, ports)
      const found = providers.find(({ id }) => id === providerId.toLowerCase())
      if (!found)
        throw new ServiceError(
          'NotFound',
          `no provider ${providerId}; known: ${providers.map(({ id }) => id).join(', ')}`,
        )
      return { payload: JSON.stringify(found) }
    },
    YieldGetNetworks: (_request, { ports }) => ({ payload: JSON.stringify(networksOf(yields, ports)) }),
    YieldGetMarketById: async ({ marketId }) => ({
      payload: JSON.stringify(marketToWire(await yields.market(marketId))),
    }),
  }
}

function providersOf(yields: Yields, { chains }: ServerPorts): YieldProvider[] {
  return yields.providers().map(({ protocol, chainIds }) => ({
    id: protocol.name,
    name: protocol.title,
    ...(protocol.url && { url: protocol.url }),
    type: protocol.type,
    networks: chainIds.flatMap((chainId) => chains.get(chainId)?.definition.network ?? []).toSorted(),
  }))
}

function networksOf(yields: Yields, { chains }: ServerPorts): YieldNetwork[] {
  const providers = yields.providers()
  return [...chains.values()]
    .map(({ id, definition }) => ({
      id: definition.network,
      name: definition.name,
      chainId: String(id),
      providers: providers.filter(({ chainIds }) => chainIds.includes(id)).map(({ protocol }) => protocol.name),
    }))
    .filter(({ providers: here }) => here.length > 0)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
