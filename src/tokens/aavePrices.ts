import { LRUCache } from 'lru-cache'
import { parseAbi, zeroAddress } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { addressKey, sameAddress } from '../evm/address.ts'
import { readContract } from '../evm/readContract.ts'
import { type CallCost, onAccount } from '../host/callCost.ts'
import type { Clock } from '../host/clock.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { readRound } from './feedRound.ts'
import { feedOf, maxAgeS } from './oraclePrices.ts'
import type { Price, PriceSource } from './priceSource.ts'
import { createSequencerWatch } from './sequencerWatch.ts'

const oracleAbi = parseAbi([
  'function getAssetPrice(address asset) view returns (uint256)',
  'function getSourceOfAsset(address asset) view returns (address)',
  'function BASE_CURRENCY_UNIT() view returns (uint256)',
])
/** Aave's own adapters name the Chainlink feed that they cap or multiply through one of these functions. */
const adapterAbi = parseAbi([
  'function ASSET_TO_USD_AGGREGATOR() view returns (address)',
  'function BASE_TO_USD_AGGREGATOR() view returns (address)',
])
/** Chainlink's slowest heartbeat for dollar prices; for assets whose feed the definition does not name. */
const heartbeatSMax = 86_400
/** Cache time of an asset's source, which changes by a vote of Aave's governance that takes days. */
const sourceKeptMs = 600_000
const sourcesMax = 10_000

/** The Chainlink feed whose age is the price's age, and the unit of AaveOracle's prices. */
type Source = { aggregator: Address; unit: bigint }

/**
 * Dollar prices of every asset that the chain's Aave market lists. AaveOracle reports no age, so the age is that of the
 * Chainlink feed behind it. An asset without a known feed (a fixed price, a foreign adapter) has no price here.
 */
export function createAavePrices({ chains, clock }: { chains: ReadonlyMap<number, Chain>; clock: Clock }): PriceSource {
  const believedSinceS = createSequencerWatch(clock)
  const sources = new LRUCache<string, { source?: Source }>({
    max: sourcesMax,
    ttl: sourceKeptMs,
    perf: clockOf(clock),
  })

  async function price(chainId: number, token: Address, cost?: CallCost): Promise<Price | undefined> {
    const chain = onAccount(chains.get(chainId), cost)
    const oracle = chain?.definition.aaveV3?.oracle
    if (!chain || !oracle) return undefined
    const asset = sameAddress(token, nativeToken) ? chain.definition.wrappedNative : token
    const source = await sourceOf(chain, oracle, asset)
    if (!source) return undefined
    const [value, round, head, sinceS] = await Promise.all([
      readContract(chain, oracle, oracleAbi, 'getAssetPrice', [asset]),
      readRound(chain, source.aggregator),
      chain.head(),
      believedSinceS(chain),
    ])
    if (!value || !round || sinceS === undefined || round.updatedAtS < sinceS) return undefined
    const ageS = Math.max(head.timestampS, clock.nowMs() / 1_000) - round.updatedAtS
    if (ageS > maxAgeS(feedOf(chain, token)?.heartbeatS ?? heartbeatSMax)) return undefined
    return { usd: Number(value) / Number(source.unit), observedAtMs: round.updatedAtS * 1_000, source: 'oracle' }
  }

  async function sourceOf(chain: Chain, oracle: Address, asset: Address): Promise<Source | undefined> {
    const key = `${chain.id}:${addressKey(asset)}`
    const known = sources.get(key)
    if (known) return known.source
    const source = await findSource(chain, oracle, asset)
    sources.set(key, { source })
    return source
  }

  return {
    price,
    prices: (tokens, cost) => Promise.all(tokens.map(({ chainId, token }) => price(chainId, token, cost))),
  }
}

async function findSource(chain: Chain, oracle: Address, asset: Address): Promise<Source | undefined> {
  const [contract, unit] = await Promise.all([
    readContract(chain, oracle, oracleAbi, 'getSourceOfAsset', [asset]),
    readContract(chain, oracle, oracleAbi, 'BASE_CURRENCY_UNIT', []),
  ])
  if (!contract || !unit || sameAddress(contract, zeroAddress)) return undefined
  const [own, capped, multiplied] = await Promise.all([
    readRound(chain, contract),
    readContract(chain, contract, adapterAbi, 'ASSET_TO_USD_AGGREGATOR', []),
    readContract(chain, contract, adapterAbi, 'BASE_TO_USD_AGGREGATOR', []),
  ])
  const aggregator = own ? contract : (capped ?? multiplied)
  return aggregator && { aggregator, unit }
}

const clockOf = (clock: Clock) => ({ now: () => clock.nowMs() })
