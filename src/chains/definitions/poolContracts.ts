import type { Address } from '../../interface/fields.ts'
import type { ChainDefinition } from '../chainDefinition.ts'

const v2 = (factory: Address, router: Address) => ({ uniswapV2: { factory, router } })

/** PancakeSwap's factory has one address; of its smart routers, whose `exactInput` is that of SwapRouter02, each chain names its own. */
const pancakeswap = (router: Address) => ({
  pancakeswapV3: { factory: '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865', router, routerTakesDeadline: false } as const,
})

/** Pools by chain id, for the chains of `mainnets.ts`. */
export const poolContracts: Readonly<Record<number, Pick<ChainDefinition, 'uniswapV2' | 'pancakeswapV3'>>> = {
  1: {
    ...v2('0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f', '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'),
    ...pancakeswap('0x13f4EA83D0bd40E75C8222255bc855a974568Dd4'),
  },
  10: {
    ...v2('0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf', '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2'),
  },
  8453: {
    ...v2('0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
    ...pancakeswap('0x678Aa4bF4E210cf2166753e054d5b7c31cc7fa86'),
  },
  42161: {
    ...v2('0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
    ...pancakeswap('0x32226588378236Fd0c7c4053999F88aC0e5cAc77'),
  },
  137: {
    ...v2('0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C', '0xedf6066a2b290C185783862C7F4776A2C8077AD1'),
  },
  56: {
    ...v2('0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
    ...pancakeswap('0x13f4EA83D0bd40E75C8222255bc855a974568Dd4'),
  },
  43114: {
    ...v2('0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
  },
  59144: {
    ...v2('0x114A43DF6C5f54EBB8A9d70Cd1951D3dD68004c7', '0x8702463e73f74d0b6765aBceb314Ef07aCb92650'),
    ...pancakeswap('0x678Aa4bF4E210cf2166753e054d5b7c31cc7fa86'),
  },
}
