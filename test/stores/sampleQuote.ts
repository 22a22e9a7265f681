import { getAddress } from 'viem'
import type { ExecutionPlan } from '../../src/intents/intentRecord.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import type { CallsPayload, Intent, MetaTxn, Precondition } from '../../src/interface/intentShapes.ts'
import type { GasFee } from '../../src/interface/quoteShapes.ts'
import type { NewLeg, NewQuote } from '../../src/stores/store.ts'
import { fromTo } from '../e2e/fromTo.ts'

/** Distinct, valid values out of small numbers. */
export const hashOf = (n: number, salt = 'a'): Hex => `0x${`${salt}${n.toString(16)}`.padStart(64, '0')}`
export const addressOf = (n: number): Address => getAddress(`0x${n.toString(16).padStart(40, 'c0ffee')}`)

/** More than 2^53, so that a store that rounds is caught. */
export const bigAmount = 123_456_789_012_345_678_901_234_567n

export type Sample = {
  intentId: Hex
  projectId?: number
  nowMs?: number
  owner?: Address
  recipient?: Address
  originAddress?: Address
  destinationAddress?: Address
  originToken?: Address
  destinationToken?: Address
  originSymbol?: string
  destinationSymbol?: string
  originChainId?: number
  destinationChainId?: number
  amount?: bigint
}

export function sampleQuote(sample: Sample): NewQuote {
  const nowMs = sample.nowMs ?? 1_000
  const expiresAtMs = nowMs + 300_000
  const fields = { ...defaults, ...sample }
  return {
    projectId: sample.projectId ?? 1,
    intentId: sample.intentId,
    build: (id) => intentOf(id, fields, nowMs, expiresAtMs),
    plan: planOf(fields),
    legs: legsOf(fields),
    nowMs,
    expiresAtMs,
  }
}

const defaults = {
  owner: addressOf(1),
  originAddress: addressOf(2),
  destinationAddress: addressOf(3),
  originToken: addressOf(4),
  destinationToken: addressOf(5),
  originSymbol: 'USDC',
  destinationSymbol: 'WETH',
  originChainId: 10,
  destinationChainId: 8_453,
  amount: bigAmount,
}
type Fields = typeof defaults & Sample

const callsOf = (chainId: number): CallsPayload => ({
  chainId,
  calls: [
    {
      to: addressOf(6),
      value: 0n,
      data: '0xdeadbeef',
      gasLimit: 5n,
      delegateCall: false,
      onlyFallback: false,
      behaviorOnError: 1,
    },
  ],
  space: 0n,
  nonce: 7n,
})

const preconditionOf = (chainId: number, ownerAddress: Address, fields: Fields): Precondition => ({
  type: 'tokenMinBalance',
  chainId,
  ownerAddress,
  tokenAddress: fields.originToken,
  minAmount: fields.amount,
})

const metaTxnOf = (chainId: number, walletAddress: Address): MetaTxn => ({
  id: hashOf(chainId),
  chainId,
  walletAddress,
  contract: addressOf(7),
  input: '0x1234',
  bridgeGas: 0n,
})

const gasOf = (chainId: number): GasFee => ({
  chainId,
  totalGasLimit: 400_000n,
  gasPrice: 3n,
  nativeTokenSymbol: 'ETH',
  totalFeeAmount: 1_200_000n,
  totalFeeUsd: '0.01',
})

const none = { priceImpact: 0.25, priceImpactUsd: 0 }

function intentOf(id: number, fields: Fields, nowMs: number, expiresAtMs: number): Intent {
  const { amount, owner, originChainId, destinationChainId } = fields
  return {
    id,
    projectId: fields.projectId ?? 1,
    intentId: fields.intentId,
    status: 'QUOTED',
    quoteRequest: {
      ownerAddress: owner,
      ...fromTo([originChainId, fields.originToken], [destinationChainId, fields.destinationToken]),
      ...(fields.recipient ? { destinationToAddress: fields.recipient } : {}),
      originTokenAmount: amount,
      tradeType: 'EXACT_INPUT',
    },
    ownerAddress: owner,
    originChainId,
    destinationChainId,
    originIntentAddress: fields.originAddress,
    salt: 42n,
    depositTransaction: {
      toAddress: fields.originAddress,
      tokenAddress: fields.originToken,
      amount,
      chainId: originChainId,
      to: fields.originToken,
      data: '0xa9059cbb',
      value: 0n,
      decimals: 6,
    },
    originCalls: callsOf(originChainId),
    originPrecondition: preconditionOf(originChainId, fields.originAddress, fields),
    originMetaTxn: metaTxnOf(originChainId, fields.originAddress),
    quote: {
      routeProviders: ['ACROSS'],
      routeProvidersRequestIds: ['r1'],
      routeProvidersFeeUsd: [0.1],
      fromAmount: amount,
      fromAmountMin: amount,
      fromAmountUsd: 1.5,
      fromAmountMinUsd: 1.5,
      toAmount: amount - 1n,
      toAmountMin: amount - 2n,
      toAmountUsd: 1.4,
      toAmountMinUsd: 1.3,
      maxSlippage: 0.005,
      priceImpact: 0.25,
      priceImpactUsd: 0,
      priceImpactDetails: {
        executionPriceImpact: none,
        marketPriceImpact: none,
        providerFeesPriceImpact: none,
        svcFeesPriceImpact: none,
        netPriceImpact: none,
      },
      estimatedDuration: 12,
    },
    fees: {
      originGas: gasOf(originChainId),
      destinationGas: gasOf(destinationChainId),
      provider: {
        quoteProvider: 'ACROSS',
        quoteProviderFee: 0n,
        quoteProviderFeeUsd: 0,
        svcFee: 1n,
        svcFeeUsd: 0,
        quoteProviderWithSvcFee: 1n,
        providerWithSvcFeeUsd: 0,
        totalFeeAmount: 1n,
        totalFeeUsd: 0,
      },
      feeTokenAddress: fields.originToken,
      feeTokenAmount: 1n,
      feeTokenUsd: 0,
      feeTokenTotal: 1n,
      gasFeeTotal: 0n,
      gasFeeUsd: 0,
      svcFeeTotal: 1n,
      svcFeeUsd: 0,
      collectorFeeTotal: 0n,
      collectorFeeUsd: 0,
      providerFeeTotal: 0n,
      providerFeeUsd: 0,
      totalFeeAmount: 1n,
      totalFeeUsd: 0,
    },
    svcVersion: '0.1.0+test',
    svcContracts: {
      svcIntentEntrypointAddress: addressOf(8),
      svcRouterAddress: addressOf(9),
      svcRouterShimAddress: addressOf(10),
    },
    expiresAt: new Date(expiresAtMs).toISOString(),
    destinationIntentAddress: fields.destinationAddress,
    passthrough: false,
    destinationCalls: callsOf(destinationChainId),
    destinationPrecondition: preconditionOf(destinationChainId, fields.destinationAddress, fields),
    destinationMetaTxn: metaTxnOf(destinationChainId, fields.destinationAddress),
    intentProtocol: 'v1',
    updatedAt: new Date(nowMs).toISOString(),
    createdAt: new Date(nowMs).toISOString(),
  }
}

function planOf(fields: Fields): ExecutionPlan {
  const token = (chainId: number, tokenAddress: Address, symbol: string) => ({
    chainId,
    tokenAddress,
    name: symbol,
    symbol,
    decimals: 6,
  })
  const config = { owner: fields.owner, salt: 5n } as unknown as ExecutionPlan['origin']
  return {
    origin: config,
    originRoles: [],
    depositFees: {},
    feeToken: fields.originToken,
    feeAmount: 1n,
    feeCollector: addressOf(11),
    feeOptions: [],
    valueUsd: 1.5,
    originGasLimit: 400_000n,
    originToken: token(fields.originChainId, fields.originToken, fields.originSymbol),
    destinationToken: token(fields.destinationChainId, fields.destinationToken, fields.destinationSymbol),
    refundAtS: 99,
  }
}

const legsOf = (fields: Fields): NewLeg[] => [
  {
    leg: 'deposit',
    status: 'UNKNOWN',
    type: 'DEPOSIT',
    context: 'NONE',
    chainId: fields.originChainId,
    tokenAddress: fields.originToken,
    tokenAmount: fields.amount,
  },
  {
    leg: 'origin',
    status: 'UNKNOWN',
    type: 'ORIGIN',
    context: 'NONE',
    chainId: fields.originChainId,
    calldata: '0xabcdef',
    metaTxnId: hashOf(9),
    bridgeGas: 3n,
    precondition: preconditionOf(fields.originChainId, fields.originAddress, fields),
  },
  { leg: 'destination', status: 'UNKNOWN', type: 'DESTINATION', context: 'NONE', chainId: fields.destinationChainId },
]
