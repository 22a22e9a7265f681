import { hashTypedData } from 'viem'
import { estimateFeesPerGas, getBalance } from 'viem/actions'
import { depositNonce } from '../intents/depositNonce.ts'
import { depositWays, type Signing, type TypedData } from '../intents/depositWays.ts'
import type { DepositWay } from '../interface/depositWay.ts'
import type { DepositWayName } from '../interface/enums.ts'
import { nativeToken } from '../interface/limits.ts'
import type { Response } from '../interface/operations.ts'
import type { FeeOption } from '../interface/quoteShapes.ts'
import type { ChosenDeposit, DepositBy } from './chosenDeposit.ts'
import { formatKnownUnits } from './knownToken.ts'
import { type OwnSigning, readOwnSigning } from './nodeRead.ts'
import type { OwnWallet } from './ownWallet.ts'
import { offersCalls } from './sendCallsDeposit.ts'
import { demand, requireSame } from './untrustedQuote.ts'
import type { VerifiedIntent } from './verifyQuote.ts'

type Quoted = Response<'QuoteIntent'>

/** The requested way is not available for this owner and token. Nothing was signed. */
export class NoSuchWay extends Error {
  override readonly name = 'NoSuchWay'
}

/** The quote's first way that this wallet can use. Compares the server's typed data with the client's own. */
export async function chooseDeposit(
  wanted: DepositBy,
  wallet: OwnWallet,
  verified: VerifiedIntent,
  quoted: Quoted,
): Promise<ChosenDeposit> {
  if (wanted === 'transfer') return { way: wanted }
  if (wanted === 'calls') {
    if (await offersCalls(wallet, verified)) return { way: wanted }
    throw new NoSuchWay('deposit: the wallet does not carry out several calls as one; use deposit: "transfer"')
  }
  const offered = offeredWays(quoted).filter(({ way }) => wanted === 'auto' || wanted === way || isSigned(wanted, way))
  let signing: OwnSigning | undefined
  for (const one of offered) {
    if (one.way === 'transfer') {
      if (await offersCalls(wallet, verified)) return { way: 'calls' }
      if (await hasGas(wallet, verified)) return { way: 'transfer' }
      continue
    }
    signing ??= await readOwnSigning(wallet, verified)
    // An approval is a transaction of the owner, so such a way is used only when named.
    if (isPossible(one, verified, signing) && (wanted === one.way || !approvalOf(one, verified, signing))) {
      return { way: one.way, feeOption: verifyWay(one, verified, quoted, wallet, signing) }
    }
  }
  if (wanted === 'auto') return { way: 'transfer' }
  const ways = offeredWays(quoted).map(({ way }) => way)
  throw new NoSuchWay(
    wanted === 'signature'
      ? 'this deposit cannot be made by signature: the token takes none of this owner; use deposit: "transfer"'
      : `deposit: ${wanted} is not possible for this owner and token; the service offers ${ways.join(', ')}`,
  )
}

const isSigned = (wanted: DepositBy, way: DepositWayName): boolean => wanted === 'signature' && way !== 'transfer'

/** Services that do not list their ways take transfers and, where a fee option says so, EIP-2612 permits. */
function offeredWays({ depositWays: ways, gasFeeOptions, intent }: Quoted): DepositWay[] {
  if (ways) return ways
  const option = gasFeeOptions.feeOptions.find(
    ({ is2612, tokenAddress }) => is2612 && tokenAddress === intent.depositTransaction.tokenAddress,
  )
  const transfer: DepositWay = { way: 'transfer', sentBy: 'owner', costUsd: 0 }
  if (!option) return [transfer]
  const permit = { selectedGasFeeOption: option, userNonce: depositNonce(intent.intentId), deadline: 0 }
  return [{ way: 'permit', sentBy: 'service', costUsd: option.amountUsd, depositSignature: permit }, transfer]
}

const totalOf = ({ depositSignature }: DepositWay, { deposit }: VerifiedIntent): bigint =>
  deposit.amount + (depositSignature?.selectedGasFeeOption.amount ?? 0n)

const isPossible = (one: DepositWay, verified: VerifiedIntent, { token, owner }: OwnSigning): boolean =>
  depositWays[one.way].possible(token, owner, totalOf(one, verified))

const approvalOf = (one: DepositWay, verified: VerifiedIntent, { owner }: OwnSigning) =>
  depositWays[one.way].approves?.(owner, totalOf(one, verified))

/** Requires a fee within bounds, and typed data from the server that equals the client's own. */
function verifyWay(
  one: DepositWay,
  verified: VerifiedIntent,
  { gasFeeOptions }: Quoted,
  wallet: OwnWallet,
  signing: OwnSigning,
): FeeOption {
  const field = (name: string) => `depositWays.${one.way}.${name}`
  const said = one.depositSignature
  demand(said !== undefined, field('depositSignature'), 'must be there')
  const option = said.selectedGasFeeOption
  requireSame(option.tokenAddress, verified.deposit.token, field('selectedGasFeeOption.tokenAddress'))
  demand(
    !one.sponsored || option.amount === 0n,
    field('selectedGasFeeOption.amount'),
    'must be 0 where the project pays',
  )
  demand(
    option.amount <= verified.feeLeft,
    field('selectedGasFeeOption.amount'),
    `is ${formatKnownUnits(option.amount, verified.deposit.chainId, verified.deposit.token)}; with the other fees that is more than allowed; raise bounds.maxFee or send the deposit yourself`,
  )
  requireSame(option.feeCollectorAddress, gasFeeOptions.feeCollectorAddress, field('feeCollectorAddress'))
  requireSame(said.userNonce, depositNonce(verified.intent.intentId), field('userNonce'))
  if (!one.sign) return option
  demand(BigInt(said.deadline) <= verified.origin.config.refundAt, field('deadline'), 'is after the time of refunds')
  const ask = signingOf(verified, wallet, option, said.deadline, signing)
  // The permit nonce may have changed since the quote: compare with the server's nonce, sign with our node's.
  const theirs = { ...ask, permitNonce: said.permitNonce ?? nonceIn(one) ?? ask.permitNonce }
  const own = depositWays[one.way].sign(theirs)
  demand(own.length === one.sign.length, field('sign'), `has ${one.sign.length} texts, must have ${own.length}`)
  for (const [at, { field: name, typed }] of own.entries()) {
    const text = one.sign[at]!
    requireSame(text.field, name, field(`sign[${at}].field`))
    demand(isSameTyped(text.typedData, typed), field(`sign[${at}].typedData`), 'is not what this deposit has to sign')
  }
  return option
}

/** The nonce in the server's typed data for a permit. */
function nonceIn({ sign = [] }: DepositWay): bigint | undefined {
  const permit = sign.find(({ field }) => field === 'permitSignature')
  const read = permit && readTyped(permit.typedData)
  return read && /^\d+$/.test(String(read.message.nonce)) ? BigInt(String(read.message.nonce)) : undefined
}

function isSameTyped(text: string, own: TypedData): boolean {
  const said = readTyped(text)
  if (!said) return false
  try {
    return hashTypedData(said) === hashTypedData(own)
  } catch {
    return false
  }
}

function readTyped(text: string): TypedData | undefined {
  try {
    const { domain, types, primaryType, message } = JSON.parse(text)
    const { EIP712Domain: _, ...own } = types
    return typeof message === 'object' && message ? { domain, types: own, primaryType, message } : undefined
  } catch {
    return undefined
  }
}

/** Built from the verified intent and the caller's node. Only the fee is the server's, and it is within bounds. */
export function signingOf(
  { deposit, contracts, intent, origin }: VerifiedIntent,
  { account }: OwnWallet,
  option: FeeOption,
  deadlineS: number,
  { token, permitNonce }: OwnSigning,
): Signing {
  return {
    deposit: {
      user: account.address,
      token: deposit.token,
      amount: deposit.amount,
      intentAddress: origin.address,
      deadline: BigInt(deadlineS),
      nonce: depositNonce(intent.intentId),
      feeAmount: option.amount,
      feeCollector: option.feeCollectorAddress,
    },
    chainId: deposit.chainId,
    entrypoint: contracts.entrypoint,
    domainName: contracts.domainName,
    primaryType: contracts.primaryType,
    tokenDomain: token.domain,
    permitNonce,
  }
}

/** Enough gas to transfer most tokens. */
const transferGas = 100_000n

/** Whether a local account can pay for its transaction. True for external wallets, which check by themselves. */
async function hasGas(wallet: OwnWallet, { deposit }: VerifiedIntent): Promise<boolean> {
  if (wallet.account.type !== 'local') return true
  const [held, { maxFeePerGas }] = await Promise.all([
    getBalance(wallet, { address: wallet.account.address }),
    estimateFeesPerGas(wallet, { chain: wallet.chain ?? null }),
  ])
  return held >= transferGas * maxFeePerGas + (deposit.token === nativeToken ? deposit.amount : 0n)
}
