import { nativeToken } from '../../../interface/limits.ts'
import type { ChainDefinition } from '../../chainDefinition.ts'
import { onlyContract } from '../aggregatorContracts.ts'
import { devnetAddresses } from './devnetAddresses.ts'
import { devnetChains, devnetTokens, slotsInAnEpoch, tokenNames } from './facts.ts'
import { climateOf, type WeatherName, weathers } from './weather.ts'

const heartbeatS = 3_600
const blockTimeMs = 1_000

/** The local chains, defined like public ones. `weather` adds the delays of public chains. */
export function devnetDefinitions(weather?: WeatherName): ChainDefinition[] {
  const {
    multicall3,
    weth,
    usdc,
    feeds,
    uniswapV3,
    uniswapV2,
    uniswapV4,
    pancakeswapV3,
    curvePool,
    solidly,
    spokePool,
    cctp,
    layerZero,
    aave,
    vault,
  } = devnetAddresses
  return devnetChains.map(({ id, name, network, domain, eid }, index) => ({
    id,
    name,
    network,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    wrappedNative: weth,
    testnet: true,
    blockTimeMs,
    finality: [
      // A local node never reorganises by itself, so amounts below $20,000 need no confirmations.
      { belowUsd: 20_000, depth: 0 },
      { belowUsd: 200_000, depth: 'safe' },
      { belowUsd: Number.POSITIVE_INFINITY, depth: 'finalized' },
    ],
    ...climateAt(weather, index),
    multicall3,
    feeds: [
      { token: nativeToken, feed: feeds.ETH, heartbeatS },
      ...tokenNames.map((token) => ({
        token: devnetAddresses[token],
        feed: feeds[devnetTokens[token].feed],
        heartbeatS,
      })),
    ],
    uniswapV3: { factory: uniswapV3.factory, router: uniswapV3.router, routerTakesDeadline: true },
    uniswapV2,
    uniswapV4: {
      poolManager: uniswapV4.poolManager,
      stateView: uniswapV4.stateView,
      universalRouter: uniswapV4.universalRouter,
    },
    pancakeswapV3: { ...pancakeswapV3, routerTakesDeadline: false },
    curve: { pools: [curvePool] },
    // The local Solidly router is its own factory.
    solidly: { factory: solidly.router, router: solidly.router },
    // The stand-ins of 0x and LI.FI swap through these (src/devnet/aggregators.ts).
    aggregators: { zeroX: onlyContract(uniswapV3.router), lifi: onlyContract(uniswapV2.router) },
    across: { spokePool },
    cctp: { domain, ...cctp, usdc, ...attestedAfter(climateAt(weather, index)?.blockTimeMs ?? blockTimeMs) },
    layerZero: {
      eid,
      endpoint: layerZero.endpoint,
      deliveredS: attestedAfter(climateAt(weather, index)?.blockTimeMs ?? blockTimeMs).standardS,
      ofts: (['usdt', 'wbtc'] as const).map((token) => ({
        asset: devnetTokens[token].symbol,
        token: devnetAddresses[token],
        decimals: devnetTokens[token].decimals,
        sharedDecimals: 6,
        oft: layerZero.ofts[token],
      })),
    },
    aaveV3: { pool: aave.pool, dataProvider: aave.dataProvider, oracle: aave.oracle },
    erc4626: { vaults: [vault] },
  }))
}

const climateAt = (weather: WeatherName | undefined, index: number) => weather && climateOf(weathers[weather][index]!)

/** The local attester signs standard transfers once their block is `safe`, and fast ones once they are mined. */
const attestedAfter = (ms: number) => ({ standardS: (slotsInAnEpoch * ms) / 1_000 + 1, fastS: 1 })
