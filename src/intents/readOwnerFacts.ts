import { erc20Abi, hexToBigInt, parseAbi, size, slice } from 'viem'
import { encodeCall } from '../evm/encodeCall.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { permit2Address } from '../interface/limits.ts'
import type { OwnerFacts } from './depositWays.ts'
import { answersErc1271, type ReadCall, type ReadOutcome } from './tokenSigning.ts'

const permit2Abi = parseAbi([
  'function allowance(address user, address token, address spender) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
])
const noncesAbi = parseAbi(['function nonces(address owner) view returns (uint256)'])

type OwnerReads = {
  read: ReadCall
  code(address: Address): Promise<Hex>
  hasPermit2(): Promise<boolean>
  /** Whether the token takes permits. If not, its nonce is not read: a failing call in a batch costs another call. */
  takesPermits(): Promise<boolean>
  owner: Address
  token: Address
  entrypoint: Address
  nowS: number
}

/** EIP-7702 code prefix: an account with a key that delegates to a contract. Its key works on every chain. */
export const delegation = '0xef0100'

/** The kind of account, by its code. */
export const accountOf = (code: Hex): OwnerFacts['account'] =>
  code === '0x' ? 'key' : code.startsWith(delegation) ? 'delegated' : 'contract'

/** An owner's kind of account and allowances, read at the head. A token that does not answer counts as no allowance. */
export async function readOwnerFacts({ read, code, owner, token, entrypoint, nowS, ...reads }: OwnerReads) {
  const allowed = (spender: Address) =>
    read({ to: token, data: encodeCall({ abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }) })
  const [ownCode, permit2, allowance, permit2Allowance, atPermit2, nonces] = await Promise.all([
    code(owner),
    reads.hasPermit2(),
    allowed(entrypoint),
    allowed(permit2Address),
    read({
      to: permit2Address,
      data: encodeCall({ abi: permit2Abi, functionName: 'allowance', args: [owner, token, entrypoint] }),
    }),
    reads.takesPermits().then((takes) => (takes ? read({ to: token, data: nonceCall(owner) }) : undefined)),
  ])
  const facts: OwnerFacts = {
    account: accountOf(ownCode),
    answersErc1271: ownCode !== '0x' && (await answersErc1271(read, owner)),
    allowance: wordOf(allowance) ?? 0n,
    permit2Allowance: wordOf(permit2Allowance) ?? 0n,
    entrypointAtPermit2: standing(atPermit2, nowS),
    hasPermit2: permit2,
  }
  return { facts, permitNonce: nonces && wordOf(nonces) }
}

const nonceCall = (owner: Address): Hex => encodeCall({ abi: noncesAbi, functionName: 'nonces', args: [owner] })

const wordOf = (outcome: ReadOutcome, at = 0): bigint | undefined =>
  outcome.ok && size(outcome.data) >= 32 * (at + 1)
    ? hexToBigInt(slice(outcome.data, 32 * at, 32 * at + 32))
    : undefined

/** 30 min, above a signature's 20 min (`depositWaysFor`): an allowance that ends sooner may end before the deposit. */
const roomS = 30 * 60

const standing = (outcome: ReadOutcome, nowS: number): bigint =>
  (wordOf(outcome, 1) ?? 0n) > BigInt(nowS + roomS) ? (wordOf(outcome) ?? 0n) : 0n
