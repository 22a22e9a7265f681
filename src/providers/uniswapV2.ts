import { type PoolProviderOptions, poolProvider } from './poolProvider.ts'
import { providerV2 } from './poolReader.ts'
import type { Provider } from './provider.ts'

export function uniswapV2(options: PoolProviderOptions): Provider {
  return poolProvider(providerV2, (definition) => definition.uniswapV2 !== undefined, options)
}
