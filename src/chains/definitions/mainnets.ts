import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { ChainDefinition } from '../chainDefinition.ts'

// The same on every chain below.
const multicall3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'
const cctpContracts = {
  tokenMessenger: '0x28b5a0e9C621a5BadaA536219b3a228C8168cf5d',
  messageTransmitter: '0x81D40F21F12A8F0E3252Bccb954D722d4c464B64',
} as const satisfies Record<string, Address>
const uniswapV3 = {
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  router: '0xE592427A0AEce92De3Edee1F18E0157C05861564',
  quoter: '0x61fFE014bA17989E743c5F6cB21bF9697530B21e',
} as const satisfies Record<string, Address>
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const gwei = 10n ** 9n
const dayS = 86_400

/** On a rollup the newest block is only the sequencer's promise; `safe` means posted to Ethereum, `finalized` final there. */
const rollupFinality = [
  { belowUsd: 1_000, depth: 10 },
  { belowUsd: 100_000, depth: 'safe' },
  { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
] as const

/** Only addresses that we are certain of; a protocol without one (Aave, Uniswap on Base) is not offered on that chain. */
export const mainnets: readonly ChainDefinition[] = [
  {
    id: 1,
    name: 'Ethereum',
    network: 'ethereum',
    nativeCurrency: ether,
    wrappedNative: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    blockExplorer: { name: 'Etherscan', url: 'https://etherscan.io' },
    blockTimeMs: 12_000,
    staleAfterMs: 180_000,
    finality: [
      { belowUsd: 1_000, depth: 6 },
      { belowUsd: 10_000, depth: 'safe' },
      { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
    ],
    multicall3,
    feeds: [
      { token: nativeToken, feed: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', heartbeatS: 3_600 },
      {
        token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        feed: '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6',
        heartbeatS: dayS,
      },
    ],
    uniswapV3,
    uniswapV2: {
      factory: '0x5C69bEe701ef814a2B6a3EDD4B1652CB9cc5aA6f',
      router: '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D',
    },
    across: { spokePool: '0x5c7BCd6E7De5423a257D81B442095A1a6ced35C5' },
    cctp: { domain: 0, ...cctpContracts, usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
  },
  {
    id: 10,
    name: 'Optimism',
    network: 'optimism',
    nativeCurrency: ether,
    wrappedNative: '0x4200000000000000000000000000000000000006',
    blockExplorer: { name: 'Optimistic Etherscan', url: 'https://optimistic.etherscan.io' },
    blockTimeMs: 2_000,
    staleAfterMs: 60_000,
    finality: rollupFinality,
    multicall3,
    feeds: [
      { token: nativeToken, feed: '0x13e3Ee699D1909E989722E753853AE30b17e08c5', heartbeatS: 1_200 },
      {
        token: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
        feed: '0x16a9FA2FDa030272Ce99B29CF780dFA30361E0f3',
        heartbeatS: dayS,
      },
    ],
    uniswapV3,
    across: { spokePool: '0x6f26Bf09B1C792e3228e5467807a900A503c0281' },
    cctp: { domain: 2, ...cctpContracts, usdc: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85' },
  },
  {
    id: 8453,
    name: 'Base',
    network: 'base',
    nativeCurrency: ether,
    wrappedNative: '0x4200000000000000000000000000000000000006',
    blockExplorer: { name: 'Basescan', url: 'https://basescan.org' },
    blockTimeMs: 2_000,
    staleAfterMs: 60_000,
    finality: rollupFinality,
    multicall3,
    feeds: [
      { token: nativeToken, feed: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70', heartbeatS: 1_200 },
      {
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        feed: '0x7e860098F58bBFC8648a4311b374B1D669a2bc6B',
        heartbeatS: dayS,
      },
    ],
    across: { spokePool: '0x09aea4b2242abC8bb4BB78D537A67a245A7bEC64' },
    cctp: { domain: 6, ...cctpContracts, usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
  },
  {
    id: 42161,
    name: 'Arbitrum',
    network: 'arbitrum',
    nativeCurrency: ether,
    wrappedNative: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    blockExplorer: { name: 'Arbiscan', url: 'https://arbiscan.io' },
    blockTimeMs: 250,
    staleAfterMs: 60_000,
    transferGas: 1_500_000n,
    finality: [{ belowUsd: 1_000, depth: 80 }, ...rollupFinality.slice(1)],
    multicall3,
    feeds: [
      { token: nativeToken, feed: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612', heartbeatS: dayS },
      {
        token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
        feed: '0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3',
        heartbeatS: dayS,
      },
    ],
    uniswapV3,
    across: { spokePool: '0xe35e9842fceaCA96570B734083f4a58e8F7C5f2A' },
    cctp: { domain: 3, ...cctpContracts, usdc: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831' },
  },
  {
    id: 137,
    name: 'Polygon',
    network: 'polygon',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    wrappedNative: '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
    blockExplorer: { name: 'Polygonscan', url: 'https://polygonscan.com' },
    blockTimeMs: 2_000,
    staleAfterMs: 60_000,
    priorityFeeMin: 25n * gwei,
    gasBudgetPerItem: 100n * 10n ** 18n,
    finality: [
      { belowUsd: 1_000, depth: 32 },
      { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
    ],
    multicall3,
    feeds: [
      { token: nativeToken, feed: '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0', heartbeatS: 27 },
      {
        token: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
        feed: '0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7',
        heartbeatS: 27,
      },
    ],
    uniswapV3,
    across: { spokePool: '0x9295ee1d8C5b022Be115A2AD3c30C72E34e7F096' },
    cctp: { domain: 7, ...cctpContracts, usdc: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
  },
]
