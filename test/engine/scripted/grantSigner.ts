import secp256k1 from 'secp256k1'
import { bytesToHex, hashTypedData, hexToBytes } from 'viem'
import { localOperatorKey } from '../../../src/chains/contracts/operator.ts'
import type { GrantSigner } from '../../../src/chains/send/grantKeeper.ts'
import type { Hex } from '../../../src/interface/fields.ts'

const key = hexToBytes(localOperatorKey)
/** By hash: every process of every run signs the same few grants. */
const signatures = new Map<Hex, Hex>()
const signaturesMax = 500

/** Signs as the operator in 1/10 of a viem account's time: every bench and process submits a grant per chain. */
export const grantSigner: GrantSigner = {
  signTypedData: async (typed) => {
    const hash = hashTypedData(typed)
    const known = signatures.get(hash) ?? sign(hash)
    if (signatures.size > signaturesMax) signatures.clear()
    signatures.set(hash, known)
    return known
  },
}

function sign(hash: Hex): Hex {
  const { signature, recid } = secp256k1.ecdsaSign(hexToBytes(hash), key)
  return bytesToHex(Uint8Array.of(...signature, 27 + recid))
}
