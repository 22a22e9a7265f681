import { createPoolProvider, type PoolProviderOptions } from './poolProvider.ts'
import { providerV2 } from './poolReader.ts'
import type { SwapProvider } from './provider.ts'

export function createUniswapV2(options: PoolProviderOptions): SwapProvider {
  return createPoolProvider(providerV2, (definition) => definition.uniswapV2 !== undefined, options)
}
