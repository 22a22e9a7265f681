import type { DevnetContracts, DevnetToken } from '../chains/definitions/devnet/devnetContracts.ts'
import { unitsForUsd } from '../chains/definitions/devnet/facts.ts'
import { sqrtRatioAtTick } from '../routing/swapV3.ts'

type Tokens = Pick<DevnetContracts, DevnetToken>

const maxTick = 887_272
const q96 = 1n << 96n

/** Half-widths of liquidity positions in ticks around the price; one tick is 0.01 %. The last one is the full range. */
export const stableRanges = [5, 40, 600, maxTick]
export const volatileRanges = [600, 2_400, 9_000, maxTick]

export type PlannedPool = {
  pair: readonly [DevnetToken, DevnetToken]
  tickSpacing: number
  /** Dollars on each side of the price, in all ranges together. */
  sideUsd: bigint
  ranges: readonly number[]
}

export type PlannedPosition = {
  halfWidth: number
  tickLower: number
  tickUpper: number
  amount0: bigint
  amount1: bigint
  /** The liquidity that both amounts pay for. */
  liquidity: bigint
}

/** A tick pool at devnet prices: ordered tokens, first price, and positions with an equal share of the dollars each. */
export function positionsAround(contracts: Tokens, { pair, tickSpacing, sideUsd, ranges }: PlannedPool) {
  const [token0, token1] = sortByAddress(contracts, pair)
  const sqrtPriceX96 = sqrtPrice(token0, token1)
  const centre = tickAt(sqrtPriceX96)
  const edge = Math.floor(maxTick / tickSpacing) * tickSpacing
  const shareUsd = sideUsd / BigInt(ranges.length)
  const [amount0, amount1] = [unitsForUsd(token0, shareUsd), unitsForUsd(token1, shareUsd)]
  const positions = ranges.map((halfWidth): PlannedPosition => {
    const tickLower = Math.max(-edge, Math.floor((centre - halfWidth) / tickSpacing) * tickSpacing)
    const tickUpper = Math.min(edge, Math.ceil((centre + halfWidth) / tickSpacing) * tickSpacing)
    const [lower, upper] = [sqrtRatioAtTick(tickLower), sqrtRatioAtTick(tickUpper)]
    const for0 = (amount0 * sqrtPriceX96 * upper) / q96 / (upper - sqrtPriceX96)
    const for1 = (amount1 * q96) / (sqrtPriceX96 - lower)
    return { halfWidth, tickLower, tickUpper, amount0, amount1, liquidity: for0 < for1 ? for0 : for1 }
  })
  return { token0, token1, sqrtPriceX96, positions }
}

function sortByAddress(contracts: Tokens, pair: readonly [DevnetToken, DevnetToken]): [DevnetToken, DevnetToken] {
  const [a, b] = pair
  return contracts[a].toLowerCase() < contracts[b].toLowerCase() ? [a, b] : [b, a]
}

/** √(token1 per token0) · 2^96 by the price table. The large sum makes the division exact enough for 160 bits. */
function sqrtPrice(token0: DevnetToken, token1: DevnetToken): bigint {
  const dollars = 10n ** 12n
  return integerSqrt((unitsForUsd(token1, dollars) << 192n) / unitsForUsd(token0, dollars))
}

function integerSqrt(value: bigint): bigint {
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

/** Close enough to centre a range; the pool computes its own tick. */
function tickAt(sqrtPriceX96: bigint): number {
  return Math.round((2 * Math.log(Number(sqrtPriceX96) / 2 ** 96)) / Math.log(1.0001))
}
