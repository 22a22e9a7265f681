import type { Address } from '../interface/fields.ts'

export function addressKey(address: Address): string {
  return address.toLowerCase()
}

export function sameAddress(left: Address, right: Address): boolean {
  return left === right || left.toLowerCase() === right.toLowerCase()
}
