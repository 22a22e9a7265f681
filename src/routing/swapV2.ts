import { feePpmWhole } from './pool.ts'

const feeWhole = BigInt(feePpmWhole)

/** UniswapV2Library.getAmountOut; `undefined` where it reverts. */
export function outV2(reserveIn: bigint, reserveOut: bigint, feePpm: number, amountIn: bigint): bigint | undefined {
  if (amountIn <= 0n || reserveIn <= 0n || reserveOut <= 0n) return undefined
  const afterFee = amountIn * (feeWhole - BigInt(feePpm))
  return (afterFee * reserveOut) / (reserveIn * feeWhole + afterFee)
}

/** UniswapV2Library.getAmountIn; `undefined` where it reverts. */
export function inV2(reserveIn: bigint, reserveOut: bigint, feePpm: number, amountOut: bigint): bigint | undefined {
  if (amountOut <= 0n || reserveIn <= 0n || amountOut >= reserveOut) return undefined
  return (reserveIn * amountOut * feeWhole) / ((reserveOut - amountOut) * (feeWhole - BigInt(feePpm))) + 1n
}
