import type { Chain } from '../chains/chain.ts'
import type { Liquidity } from '../routing/liquidity.ts'
import { poolProvider } from './poolProvider.ts'
import { providerV3 } from './poolReader.ts'
import type { Provider } from './provider.ts'

export function uniswapV3(chains: ReadonlyMap<number, Chain>, liquidity: Liquidity): Provider {
  return poolProvider(providerV3, (definition) => definition.uniswapV3 !== undefined, chains, liquidity)
}
