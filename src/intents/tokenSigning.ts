import {
  bytesToBigInt,
  domainSeparator,
  hexToBytes,
  keccak256,
  parseAbi,
  parseSignature,
  size,
  stringToHex,
  type TypedDataDomain,
} from 'viem'
import { encodeCall } from '../evm/encodeCall.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { permit2Address } from '../interface/limits.ts'

/** The answer to `eth_call`. */
export type ReadOutcome = { ok: true; data: Hex } | { ok: false; revert: Hex }
export type ReadCall = (call: { to: Address; data: Hex }) => Promise<ReadOutcome>

/** The signatures that a token's contract accepts. Equal for every owner, so it is cached. */
export type TokenSigning = {
  /** Matches the token's own separator. A signature under another domain fails here and may be valid elsewhere. */
  domain?: TypedDataDomain
  /** DAI's permit has the getters of EIP-2612 but another signed type. */
  permit?: 'eip2612' | 'dai'
  /** ERC-3009 `receiveWithAuthorization`. */
  authorization: boolean
  /** The token also takes signatures as bytes, which owners with code (ERC-1271) need. */
  bytes: boolean
}

/** Whether the chain has Permit2 at its usual address and with its usual domain. */
export async function hasPermit2(read: ReadCall, chainId: number): Promise<boolean> {
  const outcome = await read({ to: permit2Address, data: encodeCall({ abi, functionName: 'DOMAIN_SEPARATOR' }) })
  return outcome.ok && outcome.data === domainSeparator({ domain: permit2Domain(chainId) })
}

export const permit2Domain = (chainId: number): TypedDataDomain => ({
  name: 'Permit2',
  chainId,
  verifyingContract: permit2Address,
})

const abi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function PERMIT_TYPEHASH() view returns (bytes32)',
  'function RECEIVE_WITH_AUTHORIZATION_TYPEHASH() view returns (bytes32)',
  'function nonces(address) view returns (uint256)',
  'function authorizationState(address, bytes32) view returns (bool)',
])
const permitAbi = parseAbi(['function permit(address, address, uint256, uint256, uint8, bytes32, bytes32)'])
const permitBytesAbi = parseAbi(['function permit(address, address, uint256, uint256, bytes)'])
const permitDaiAbi = parseAbi(['function permit(address, address, uint256, uint256, bool, uint8, bytes32, bytes32)'])
const signerAbi = parseAbi(['function isValidSignature(bytes32, bytes) view returns (bytes4)'])

const typeHash = (text: string) => keccak256(stringToHex(text))
const eip2612TypeHash = typeHash('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)')
const daiTypeHash = typeHash('Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)')
const receiveTypeHash = typeHash(
  'ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
)

const far = 2n ** 48n - 1n
/** A well-formed signature of no known account: `r` and `s` are 1, the smallest values that the curve allows. */
const invalidSignature: Hex = `0x${'00'.repeat(31)}01${'00'.repeat(31)}011b`
const { r, s } = parseSignature(invalidSignature)
const deadAddress: Address = '0x000000000000000000000000000000000000dEaD'

/** Reads which signatures a token accepts. Never throws on a token's answer: no answer means none. */
export async function readTokenSigning(read: ReadCall, chainId: number, token: Address): Promise<TokenSigning> {
  const ask = (data: Hex) => read({ to: token, data })
  const word = (outcome: ReadOutcome) => (outcome.ok && size(outcome.data) === 32 ? outcome.data : undefined)
  const [name, version, separator, permitType, receiveType, nonces, state, vrs, bytes, dai] = await Promise.all([
    ask(encodeCall({ abi, functionName: 'name' })),
    ask(encodeCall({ abi, functionName: 'version' })),
    ask(encodeCall({ abi, functionName: 'DOMAIN_SEPARATOR' })).then(word),
    ask(encodeCall({ abi, functionName: 'PERMIT_TYPEHASH' })).then(word),
    ask(encodeCall({ abi, functionName: 'RECEIVE_WITH_AUTHORIZATION_TYPEHASH' })).then(word),
    ask(encodeCall({ abi, functionName: 'nonces', args: [deadAddress] })).then(word),
    ask(encodeCall({ abi, functionName: 'authorizationState', args: [deadAddress, r] })).then(word),
    ask(encodeCall({ abi: permitAbi, functionName: 'permit', args: [deadAddress, deadAddress, 0n, far, 27, r, s] })),
    ask(
      encodeCall({
        abi: permitBytesAbi,
        functionName: 'permit',
        args: [deadAddress, deadAddress, 0n, far, invalidSignature],
      }),
    ),
    ask(
      encodeCall({
        abi: permitDaiAbi,
        functionName: 'permit',
        args: [deadAddress, deadAddress, 0n, far, true, 27, r, s],
      }),
    ),
  ])
  const domain = separator && provenDomain(chainId, token, separator, textOf(name), textOf(version))
  if (!domain) return { authorization: false, bytes: false }
  const authorization = state !== undefined && receiveType === receiveTypeHash
  return {
    domain,
    permit: nonces === undefined ? undefined : permitKind(permitType, refuses(vrs), refuses(dai)),
    authorization,
    bytes: refuses(bytes),
  }
}

/**
 * Whether a token has the function: then it rejects an invalid signature with a reason. A token without it reverts with
 * no reason, or succeeds if it accepts every call (wrapped ether).
 */
const refuses = (outcome: ReadOutcome): boolean => !outcome.ok && outcome.revert !== '0x'

function permitKind(hash: Hex | undefined, refusesVrs: boolean, refusesDai: boolean): TokenSigning['permit'] {
  if (hash === daiTypeHash) return 'dai'
  if (hash !== undefined && hash !== eip2612TypeHash) return undefined
  if (refusesVrs) return 'eip2612'
  return hash === undefined && refusesDai ? 'dai' : undefined
}

/** Domain shapes in use: most have a version; UNI and COMP do not; Polygon's bridged tokens have the chain as salt. */
function provenDomain(
  chainId: number,
  verifyingContract: Address,
  separator: Hex,
  name: string | undefined,
  version: string | undefined,
): TypedDataDomain | undefined {
  if (name === undefined) return undefined
  const versions = [version, '1', '2'].filter((one) => one !== undefined)
  const salt: Hex = `0x${chainId.toString(16).padStart(64, '0')}`
  const candidates: TypedDataDomain[] = [
    ...versions.map((one) => ({ name, version: one, chainId, verifyingContract })),
    { name, chainId, verifyingContract },
    ...versions.map((one) => ({ name, version: one, verifyingContract, salt })),
  ]
  return candidates.find((domain) => domainSeparator({ domain }) === separator)
}

const namesMax = 256n

/** An ABI-encoded string, or the 32 bytes that old tokens answer with; undefined for anything else. */
function textOf(outcome: ReadOutcome): string | undefined {
  if (!outcome.ok) return undefined
  const bytes = hexToBytes(outcome.data)
  const text = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to)).replace(/\0+$/, '')
  if (bytes.length === 32) return text(0, 32)
  if (bytes.length < 64) return undefined
  const length = bytesToBigInt(bytes.subarray(32, 64))
  if (length > namesMax || bytes.length < 64 + Number(length)) return undefined
  return text(64, 64 + Number(length))
}

/** Whether an account with code implements ERC-1271: a revert with a reason, or any word, counts. */
export async function answersErc1271(read: ReadCall, account: Address): Promise<boolean> {
  const data = encodeCall({ abi: signerAbi, functionName: 'isValidSignature', args: [r, invalidSignature] })
  const outcome = await read({ to: account, data })
  return outcome.ok ? size(outcome.data) >= 32 : outcome.revert !== '0x'
}
