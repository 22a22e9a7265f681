import type { PoolSolidly, PoolStable, PoolV2 } from './pool.ts'
import { feeOf, inSolidly, outSolidly } from './swapSolidly.ts'
import { inStable, outStable } from './swapStable.ts'
import { inV2, outV2 } from './swapV2.ts'

/** Pools whose whole state is two reserves. */
export type ReservePool = PoolV2 | PoolStable | PoolSolidly
export type Reserves = { reserve0: bigint; reserve1: bigint }

export function outOfReserves(
  pool: ReservePool,
  reserves: Reserves,
  zeroForOne: boolean,
  amountIn: bigint,
): bigint | undefined {
  if (pool.kind === 'solidly') return outSolidly(pool, reserves, zeroForOne, amountIn)
  if (pool.kind === 'stable') return outStable(pool, reserves, zeroForOne, amountIn)
  const { reserve0, reserve1 } = reserves
  return zeroForOne
    ? outV2(reserve0, reserve1, pool.feePpm, amountIn)
    : outV2(reserve1, reserve0, pool.feePpm, amountIn)
}

export function inToReserves(
  pool: ReservePool,
  reserves: Reserves,
  zeroForOne: boolean,
  amountOut: bigint,
): bigint | undefined {
  if (pool.kind === 'solidly') return inSolidly(pool, reserves, zeroForOne, amountOut)
  if (pool.kind === 'stable') return inStable(pool, reserves, zeroForOne, amountOut)
  const { reserve0, reserve1 } = reserves
  return zeroForOne
    ? inV2(reserve0, reserve1, pool.feePpm, amountOut)
    : inV2(reserve1, reserve0, pool.feePpm, amountOut)
}

/** The reserves after a swap. */
export function afterReserves(
  pool: ReservePool,
  { reserve0, reserve1 }: Reserves,
  zeroForOne: boolean,
  amountIn: bigint,
  amountOut: bigint,
): Reserves {
  const kept = pool.kind === 'solidly' ? amountIn - feeOf(pool, amountIn) : amountIn
  return zeroForOne
    ? { reserve0: reserve0 + kept, reserve1: reserve1 - amountOut }
    : { reserve0: reserve0 - amountOut, reserve1: reserve1 + kept }
}
