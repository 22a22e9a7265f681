import { sameAddress } from '../evm/address.ts'
import type { Address } from '../interface/fields.ts'
import type { Pool } from './pool.ts'
import { afterReserves, inToReserves, outOfReserves } from './swapReserves.ts'
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
  const amountOut = outOfReserves(pool, pool, zeroForOne, amountIn)
  return amountOut === undefined
    ? undefined
    : { amountOut, after: { ...pool, ...afterReserves(pool, pool, zeroForOne, amountIn, amountOut) } }
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
  const amountIn = inToReserves(pool, pool, zeroForOne, amountOut)
  return amountIn === undefined
    ? undefined
    : { amountIn, after: { ...pool, ...afterReserves(pool, pool, zeroForOne, amountIn, amountOut) } }
}
