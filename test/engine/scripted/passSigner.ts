import secp256k1 from 'secp256k1'
import { bytesToHex, hashTypedData, hexToBytes } from 'viem'
import { localOperatorKey } from '../../../src/chains/contracts/operator.ts'
import type { PassSigner } from '../../../src/chains/send/seatKeeper.ts'

const key = hexToBytes(localOperatorKey)

/** Signs as the operator, in a tenth of the time that a viem account takes: every bench and every process of a run shows a pass for each chain. */
export const passSigner: PassSigner = {
  signTypedData: async (typed) => {
    const { signature, recid } = secp256k1.ecdsaSign(hexToBytes(hashTypedData(typed)), key)
    return bytesToHex(Uint8Array.of(...signature, 27 + recid))
  },
}
