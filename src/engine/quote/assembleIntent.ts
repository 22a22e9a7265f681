import { erc20Abi, pad, toHex } from 'viem'
import { encodeCall } from '../../evm/encodeCall.ts'
import type { PricedToken } from '../../intents/fees.ts'
import type { ExecutionPlan } from '../../intents/intentRecord.ts'
import { priceImpactDetails, roundTo12Digits, usdOf } from '../../intents/money.ts'
import { printableLine } from '../../intents/printableLine.ts'
import { isoTime } from '../../intents/receipt.ts'
import { placeholderOffsets } from '../../intents/wallet.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import type { DepositTransaction, Intent, MetaTxn, Precondition } from '../../interface/intentShapes.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { Response } from '../../interface/operations.ts'
import type { FeeOption, Fees, Leftover, Quote, QuoteOffer } from '../../interface/quoteShapes.ts'
import type { TokenInfo, TokenMetadata } from '../../interface/tokenShapes.ts'
import type { NewLeg } from '../../stores/store.ts'
import { svcContractsOf } from '../brandContracts.ts'
import type { EngineSettings } from '../world.ts'
import type { Choice } from './chooseOffer.ts'
import type { ConvergedPlan } from './convergePlan.ts'
import type { OfferedWays } from './depositWaysFor.ts'
import type { Refusal } from './findOffers.ts'
import { crossingS, crossingsOf, feeOfSpend, legsOf, partsOf, providerFeeOf, type TimedOffer } from './offer.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { IntentPlan, WalletPlan } from './planIntent.ts'
import type { QuoteContext } from './quoteContext.ts'

export const usdIn = ({ decimals, priceUsd }: PricedToken, amount: bigint): number =>
  roundTo12Digits(usdOf(amount, decimals, priceUsd))

/** Quoted amounts, dollars and price impact of a planned offer. */
export function buildQuote({ input, market, slippage }: QuoteContext, { offer, plan }: ConvergedPlan): Quote {
  const { takes } = offer
  const from = (amount: bigint) => usdIn(market.originToken, amount)
  const to = (amount: bigint) => usdIn(market.destinationToken, amount)
  const parts = legsOf(offer).flatMap(partsOf)
  const providers = parts.map(({ provider }) => provider)
  const feesUsd = parts.map(({ leg, feeIn }) => from(feeOfSpend(offer, feeIn, leg)))
  const out = input.exact === 'out' ? offer.outMin : offer.out
  const impact = priceImpactDetails({
    paidUsd: from(plan.deposit),
    usableUsd: from(offer.spend),
    gotUsd: to(offer.out),
    providerFeesUsd: feesUsd.reduce((sum, usd) => sum + usd, 0),
  })
  return {
    routeProviders: providers,
    routeProvidersRequestIds: parts.map(({ requestId }) => requestId()),
    routeProvidersFeeUsd: feesUsd.map(roundTo12Digits),
    fromAmount: plan.deposit,
    fromAmountMin: plan.deposit,
    fromAmountUsd: from(plan.deposit),
    fromAmountMinUsd: from(plan.deposit),
    toAmount: out,
    toAmountMin: offer.outMin,
    toAmountUsd: to(out),
    toAmountMinUsd: to(offer.outMin),
    maxSlippage: slippage,
    priceImpact: impact.netPriceImpact.priceImpact,
    priceImpactUsd: impact.netPriceImpact.priceImpactUsd,
    priceImpactDetails: impact,
    estimatedDuration: takes.medianS,
    ...(takes.p90S !== undefined && { estimatedDurationP90: takes.p90S }),
  }
}

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

type Answer = Response<'QuoteIntent'>

/** The legs that the intent will have, for a progress view. */
export function transactionStatesOf({ origin, destination, isSameChain }: QuoteInput): Answer['transactionStates'] {
  const states = [
    {
      id: 'origin.deposit',
      label: `Deposit ${origin.token.symbol} on ${origin.chain.definition.name}`,
      chainId: origin.chain.id,
    },
    { id: 'origin.execute', label: `Execute on ${origin.chain.definition.name}`, chainId: origin.chain.id },
  ]
  if (isSameChain) return states
  const label = `Deliver ${destination.token.symbol} on ${destination.chain.definition.name}`
  return [...states, { id: 'destination.execute', label, chainId: destination.chain.id }]
}

/** The same outcome as one transaction by the owner: the call itself, with the amount filled in. */
export function passthroughOf({ origin, target, amount }: QuoteInput): Answer['passthrough'] {
  if (!target) return { eligible: false }
  const native = origin.token.address === nativeToken
  return {
    eligible: true,
    passthroughTransaction: {
      toAddress: target.to,
      tokenAddress: origin.token.address,
      amount,
      chainId: origin.chain.id,
      to: target.to,
      data: fill(target.data, amount),
      value: native ? target.value || amount : 0n,
      decimals: origin.token.decimals,
    },
  }
}

function fill(data: Hex, amount: bigint): Hex {
  const word = pad(toHex(amount)).slice(2)
  let filled = data.slice(2)
  for (const offset of placeholderOffsets(data)) {
    const at = Number(offset) * 2
    filled = filled.slice(0, at) + word + filled.slice(at + 64)
  }
  return `0x${filled}`
}

/** Every offer considered, as the answer shows it: the chosen one, the others best first, then the refusals. */
export function offersOf({ offer, others, refusals }: Choice, { market }: QuoteContext): QuoteOffer[] {
  const offered = (way: TimedOffer, chosen: boolean): QuoteOffer => ({
    route: way.route,
    chosen,
    routeProviders: legsOf(way)
      .flatMap(crossingsOf)
      .map(({ provider }) => provider),
    routeAmount: way.spend,
    routeAmountUsd: usdIn(market.originToken, way.spend),
    toAmount: way.out,
    toAmountUsd: usdIn(market.destinationToken, way.out),
    toAmountMin: way.outMin,
    toAmountMinUsd: usdIn(market.destinationToken, way.outMin),
    ...(way.leftovers?.length && { expectedLeftovers: way.leftovers }),
    providerFeesUsd: usdIn(market.originToken, providerFeeOf(way).fee),
    crossingSeconds: crossingS(way),
    estimatedDuration: way.takes.medianS,
  })
  return [offered(offer, true), ...others.map((way) => offered(way, false)), ...refusals.map(refused)]
}

const refused = ({ route, reason, detail, nearest }: Refusal): QuoteOffer => ({
  route,
  chosen: false,
  refused: reason,
  detail: printableLine(detail, detailCharsMax),
  ...(nearest !== undefined && { nearestAmount: nearest }),
})

const detailCharsMax = 1_024
