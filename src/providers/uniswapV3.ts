import { createV3Protocol } from './createV3Protocol.ts'

export const uniswapV3 = createV3Protocol({
  provider: 'UNISWAP_V3',
  at: (definition) => definition.uniswapV3,
  feeTiers: [100, 500, 3_000, 10_000],
})
