import secp256k1 from 'secp256k1'
import { bytesToHex, getAddress, hexToBytes, isHex, slice } from 'viem'
import type { Address, Hex } from '../interface/fields.ts'
import { keccak256 } from './keccak.ts'

const signatureBytes = 65
/** The last byte: the parity of the point, as 0 and 1 or as Ethereum's 27 and 28. */
const parities = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])

/**
 * The address whose key signed a hash; undefined if none can be recovered. Synchronous, by the native library: viem
 * imports its curves at each call, over turns of the event loop that a simulation cannot order.
 */
export function recoverSigner(hash: Hex, signature: Hex): Address | undefined {
  if (!isHex(signature) || signature.length !== 2 + 2 * signatureBytes) return undefined
  const bytes = hexToBytes(signature)
  const parity = parities.get(bytes[signatureBytes - 1] ?? -1)
  if (parity === undefined) return undefined
  try {
    const key = secp256k1.ecdsaRecover(bytes.subarray(0, signatureBytes - 1), parity, hexToBytes(hash), false)
    return getAddress(slice(keccak256(bytesToHex(key.subarray(1))), 12))
  } catch {
    return undefined // no point of the curve has these coordinates
  }
}
