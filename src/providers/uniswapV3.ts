import { type PoolProviderOptions, poolProvider } from './poolProvider.ts'
import { providerV3 } from './poolReader.ts'
import type { Provider } from './provider.ts'

export function uniswapV3(options: PoolProviderOptions): Provider {
  return poolProvider(providerV3, (definition) => definition.uniswapV3 !== undefined, options)
}
