import { type Address, concat, domainSeparator, type Hex } from 'viem'
import { words } from '../evm/encodeKnown.ts'
import { keccak256 } from '../evm/keccak.ts'
import { typeHash } from './wallet.ts'

/** What a user signs to pay into an intent without a transaction, for every signed deposit way. */
export type SignedDeposit = {
  user: Address
  token: Address
  amount: bigint
  intentAddress: Address
  deadline: bigint
  nonce: bigint
  feeAmount: bigint
  feeCollector: Address
}

export const intentFields = [
  { name: 'user', type: 'address' },
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
  { name: 'intentAddress', type: 'address' },
  { name: 'deadline', type: 'uint256' },
  { name: 'chainId', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'feeAmount', type: 'uint256' },
  { name: 'feeCollector', type: 'address' },
] as const

/** An entrypoint: its address, the name in its EIP-712 domain, and the signed type's name (default `Intent`). */
export type EntrypointDomain = { entrypoint: Address; domainName: string; primaryType?: string }

export function depositTypedData(deposit: SignedDeposit, chainId: number, entrypoint: EntrypointDomain) {
  const { primaryType = 'Intent' } = entrypoint
  return {
    domain: domainOf(chainId, entrypoint),
    types: { [primaryType]: intentFields },
    primaryType,
    message: { ...deposit, chainId: BigInt(chainId) },
  }
}

const domainOf = (chainId: number, { entrypoint, domainName }: EntrypointDomain) => ({
  name: domainName,
  version: '1',
  chainId,
  verifyingContract: entrypoint,
})

/** `hashTypedData` of `depositTypedData` with cached hashes of domain and type: every authorization quote needs it. */
export function depositDigest(deposit: SignedDeposit, chainId: number, entrypoint: EntrypointDomain): Hex {
  const { user, token, amount, intentAddress, deadline, nonce, feeAmount, feeCollector } = deposit
  const { separator, type } = hashesOf(chainId, entrypoint)
  const values = [user, token, amount, intentAddress, deadline, chainId, nonce, feeAmount, feeCollector] as const
  return keccak256(concat(['0x1901', separator, keccak256(words(type, ...values))]))
}

type Hashes = { separator: Hex; type: Hex }
/** One entry per chain and entrypoint. */
const known = new Map<string, Hashes>()

function hashesOf(chainId: number, { entrypoint, domainName, primaryType = 'Intent' }: EntrypointDomain): Hashes {
  const key = JSON.stringify([chainId, entrypoint, domainName, primaryType])
  const found = known.get(key)
  if (found) return found
  const fields = intentFields.map(({ type, name }) => `${type} ${name}`)
  const made = {
    separator: domainSeparator({ domain: domainOf(chainId, { entrypoint, domainName }) }),
    type: typeHash(`${primaryType}(${fields.join()})`),
  }
  known.set(key, made)
  return made
}
