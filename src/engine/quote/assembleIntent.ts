import { erc20Abi } from 'viem'
import { encodeCall } from '../../evm/encodeCall.ts'
import type { ExecutionPlan } from '../../intents/intentRecord.ts'
import { isoTime } from '../../intents/receipt.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { DepositTransaction, Intent, MetaTxn, Precondition } from '../../interface/intentShapes.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { FeeOption, Fees, Leftover, Quote } from '../../interface/quoteShapes.ts'
import type { TokenInfo, TokenMetadata } from '../../interface/tokenShapes.ts'
import type { NewLeg } from '../../stores/store.ts'
import { svcContractsOf } from '../brandContracts.ts'
import type { EngineSettings } from '../world.ts'
import type { OfferedWays } from './depositWaysFor.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { IntentPlan, WalletPlan } from './planIntent.ts'
import type { QuoteContext } from './quoteContext.ts'

/** All that a stored quote is made of. */
export type Assembly = {
  context: QuoteContext
  plan: IntentPlan
  quote: Quote
  leftovers: Leftover[]
  fees: Fees
  settings: EngineSettings
  intentId: Hex
}

/** The intent as callers see it. */
export function assembleIntent(assembly: Assembly, id: number): Intent {
  const { context, plan, settings } = assembly
  const { input, contracts, nowMs } = context
  const { origin, destination } = plan
  const deposit = depositOf(input, origin.address, plan.deposit)
  return {
    id,
    projectId: context.projectId,
    intentId: assembly.intentId,
    status: 'QUOTED',
    quoteRequest: input.request,
    ownerAddress: input.owner,
    originChainId: input.origin.chain.id,
    destinationChainId: input.destination.chain.id,
    originIntentAddress: origin.address,
    salt: context.salt,
    depositTransaction: deposit,
    originCalls: callsOf(origin),
    originPrecondition: preconditionOf(origin),
    originMetaTxn: metaTxnOf(origin, contracts.guest),
    quote: assembly.quote,
    ...(assembly.leftovers.length > 0 && { expectedLeftovers: assembly.leftovers }),
    fees: assembly.fees,
    svcVersion: settings.version,
    svcContracts: svcContractsOf(contracts),
    expiresAt: isoTime(nowMs + settings.quoteLifeMs),
    passthrough: input.isSameToken,
    ...(destination && {
      destinationIntentAddress: destination.address,
      destinationCalls: callsOf(destination),
      destinationPrecondition: preconditionOf(destination),
      destinationMetaTxn: metaTxnOf(destination, contracts.guest),
    }),
    intentProtocol: 'v1',
    updatedAt: isoTime(nowMs),
    createdAt: isoTime(nowMs),
  }
}

/** Exactly a native transfer or an ERC-20 transfer to the intent address. */
function depositOf(input: QuoteInput, intentAddress: Address, amount: bigint): DepositTransaction {
  const { chain, token } = input.origin
  const native = token.address === nativeToken
  return {
    toAddress: intentAddress,
    tokenAddress: token.address,
    amount,
    chainId: chain.id,
    to: native ? intentAddress : token.address,
    data: native ? '0x' : encodeCall({ abi: erc20Abi, functionName: 'transfer', args: [intentAddress, amount] }),
    value: native ? amount : 0n,
    decimals: token.decimals,
  }
}

const callsOf = ({ batch }: WalletPlan): Intent['originCalls'] => ({ ...batch, calls: [...batch.calls] })

const preconditionOf = ({ batch, address, holds }: WalletPlan): Precondition => ({
  type: 'tokenMinBalance',
  chainId: batch.chainId,
  ownerAddress: address,
  tokenAddress: holds.token,
  minAmount: holds.amount,
})

const metaTxnOf = ({ batch, address, metaTxnId, calldata }: WalletPlan, guest: Address): MetaTxn => ({
  id: metaTxnId,
  chainId: batch.chainId,
  walletAddress: address,
  contract: guest,
  input: calldata,
  bridgeGas: 0n,
})

/** What the engine keeps beside the intent, to execute it without the offer. */
export function executionPlanOf(
  assembly: Assembly,
  { feeOptions, depositWays: ways, sponsored }: { feeOptions: FeeOption[] } & OfferedWays,
): ExecutionPlan {
  const { context, plan, settings } = assembly
  const { origin, destination } = context.input
  return {
    origin: plan.origin.config,
    originRoles: plan.origin.calls.map(({ role }) => role),
    destination: plan.destination?.config,
    destinationRoles: plan.destination?.calls.map(({ role }) => role),
    bridge: plan.bridge,
    feeToken: origin.token.address,
    feeAmount: assembly.fees.feeTokenAmount,
    feeOptions,
    depositFees: Object.fromEntries(
      ways.flatMap(({ way, depositSignature: asked }) => (asked ? [[way, asked.selectedGasFeeOption.amount]] : [])),
    ),
    ...(Object.keys(sponsored).length > 0 && { sponsored }),
    feeCollector: settings.feeCollector,
    valueUsd: assembly.quote.fromAmountUsd,
    originGasLimit: plan.origin.gasLimit,
    destinationGasLimit: plan.destination?.gasLimit,
    originToken: metadataOf(origin.token),
    destinationToken: metadataOf(destination.token),
    refundAtS: context.refundAtS,
  }
}

const metadataOf = ({ chainId, address, name, symbol, decimals, logoUri }: TokenInfo): TokenMetadata => ({
  chainId,
  tokenAddress: address,
  name,
  symbol,
  decimals,
  ...(logoUri && { logoUri }),
})

/** The legs that a receipt shows from the first moment on. */
export function firstLegs({ context, plan, quote, fees }: Assembly): NewLeg[] {
  const { input, contracts } = context
  const { origin, destination } = plan
  const token = input.origin.token.address
  const legs: NewLeg[] = [
    {
      leg: 'deposit',
      status: 'UNKNOWN',
      type: 'DEPOSIT',
      context: 'NONE',
      chainId: input.origin.chain.id,
      fromAddress: input.owner,
      toAddress: origin.address,
      tokenAddress: token,
      tokenAmount: plan.deposit,
    },
    {
      leg: 'origin',
      status: 'UNKNOWN',
      type: 'ORIGIN',
      context: 'NONE',
      ...relayed(origin, contracts.guest, fees.originGas.totalFeeAmount),
      tokenAddress: token,
      tokenAmount: plan.deposit,
    },
  ]
  if (!destination) return legs
  legs.push({
    leg: 'destination',
    status: 'UNKNOWN',
    type: 'DESTINATION',
    context: 'NONE',
    ...relayed(destination, contracts.guest, fees.destinationGas?.totalFeeAmount ?? 0n),
    tokenAddress: input.destination.token.address,
    tokenAmount: quote.toAmount,
  })
  return legs
}

function relayed(wallet: WalletPlan, guest: Address, metaTxnFeeQuote: bigint) {
  return {
    chainId: wallet.batch.chainId,
    fromAddress: wallet.address,
    toAddress: guest,
    calldata: wallet.calldata,
    metaTxnId: wallet.metaTxnId,
    metaTxnFeeQuote,
    precondition: preconditionOf(wallet),
  }
}
