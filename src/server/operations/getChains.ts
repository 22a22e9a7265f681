import type { Handler } from '../http/handler.ts'
import type { ServerPorts } from '../http/serverPorts.ts'

export const getChains: Handler<'GetChains'> = ({ routeProvider }, { world }) => {
  const wanted = routeProvider?.toUpperCase()
  const chains = [...world.chains.values()].map(({ definition }) => definition)
  const served = wanted && wanted !== 'AUTO' ? chains.filter(({ id }) => serves(wanted, id, world)) : chains
  return {
    chains: served
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, name, nativeCurrency, logoUri, blockExplorer }) => ({
        id,
        name,
        nativeCurrency,
        ...(logoUri && { logoUri }),
        ...(blockExplorer && { blockExplorer }),
      })),
  }
}

/** Whether a provider can do anything with the tokens of a chain; wanted of its pure side, without the network. */
function serves(providerName: string, chainId: number, { providers, chains, tokens }: ServerPorts): boolean {
  const named = providers.filter(({ name }) => name === providerName)
  const here = tokens.listed(chainId)
  const leg = { chainId, amount: 1n, exact: 'in' } as const
  return named.some((provider) =>
    here.some(({ address: tokenIn }) => {
      if (provider.kind === 'swap') {
        return here.some(({ address: tokenOut }) => provider.supports({ ...leg, kind: 'swap', tokenIn, tokenOut }))
      }
      return [...chains.keys()]
        .filter((destinationChainId) => destinationChainId !== chainId)
        .some((destinationChainId) =>
          tokens
            .listed(destinationChainId)
            .some(({ address: tokenOut }) =>
              provider.supports({ ...leg, kind: 'bridge', destinationChainId, tokenIn, tokenOut }),
            ),
        )
    }),
  )
}
