import type { PoolStable, PoolV2 } from './pool.ts'
import { inStable, outStable } from './swapStable.ts'
import { inV2, outV2 } from './swapV2.ts'

/** Pools whose whole state is two reserves. */
export type ReservePool = PoolV2 | PoolStable
export type Reserves = { reserve0: bigint; reserve1: bigint }

export function outOfReserves(
  pool: ReservePool,
  reserves: Reserves,
  zeroForOne: boolean,
  amountIn: bigint,
): bigint | undefined {
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
  if (pool.kind === 'stable') return inStable(pool, reserves, zeroForOne, amountOut)
  const { reserve0, reserve1 } = reserves
  return zeroForOne
    ? inV2(reserve0, reserve1, pool.feePpm, amountOut)
    : inV2(reserve1, reserve0, pool.feePpm, amountOut)
}

/** The pool after a swap. */
export function afterReserves<P extends ReservePool>(
  pool: P,
  zeroForOne: boolean,
  amountIn: bigint,
  amountOut: bigint,
): P {
  const [in0, in1] = zeroForOne ? [amountIn, -amountOut] : [-amountOut, amountIn]
  return { ...pool, reserve0: pool.reserve0 + in0, reserve1: pool.reserve1 + in1 }
}
