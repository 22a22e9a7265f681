import { getTypesForEIP712Domain, parseAbi, type TypedDataDomain } from 'viem'
import { encodeCall } from '../evm/encodeCall.ts'
import type { DepositWayName, SignatureField } from '../interface/enums.ts'
import type { Address, Hex } from '../interface/fields.ts'
import { permit2Address } from '../interface/limits.ts'
import type { DepositSignature, UnsignedDeposit } from '../interface/receiptShapes.ts'
import { withRevocation } from './depositNonce.ts'
import { depositDigest, depositTypedData, type EntrypointDomain, type SignedDeposit } from './signedDeposit.ts'
import { permit2Domain, type TokenSigning } from './tokenSigning.ts'

/** EIP-712 typed data of any kind. */
export type TypedData = {
  domain: TypedDataDomain
  types: Record<string, readonly { name: string; type: string }[]>
  primaryType: string
  message: Record<string, unknown>
}

/** The input of every signature of a deposit. */
export type Signing = EntrypointDomain & {
  deposit: SignedDeposit
  chainId: number
  /** The token's own domain, if it takes signatures. */
  tokenDomain?: TypedDataDomain
  /** The owner's next nonce at the token, or at Permit2 for an allowance there. */
  permitNonce?: bigint
}

/** Facts about the owner, independent of the token's signatures. */
export type OwnerFacts = {
  /** `key`: no code. `contract`: code and no key. `delegated` (EIP-7702): both. */
  account: 'key' | 'delegated' | 'contract'
  answersErc1271: boolean
  /** Three allowances of the owner: to the entrypoint, to Permit2, and inside Permit2 to the entrypoint. */
  allowance: bigint
  permit2Allowance: bigint
  entrypointAtPermit2: bigint
  /** Whether this chain has Permit2. */
  hasPermit2: boolean
}

type Extra = Partial<Pick<UnsignedDeposit, 'permitAmount' | 'permitDeadline' | 'permitNonce' | 'permitExpiration'>>

/** Arguments of an entrypoint call besides the deposit. */
export type SignedFields = Omit<DepositSignature, 'selectedGasFeeOption' | 'userNonce' | 'deadline'>

export type WayRow = {
  /**
   * Gas that an owner's first deposit by this way adds to the batch, measured on the devnet. For `transfer`: the gas of
   * the whole transaction.
   */
  gas: bigint
  /** How many signatures of the owner contracts check. Each check calls the owner's code, if it has any. */
  signatures: bigint
  /** Whether the token and the owner allow it; `total` is the deposit and its fee. */
  possible(token: TokenSigning, owner: OwnerFacts, total: bigint): boolean
  /** The spender that a transaction must approve first. */
  approves?(owner: OwnerFacts, total: bigint): Address | undefined
  /** What the owner signs, each with the field it goes into. */
  sign(toSign: Signing): { field: SignatureField; typed: TypedData }[]
  /** Other fields of the ExecuteIntent request. */
  extra(toSign: Signing): Extra
  /** The relayer's call of the entrypoint. */
  encode(deposit: SignedDeposit, signed: SignedFields): Hex
}

const abi = parseAbi([
  'struct Deposit { address user; address token; uint256 amount; address intentAddress; uint256 deadline; uint256 nonce; uint256 feeAmount; address feeCollector; }',
  'struct TokenPermit { uint256 amount; uint256 deadline; bytes signature; }',
  'struct DaiPermit { uint256 nonce; uint256 expiry; bytes signature; bytes revocation; }',
  'struct Permit2Allowance { uint160 amount; uint48 expiration; uint48 nonce; uint256 sigDeadline; bytes signature; }',
  'function depositToIntent(Deposit deposit, bytes signature)',
  'function depositToIntentWithPermit(Deposit deposit, bytes signature, TokenPermit permit)',
  'function depositToIntentWithDaiPermit(Deposit deposit, bytes signature, DaiPermit permit)',
  'function depositToIntentWithPermit2(Deposit deposit, bytes signature, Permit2Allowance permit)',
  'function depositToIntentWithPermit2Transfer(Deposit deposit, bytes signature)',
  'function depositToIntentWithAuthorization(Deposit deposit, bytes signature)',
])

/** Permit2 counts allowances in 160 bits, and the nonces of allowances in 48. */
export const permit2AmountMax = 2n ** 160n - 1n
export const permit2NonceMax = 2n ** 48n - 1n

const totalOf = ({ deposit }: Signing) => deposit.amount + deposit.feeAmount

const signDeposit = (toSign: Signing) => ({
  field: 'intentSignature' as const,
  typed: depositTypedData(toSign.deposit, toSign.chainId, toSign) as TypedData,
})

/** Tokens and Permit2 verify an account with code by ERC-1271, so a key suffices only for an account without code. */
const signsForCode = ({ account, answersErc1271 }: OwnerFacts) => account === 'key' || answersErc1271

const fieldsOf = (text: string) =>
  text.split(',').map((one) => {
    const [type = '', name = ''] = one.split(' ')
    return { name, type }
  })

/**
 * Gas in the relay fee for each signature that the owner's code checks. It covers a Safe with five owners, or a key
 * behind EIP-7702. An owner whose code needs more must sign a higher fee (`requirePaidSignature`).
 */
const signatureGas: Record<OwnerFacts['account'], bigint> = { key: 0n, delegated: 20_000n, contract: 40_000n }

/** Signature gas included in the fee of this way. */
export const signatureGasOf = (way: DepositWayName, account: OwnerFacts['account']): bigint =>
  depositWays[way].signatures * signatureGas[account]

/** Gas that relaying adds to the batch for this owner; the fee pays for it. */
export const relayGasOf = (way: DepositWayName, account: OwnerFacts['account']): bigint =>
  depositWays[way].gas + signatureGasOf(way, account)

/** Every way to pay into an intent: its conditions, its signatures, and the relayer's call. */
export const depositWays: Record<DepositWayName, WayRow> = {
  transfer: {
    gas: 52_000n,
    signatures: 0n,
    possible: () => true,
    sign: () => [],
    extra: () => ({}),
    encode: () => {
      throw new TypeError('a transfer is sent by its payer')
    },
  },
  allowance: {
    gas: 105_000n,
    signatures: 1n,
    possible: (_token, owner, total) =>
      owner.allowance >= total && (owner.account !== 'contract' || owner.answersErc1271),
    sign: (toSign) => [signDeposit(toSign)],
    extra: () => ({}),
    encode: (deposit, { intentSignature }) =>
      encodeCall({ abi, functionName: 'depositToIntent', args: [deposit, intentSignature] }),
  },
  permit: {
    gas: 140_000n,
    signatures: 2n,
    possible: ({ permit, bytes }, owner) =>
      // With permits as bytes the token calls an owner's code; without, it only recovers the key.
      permit === 'eip2612' && (bytes ? signsForCode(owner) : owner.account !== 'contract'),
    sign: (toSign) => [
      signDeposit(toSign),
      {
        field: 'permitSignature',
        typed: {
          domain: domainOf(toSign),
          types: {
            Permit: fieldsOf('address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'),
          },
          primaryType: 'Permit',
          message: {
            owner: toSign.deposit.user,
            spender: toSign.entrypoint,
            value: totalOf(toSign),
            nonce: nonceOf(toSign),
            deadline: toSign.deposit.deadline,
          },
        },
      },
    ],
    extra: (toSign) => ({ permitAmount: totalOf(toSign), permitDeadline: Number(toSign.deposit.deadline) }),
    encode: (deposit, signed) => {
      const { intentSignature, permitSignature = '0x', permitAmount = 0n, permitDeadline = 0 } = signed
      const permit = { amount: permitAmount, deadline: BigInt(permitDeadline), signature: permitSignature }
      return encodeCall({ abi, functionName: 'depositToIntentWithPermit', args: [deposit, intentSignature, permit] })
    },
  },
  daiPermit: {
    gas: 150_000n,
    signatures: 3n,
    possible: ({ permit }, owner) => permit === 'dai' && owner.account !== 'contract',
    sign: (toSign) => [
      signDeposit({ ...toSign, deposit: withRevocation(toSign.deposit) }),
      { field: 'permitSignature', typed: daiPermit(toSign, nonceOf(toSign), true) },
      { field: 'revocationSignature', typed: daiPermit(toSign, nonceOf(toSign) + 1n, false) },
    ],
    extra: (toSign) => ({ permitDeadline: Number(toSign.deposit.deadline), permitNonce: nonceOf(toSign) }),
    encode: (deposit, signed) => {
      const { intentSignature, permitSignature = '0x', permitNonce = 0n, permitDeadline = 0 } = signed
      const permit = {
        nonce: permitNonce,
        expiry: BigInt(permitDeadline),
        signature: permitSignature,
        revocation: signed.revocationSignature ?? '0x',
      }
      const args = [withRevocation(deposit), intentSignature, permit] as const
      return encodeCall({ abi, functionName: 'depositToIntentWithDaiPermit', args })
    },
  },
  receiveWithAuthorization: {
    // Measured: 137,235. Set to the gas of `permit`: at equal cost, the way with fewer signatures to give ranks first.
    gas: 140_000n,
    // The owner signs once. The entrypoint checks the signature, then the token checks it again.
    signatures: 2n,
    possible: ({ authorization, bytes }, owner) =>
      authorization && (bytes ? signsForCode(owner) : owner.account !== 'contract'),
    sign: (toSign) => [
      {
        field: 'intentSignature',
        typed: {
          domain: domainOf(toSign),
          types: {
            ReceiveWithAuthorization: fieldsOf(
              'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
            ),
          },
          primaryType: 'ReceiveWithAuthorization',
          message: {
            from: toSign.deposit.user,
            to: toSign.entrypoint,
            value: totalOf(toSign),
            validAfter: 0n,
            validBefore: toSign.deposit.deadline,
            // The digest of the deposit binds the authorization to this intent address and this fee.
            nonce: depositDigest(toSign.deposit, toSign.chainId, toSign),
          },
        },
      },
    ],
    extra: () => ({}),
    encode: (deposit, { intentSignature }) =>
      encodeCall({ abi, functionName: 'depositToIntentWithAuthorization', args: [deposit, intentSignature] }),
  },
  permit2: {
    gas: 148_000n,
    signatures: 1n,
    possible: (_token, owner, total) => owner.hasPermit2 && total <= permit2AmountMax && signsForCode(owner),
    approves: (owner, total) => (owner.permit2Allowance >= total ? undefined : permit2Address),
    sign: (toSign) => {
      const { types, primaryType, message } = depositTypedData(toSign.deposit, toSign.chainId, toSign)
      return [
        {
          field: 'intentSignature',
          typed: {
            domain: permit2Domain(toSign.chainId),
            types: {
              PermitWitnessTransferFrom: fieldsOf(
                `TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${primaryType} witness`,
              ),
              TokenPermissions: fieldsOf('address token,uint256 amount'),
              ...types,
            },
            primaryType: 'PermitWitnessTransferFrom',
            message: {
              permitted: { token: toSign.deposit.token, amount: totalOf(toSign) },
              spender: toSign.entrypoint,
              nonce: toSign.deposit.nonce,
              deadline: toSign.deposit.deadline,
              witness: message,
            },
          },
        },
      ]
    },
    extra: () => ({}),
    encode: (deposit, { intentSignature }) =>
      encodeCall({ abi, functionName: 'depositToIntentWithPermit2Transfer', args: [deposit, intentSignature] }),
  },
  permit2Allowance: {
    gas: 140_000n,
    signatures: 1n,
    possible: (_token, owner, total) =>
      owner.hasPermit2 &&
      owner.permit2Allowance >= total &&
      owner.entrypointAtPermit2 >= total &&
      (owner.account !== 'contract' || owner.answersErc1271),
    // Offered only if the allowance exists. A client may also grant one: a signed PermitSingle as `permitSignature`.
    sign: (toSign) => [signDeposit(toSign)],
    extra: () => ({}),
    encode: (deposit, signed) => {
      const { intentSignature, permitSignature = '0x', permitAmount = 0n, permitDeadline = 0 } = signed
      const permit = {
        amount: permitAmount,
        expiration: signed.permitExpiration ?? 0,
        nonce: Number(signed.permitNonce ?? 0n),
        sigDeadline: BigInt(permitDeadline),
        signature: permitSignature,
      }
      return encodeCall({ abi, functionName: 'depositToIntentWithPermit2', args: [deposit, intentSignature, permit] })
    },
  },
}

function daiPermit(toSign: Signing, nonce: bigint, allowed: boolean): TypedData {
  const { user: holder, deadline: expiry } = toSign.deposit
  return {
    domain: domainOf(toSign),
    types: { Permit: fieldsOf('address holder,address spender,uint256 nonce,uint256 expiry,bool allowed') },
    primaryType: 'Permit',
    message: { holder, spender: toSign.entrypoint, nonce, expiry, allowed },
  }
}

function domainOf({ tokenDomain, deposit }: Signing): TypedDataDomain {
  if (!tokenDomain) throw new TypeError(`token ${deposit.token} has no domain to sign under`)
  return tokenDomain
}

function nonceOf({ permitNonce, deposit }: Signing): bigint {
  if (permitNonce === undefined)
    throw new TypeError(`the permit nonce of ${deposit.user} at ${deposit.token} is not known`)
  return permitNonce
}

/** How a deposit was signed. Without `way`: `permit` if a permit signature was sent, else `allowance`. */
export const wayOf = ({ way, permitSignature }: Pick<DepositSignature, 'way' | 'permitSignature'>): DepositWayName =>
  way ?? (permitSignature === undefined ? 'allowance' : 'permit')

/** JSON as wallets expect it: with the domain's type, and numbers as decimal strings. */
export function printTypedData({ domain, types, primaryType, message }: TypedData): string {
  const typed = { domain, types: { EIP712Domain: getTypesForEIP712Domain({ domain }), ...types }, primaryType, message }
  return JSON.stringify(typed, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
}
