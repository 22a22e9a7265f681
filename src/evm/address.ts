import type { Address } from '../interface/fields.ts'

export function addressKey(address: Address): string {
  return address.toLowerCase()
}

export function sameAddress(left: Address, right: Address): boolean {
  return left === right || left.toLowerCase() === right.toLowerCase()
}

/** Every address anywhere in a value, in lower case. */
export function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^0x[0-9a-f]{40}$/i.test(value) ? [value.toLowerCase()] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(addressesIn) : []
}
