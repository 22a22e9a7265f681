// Generated from the plan of the local chains by src/devnet/devnetAddressesText.ts. Do not edit.
import type { DevnetContracts } from './devnetContracts.ts'

/** Contract addresses on Harbor, Island and Summit. */
export const devnetAddresses = {
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  permit2: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
  weth: '0xd0F350b13465B5251bb03E4bbf9Fa1DbC4a378F3',
  usdc: '0xa27bC320252d51EEAA24BCCF6cc003979E485860',
  usdt: '0x920bE130B50Dc729e778C8b4DcFE5A94D733AbF6',
  dai: '0xfBECbd548B8BdA886BA45cA496C89C9227a51d4F',
  wbtc: '0xB40a90fdB0163cA5C82D1959dB7e56B50A0dC016',
  feeOnTransfer: '0xF8f7754dACc9F8f4293C21476d920DE9Ba11F22e',
  feeds: {
    ETH: '0x45a4ad99d85173469525ad61842eD6Dc75926Bb0',
    USDC: '0xacC09486C9e34aa1Dff13b2E64d5482A3648D018',
    USDT: '0x8E6c252223A9E220B72339D13fb57668694feEff',
    DAI: '0x2e7663a37789dD74484773275F722A7944480A08',
    WBTC: '0x5904E6E3fB62b1fdaFfF6D40575cC0c9B4E8EB56',
  },
  uniswapV2: {
    factory: '0x5Cdf04F281C8E9c6E13d742c2293e5527e64F03D',
    router: '0x6F5F90122d77091a97cDD5DAF78217DCEafE0D40',
  },
  uniswapV3: {
    factory: '0x42AD3aE0B79Fa253ab732eba8FCF38864Ad4abf0',
    router: '0xb91b706dd5beE726b3C9e0C4b6E4545656d92B05',
    quoter: '0x10e69Cb01Db06bc1d1ecd994015b2bF5427Eed9a',
    positionManager: '0x6D765AE425aDcdb00c9feD174683340248C96a34',
    tickLens: '0xcD5EDDD2A58d418Ab8939905fcd823B6AbE09c0c',
  },
  uniswapV4: {
    poolManager: '0x16e5734Ffe6DE07eEBF8f716aa33210A39099965',
    universalRouter: '0xd7C582133284CFA62104eb1610b0D10375c1E490',
    stateView: '0x2954Afe518C4337c739eC0CBa23FAf3bd75b3337',
    quoter: '0x486E6abaf24340D718D651052720A02231B7BBfa',
    liquidityManager: '0x4cC746A20963D0c69C74efb3f312Fb5c30a66EAf',
  },
  pancakeswapV3: {
    factory: '0xAE9Dcfe57c360F91EcF59c0199e5Fc1be13F8484',
    router: '0x0fBC489f120e21a911DA9C3d7782e2c49fc231cf',
  },
  curvePool: '0xe4907a7bB0623547Aa15ADfA272aa49C836b8cB5',
  solidly: {
    router: '0xeA4bbf681E577b81398bBC7eEbD13dFE3228779c',
    pool: '0x5a37536B816A7Eb71FE9f0f8CC161F260d662Ae9',
  },
  aave: {
    pool: '0x244DbE9cAC0B9168033dF341ec6e87b9246Fdc29',
    addressesProvider: '0xE073e451fcbbF5E7e503C6105481A89d2fcC67BE',
    dataProvider: '0xaCba4545922393f7fA1454166b20A64fA375B381',
    oracle: '0x4252b881f3b60E97374712831441AfD497433D4d',
  },
  spokePool: '0xD4A05F9b4A28FA29d70601A6Ac9FF3f2A7724203',
  cctp: {
    tokenMessenger: '0xC5709936c25ABc38925f0E0d1BF19AaD65c99a67',
    messageTransmitter: '0x24981ffED771cEf58f334B881A398C547efb7dB9',
  },
  vault: '0x415C6a41898DFFB2AD1F0e82e80369D1cD77c319',
  accounts: {
    entryPoint: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    simple7702: '0xe6Cae83BdE06E4c305530e199D7217f42808555B',
    factory: '0x13E9ed32155810FDbd067D4522C492D6f68E5944',
  },
  layerZero: {
    endpoint: '0x9907aC355B3021116Cd812cD91F97974AFF20F84',
    ofts: {
      usdt: '0x0529a54D8122e2FAa3868dFbC0F9d57174C6049e',
      wbtc: '0x4B9AEA78EF95Ef8B4a149c2581528bd018E6eb1A',
    },
  },
} as const satisfies DevnetContracts
