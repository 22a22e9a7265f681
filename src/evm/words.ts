import type { Hex } from '../interface/fields.ts'

/** ABI encoding of values of fixed size: each is padded to one 32-byte word. */
export function words(...values: readonly (Hex | bigint | number | boolean)[]): Hex {
  let digits = ''
  for (const value of values) digits += (typeof value === 'string' ? value.slice(2) : hexOf(value)).padStart(64, '0')
  return `0x${digits}`
}

function hexOf(value: bigint | number | boolean): string {
  const whole = BigInt(value)
  if (whole < 0n) throw new RangeError(`${whole} is negative`)
  return whole.toString(16)
}
