import { createPoolProvider, type PoolProviderOptions } from './poolProvider.ts'
import { providerV3 } from './poolReader.ts'
import type { SwapProvider } from './provider.ts'

export function createUniswapV3(options: PoolProviderOptions): SwapProvider {
  return createPoolProvider(providerV3, (definition) => definition.uniswapV3 !== undefined, options)
}
