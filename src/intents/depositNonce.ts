import { hexToBigInt, slice } from 'viem'
import { keccak256 } from '../evm/keccak.ts'
import type { Hex } from '../interface/fields.ts'

/**
 * The nonce of every signature of one intent, so that the chain accepts at most one of them. Below 2^52, so that any
 * JSON parser keeps it exact.
 */
export function depositNonce(intentId: Hex): bigint {
  return hexToBigInt(slice(keccak256(intentId), 0, 8)) >> 12n
}

const revokes = 2n ** 256n - 2n ** 128n

/** The deposit to sign with DAI's permit: its nonce makes the entrypoint revoke the allowance, whoever submits it. */
export const withRevocation = <Deposit extends { nonce: bigint }>(deposit: Deposit): Deposit => ({
  ...deposit,
  nonce: deposit.nonce + revokes,
})
