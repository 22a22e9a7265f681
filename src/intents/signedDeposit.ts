import type { Address } from 'viem'

/** What a user signs to pay into an intent without sending a transaction, whichever way the tokens move. */
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

/** Whose entrypoint: its address, the name under which its domain stands, and that of the signed type, `Intent` unless said. */
export type EntrypointDomain = { entrypoint: Address; domainName: string; primaryType?: string }

export function depositTypedData(
  deposit: SignedDeposit,
  chainId: number,
  { entrypoint, domainName, primaryType = 'Intent' }: EntrypointDomain,
) {
  return {
    domain: { name: domainName, version: '1', chainId, verifyingContract: entrypoint },
    types: { [primaryType]: intentFields },
    primaryType,
    message: { ...deposit, chainId: BigInt(chainId) },
  }
}
