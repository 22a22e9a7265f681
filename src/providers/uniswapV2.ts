import type { Chain } from '../chains/chain.ts'
import type { Liquidity } from '../routing/liquidity.ts'
import { poolProvider } from './poolProvider.ts'
import { providerV2 } from './poolReader.ts'
import type { Provider } from './provider.ts'

export function uniswapV2(chains: ReadonlyMap<number, Chain>, liquidity: Liquidity): Provider {
  return poolProvider(providerV2, (definition) => definition.uniswapV2 !== undefined, chains, liquidity)
}
