import { sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import { midPriceSolidly } from './curveSolidly.ts'
import { midPriceStable } from './curveStable.ts'
import type { HopPool } from './pool.ts'

/** Units of the other token for one unit of `tokenIn`, without fee and price impact. For comparisons only: a spot price can be manipulated within a block. */
export function midPrice(pool: HopPool, tokenIn: Address): number {
  const zeroForOne = sameAddress(tokenIn, pool.token0)
  if (pool.kind === 'wrap') return 1
  if (pool.kind === 'stable') return midPriceStable(pool, zeroForOne)
  if (pool.kind === 'solidly') return midPriceSolidly(pool, zeroForOne)
  const price =
    pool.kind === 'v2'
      ? Number(pool.reserve1) / Number(pool.reserve0)
      : (Number(pool.sqrtPriceX96) / 2 ** 96) * (Number(pool.sqrtPriceX96) / 2 ** 96)
  return zeroForOne ? price : 1 / price
}
