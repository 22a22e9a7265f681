import secp256k1 from 'secp256k1'
import { bytesToHex, getAddress, hexToBytes, isHex, slice } from 'viem'
import type { Address, Hex } from '../interface/fields.ts'
import { keccak256 } from './keccak.ts'

const signatureBytes = 65
/** The last byte: the parity of the point, or as Ethereum has written it since its beginning. */
const parities = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])

/**
 * Whose key signed a hash; undefined where no key can be recovered from the bytes. With the native library and at once: viem imports its
 * curves for each signature, which takes turns of the event loop that no simulated clock can order.
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
