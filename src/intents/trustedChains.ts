import type { Address } from '../interface/fields.ts'
import { type TrustedLayerZero, trustedOfts } from './trustedOfts.ts'

/** Facts about a chain that a client must know by itself to verify bridges, tokens and markets there. */
export type TrustedChain = {
  id: number
  /** The chain's common name. A server lies if it gives this name to another id or this id another name. */
  name?: string | undefined
  /** Symbol of the native token. */
  nativeSymbol?: string | undefined
  wrappedNative: Address
  /** Most that an owner's transaction may cost in gas, in base units of the native token; default 0.05 of it. */
  gasCostMax?: bigint | undefined
  /** Across. */
  spokePool?: Address | undefined
  cctp?: { domain: number; tokenMessenger: Address; usdc: Address }
  layerZero?: TrustedLayerZero | undefined
  /** Tokens by asset name. The same name on two chains is the same money, in the same base units. */
  assets: Readonly<Record<string, Address>>
  /** Swap calls that this client does not know: the contract, the function, and the argument with the receiver. */
  swaps?: readonly { contract: Address; function: string; receiver: string }[]
  /** Allowed targets of `depositToMarket`: lending pools and vaults. Aave's: `@aave-dao/aave-address-book` 4.68.1. */
  markets?: readonly TrustedMarket[] | undefined
}

/** `asset`: a vault's only token. Absent for a lending pool, which takes every token that it lists. */
export type TrustedMarket = { providerId: 'aave-v3' | 'erc4626'; address: Address; asset?: Address }

const aave = (address: Address): TrustedMarket => ({ providerId: 'aave-v3', address })

/** Everything has the same address on each of the local chains. */
const localChain = (id: number, name: string, domain: number, eid: number): TrustedChain => ({
  id,
  name,
  nativeSymbol: 'ETH',
  wrappedNative: '0xd0F350b13465B5251bb03E4bbf9Fa1DbC4a378F3',
  spokePool: '0xD4A05F9b4A28FA29d70601A6Ac9FF3f2A7724203',
  cctp: {
    domain,
    tokenMessenger: '0xC5709936c25ABc38925f0E0d1BF19AaD65c99a67',
    usdc: '0xa27bC320252d51EEAA24BCCF6cc003979E485860',
  },
  layerZero: {
    eid,
    ofts: [
      {
        asset: 'USDT',
        token: '0x920bE130B50Dc729e778C8b4DcFE5A94D733AbF6',
        decimals: 6,
        oft: '0x0529a54D8122e2FAa3868dFbC0F9d57174C6049e',
      },
      {
        asset: 'WBTC',
        token: '0xB40a90fdB0163cA5C82D1959dB7e56B50A0dC016',
        decimals: 8,
        oft: '0x4B9AEA78EF95Ef8B4a149c2581528bd018E6eb1A',
      },
    ],
  },
  assets: {
    USDC: '0xa27bC320252d51EEAA24BCCF6cc003979E485860',
    USDT: '0x920bE130B50Dc729e778C8b4DcFE5A94D733AbF6',
    WETH: '0xd0F350b13465B5251bb03E4bbf9Fa1DbC4a378F3',
    WBTC: '0xB40a90fdB0163cA5C82D1959dB7e56B50A0dC016',
    DAI: '0xfBECbd548B8BdA886BA45cA496C89C9227a51d4F',
  },
  markets: [
    aave('0x244DbE9cAC0B9168033dF341ec6e87b9246Fdc29'),
    {
      providerId: 'erc4626',
      address: '0x415C6a41898DFFB2AD1F0e82e80369D1cD77c319',
      asset: '0xa27bC320252d51EEAA24BCCF6cc003979E485860',
    },
  ],
})

/**
 * Built into the client, so that a server cannot name its own bridge. The service's chain definitions use the same
 * facts. `bounds.ownChains` adds or replaces chains.
 */
export const trustedChains: readonly TrustedChain[] = withOfts([
  {
    id: 1,
    name: 'Ethereum',
    nativeSymbol: 'ETH',
    markets: [aave('0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2')],
    wrappedNative: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    spokePool: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5',
    cctp: {
      domain: 0,
      tokenMessenger: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
      usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    },
    assets: {
      USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      WETH: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      WBTC: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
      DAI: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    },
  },
  {
    id: 10,
    name: 'Optimism',
    nativeSymbol: 'ETH',
    markets: [aave('0x794a61358D6845594F94dc1DB02A252b5b4814aD')],
    gasCostMax: 5n * 10n ** 15n,
    wrappedNative: '0x4200000000000000000000000000000000000006',
    spokePool: '0x6f26Bf09B1C792e3228e5467807a900A503c0281',
    cctp: {
      domain: 2,
      tokenMessenger: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
      usdc: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    },
    assets: {
      USDC: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
      USDT: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
      WETH: '0x4200000000000000000000000000000000000006',
      WBTC: '0x68f180fcCe6836688e9084f035309E29Bf0A2095',
      DAI: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
    },
  },
  {
    id: 8453,
    name: 'Base',
    nativeSymbol: 'ETH',
    markets: [aave('0xA238Dd80C259a72e81d7e4664a9801593F98d1c5')],
    gasCostMax: 5n * 10n ** 15n,
    wrappedNative: '0x4200000000000000000000000000000000000006',
    spokePool: '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64',
    cctp: {
      domain: 6,
      tokenMessenger: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
      usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    },
    assets: {
      USDC: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      USDT: '0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2',
      WETH: '0x4200000000000000000000000000000000000006',
      DAI: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
    },
  },
  {
    id: 42161,
    name: 'Arbitrum',
    nativeSymbol: 'ETH',
    markets: [aave('0x794a61358D6845594F94dc1DB02A252b5b4814aD')],
    gasCostMax: 5n * 10n ** 15n,
    wrappedNative: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    spokePool: '0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A',
    cctp: {
      domain: 3,
      tokenMessenger: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
      usdc: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    },
    assets: {
      USDC: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      USDT: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
      WETH: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
      WBTC: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f',
      DAI: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
    },
  },
  {
    id: 137,
    name: 'Polygon',
    nativeSymbol: 'POL',
    markets: [aave('0x794a61358D6845594F94dc1DB02A252b5b4814aD')],
    gasCostMax: 10n ** 19n,
    wrappedNative: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    spokePool: '0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096',
    cctp: {
      domain: 7,
      tokenMessenger: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
      usdc: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    },
    assets: {
      USDC: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      USDT: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
      WETH: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
      WBTC: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6',
      DAI: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
    },
  },
  {
    id: 56,
    name: 'BNB Chain',
    nativeSymbol: 'BNB',
    markets: [aave('0x6807dc923806fE8Fd134338EABCA509979a7e0cB')],
    gasCostMax: 10n ** 16n,
    wrappedNative: '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c',
    spokePool: '0x4e8E101924eDE233C13e2D8622DC8aED2872d505',
    assets: {
      WETH: '0x2170Ed0880ac9A755fd29B2688956BD959F933F8',
    },
  },
  {
    id: 43114,
    name: 'Avalanche',
    nativeSymbol: 'AVAX',
    markets: [aave('0x794a61358D6845594F94dc1DB02A252b5b4814aD')],
    gasCostMax: 5n * 10n ** 17n,
    wrappedNative: '0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7',
    spokePool: '0xFE9D541c92E4e90437C7152A00244886dE37a658',
    cctp: {
      domain: 1,
      tokenMessenger: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
      usdc: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
    },
    assets: {
      USDC: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
      USDT: '0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7',
    },
  },
  {
    id: 59144,
    name: 'Linea',
    nativeSymbol: 'ETH',
    markets: [aave('0xc47b8C00b0f69a36fa203Ffeac0334874574a8Ac')],
    gasCostMax: 5n * 10n ** 15n,
    wrappedNative: '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f',
    spokePool: '0x7E63A5f1a8F0B4d0934B2f2327DAED3F6bb2ee75',
    cctp: {
      domain: 11,
      tokenMessenger: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
      usdc: '0x176211869cA2b568f2A7D4EE941E073a821EE1ff',
    },
    assets: {
      USDC: '0x176211869cA2b568f2A7D4EE941E073a821EE1ff',
      USDT: '0xA219439258ca9da29E9Cc4cE5596924745e12B93',
      WETH: '0xe5D7C2a44FfDDf6b295A15c148167daaAf5Cf34f',
      WBTC: '0x3aAB2285ddcDdaD8edf438C1bAB47e1a9D05a9b4',
      DAI: '0x4AF15ec2A0BD43Db75dd04E62FAA3B8EF36b00d5',
    },
  },
  {
    id: 534352,
    name: 'Scroll',
    nativeSymbol: 'ETH',
    markets: [aave('0x11fCfe756c05AD438e312a7fd934381537D3cFfe')],
    gasCostMax: 5n * 10n ** 15n,
    wrappedNative: '0x5300000000000000000000000000000000000004',
    spokePool: '0x3baD7AD0728f9917d1Bf08af5782dCbD516cDd96',
    assets: {
      USDC: '0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4',
      USDT: '0xf55BEC9cafDbE8730f096Aa55dad6D22d44099Df',
      WETH: '0x5300000000000000000000000000000000000004',
      WBTC: '0x3C1BCa5a656e69edCD0D4E36BEbb3FcDAcA60Cf1',
    },
  },
  {
    id: 100,
    name: 'Gnosis',
    nativeSymbol: 'XDAI',
    markets: [aave('0xb50201558B00496A145fE76f7424749556E326D8')],
    gasCostMax: 5n * 10n ** 18n,
    wrappedNative: '0xe91D153E0b41518A2Ce8Dd3D7944Fa863463a97d',
    assets: {},
  },
  localChain(31_337, 'Harbor', 101, 40_101),
  localChain(31_338, 'Island', 102, 40_102),
  localChain(31_339, 'Summit', 103, 40_103),
])

function withOfts(chains: readonly TrustedChain[]): TrustedChain[] {
  return chains.map((chain) => (trustedOfts[chain.id] ? { ...chain, layerZero: trustedOfts[chain.id] } : chain))
}

/** Decimals of the assets and native tokens above, the same on every chain above. */
export const assetDecimals: Readonly<Record<string, number>> = { USDC: 6, USDT: 6, WETH: 18, WBTC: 8, DAI: 18 }
export const nativeDecimals = 18

/** The facts of a chain; the caller's own take precedence. */
export function trustedChain(chainId: number, own: readonly TrustedChain[] = []): TrustedChain | undefined {
  return [...own, ...trustedChains].find(({ id }) => id === chainId)
}

/** Chains of `causeway devnet`: money there has no value. */
export const isLocalChain = (chainId: number): boolean => chainId >= 31_337 && chainId <= 31_339
