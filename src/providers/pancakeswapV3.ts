import { createV3Protocol } from './createV3Protocol.ts'

/** Its pools differ from Uniswap's by one fee tier and by what they tell: their `Swap` also says what the protocol has taken of the fee. */
export const pancakeswapV3 = createV3Protocol({
  provider: 'PANCAKESWAP_V3',
  at: (definition) => definition.pancakeswapV3,
  feeTiers: [100, 500, 2_500, 10_000],
})
