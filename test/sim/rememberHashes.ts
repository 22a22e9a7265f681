import type { Keccak } from '../../src/evm/keccak.ts'
import type { Hex } from '../../src/interface/fields.ts'

const hashesMax = 5_000

/** Wallets, slots and batches are hashed again by every process, node and block that meets them. */
export function rememberHashes(hash: Keccak): Keccak {
  const known = new Map<Hex, Hex>()
  return (data) => {
    const found = known.get(data)
    if (found) return found
    if (known.size >= hashesMax) known.clear()
    const made = hash(data)
    known.set(data, made)
    return made
  }
}
