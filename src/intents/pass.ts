import { type Address, type Hex, pad, parseAbi, toHex } from 'viem'
import { encodeCall } from '../evm/encodeCall.ts'
import { keccak256 } from '../evm/keccak.ts'

/** Seats one relaying account at a guest; a pass with a higher serial replaces it. */
export type Pass = { relayer: Address; validUntil: bigint; serial: bigint }

const abi = parseAbi([
  'function show(address relayer, uint64 validUntil, uint64 serial, bytes signature)',
  'function seats(address relayer) view returns (uint64 validUntil, uint64 serial)',
])

/** What the guest's signer signs. */
export function passTypedData(pass: Pass, { chainId, guest, name }: { chainId: number; guest: Address; name: string }) {
  return {
    domain: { name, version: '1', chainId, verifyingContract: guest },
    types: {
      Pass: [
        { name: 'relayer', type: 'address' },
        { name: 'validUntil', type: 'uint64' },
        { name: 'serial', type: 'uint64' },
      ],
    },
    primaryType: 'Pass',
    message: pass,
  } as const
}

/** To the guest, by anyone: a pass seats its relayer and nobody else. */
export const encodeShow = ({ relayer, validUntil, serial }: Pass, signature: Hex): Hex =>
  encodeCall({ abi, functionName: 'show', args: [relayer, validUntil, serial, signature] })

/** To the guest: answers `validUntil` and `serial`, a word each. */
export const encodeSeats = (relayer: Address): Hex => encodeCall({ abi, functionName: 'seats', args: [relayer] })

/** `seats` is the guest's second variable, behind its name. */
const seatsSlot = 1n

/** For a simulation: the guest's storage as it is once this account has a seat that never ends. */
export const seatedStorage = (relayer: Address): { slot: Hex; value: Hex } => ({
  slot: keccak256(`${pad(relayer)}${pad(toHex(seatsSlot)).slice(2)}`),
  value: pad(toHex(2n ** 64n - 1n)),
})
