import { bridges, providerTitle } from './directory.ts'

/** The swaps before the bridge, the bridge, and the swaps after it. Two bridges each carry a part of the money. */
export type RouteParts = { before: string[]; crossing: string[]; after: string[] }

const isBridge = (name: string): boolean => bridges.includes(name)

export function routeParts(providers: readonly string[]): RouteParts {
  const at = providers.findIndex(isBridge)
  if (at < 0) return { before: [...providers], crossing: [], after: [] }
  return {
    before: providers.slice(0, at),
    crossing: providers.filter(isBridge),
    after: providers.slice(at).filter((name) => !isBridge(name)),
  }
}

/** `Across and LayerZero`; undefined without a bridge. */
export const crossingName = (providers: readonly string[]): string | undefined =>
  routeParts(providers).crossing.map(providerTitle).join(' and ') || undefined

/** `Uniswap v3, then Across and LayerZero`. */
export function formatRoute(providers: readonly string[]): string {
  const { before, after } = routeParts(providers)
  const crossing = crossingName(providers)
  return [...before.map(providerTitle), ...(crossing ? [crossing] : []), ...after.map(providerTitle)].join(', then ')
}
