import { type Address, type Hex, pad, parseAbi, toHex } from 'viem'
import { encodeCall } from '../evm/encodeCall.ts'
import { keccak256 } from '../evm/keccak.ts'

/** Lets one account act as a guest's relayer. A grant with a higher serial replaces it. */
export type RelayerGrant = { relayer: Address; validUntil: bigint; serial: bigint }

const abi = parseAbi([
  'function submitGrant(address relayer, uint64 validUntil, uint64 serial, bytes signature)',
  'function grants(address relayer) view returns (uint64 validUntil, uint64 serial)',
])

/** What the guest's signer signs. */
export function grantTypedData(
  grant: RelayerGrant,
  { chainId, guest, name }: { chainId: number; guest: Address; name: string },
) {
  return {
    domain: { name, version: '1', chainId, verifyingContract: guest },
    types: {
      RelayerGrant: [
        { name: 'relayer', type: 'address' },
        { name: 'validUntil', type: 'uint64' },
        { name: 'serial', type: 'uint64' },
      ],
    },
    primaryType: 'RelayerGrant',
    message: grant,
  } as const
}

/** Call data for the guest. Anyone may send it: a grant is valid for its relayer alone. */
export const encodeSubmitGrant = ({ relayer, validUntil, serial }: RelayerGrant, signature: Hex): Hex =>
  encodeCall({ abi, functionName: 'submitGrant', args: [relayer, validUntil, serial, signature] })

/** Call data for the guest, which returns `validUntil` and `serial`, one word each. */
export const encodeGrants = (relayer: Address): Hex => encodeCall({ abi, functionName: 'grants', args: [relayer] })

/** `grants` is the guest's second storage variable, after `name`. */
const grantsSlot = 1n

/** State override for a simulation: gives this account a grant that never expires. */
export const grantedStorage = (relayer: Address): { slot: Hex; value: Hex } => ({
  slot: keccak256(`${pad(relayer)}${pad(toHex(grantsSlot)).slice(2)}`),
  value: pad(toHex(2n ** 64n - 1n)),
})
