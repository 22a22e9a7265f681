import { createV3Protocol } from './createV3Protocol.ts'

/** Unlike Uniswap's: one other fee tier, and `Swap` also carries the protocol's share of the fee. */
export const pancakeswapV3 = createV3Protocol({
  provider: 'PANCAKESWAP_V3',
  at: (definition) => definition.pancakeswapV3,
  feeTiers: [100, 500, 2_500, 10_000],
})
