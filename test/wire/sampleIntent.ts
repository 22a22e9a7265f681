import type { Call, CallsPayload, Intent, MetaTxn, Precondition } from '../../src/interface/intentShapes.ts'
import type { Fees, GasFee, Quote, QuoteRequest } from '../../src/interface/quoteShapes.ts'

export const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const native = '0x0000000000000000000000000000000000000000'
export const originAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const destinationAddress = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
export const collector = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const router = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc'
const shim = '0x976EA74026E726554dB657fA54763abd0C3a0aa9'
const guest = '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955'
const utils = '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f'
const factory = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const mainModule = '0xBcd4042DE499D14e55001CcbB24a551F3b954096'

export const intentId = '0x6f1c2e9a4b7d80531fe2c9d84a6b0e73c5d1f8a2947be6031d5c8f7a2b9e4d60'
export const depositHash = '0x1b4f0e9851971998e732078544c96b36c3d01cedf7caa332359d6f1d83567014'
export const originHash = '0x60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752'
export const destinationHash = '0xfd61a03af4f77d870fc21e05e7e80678095c92d808cfb3b5c279ee04c74aca13'
export const refundHash = '0xa4e624d686e03ed2767c0abd85c14426b0b1157d2ce81d27bb4fe4f6f01d688a'
export const quotedAt = '2026-01-05T12:00:00.000Z'
export const expiresAt = '2026-01-05T12:05:00.000Z'
export const updatedAt = '2026-01-05T12:00:41.250Z'

/** More than a double can hold, as an amount of 18 decimals is after a few tokens. */
export const amountIn = 1_234_567_890_123_456_789_012n
export const amountOut = 3_701_234_567_891n
/** The largest value of the interface. */
export const uint256Max = 2n ** 256n - 1n

export const sampleQuoteRequest: QuoteRequest = {
  ownerAddress: owner,
  originChainId: 1,
  originTokenAddress: weth,
  destinationChainId: 8453,
  destinationTokenAddress: usdc,
  destinationToAddress: destinationAddress,
  refundToAddress: owner,
  destinationApproveAddress: router,
  destinationCallData: '0xa9059cbb',
  destinationCallValue: 0n,
  originTokenAmount: amountIn,
  destinationTokenAmount: amountOut,
  tradeType: 'EXACT_INPUT',
  fundMethod: 'WALLET',
  onlyNativeGasFee: false,
  options: {
    intentProtocol: 'v1',
    swapProvider: 'AUTO',
    bridgeProvider: 'ACROSS',
    swapProviderFallback: true,
    bridgeProviderFallback: false,
    preference: 'RECOMMENDED',
    slippageTolerance: 0.005,
    allowHighSlippage: false,
    svcAddressOverrides: {
      svcWalletFactoryAddress: factory,
      svcWalletMainModuleAddress: mainModule,
      svcWalletMainModuleUpgradableAddress: mainModule,
      svcWalletGuestModuleAddress: guest,
      svcWalletUtilsAddress: utils,
    },
  },
}

const call: Call = {
  to: shim,
  value: 0n,
  data: '0x24856bc3000000000000000000000000000000000000000000000000000000000000c0de',
  gasLimit: 450_000n,
  delegateCall: true,
  onlyFallback: false,
  behaviorOnError: 0,
}

const sweep: Call = { ...call, to: router, data: '0x01681a62', gasLimit: 0n, onlyFallback: true, behaviorOnError: 1 }

const calls = (chainId: number): CallsPayload => ({ chainId, calls: [call, sweep], space: 0n, nonce: 7n })

export const precondition = (chainId: number, ownerAddress: Intent['ownerAddress']): Precondition => ({
  type: 'tokenMinBalance',
  chainId,
  ownerAddress,
  tokenAddress: chainId === 1 ? weth : usdc,
  minAmount: chainId === 1 ? amountIn : amountOut,
})

const metaTxn = (chainId: number, walletAddress: Intent['ownerAddress']): MetaTxn => ({
  id: '0x2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  chainId,
  walletAddress,
  contract: guest,
  input: '0x8d80ff0a0000000000000000000000000000000000000000000000000000000000000020',
  bridgeGas: 0n,
})

const quote: Quote = {
  routeProviders: ['UNISWAP_V3', 'ACROSS'],
  routeProvidersRequestIds: ['q-1', 'q-2'],
  routeProvidersFeeUsd: [1.11, 0.37],
  fromAmount: amountIn,
  fromAmountMin: amountIn,
  fromAmountUsd: 3_703_703.67,
  fromAmountMinUsd: 3_703_703.67,
  toAmount: amountOut,
  toAmountMin: 3_682_728_395_051n,
  toAmountUsd: 3_701_234.57,
  toAmountMinUsd: 3_682_728.4,
  maxSlippage: 0.005,
  priceImpact: 0.0667,
  priceImpactUsd: 2_469.1,
  priceImpactDetails: {
    executionPriceImpact: { priceImpact: 0.03, priceImpactUsd: 1_111.11 },
    marketPriceImpact: { priceImpact: 0.02, priceImpactUsd: 740.74 },
    providerFeesPriceImpact: { priceImpact: 0.01, priceImpactUsd: 370.37 },
    svcFeesPriceImpact: { priceImpact: 0.0067, priceImpactUsd: 246.88 },
    netPriceImpact: { priceImpact: 0.0667, priceImpactUsd: 2_469.1 },
  },
  estimatedDuration: 34.5,
  estimatedDurationP90: 61.25,
}

const gasFee = (chainId: number): GasFee => ({
  chainId,
  totalGasLimit: 432_000n,
  gasPrice: 1_250_000_000n,
  nativeTokenSymbol: 'ETH',
  chainGasUsageStatus: 'NORMAL',
  l1Fee: 0n,
  upliftBps: 0,
  totalFeeAmount: 540_000_000_000_000n,
  totalFeeUsd: '1.62',
  metaTxnFeeDetails: {
    metaTxnId: '0x2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
    estimatedGasLimit: 410_000n,
    feeNative: 512_500_000_000_000n,
  },
  metaTxnGasQuote: '540000000000000',
  nativeTokenPriceUsd: 3_000.25,
})

const fees: Fees = {
  originGas: gasFee(1),
  destinationGas: gasFee(8453),
  provider: {
    quoteProvider: 'ACROSS',
    quoteProviderFee: 123_456_789_012_345_678n,
    quoteProviderFeeUsd: 370.37,
    svcFee: 61_728_394_506_172_839n,
    svcFeeUsd: 185.19,
    quoteProviderWithSvcFee: 185_185_183_518_518_517n,
    providerWithSvcFeeUsd: 555.56,
    totalFeeAmount: 185_185_183_518_518_517n,
    totalFeeUsd: 555.56,
  },
  feeTokenAddress: weth,
  feeTokenAmount: 61_728_394_506_172_839n,
  feeTokenUsd: 185.19,
  feeTokenTotal: 186_265_183_518_518_517n,
  gasFeeTotal: 1_080_000_000_000_000n,
  gasFeeUsd: 3.24,
  svcFeeTotal: 61_728_394_506_172_839n,
  svcFeeUsd: 185.19,
  collectorFeeTotal: 0n,
  collectorFeeUsd: 0,
  providerFeeTotal: 123_456_789_012_345_678n,
  providerFeeUsd: 370.37,
  totalFeeAmount: 186_265_183_518_518_517n,
  totalFeeUsd: 558.8,
}

export const sampleIntent: Intent = {
  id: 42,
  projectId: 1,
  intentId,
  status: 'QUOTED',
  quoteRequest: sampleQuoteRequest,
  ownerAddress: owner,
  originChainId: 1,
  destinationChainId: 8453,
  originIntentAddress: originAddress,
  salt: 4_503_599_627_370_495n,
  depositTransaction: {
    toAddress: originAddress,
    tokenAddress: weth,
    amount: amountIn,
    chainId: 1,
    to: weth,
    data: '0xa9059cbb0000000000000000000000003c44cdddb6a900fa2b585dd299e03d12fa4293bc000000000000000000000000000000000000000000000042ed123b0bd8203214',
    value: 0n,
    decimals: 18,
  },
  originCalls: calls(1),
  originPrecondition: precondition(1, originAddress),
  originMetaTxn: metaTxn(1, originAddress),
  quote,
  expectedLeftovers: [{ chainId: 1, tokenAddress: weth, amount: 1_234_567_890_123_456_789n, usd: 3_703.7 }],
  fees,
  svcVersion: '0.1.0+1a2b3c4',
  svcContracts: { svcIntentEntrypointAddress: utils, svcRouterAddress: router, svcRouterShimAddress: shim },
  expiresAt,
  destinationIntentAddress: destinationAddress,
  passthrough: false,
  destinationCalls: calls(8453),
  destinationPrecondition: precondition(8453, destinationAddress),
  destinationMetaTxn: metaTxn(8453, destinationAddress),
  intentProtocol: 'v1',
  updatedAt: quotedAt,
  createdAt: quotedAt,
}
