import { createPoolProvider, type PoolProviderOptions } from './poolProvider.ts'
import { providerV3 } from './poolReader.ts'
import type { Provider } from './provider.ts'

export function createUniswapV3(options: PoolProviderOptions): Provider {
  return createPoolProvider(providerV3, (definition) => definition.uniswapV3 !== undefined, options)
}
