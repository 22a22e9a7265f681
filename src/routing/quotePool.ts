import { sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import type { Pool, PoolV2 } from './pool.ts'
import { inV2, outV2 } from './swapV2.ts'
import { swapV3 } from './swapV3.ts'

/** What `amountIn` of `tokenIn` gives, to the unit of the contract, and the pool afterwards. `undefined`: it would revert or not fill. */
export function quotePool(
  pool: Pool,
  tokenIn: Address,
  amountIn: bigint,
): { amountOut: bigint; after: Pool } | undefined {
  const zeroForOne = sameAddress(tokenIn, pool.token0)
  if (amountIn <= 0n || !(zeroForOne || sameAddress(tokenIn, pool.token1))) return undefined
  if (pool.kind === 'v3') {
    const swap = swapV3(pool, pool, zeroForOne, amountIn)
    return swap && { amountOut: swap.amountOut, after: { ...pool, ...swap.cursor } }
  }
  const [reserveIn, reserveOut] = reserves(pool, zeroForOne)
  const amountOut = outV2(reserveIn, reserveOut, pool.feePpm, amountIn)
  return amountOut === undefined
    ? undefined
    : { amountOut, after: afterV2(pool, zeroForOne, reserveIn + amountIn, reserveOut - amountOut) }
}

/** What it takes to get exactly `amountOut` of `tokenOut`, to the unit of the contract, and the pool afterwards. */
export function quotePoolExactOut(
  pool: Pool,
  tokenOut: Address,
  amountOut: bigint,
): { amountIn: bigint; after: Pool } | undefined {
  const zeroForOne = sameAddress(tokenOut, pool.token1)
  if (amountOut <= 0n || !(zeroForOne || sameAddress(tokenOut, pool.token0))) return undefined
  if (pool.kind === 'v3') {
    const swap = swapV3(pool, pool, zeroForOne, -amountOut)
    return swap && { amountIn: swap.amountIn, after: { ...pool, ...swap.cursor } }
  }
  const [reserveIn, reserveOut] = reserves(pool, zeroForOne)
  const amountIn = inV2(reserveIn, reserveOut, pool.feePpm, amountOut)
  return amountIn === undefined
    ? undefined
    : { amountIn, after: afterV2(pool, zeroForOne, reserveIn + amountIn, reserveOut - amountOut) }
}

function reserves(pool: PoolV2, zeroForOne: boolean): [bigint, bigint] {
  return zeroForOne ? [pool.reserve0, pool.reserve1] : [pool.reserve1, pool.reserve0]
}

function afterV2(pool: PoolV2, zeroForOne: boolean, reserveIn: bigint, reserveOut: bigint): PoolV2 {
  return zeroForOne
    ? { ...pool, reserve0: reserveIn, reserve1: reserveOut }
    : { ...pool, reserve0: reserveOut, reserve1: reserveIn }
}
