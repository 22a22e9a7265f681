import secp256k1 from 'secp256k1'
import { bytesToHex, getAddress, type Hex, hexToBytes, size, slice } from 'viem'
import { keccak256 } from '../../../src/evm/keccak.ts'
import type { Address } from '../../../src/interface/fields.ts'

/** Who signed a hash; undefined for invalid bytes. Cached: every simulation and node has the same ones. */
export function recover(hash: Hex, signature: Hex): Address | undefined {
  const key = `${hash}${signature}`
  if (recovered.size > recoveredMax) recovered.clear()
  if (!recovered.has(key)) recovered.set(key, recoverNew(hash, signature))
  return recovered.get(key)
}

const recovered = new Map<string, Address | undefined>()
export const recoveredMax = 500

function recoverNew(hash: Hex, signature: Hex): Address | undefined {
  if (size(signature) !== 65) return undefined
  const bytes = hexToBytes(signature)
  const parity = (bytes[64] ?? 0) % 27
  try {
    const key = secp256k1.ecdsaRecover(bytes.subarray(0, 64), parity, hexToBytes(hash), false)
    return getAddress(slice(keccak256(bytesToHex(key.subarray(1))), 12))
  } catch {
    return undefined
  }
}
