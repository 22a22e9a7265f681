import { encodeFunctionData, erc20Abi } from 'viem'
import { addressesIn } from '../evm/address.ts'
import type { Contracts } from '../intents/planBatches.ts'
import { trustedChain } from '../intents/trustedChains.ts'
import type { Address } from '../interface/fields.ts'
import type { Intent } from '../interface/intentShapes.ts'
import { multicall3Address, nativeToken, permit2Address } from '../interface/limits.ts'
import type { QuoteRequest } from '../interface/quoteShapes.ts'
import { type Bounds, maxSlippageDefault, openForMostS, refundWithinS } from './bounds.ts'
import type { ChosenDeposit } from './chosenDeposit.ts'
import { feeLimit } from './feeLimit.ts'
import { destinationOwner, type IntentWallet, intentWallet } from './intentWallet.ts'
import { formatKnownUnits } from './knownToken.ts'
import { contractsOf, contractsOfIntent, type TrustedContracts } from './trustedContracts.ts'
import { demand, requireSame, sameHex } from './untrustedQuote.ts'
import { hasTarget, isExactOutput, verifyBatches } from './verifyBatches.ts'
import type { Crossing } from './verifyBridge.ts'
import { verifyBridgeTerms } from './verifyBridgeTerms.ts'

/** An intent verified against the caller's own request: what may be signed for it. */
export type VerifiedIntent = {
  intent: Intent
  request: QuoteRequest
  contracts: Contracts
  origin: IntentWallet
  destination: IntentWallet | undefined
  deposit: { chainId: number; token: Address; amount: bigint; to: Address }
  /** What a relayed deposit's fee may still take of the fee limit. */
  feeLeft: bigint
  /** The chosen way. A signed way has its fee option, checked against the fee limit. */
  chosen?: ChosenDeposit | undefined
  /** What crosses the bridge; undefined on one chain. */
  crossing: Crossing | undefined
}

export type Verification = {
  intent: Intent
  request: QuoteRequest
  bounds: Bounds
  nowMs: number
  /** Replaces `trustedContracts`, for another operator. */
  contracts?: TrustedContracts | undefined
  /** The caller reviews `crossing` before anything is signed, or the chain is local: it need not be bound. */
  isLookedAt?: boolean | undefined
}

/** Verifies a quote by the request, the bounds and arithmetic, without a network. Throws `UntrustedQuote`. */
export function verifyQuote(asked: Verification): VerifiedIntent {
  const { intent, request, bounds, nowMs, isLookedAt = false } = asked
  const contracts = contractsOf(request, contractsOfIntent(intent, asked.contracts))
  refuseLostParties(request, [contracts, asked.contracts ?? []].flat(), bounds.ownChains)
  verifyParties(intent, request, contracts)
  verifyEcho(intent.quoteRequest, request)
  const deposit = verifyDeposit(intent, request, bounds)
  verifyAmounts(intent, request, bounds)
  const feeLeft = verifyFees(intent, bounds)
  const origin = intentWallet(intent, 'origin', request.ownerAddress, contracts)
  demand(origin !== undefined, 'originCalls', 'must be there')
  const destination = intentWallet(intent, 'destination', destinationOwner(request), contracts)
  const crossing = verifyBatches(intent, { request, contracts, bounds })
  demand(
    crossing === undefined || crossing.isBound || isLookedAt,
    'originCalls.calls[1]',
    'swaps on both sides, so nothing says how much has to cross; say it in bounds.crossingMin, or pass `accept` and look',
  )
  verifyBridgeTerms(intent, { destination, bounds, nowMs })
  verifyTimes(intent, origin, destination, request, nowMs)
  return { intent, request, contracts, origin, destination, deposit, feeLeft, crossing }
}

/** Refuses parties at which money is lost or anyone can take it. The service refuses more such addresses. */
function refuseLostParties(request: QuoteRequest, contracts: TrustedContracts, ownChains: Bounds['ownChains']): void {
  const { ownerAddress, refundToAddress, destinationToAddress, destinationApproveAddress } = request
  const { originChainId, originTokenAddress, destinationChainId, destinationTokenAddress } = request
  const chains = [originChainId, destinationChainId].map((id) => trustedChain(id, ownChains))
  const ours = addressesIn(contracts)
  const shared = addressesIn([permit2Address, multicall3Address, originTokenAddress, destinationTokenAddress, chains])
  const parties = { ownerAddress, refundToAddress, destinationToAddress, destinationApproveAddress }
  for (const [field, address] of Object.entries(parties)) {
    if (address === undefined) continue
    const isIn = (all: readonly string[]) => all.includes(address.toLowerCase())
    const isCalled = field.startsWith('destination') && hasTarget(request)
    demand(!isIn(ours), `quoteRequest.${field}`, `is ${address}, a contract of the service: money there is lost`)
    demand(isCalled || !isIn(shared), `quoteRequest.${field}`, `is ${address}, a contract that everyone uses`)
  }
}

function verifyParties(intent: Intent, request: QuoteRequest, contracts: Contracts): void {
  requireSame(intent.ownerAddress, request.ownerAddress, 'ownerAddress')
  requireSame(intent.originChainId, request.originChainId, 'originChainId')
  requireSame(intent.destinationChainId, request.destinationChainId, 'destinationChainId')
  const { svcIntentEntrypointAddress, svcRouterAddress, svcRouterShimAddress } = intent.svcContracts
  requireSame(svcIntentEntrypointAddress, contracts.entrypoint, 'svcContracts.svcIntentEntrypointAddress')
  requireSame(svcRouterAddress, contracts.router, 'svcContracts.svcRouterAddress')
  requireSame(svcRouterShimAddress, contracts.shim, 'svcContracts.svcRouterShimAddress')
}

/** The intent's copy of the request, which users see and programs save, must equal the caller's own request. */
function verifyEcho(echo: QuoteRequest, request: QuoteRequest): void {
  const differs = differing(request, echo, 'quoteRequest')
  demand(differs === undefined, differs ?? '', 'is not what was asked for')
  const { ownerAddress, destinationToAddress = ownerAddress, destinationCallData = '0x' } = request
  requireSame(echo.destinationToAddress ?? ownerAddress, destinationToAddress, 'quoteRequest.destinationToAddress')
  requireSame(echo.destinationCallData ?? '0x', destinationCallData, 'quoteRequest.destinationCallData')
  const overrides = 'quoteRequest.options.svcAddressOverrides'
  const adds = request.options?.svcAddressOverrides === undefined && echo.options?.svcAddressOverrides !== undefined
  demand(!adds, overrides, 'was not asked for')
}

/** The first field where `found` differs from `wanted`. */
function differing(wanted: unknown, found: unknown, field: string): string | undefined {
  if (wanted === undefined) return undefined
  if (wanted !== null && typeof wanted === 'object') {
    const fields = (found ?? {}) as Record<string, unknown>
    const all = Object.entries(wanted).map(([name, value]) => differing(value, fields[name], `${field}.${name}`))
    return all.find((one) => one !== undefined)
  }
  const same = typeof wanted === 'string' && typeof found === 'string' ? sameHex(wanted, found) : wanted === found
  return same ? undefined : field
}

/** Requires a plain transfer of the requested token and amount to the intent address. */
function verifyDeposit(intent: Intent, request: QuoteRequest, bounds: Bounds): VerifiedIntent['deposit'] {
  const { depositTransaction: quoted, originIntentAddress: to } = intent
  const { amount } = quoted
  const token = request.originTokenAddress
  const isNative = token === nativeToken
  const field = (name: string) => `depositTransaction.${name}`
  requireSame(quoted.chainId, request.originChainId, field('chainId'))
  requireSame(quoted.tokenAddress, token, field('tokenAddress'))
  requireSame(quoted.toAddress, to, field('toAddress'))
  requireSame(quoted.to, isNative ? to : token, field('to'))
  requireSame(quoted.value, isNative ? amount : 0n, field('value'))
  const data = isNative ? '0x' : encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
  requireSame(quoted.data, data, field('data'))
  if (!isExactOutput(request)) {
    requireSame(amount, request.originTokenAmount, field('amount'))
  } else {
    const most = bounds.maxDeposit ?? (request.originTokenAmount || undefined)
    const say = (units: bigint) => formatKnownUnits(units, request.originChainId, token)
    const isWithin = most === undefined || amount <= most
    demand(isWithin, field('amount'), `is ${say(amount)}, more than the ${say(most ?? 0n)} allowed`)
  }
  return { chainId: request.originChainId, token, amount, to }
}

const ppm = 1_000_000n

function verifyAmounts({ quote, depositTransaction }: Intent, request: QuoteRequest, bounds: Bounds): void {
  const { toAmount, toAmountMin } = quote
  const say = (units: bigint) => formatKnownUnits(units, request.destinationChainId, request.destinationTokenAddress)
  requireSame(quote.fromAmount, depositTransaction.amount, 'quote.fromAmount')
  if (isExactOutput(request)) {
    const asked = request.destinationTokenAmount ?? 0n
    demand(toAmountMin >= asked, 'quote.toAmountMin', `is ${say(toAmountMin)}, less than the ${say(asked)} asked for`)
  }
  const least = bounds.toAmountMin ?? 0n
  demand(toAmountMin >= least, 'quote.toAmountMin', `is ${say(toAmountMin)}, less than the ${say(least)} allowed`)
  const slippage = bounds.maxSlippage ?? request.options?.slippageTolerance ?? maxSlippageDefault
  const kept = ppm - BigInt(Math.ceil(slippage * Number(ppm)))
  demand(
    (toAmountMin + 1n) * ppm >= toAmount * kept,
    'quote.toAmountMin',
    `is ${say(toAmountMin)} for a quoted ${say(toAmount)}: more than a slippage of ${slippage}`,
  )
}

/** Requires a consistent fee breakdown within the limit. `verifyBatches` compares the batch with `feeTokenAmount`. */
function verifyFees({ fees, depositTransaction: deposit }: Intent, bounds: Bounds): bigint {
  const { amount, tokenAddress, chainId } = deposit
  requireSame(fees.feeTokenAddress, tokenAddress, 'fees.feeTokenAddress')
  const parts = fees.gasFeeTotal + fees.svcFeeTotal + fees.collectorFeeTotal
  requireSame(fees.feeTokenAmount, parts, 'fees.feeTokenAmount')
  requireSame(fees.totalFeeAmount, parts + fees.providerFeeTotal, 'fees.totalFeeAmount')
  const most = feeLimit({ chainId, token: tokenAddress, amount }, bounds)
  const say = (units: bigint) => formatKnownUnits(units, chainId, tokenAddress)
  demand(
    fees.feeTokenAmount <= most,
    'fees.feeTokenAmount',
    `is ${say(fees.feeTokenAmount)}, more than the ${say(most)} allowed; raise bounds.maxFee if that is what you want`,
  )
  return most - fees.feeTokenAmount
}

/** Checks from when anyone may refund, and from when anyone may run a batch: in the future, at most 1 h before. */
function verifyTimes(
  { status, expiresAt }: Intent,
  origin: IntentWallet,
  destination: IntentWallet | undefined,
  request: QuoteRequest,
  nowMs: number,
): void {
  // A committed intent outlives its quote.
  const isNew = status === 'QUOTED'
  demand(!isNew || Date.parse(expiresAt) > nowMs, 'expiresAt', `is over since ${expiresAt}`)
  const nowS = BigInt(Math.floor(nowMs / 1_000))
  const last = destination ?? origin
  for (const wallet of destination ? [origin, destination] : [origin]) {
    const { openAt, refundAt } = wallet.config
    const field = `${wallet === origin ? 'origin' : 'destination'}MetaTxn.input`
    const inS = refundAt - nowS
    const sound = inS >= refundWithinS.least && inS <= refundWithinS.most
    demand(sound, field, `refunds would begin in ${inS} s, which is too soon or too late`)
    demand(refundAt - openAt <= openForMostS, field, `is open to anyone for ${refundAt - openAt} s, which is too long`)
    demand(!isNew || openAt > nowS, field, 'is open to anyone already')
    const callsTarget = wallet === last && hasTarget(request)
    demand(!callsTarget || openAt >= refundAt, field, 'lets anyone make the call, which has no minimum of its own')
  }
  const between = last.config.refundAt - origin.config.refundAt
  demand(between >= 0n, 'destinationMetaTxn.input', 'refunds begin before those of the origin')
}
