import type { Handler } from '../http/handler.ts'
import type { ServerPorts } from '../http/serverPorts.ts'

type Provider = ServerPorts['providers'][number]

export const getChains: Handler<'GetChains'> = ({ routeProvider }, { ports }) => {
  const wanted = routeProvider?.toUpperCase()
  const chains = [...ports.chains.values()].map(({ definition }) => definition)
  const named = ports.providers.filter(({ name }) => name === wanted)
  const served = wanted && wanted !== 'AUTO' ? chains.filter(({ id }) => serves(named, id, ports)) : chains
  const bridges = ports.providers.filter(({ kind }) => kind === 'bridge')
  return {
    chains: served
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, name, nativeCurrency, logoUri, blockExplorer, testnet }) => ({
        id,
        name,
        nativeCurrency,
        ...(logoUri && { logoUri }),
        ...(blockExplorer && { blockExplorer, blockExplorerUrl: blockExplorer.url }),
        tokenName: nativeCurrency.name,
        tokenSymbol: nativeCurrency.symbol,
        tokenDecimals: nativeCurrency.decimals,
        isTestnet: testnet === true,
        supportsBridging: serves(bridges, id, ports),
      })),
  }
}

/** Whether any provider supports the tokens of a chain. Calls only `supports`, which needs no network. */
function serves(providers: readonly Provider[], chainId: number, { chains, tokens }: ServerPorts): boolean {
  const here = tokens.listed(chainId)
  const leg = { chainId, amount: 1n, exact: 'in' } as const
  return providers.some((provider) =>
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
