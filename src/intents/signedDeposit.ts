import type { Address, Hex } from 'viem'
import { parseAbi } from 'viem'
import { encodeCall } from '../evm/encodeCall.ts'

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

/** An ERC-2612 permit for the entrypoint. */
export type DepositPermit = { amount: bigint; deadline: bigint; signature: Hex }

const abi = parseAbi([
  'struct Deposit { address user; address token; uint256 amount; address intentAddress; uint256 deadline; uint256 nonce; uint256 feeAmount; address feeCollector; }',
  'struct TokenPermit { uint256 amount; uint256 deadline; bytes signature; }',
  'function depositToIntent(Deposit deposit, bytes signature)',
  'function depositToIntentWithPermit(Deposit deposit, bytes signature, TokenPermit permit)',
])

/** To the entrypoint: a deposit that the user signed, with or without an ERC-2612 permit. */
export function encodeDeposit(deposit: SignedDeposit, signature: Hex, permit?: DepositPermit): Hex {
  if (!permit) return encodeCall({ abi, functionName: 'depositToIntent', args: [deposit, signature] })
  return encodeCall({ abi, functionName: 'depositToIntentWithPermit', args: [deposit, signature, permit] })
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

/** Whose entrypoint: its address, and the operator's name, under which its domain stands. */
export type EntrypointDomain = { entrypoint: Address; domainName: string }

export function depositTypedData(
  deposit: SignedDeposit,
  chainId: number,
  { entrypoint, domainName }: EntrypointDomain,
) {
  return {
    domain: { name: domainName, version: '1', chainId, verifyingContract: entrypoint },
    types: { Intent: intentFields },
    primaryType: 'Intent',
    message: { ...deposit, chainId: BigInt(chainId) },
  } as const
}
