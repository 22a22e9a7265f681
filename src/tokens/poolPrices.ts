import { decodeFunctionResult, type Hex, parseAbi } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { type CallCost, onAccount } from '../host/callCost.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import { curveOf, curveOut, depthOf } from '../routing/curve.ts'
import type { Liquidity } from '../routing/graph.ts'
import { poolsWith } from '../routing/graph.ts'
import type { Pool, PoolV2, PoolV3 } from '../routing/pool.ts'
import type { Price, PriceSource } from './priceSource.ts'

const abi = parseAbi([
  'function observe(uint32[] secondsAgos) view returns (int56[] tickCumulatives, uint160[] secondsPerLiquidityCumulativeX128s)',
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
  'function price0CumulativeLast() view returns (uint256)',
])

export type PoolPriceSettings = {
  /** Averaging windows for a v3 pool; the first one that the pool's stored observations cover is used. */
  windowsS: readonly number[]
  /** A v2 pool stores no observations: average between two of our samples, this far apart to the longest window. */
  sampledS: number
  samplesMax: number
  /** Pools with less depth are ignored: their price can be manipulated too cheaply. */
  depthUsdMin: number
  poolsTriedMax: number
}

export const poolPriceDefaults: PoolPriceSettings = {
  windowsS: [1_800, 600],
  sampledS: 300,
  samplesMax: 32,
  depthUsdMin: 50_000,
  poolsTriedMax: 3,
}

export type PoolPriceOptions = {
  chains: ReadonlyMap<number, Chain>
  liquidity: Liquidity
  /** Prices of the token on the other side of a pool. */
  anchors: PriceSource
  decimals(chainId: number, token: Address): number | undefined
  settings?: Partial<PoolPriceSettings>
}

/**
 * Prices of tokens without a feed: the time-weighted average (TWAP) of a deep pool against a token that has one. A spot
 * price can be moved within a block, so it serves only to choose the deepest pool.
 */
export function createPoolPrices(options: PoolPriceOptions): PriceSource {
  const { chains, liquidity, anchors } = options
  const settings = { ...poolPriceDefaults, ...options.settings }
  const sampler = createSampler(settings)

  const price = async (chainId: number, token: Address, cost?: CallCost): Promise<Price | undefined> => {
    const chain = onAccount(chains.get(chainId), cost)
    const graph = liquidity.graph(chainId)
    if (!chain || !graph) return undefined
    const traded = sameAddress(token, nativeToken) ? chain.definition.wrappedNative : token
    const pools = poolsWith(graph, traded).filter(remembersPrices)
    const anchored = await Promise.all(pools.map((pool) => anchor(chainId, pool, traded, cost)))
    const deep = anchored
      .filter((one) => one !== undefined)
      .filter(({ depthUsd }) => depthUsd >= settings.depthUsdMin)
      .toSorted((a, b) => b.depthUsd - a.depthUsd)
    for (const { pool, unitUsd, scale } of deep.slice(0, settings.poolsTriedMax)) {
      const ratio = pool.kind === 'v3' ? await meanV3(chain, pool, settings.windowsS) : await sampler(chain, pool)
      if (ratio === undefined) continue
      const usd = (sameAddress(pool.token0, traded) ? ratio : 1 / ratio) * scale * unitUsd
      const { timestampS } = await chain.head()
      return { usd, observedAtMs: timestampS * 1_000, source: 'pool' }
    }
    return undefined
  }

  /** The pool from its other token's side, if that has a price. `scale` converts base units to whole tokens. */
  const anchor = async (chainId: number, pool: TimedPool, token: Address, cost: CallCost | undefined) => {
    const isToken0 = sameAddress(pool.token0, token)
    const other = isToken0 ? pool.token1 : pool.token0
    const [tokenDecimals, otherDecimals] = [options.decimals(chainId, token), options.decimals(chainId, other)]
    const known = await anchors.price(chainId, other, cost)
    if (!known || tokenDecimals === undefined || otherDecimals === undefined) return undefined
    const depthUsd = (reserveOf(pool, isToken0 ? 1 : 0) / 10 ** otherDecimals) * known.usd
    return { pool, unitUsd: known.usd, scale: 10 ** (tokenDecimals - otherDecimals), depthUsd }
  }

  return {
    price,
    prices: (tokens, cost) => Promise.all(tokens.map(({ chainId, token }) => price(chainId, token, cost))),
  }
}

type TimedPool = PoolV2 | PoolV3

/** Pools of Uniswap v4 and stable pools record no past prices. */
const remembersPrices = (pool: Pool): pool is TimedPool => pool.kind === 'v2' || (pool.kind === 'v3' && !pool.key)

/** Depth is what the pool pays out until its price has fallen by this share. */
const fall = 0.2

/**
 * Base units on one side, as the reserve of the v2 pool that pays out as much until its price has fallen by a fifth.
 * Virtual reserves mislead: liquidity in one tick has large ones and holds a few dollars.
 */
function reserveOf(pool: TimedPool, side: 0 | 1): number {
  if (pool.kind === 'v2') return Number(side === 0 ? pool.reserve0 : pool.reserve1)
  const selling = curveOf(pool, side === 1)
  return curveOut(selling, 0, depthOf(selling, fall)) / (1 - Math.sqrt(1 - fall))
}

/** Token1 for one token0, in base units: the mean tick over the first window that the pool's observations cover. */
async function meanV3(chain: Chain, { id }: PoolV3, windowsS: readonly number[]): Promise<number | undefined> {
  const reads = windowsS.map((windowS) =>
    chain.read({ to: id, data: encodeCall({ abi, functionName: 'observe', args: [[windowS, 0]] }) }),
  )
  for (const [index, outcome] of (await Promise.all(reads)).entries()) {
    if (!outcome.ok) continue
    const [[from, to]] = decodeFunctionResult({ abi, functionName: 'observe', data: outcome.data })
    return 1.0001 ** (Number(to! - from!) / windowsS[index]!)
  }
  return undefined
}

type Sample = { atS: number; cumulative: bigint }

/** Keeps earlier samples of v2 pairs' cumulative prices: an average needs two. */
function createSampler({ sampledS, samplesMax, windowsS }: PoolPriceSettings) {
  const samples = new Map<string, Sample[]>()
  const poolsMax = 4_096
  return async (chain: Chain, { id }: PoolV2): Promise<number | undefined> => {
    const sample = await readSample(chain, id)
    if (!sample) return undefined
    const key = `${chain.id}:${id}`
    const kept = samples.get(key) ?? []
    if (kept.length === 0 && samples.size === poolsMax) samples.delete(samples.keys().next().value!)
    samples.set(key, kept)
    // Samples are spaced, so that the oldest of the `samplesMax` kept ones is at least `sampledS` old.
    if (sample.atS - (kept.at(-1)?.atS ?? 0) >= (2 * sampledS) / samplesMax) kept.push(sample)
    if (kept.length > samplesMax) kept.shift()
    const base = kept.findLast(({ atS }) => sample.atS - atS >= sampledS)
    // After a long gap, the mean over it says little about now.
    if (!base || sample.atS - base.atS > Math.max(...windowsS)) return undefined
    return Number(BigInt.asUintN(256, sample.cumulative - base.cumulative)) / (sample.atS - base.atS) / 2 ** 112
  }
}

/** Token0's cumulative price at the head. The pair stores it as of its last swap; add the time since then. */
async function readSample(chain: Chain, id: Address): Promise<Sample | undefined> {
  const { number, timestampS } = await chain.head()
  const readAtBlock = (data: Hex) => chain.read({ to: id, data }, { block: number })
  const [reserves, last] = await Promise.all([
    readAtBlock(encodeCall({ abi, functionName: 'getReserves' })),
    readAtBlock(encodeCall({ abi, functionName: 'price0CumulativeLast' })),
  ])
  if (!reserves.ok || !last.ok) return undefined
  const [reserve0, reserve1, writtenS] = decodeFunctionResult({ abi, functionName: 'getReserves', data: reserves.data })
  if (reserve0 === 0n) return undefined
  const cumulative = decodeFunctionResult({ abi, functionName: 'price0CumulativeLast', data: last.data })
  const elapsedS = BigInt.asUintN(32, BigInt(timestampS) - BigInt(writtenS))
  return { atS: timestampS, cumulative: cumulative + ((reserve1 << 112n) / reserve0) * elapsedS }
}
