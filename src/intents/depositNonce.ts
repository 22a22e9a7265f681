import { hexToBigInt, slice } from 'viem'
import { keccak256 } from '../evm/keccak.ts'
import type { Hex } from '../interface/fields.ts'

/**
 * The same for every signature of one intent, so that the chain carries out one of them at most. Below 2^52, so
 * that it survives any JSON parser.
 */
export function depositNonce(intentId: Hex): bigint {
  return hexToBigInt(slice(keccak256(intentId), 0, 8)) >> 12n
}

const revokes = 2n ** 256n - 2n ** 128n

/** A deposit by DAI's permit is signed with this nonce: the entrypoint then leaves no allowance, whoever submits. */
export const withRevocation = <Deposit extends { nonce: bigint }>(deposit: Deposit): Deposit => ({
  ...deposit,
  nonce: deposit.nonce + revokes,
})
