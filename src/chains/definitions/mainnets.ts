import { trustedChain } from '../../intents/trustedChains.ts'
import type { Address } from '../../interface/fields.ts'
import { multicall3Address, nativeToken } from '../../interface/limits.ts'
import type { ChainDefinition } from '../chainDefinition.ts'
import { aggregatorContracts } from './aggregatorContracts.ts'
import { layerZeroContracts } from './layerZeroContracts.ts'
import { poolContracts } from './poolContracts.ts'

/**
 * The facts of a chain that are written in this file. `withShared` adds the rest: facts that clients need too
 * (`trustedChains`), contracts that have a table of their own, and addresses that are the same on every chain.
 */
type Row = Omit<ChainDefinition, 'name' | 'wrappedNative' | 'across' | 'cctp' | 'aaveV3' | 'multicall3'> & {
  cctp?: Pick<NonNullable<ChainDefinition['cctp']>, 'standardS' | 'fastS'>
  aaveV3: Omit<NonNullable<ChainDefinition['aaveV3']>, 'pool'>
}
const withShared = (rows: readonly Row[]): ChainDefinition[] =>
  rows.map(({ cctp: durations, aaveV3, ...row }) => {
    const { name, wrappedNative, spokePool, cctp, markets } = trustedChain(row.id)!
    return {
      ...row,
      name: name!,
      wrappedNative,
      ...(spokePool && { across: { spokePool } }),
      ...(cctp && durations && { cctp: { ...cctp, messageTransmitter, ...durations } }),
      aaveV3: { pool: markets![0]!.address, ...aaveV3 },
      ...poolContracts[row.id],
      ...aggregatorsOf(row.id),
      ...layerZeroOf(row.id),
      multicall3: multicall3Address,
    }
  })
const aggregatorsOf = (id: number) => aggregatorContracts[id] && { aggregators: aggregatorContracts[id] }
const layerZeroOf = (id: number) => layerZeroContracts[id] && { layerZero: layerZeroContracts[id] }
/** Circle's, on every chain below. */
const messageTransmitter: Address = '0x81D40F21F12A8F0E3252Bccb954D722d4c464B64'
/** Uniswap v3's first deployments; later chains have other addresses. */
const uniswapV3 = {
  factory: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  router: '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45',
  routerTakesDeadline: false,
} as const
/** The gas price oracle: one address on all chains of the OP stack. viem's chain definitions list it. */
const opStackOracle = { by: 'oracle', oracle: '0x420000000000000000000000000000000000000F' } as const
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const [gwei, whole] = [10n ** 9n, 10n ** 18n] as const
const dayS = 86_400

/** A rollup's newest block is only its sequencer's promise. `safe`: posted to Ethereum. `finalized`: final there. */
const rollupFinality = [
  { belowUsd: 1_000, depth: 10 },
  { belowUsd: 100_000, depth: 'safe' },
  { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
] as const

/**
 * Circle's figures. A standard transfer waits until the burn, or its rollup batch, is final on Ethereum: 13 to 19
 * minutes. A fast one takes 20 s on Ethereum, 8 s on a rollup. Chains with quick standard transfers have no fast ones.
 */
const onEthereum = { standardS: 16 * 60, fastS: 20 } as const
const onRollup = { standardS: 16 * 60, fastS: 8 } as const

/**
 * Every address is one that its protocol publishes for this chain; test/chains/addressBooks.test.ts compares them. A
 * protocol that publishes none is not offered there. No test checks heartbeats, finality and durations.
 */
export const mainnets: readonly ChainDefinition[] = withShared([
  {
    id: 1,
    network: 'ethereum',
    nativeCurrency: ether,
    blockExplorer: { name: 'Etherscan', url: 'https://etherscan.io' },
    blockTimeMs: 12_000,
    staleAfterMs: 180_000,
    finality: [
      { belowUsd: 1_000, depth: 6 },
      { belowUsd: 10_000, depth: 'safe' },
      { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
    ],
    feeds: [
      { token: nativeToken, feed: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', heartbeatS: 3_600 },
      {
        token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        feed: '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6',
        heartbeatS: dayS,
      },
    ],
    uniswapV3,
    cctp: onEthereum,
    aaveV3: {
      dataProvider: '0x0a16f2FCC0D44FaE41cc54e079281D84A363bECD',
      oracle: '0x54586bE62E3c3580375aE3723C145253060Ca0C2',
    },
  },
  {
    id: 10,
    network: 'optimism',
    nativeCurrency: ether,
    blockExplorer: { name: 'Optimistic Etherscan', url: 'https://optimistic.etherscan.io' },
    l1Fee: opStackOracle,
    blockTimeMs: 2_000,
    staleAfterMs: 60_000,
    finality: rollupFinality,
    feeds: [
      { token: nativeToken, feed: '0x13e3Ee699D1909E989722E753853AE30b17e08c5', heartbeatS: 1_200 },
      {
        token: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
        feed: '0x16a9FA2FDa030272Ce99B29CF780dFA30361E0f3',
        heartbeatS: dayS,
      },
    ],
    sequencerUptime: '0x371EAD81c9102C9BF4874A9075FFFf170F2Ee389',
    uniswapV3,
    cctp: onRollup,
    aaveV3: {
      dataProvider: '0x243Aa95cAC2a25651eda86e80bEe66114413c43b',
      oracle: '0xD81eb3728a631871a7eBBaD631b5f424909f0c77',
    },
  },
  {
    id: 8453,
    network: 'base',
    nativeCurrency: ether,
    blockExplorer: { name: 'Basescan', url: 'https://basescan.org' },
    l1Fee: opStackOracle,
    blockTimeMs: 2_000,
    staleAfterMs: 60_000,
    finality: rollupFinality,
    feeds: [
      { token: nativeToken, feed: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70', heartbeatS: 1_200 },
      {
        token: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        feed: '0x7e860098F58bBFC8648a4311b374B1D669a2bc6B',
        heartbeatS: dayS,
      },
    ],
    sequencerUptime: '0xBCF85224fc0756B9Fa45aA7892530B47e10b6433',
    uniswapV3: {
      factory: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
      router: '0x2626664c2603336E57B271c5C0b26F421741e481',
      routerTakesDeadline: false,
    },
    cctp: onRollup,
    aaveV3: {
      dataProvider: '0x0F43731EB8d45A581f4a36DD74F5f358bc90C73A',
      oracle: '0x2Cc0Fc26eD4563A5ce5e8bdcfe1A2878676Ae156',
    },
  },
  {
    id: 42161,
    network: 'arbitrum',
    nativeCurrency: ether,
    blockExplorer: { name: 'Arbiscan', url: 'https://arbiscan.io' },
    // The address is in @arbitrum/sdk. It has no contract: the node itself answers calls to it.
    l1Fee: { by: 'nodeInterface', nodeInterface: '0x00000000000000000000000000000000000000C8' },
    blockTimeMs: 250,
    staleAfterMs: 60_000,
    transferGas: 1_500_000n,
    finality: [{ belowUsd: 1_000, depth: 80 }, ...rollupFinality.slice(1)],
    feeds: [
      { token: nativeToken, feed: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612', heartbeatS: dayS },
      {
        token: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
        feed: '0x50834F3163758fcC1Df9973b6e91f0F0F0434aD3',
        heartbeatS: dayS,
      },
    ],
    sequencerUptime: '0xFdB631F5EE196F0ed6FAa767959853A9F217697D',
    uniswapV3,
    cctp: onRollup,
    aaveV3: {
      dataProvider: '0x243Aa95cAC2a25651eda86e80bEe66114413c43b',
      oracle: '0xb56c2F0B653B2e0b10C9b928C8580Ac5Df02C7C7',
    },
  },
  {
    id: 137,
    network: 'polygon',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    blockExplorer: { name: 'Polygonscan', url: 'https://polygonscan.com' },
    blockTimeMs: 2_000,
    staleAfterMs: 60_000,
    priorityFeeMin: 25n * gwei,
    gasBudgetPerItem: 100n * whole,
    finality: [
      { belowUsd: 1_000, depth: 32 },
      { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
    ],
    feeds: [
      { token: nativeToken, feed: '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0', heartbeatS: 27 },
      {
        token: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
        feed: '0xfE4A8cc5b5B2366C1B58Bea3858e81843581b2F7',
        heartbeatS: 27,
      },
    ],
    uniswapV3,
    cctp: { standardS: 100 },
    aaveV3: {
      dataProvider: '0x243Aa95cAC2a25651eda86e80bEe66114413c43b',
      oracle: '0xb023e699F5a33916Ea823A16485e259257cA8Bd1',
    },
  },
  {
    id: 56,
    network: 'bnb',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    blockExplorer: { name: 'BscScan', url: 'https://bscscan.com' },
    blockTimeMs: 750,
    staleAfterMs: 60_000,
    priorityFeeMin: gwei / 20n,
    gasBudgetPerItem: whole / 20n,
    finality: [
      { belowUsd: 1_000, depth: 15 },
      { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
    ],
    feeds: [
      { token: nativeToken, feed: '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE', heartbeatS: 27 },
      {
        token: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
        feed: '0x51597f405303C4377E36123cBc172b13269EA163',
        heartbeatS: dayS,
      },
    ],
    uniswapV3: {
      factory: '0xdB1d10011AD0Ff90774D0C6Bb92e5C5c8b4461F7',
      router: '0xB971eF87ede563556b2ED4b1C0b0019111Dd85d2',
      routerTakesDeadline: false,
    },
    aaveV3: {
      dataProvider: '0xc90Df74A7c16245c5F5C5870327Ceb38Fe5d5328',
      oracle: '0x39bc1bfDa2130d6Bb6DBEfd366939b4c7aa7C697',
    },
  },
  {
    id: 43114,
    network: 'avalanche',
    nativeCurrency: { name: 'Avalanche', symbol: 'AVAX', decimals: 18 },
    blockExplorer: { name: 'SnowTrace', url: 'https://snowtrace.io' },
    blockTimeMs: 1_700,
    staleAfterMs: 60_000,
    gasBudgetPerItem: 2n * whole,
    finality: [
      { belowUsd: 1_000, depth: 1 },
      { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
    ],
    feeds: [
      { token: nativeToken, feed: '0x0A77230d17318075983913bC2145DB16C7366156', heartbeatS: dayS },
      {
        token: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
        feed: '0xF096872672F44d6EBA71458D74fe67F9a77a23B9',
        heartbeatS: dayS,
      },
    ],
    uniswapV3: {
      factory: '0x740b1c1de25031C31FF4fC9A62f554A55cdC1baD',
      router: '0xbb00FF08d01D300023C629E8fFfFcb65A5a578cE',
      routerTakesDeadline: false,
    },
    cctp: { standardS: 8 },
    aaveV3: {
      dataProvider: '0x243Aa95cAC2a25651eda86e80bEe66114413c43b',
      oracle: '0xEBd36016B3eD09D4693Ed4251c67Bd858c3c7C9C',
    },
  },
  {
    id: 59144,
    network: 'linea',
    nativeCurrency: ether,
    blockExplorer: { name: 'Lineascan', url: 'https://lineascan.build' },
    blockTimeMs: 2_000,
    staleAfterMs: 120_000,
    finality: [
      { belowUsd: 1_000, depth: 10 },
      { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
    ],
    feeds: [
      { token: nativeToken, feed: '0x3c6Cd9Cc7c7a4c2Cf5a82734CD249D7D593354dA', heartbeatS: dayS },
      {
        token: '0x176211869cA2b568f2A7D4EE941E073a821EE1ff',
        feed: '0xAADAa473C1bDF7317ec07c915680Af29DeBfdCb5',
        heartbeatS: dayS,
      },
    ],
    uniswapV3: {
      factory: '0x31FAfd4889FA1269F7a13A66eE0fB458f27D72A9',
      router: '0x3d4e44Eb1374240CE5F1B871ab261CD16335B76a',
      routerTakesDeadline: false,
    },
    // A standard transfer waits until Linea has proved the burn to Ethereum. Circle says 6 to 32 hours.
    cctp: {
      standardS: 19 * 3_600,
      fastS: 8,
    },
    aaveV3: {
      dataProvider: '0x47cd4b507B81cB831669c71c7077f4daF6762FF4',
      oracle: '0xCFDAdA7DCd2e785cF706BaDBC2B8Af5084d595e9',
    },
  },
  {
    id: 534352,
    network: 'scroll',
    nativeCurrency: ether,
    blockExplorer: { name: 'Scrollscan', url: 'https://scrollscan.com' },
    // Scroll's gas price oracle, a predeploy. The address is in @scroll-tech/contracts.
    l1Fee: { by: 'oracle', oracle: '0x5300000000000000000000000000000000000002' },
    blockTimeMs: 3_000,
    staleAfterMs: 120_000,
    finality: rollupFinality,
    feeds: [
      { token: nativeToken, feed: '0x6bF14CB0A831078629D993FDeBcB182b21A8774C', heartbeatS: dayS },
      {
        token: '0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4',
        feed: '0x43d12Fb3AfCAd5347fA764EeAB105478337b7200',
        heartbeatS: dayS,
      },
    ],
    sequencerUptime: '0x45c2b8C204568A03Dc7A2E32B71D67Fe97F908A9',
    aaveV3: {
      dataProvider: '0xBEa2B648f05887eCbF1d115da8b7E4A317975A51',
      oracle: '0x04421D8C506E2fA2371a08EfAaBf791F624054F3',
    },
  },
  {
    id: 100,
    network: 'gnosis',
    nativeCurrency: { name: 'xDAI', symbol: 'XDAI', decimals: 18 },
    blockExplorer: { name: 'Gnosisscan', url: 'https://gnosisscan.io' },
    blockTimeMs: 5_000,
    staleAfterMs: 90_000,
    gasBudgetPerItem: 20n * whole,
    finality: [
      { belowUsd: 1_000, depth: 12 },
      { belowUsd: 10_000, depth: 'safe' },
      { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
    ],
    feeds: [
      { token: nativeToken, feed: '0x678df3415fc31947dA4324eC63212874be5a82f8', heartbeatS: dayS },
      {
        token: '0xDDAfbb505ad214D7b80b1f830fcCc89B60fb7A83',
        feed: '0x26C31ac71010aF62E6B486D1132E266D6298857D',
        heartbeatS: dayS,
      },
    ],
    aaveV3: {
      dataProvider: '0xF1F5acB596568895393cB5E4D0452D6592A2fA70',
      oracle: '0xeb0a051be10228213BAEb449db63719d6742F7c4',
    },
  },
])
