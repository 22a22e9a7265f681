import type { Address } from '../../src/interface/fields.ts'
import type { Pool, PoolV3, Tick } from '../../src/routing/pool.ts'
import { sqrtRatioAtTick, tickAtSqrtRatio } from '../../src/routing/swapV3.ts'

/** A seeded stream of numbers in [0, 1): mulberry32. */
export type Random = () => number

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export type RandomToken = { address: Address; decimals: number; priceUsd: number; hub: boolean }
export type RandomWorld = { tokens: RandomToken[]; pools: Pool[]; liquidityUsd: number[] }

const spacings: Record<number, number> = { 100: 1, 500: 10, 3000: 60, 10000: 200 }
const feesPpm = [100, 500, 3000, 3000, 10000] as const
const gasV2 = 90_000n
const gasV3 = 130_000n

/**
 * A realistic market: a few hubs with deep pools of every kind between them, a long tail of tokens attached to one or
 * more hubs and sometimes to each other, prices that agree up to about the fees.
 */
export function randomPools(seed: number, tokenCount: number, poolCount: number): RandomWorld {
  const random = seededRandom(seed)
  const hubCount = Math.max(3, Math.round(Math.sqrt(tokenCount) / 3))
  const tokens: RandomToken[] = Array.from({ length: tokenCount }, (_, index) => {
    // As on real chains: stable dollars and bitcoins have few decimals, most tokens have 18.
    const kind = random()
    const priceUsd = kind < 0.15 ? 1 : kind < 0.2 ? 60_000 : 10 ** between(random, -3, 3.5)
    const decimals = kind < 0.15 ? 6 : kind < 0.2 ? 8 : 18
    return { address: address(1, index), decimals, priceUsd, hub: index < hubCount }
  })
  const pools: Pool[] = []
  const liquidityUsd: number[] = []
  const add = (left: number, right: number, usd: number) => {
    if (pools.length >= poolCount || left === right) return
    pools.push(randomPool(random, pools.length, tokens[left]!, tokens[right]!, usd))
    liquidityUsd.push(usd)
  }

  for (let left = 0; left < hubCount; left++) {
    for (let right = left + 1; right < hubCount; right++) {
      const parallel = 1 + Math.floor(random() * 4)
      for (let i = 0; i < parallel; i++) add(left, right, 10 ** between(random, 5, 8))
    }
  }
  // Attach each token of the tail to a hub, so that a route always exists.
  for (let tail = hubCount; tail < tokenCount; tail++)
    add(tail, hubIndex(random, hubCount), 10 ** between(random, 4, 7))
  while (pools.length < poolCount) {
    // Popular tokens get more pools: the square bends the choice towards the front.
    const tail = hubCount + Math.floor(random() ** 2 * (tokenCount - hubCount))
    const toHub = random() < 0.85
    const other = toHub ? hubIndex(random, hubCount) : hubCount + Math.floor(random() * (tokenCount - hubCount))
    add(tail, other, 10 ** between(random, 3, 7))
  }
  return { tokens, pools, liquidityUsd }
}

function randomPool(random: Random, index: number, a: RandomToken, b: RandomToken, usd: number): Pool {
  const [token0, token1] = a.address < b.address ? [a, b] : [b, a]
  const v3 = random() < 0.5
  const feePpm = v3 ? feesPpm[Math.floor(random() * feesPpm.length)]! : 3000
  // Arbitrage keeps pools within about their fee of the true price.
  const noise = 1 + (random() - 0.5) * 2 * Math.min(0.003, (feePpm / 1e6) * 0.8)
  const unit0 = 10 ** token0.decimals / token0.priceUsd
  const unit1 = (10 ** token1.decimals / token1.priceUsd) * noise
  const amount0 = (usd / 2) * unit0
  const amount1 = (usd / 2) * unit1
  const common = { id: address(2, index), chainId: 1, token0: token0.address, token1: token1.address, feePpm }
  if (!v3) {
    return {
      ...common,
      kind: 'v2',
      provider: 'UNISWAP_V2',
      reserve0: BigInt(Math.ceil(amount0)) + 1n,
      reserve1: BigInt(Math.ceil(amount1)) + 1n,
      gas: gasV2,
    }
  }
  return {
    ...common,
    kind: 'v3',
    provider: 'UNISWAP_V3',
    gas: gasV3,
    ...ranges(random, Math.sqrt(amount1 / amount0), Math.sqrt(amount0 * amount1), spacings[feePpm]!),
  }
}

/** A full-range position and some narrower ones around the price, most of them over it. */
function ranges(
  random: Random,
  root: number,
  depth: number,
  tickSpacing: number,
): Pick<PoolV3, 'tickSpacing' | 'sqrtPriceX96' | 'tick' | 'liquidity' | 'ticks'> {
  const sqrtPriceX96 = BigInt(Math.floor(root * 2 ** 48)) << 48n || sqrtRatioAtTick(0)
  const tick = tickAtSqrtRatio(sqrtPriceX96)
  const net = new Map<number, bigint>()
  let liquidity = 0n
  const add = (lower: number, upper: number, amount: bigint) => {
    net.set(lower, (net.get(lower) ?? 0n) + amount)
    net.set(upper, (net.get(upper) ?? 0n) - amount)
    if (lower <= tick && tick < upper) liquidity += amount
  }
  const edge = Math.floor(887_272 / tickSpacing) * tickSpacing
  add(-edge, edge, BigInt(Math.ceil(depth * 0.2)) + 1n)
  const positions = 2 + Math.floor(random() * 24)
  for (let i = 0; i < positions; i++) {
    const width = Math.round(between(random, 2, 12_000 / tickSpacing + 4)) * tickSpacing
    const centre = tick + Math.round((random() - 0.5) * width * 1.2)
    const lower = Math.floor((centre - width / 2) / tickSpacing) * tickSpacing
    // A narrow range holds more liquidity for the same money.
    const boost = Math.min(40, 12_000 / (width + 1))
    add(lower, lower + width, BigInt(Math.ceil((depth * boost * (0.2 + random())) / positions)) + 1n)
  }
  const ticks: Tick[] = [...net]
    .filter(([, liquidityNet]) => liquidityNet !== 0n)
    .map(([index, liquidityNet]) => ({ index, liquidityNet }))
    .sort((left, right) => left.index - right.index)
  return { tickSpacing, sqrtPriceX96, tick, liquidity, ticks }
}

function hubIndex(random: Random, hubCount: number): number {
  return Math.floor(random() ** 1.5 * hubCount)
}

function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

function address(space: number, index: number): Address {
  return `0x${space.toString(16).padStart(2, '0')}${(index + 1).toString(16).padStart(38, '0')}`
}
