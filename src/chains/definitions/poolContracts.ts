import type { Address } from '../../interface/fields.ts'
import type { ChainDefinition } from '../chainDefinition.ts'

const v4 = (poolManager: Address, stateView: Address, universalRouter: Address) => ({
  uniswapV4: { poolManager, stateView, universalRouter },
})

const v2 = (factory: Address, router: Address) => ({ uniswapV2: { factory, router } })

/** PancakeSwap has one factory address but a smart router per chain, whose `exactInput` is SwapRouter02's. */
const pancakeswap = (router: Address) => ({
  pancakeswapV3: { factory: '0x0BFbCF9fa4f9C56B0F40a671Ad40E0805A091865', router, routerTakesDeadline: false } as const,
})

/** Pools by chain id, for the chains of `mainnets.ts`. */
export const poolContracts: Readonly<
  Record<number, Pick<ChainDefinition, 'uniswapV2' | 'uniswapV4' | 'pancakeswapV3'>>
> = {
  1: {
    ...v2('0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f', '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'),
    ...pancakeswap('0x13f4EA83D0bd40E75C8222255bc855a974568Dd4'),
    ...v4(
      '0x000000000004444c5dc75cB358380D2e3dE08A90',
      '0x7fFE42C4a5DEeA5b0feC41C94C136Cf115597227',
      '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af',
    ),
  },
  10: {
    ...v2('0x0c3c1c532F1e39EdF36BE9Fe0bE1410313E074Bf', '0x4A7b5Da61326A6379179b40d00F57E5bbDC962c2'),
    ...v4(
      '0x9a13F98Cb987694C9F086b1F5eB990EeA8264Ec3',
      '0xc18a3169788F4F75A170290584ECA6395C75Ecdb',
      '0x851116D9223fabED8E56C0E6b8Ad0c31d98B3507',
    ),
  },
  8453: {
    ...v2('0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
    ...pancakeswap('0x678Aa4bF4E210cf2166753e054d5b7c31cc7fa86'),
    ...v4(
      '0x498581fF718922c3f8e6A244956aF099B2652b2b',
      '0xA3c0c9b65baD0b08107Aa264b0f3dB444b867A71',
      '0x6fF5693b99212Da76ad316178A184AB56D299b43',
    ),
  },
  42161: {
    ...v2('0xf1D7CC64Fb4452F05c498126312eBE29f30Fbcf9', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
    ...pancakeswap('0x32226588378236Fd0c7c4053999F88aC0e5cAc77'),
    ...v4(
      '0x360E68faCcca8cA495c1B759Fd9EEe466db9FB32',
      '0x76Fd297e2D437cd7f76d50F01AfE6160f86e9990',
      '0xA51afAFe0263b40EdaEf0Df8781eA9aa03E381a3',
    ),
  },
  137: {
    ...v2('0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C', '0xedf6066a2b290C185783862C7F4776A2C8077AD1'),
    ...v4(
      '0x67366782805870060151383F4BbFF9daB53e5cD6',
      '0x5eA1bD7974c8A611cBAB0bDCAFcB1D9CC9b3BA5a',
      '0x1095692A6237d83C6a72F3F5eFEdb9A670C49223',
    ),
  },
  56: {
    ...v2('0x8909Dc15e40173Ff4699343b6eB8132c65e18eC6', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
    ...pancakeswap('0x13f4EA83D0bd40E75C8222255bc855a974568Dd4'),
    ...v4(
      '0x28e2Ea090877bF75740558f6BFB36A5ffeE9e9dF',
      '0xd13Dd3D6E93f276FAfc9Db9E6BB47C1180aeE0c4',
      '0x1906c1d672b88cD1B9aC7593301cA990F94Eae07',
    ),
  },
  43114: {
    ...v2('0x9e5A52f57b3038F1B8EeE45F28b3C1967e22799C', '0x4752ba5DBc23f44D87826276BF6Fd6b1C372aD24'),
    ...v4(
      '0x06380C0e0912312B5150364B9DC4542BA0DbBc85',
      '0xc3c9e198C735a4b97e3e683f391cCBDD60B69286',
      '0x94b75331AE8d42C1b61065089B7d48FE14aA73b7',
    ),
  },
  59144: {
    ...v2('0x114A43DF6C5f54EBB8A9d70Cd1951D3dD68004c7', '0x8702463e73f74d0b6765aBceb314Ef07aCb92650'),
    ...pancakeswap('0x678Aa4bF4E210cf2166753e054d5b7c31cc7fa86'),
    ...v4(
      '0x248083Fb965359d82b06C1F5322480Dcfc1AD857',
      '0xE861de206E460A8b936b05ad3816520B58ccDf9b',
      '0x661E93cca42AfacB172121EF892830cA3b70F08d',
    ),
  },
}
