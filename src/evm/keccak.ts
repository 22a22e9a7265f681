import { type Hex, keccak256 as plainKeccak } from 'viem'
import { hashAddressesBy } from '../interface/fields.ts'

export type Keccak = (data: Hex) => Hex

let inUse: Keccak = (data) => plainKeccak(data)

export const keccak256: Keccak = (data) => inUse(data)

const samples: readonly Hex[] = [
  '0x',
  '0x00',
  `0x${'ab'.repeat(135)}`,
  `0x${'cd'.repeat(136)}`,
  `0x${'ef'.repeat(1_000)}`,
]

/** Replaces viem's Keccak: a quote hashes dozens of times. Throws if `other` gives different hashes. */
export function useKeccak(other: Keccak): void {
  for (const sample of samples) {
    if (other(sample) !== plainKeccak(sample))
      throw new Error('the compiled Keccak-256 does not hash like the plain one')
  }
  inUse = other
  hashAddressesBy(other)
}
