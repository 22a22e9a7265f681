import { domainSeparator, parseAbi } from 'viem'
import { readContract, signTypedData } from 'viem/actions'
import { depositNonce } from '../intents/depositNonce.ts'
import { depositTypedData } from '../intents/signedDeposit.ts'
import type { Address } from '../interface/fields.ts'
import type { FeeOption, GasFeeOptions } from '../interface/quoteShapes.ts'
import type { DepositSignature } from '../interface/receiptShapes.ts'
import type { OwnWallet } from './ownWallet.ts'
import { demand, requireSame, sameHex } from './untrustedQuote.ts'
import type { VerifiedIntent } from './verifyQuote.ts'

/** As long as the service may take to send it; the refund time bounds it as well. */
const signatureLifeS = 20 * 60

export type Domain = { name: string; version: string; chainId: number; verifyingContract: Address }

const permitAbi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function nonces(address owner) view returns (uint256)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
])

/** The option that pays for a relayed deposit in the deposit's own token, if the token takes permits and the fee is within bounds. */
export function relayOption(
  { feeOptions, feeCollectorAddress }: GasFeeOptions,
  { deposit, feeLeft }: VerifiedIntent,
): FeeOption | undefined {
  const option = feeOptions.find(({ tokenAddress, is2612 }) => is2612 && sameHex(tokenAddress, deposit.token))
  if (!option) return undefined
  demand(
    option.amount <= feeLeft,
    'gasFeeOptions.feeOptions.amount',
    `is ${option.amount}; with the other fees that is more than allowed; raise bounds.maxFee or send the deposit yourself`,
  )
  requireSame(option.feeCollectorAddress, feeCollectorAddress, 'gasFeeOptions.feeOptions.feeCollectorAddress')
  return option
}

/**
 * How the token wants permits to be signed, proven against its own separator: a permit under another domain would be worth nothing to the
 * deposit and might be worth something elsewhere.
 */
export async function permitDomain(wallet: OwnWallet, chainId: number, token: Address): Promise<Domain | undefined> {
  // A token without permits reverts or answers nothing; the deposit is then paid by a transaction of the owner.
  const read = (functionName: 'name' | 'version' | 'DOMAIN_SEPARATOR') =>
    readContract(wallet, { address: token, abi: permitAbi, functionName }).catch(() => undefined)
  const [name, version, separator] = await Promise.all([read('name'), read('version'), read('DOMAIN_SEPARATOR')])
  if (name === undefined || separator === undefined) return undefined
  for (const one of [version, '1', '2']) {
    if (one === undefined) continue
    const domain = { name, version: one, chainId, verifyingContract: token }
    if (sameHex(domainSeparator({ domain }), separator)) return domain
  }
  return undefined
}

/** Two signatures and no transaction: the deposit itself, and the allowance for exactly it and its fee. */
export async function signDeposit(
  wallet: OwnWallet,
  verified: VerifiedIntent,
  option: FeeOption,
  domain: Domain,
  nowMs: number,
): Promise<DepositSignature> {
  const { deposit, contracts, intent, origin } = verified
  const { account } = wallet
  const lastS = Number(origin.config.refundAt)
  const deadline = Math.min(Math.floor(nowMs / 1_000) + signatureLifeS, lastS)
  const userNonce = depositNonce(intent.intentId)
  const signed = {
    user: account.address,
    token: deposit.token,
    amount: deposit.amount,
    intentAddress: origin.address,
    deadline: BigInt(deadline),
    nonce: userNonce,
    feeAmount: option.amount,
    feeCollector: option.feeCollectorAddress,
  }
  const typed = depositTypedData(signed, deposit.chainId, contracts)
  const intentSignature = await signTypedData(wallet, { account, ...typed })
  const permitAmount = deposit.amount + option.amount
  const nonce = await readContract(wallet, {
    address: deposit.token,
    abi: permitAbi,
    functionName: 'nonces',
    args: [account.address],
  })
  const permitSignature = await signTypedData(wallet, {
    account,
    domain,
    types: { Permit: permitFields },
    primaryType: 'Permit',
    message: {
      owner: account.address,
      spender: contracts.entrypoint,
      value: permitAmount,
      nonce,
      deadline: BigInt(deadline),
    },
  })
  return {
    intentSignature,
    permitSignature,
    permitDeadline: deadline,
    permitAmount,
    selectedGasFeeOption: option,
    userNonce,
    deadline,
  }
}

const permitFields = [
  { name: 'owner', type: 'address' },
  { name: 'spender', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
] as const
