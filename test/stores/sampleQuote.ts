import { getAddress } from 'viem'
import type { ExecutionPlan } from '../../src/intents/intentRecord.ts'
import type { Address, Hex } from '../../src/interface/fields.ts'
import type { CallsPayload, Intent, MetaTxn } from '../../src/interface/intentShapes.ts'
import type { NewLeg, NewQuote } from '../../src/stores/store.ts'
import { fromTo } from '../e2e/fromTo.ts'
import { sampleIntent } from '../wire/samples.ts'

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

type Precondition = Intent['originPrecondition']
const preconditionOf = (chainId: number, ownerAddress: Address, { originToken, amount }: Fields): Precondition => ({
  type: 'tokenMinBalance',
  chainId,
  ownerAddress,
  tokenAddress: originToken,
  minAmount: amount,
})

const metaTxnOf = (chainId: number, walletAddress: Address): MetaTxn => ({
  id: hashOf(chainId),
  chainId,
  walletAddress,
  contract: addressOf(7),
  input: '0x1234',
  bridgeGas: 0n,
})

/** The golden sample of the wire, with what a store looks at: names, chains, addresses, amounts and times. */
function intentOf(id: number, fields: Fields, nowMs: number, expiresAtMs: number): Intent {
  const { amount, owner, originChainId, destinationChainId, originAddress, destinationAddress } = fields
  const [createdAt, expiresAt] = [nowMs, expiresAtMs].map((ms) => new Date(ms).toISOString()) as [string, string]
  return {
    ...sampleIntent,
    ...{ id, projectId: fields.projectId ?? 1, intentId: fields.intentId, status: 'QUOTED' },
    quoteRequest: {
      ownerAddress: owner,
      ...fromTo([originChainId, fields.originToken], [destinationChainId, fields.destinationToken]),
      ...(fields.recipient ? { destinationToAddress: fields.recipient } : {}),
      originTokenAmount: amount,
      tradeType: 'EXACT_INPUT',
    },
    ...{ ownerAddress: owner, originChainId, destinationChainId, salt: 42n },
    ...{ originIntentAddress: originAddress, destinationIntentAddress: destinationAddress },
    depositTransaction: {
      ...{ toAddress: originAddress, tokenAddress: fields.originToken, amount, chainId: originChainId },
      ...{ to: fields.originToken, data: '0xa9059cbb', value: 0n, decimals: 6 },
    },
    originCalls: callsOf(originChainId),
    destinationCalls: callsOf(destinationChainId),
    originPrecondition: preconditionOf(originChainId, originAddress, fields),
    destinationPrecondition: preconditionOf(destinationChainId, destinationAddress, fields),
    originMetaTxn: metaTxnOf(originChainId, originAddress),
    destinationMetaTxn: metaTxnOf(destinationChainId, destinationAddress),
    quote: {
      ...sampleIntent.quote,
      routeProviders: ['ACROSS'],
      fromAmount: amount,
      fromAmountMin: amount,
      toAmount: amount - 1n,
      toAmountMin: amount - 2n,
    },
    ...{ passthrough: false, expiresAt, createdAt, updatedAt: createdAt },
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

const begun = { status: 'UNKNOWN', context: 'NONE' } as const
const legsOf = (fields: Fields): NewLeg[] => {
  const { originChainId: chainId, originToken: tokenAddress, amount: tokenAmount, destinationChainId } = fields
  const precondition = preconditionOf(chainId, fields.originAddress, fields)
  const origin = { calldata: '0xabcdef', metaTxnId: hashOf(9), bridgeGas: 3n, precondition } as const
  return [
    { leg: 'deposit', ...begun, type: 'DEPOSIT', chainId, tokenAddress, tokenAmount },
    { leg: 'origin', ...begun, type: 'ORIGIN', chainId, ...origin },
    { leg: 'destination', ...begun, type: 'DESTINATION', chainId: destinationChainId },
  ]
}
