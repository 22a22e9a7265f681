/**
 * What a client that a generator made from the schema of the mirrored interface declares of each answer, under the brand
 * `acme`. `big` is a decimal string on the wire, because such clients send `Webrpc`; `?` ends the name of an optional
 * field. Values of enumerations are not held to theirs: the specification has its own.
 */
export type Declared =
  | 'string'
  | 'number'
  | 'boolean'
  | 'big'
  | 'any'
  | readonly [Declared]
  | { [name: string]: Declared }

const token = {
  chainId: 'number',
  tokenAddress: 'string',
  name: 'string',
  symbol: 'string',
  'decimals?': 'number',
} as const
const tokenInfo = {
  chainId: 'number',
  address: 'string',
  name: 'string',
  symbol: 'string',
  decimals: 'number',
  'supportsBridging?': 'boolean',
  'logoUri?': 'string',
  featured: 'boolean',
} as const
const precondition = {
  type: 'string',
  chainId: 'number',
  ownerAddress: 'string',
  tokenAddress: 'string',
  minAmount: 'big',
} as const
const calls = {
  chainId: 'number',
  'space?': 'big',
  'nonce?': 'big',
  calls: [
    {
      to: 'string',
      'value?': 'big',
      'data?': 'string',
      'gasLimit?': 'big',
      'delegateCall?': 'boolean',
      'onlyFallback?': 'boolean',
      'behaviorOnError?': 'number',
    },
  ],
} as const
const metaTxn = {
  id: 'string',
  chainId: 'number',
  walletAddress: 'string',
  contract: 'string',
  input: 'string',
} as const
const impact = { priceImpact: 'number', priceImpactUsd: 'number' } as const
const gasFee = {
  chainId: 'number',
  totalGasLimit: 'big',
  gasPrice: 'big',
  nativeTokenSymbol: 'string',
  'nativeTokenPriceUsd?': 'number',
  chainGasUsageStatus: 'string',
  totalFeeAmount: 'big',
  totalFeeUsd: 'string',
  metaTxnFeeDetails: { metaTxnId: 'string', estimatedGasLimit: 'big', feeNative: 'big' },
  metaTxnGasQuote: 'string',
} as const
const contracts = {
  acmeIntentEntrypointAddress: 'string',
  acmeRouterAddress: 'string',
  acmeRouterShimAddress: 'string',
} as const

const intent = {
  intentId: 'string',
  status: 'string',
  quoteRequest: {
    ownerAddress: 'string',
    originChainId: 'number',
    originTokenAddress: 'string',
    destinationChainId: 'number',
    destinationTokenAddress: 'string',
    'destinationToAddress?': 'string',
    'originTokenAmount?': 'big',
    'destinationTokenAmount?': 'big',
    'tradeType?': 'string',
  },
  ownerAddress: 'string',
  originChainId: 'number',
  destinationChainId: 'number',
  originIntentAddress: 'string',
  'destinationIntentAddress?': 'string',
  salt: 'big',
  depositTransaction: { toAddress: 'string', tokenAddress: 'string', 'decimals?': 'number', amount: 'big' },
  originCalls: calls,
  'destinationCalls?': calls,
  originPrecondition: precondition,
  'destinationPrecondition?': precondition,
  originMetaTxn: metaTxn,
  'destinationMetaTxn?': metaTxn,
  quote: {
    routeProviders: ['string'],
    routeProvidersRequestIds: ['string'],
    routeProvidersFeeUsd: ['number'],
    fromAmount: 'big',
    fromAmountMin: 'big',
    fromAmountUsd: 'number',
    fromAmountMinUsd: 'number',
    toAmount: 'big',
    toAmountMin: 'big',
    toAmountUsd: 'number',
    toAmountMinUsd: 'number',
    maxSlippage: 'number',
    ...impact,
    priceImpactDetails: {
      executionPriceImpact: impact,
      marketPriceImpact: impact,
      providerFeesPriceImpact: impact,
      acmeFeesPriceImpact: impact,
      netPriceImpact: impact,
    },
  },
  fees: {
    originGas: gasFee,
    'destinationGas?': gasFee,
    provider: {
      quoteProvider: 'string',
      quoteProviderFee: 'big',
      quoteProviderFeeUsd: 'number',
      acmeFee: 'big',
      acmeFeeUsd: 'number',
      quoteProviderWithAcmeFee: 'big',
      providerWithAcmeFeeUsd: 'number',
      totalFeeAmount: 'big',
      totalFeeUsd: 'number',
    },
    feeTokenAddress: 'string',
    feeTokenAmount: 'big',
    feeTokenUsd: 'number',
    feeTokenTotal: 'big',
    gasFeeTotal: 'big',
    gasFeeUsd: 'number',
    acmeFeeTotal: 'big',
    acmeFeeUsd: 'number',
    collectorFeeTotal: 'big',
    collectorFeeUsd: 'number',
    providerFeeTotal: 'big',
    providerFeeUsd: 'number',
    totalFeeAmount: 'big',
    totalFeeUsd: 'number',
  },
  acmeVersion: 'string',
  acmeContracts: contracts,
  expiresAt: 'string',
  'updatedAt?': 'string',
  'createdAt?': 'string',
} as const

const transaction = {
  intentId: 'string',
  status: 'string',
  'statusReason?': 'string',
  chainId: 'number',
  type: 'string',
  context: 'string',
  fromAddress: 'string',
  toAddress: 'string',
  tokenAddress: 'string',
  tokenAmount: 'big',
  'metaTxnId?': 'string',
  'metaTxnFeeQuote?': 'string',
  'precondition?': precondition,
  // Nonces are 256-bit numbers as amounts are, so they come as strings; deadlines are seconds.
  'depositIntentEntry?': {
    intentSignature: 'string',
    feeAmount: 'string',
    feeToken: 'string',
    feeCollector: 'string',
    userNonce: 'big',
    deadline: 'number',
    'permitSignature?': 'string',
    'permitDeadline?': 'number',
    'permitAmount?': 'big',
  },
  'txnHash?': 'string',
  'txnMinedAt?': 'string',
  'updatedAt?': 'string',
  'createdAt?': 'string',
} as const

const summary = {
  intentId: 'string',
  status: 'string',
  ownerAddress: 'string',
  originChainId: 'number',
  destinationChainId: 'number',
  originIntentAddress: 'string',
  originTokenAddress: 'string',
  originTokenAmount: 'big',
  originTokenMetadata: token,
  destinationIntentAddress: 'string',
  destinationTokenAddress: 'string',
  destinationTokenAmount: 'big',
  destinationToAddress: 'string',
  destinationTokenMetadata: token,
  createdAt: 'string',
  expiresAt: 'string',
} as const

const intentReceipt = {
  intentId: 'string',
  status: 'string',
  ownerAddress: 'string',
  originChainId: 'number',
  destinationChainId: 'number',
  depositTransaction: transaction,
  originTransaction: transaction,
  'destinationTransaction?': transaction,
  summary: {
    ...summary,
    tradeType: 'string',
    routeProviders: ['string'],
    destinationHasCallData: 'boolean',
    destinationHasCallValue: 'boolean',
    'startedAt?': 'string',
    'finishedAt?': 'string',
  },
  'updatedAt?': 'string',
  'createdAt?': 'string',
} as const

const nextPage = {
  'column?': 'string',
  'before?': 'number',
  'after?': 'number',
  'sort?': [{ column: 'string', order: 'string' }],
  'pageSize?': 'number',
  'more?': 'boolean',
} as const

export const generatedTypes: { [operation: string]: Declared } = {
  Ping: { version: 'string' },
  Clock: { serverTime: 'string' },
  RuntimeStatus: {
    status: {
      healthOK: 'boolean',
      version: 'string',
      branch: 'string',
      commitHash: 'string',
      startTime: 'string',
      uptime: 'string',
      hostname: 'string',
      runnables: 'any',
      services: [{ name: 'string', healthy: 'boolean', 'error?': 'string', latency: 'string' }],
    },
  },
  GetChains: {
    chains: [
      {
        id: 'number',
        name: 'string',
        tokenName: 'string',
        tokenSymbol: 'string',
        tokenDecimals: 'number',
        isTestnet: 'boolean',
        supportsBridging: 'boolean',
        'logoUri?': 'string',
        'blockExplorerUrl?': 'string',
      },
    ],
  },
  GetAcmeContracts: { AcmeContracts: contracts },
  GetTokenList: { tokens: [tokenInfo] },
  GetExactInputRoutes: { tokens: [tokenInfo] },
  GetExactOutputRoutes: { tokens: [tokenInfo] },
  GetTokenPrices: {
    tokenPrices: [
      {
        token: { chainId: 'number', tokenAddress: 'string', 'tokenSymbol?': 'string' },
        'priceUsd?': 'number',
        updatedAt: 'string',
      },
    ],
  },
  QuoteIntent: {
    intent,
    gasFeeOptions: {
      gasEstimate: { totalGas: 'number', gasPrice: 'string', nativeCost: 'string', nativeCostUsd: 'number' },
      feeOptions: [
        {
          tokenAddress: 'string',
          tokenSymbol: 'string',
          tokenDecimals: 'number',
          amount: 'big',
          amountUsd: 'number',
          feeCollectorAddress: 'string',
          is2612: 'boolean',
        },
      ],
      expiresAt: 'string',
      feeCollectorAddress: 'string',
    },
  },
  CommitIntent: { intentId: 'string' },
  ExecuteIntent: { intentId: 'string', intentStatus: 'string' },
  AbortIntent: { intentId: 'string', status: 'string' },
  GetIntent: { intent },
  SearchIntents: { intents: [intent] },
  GetIntentReceipt: { intentReceipt },
  WaitIntentReceipt: { intentReceipt, receiptStates: ['string'], done: 'boolean' },
  GetIntentHistory: {
    intents: [{ intentId: 'string', status: 'string', expiresAt: 'string', receipt: intentReceipt }],
    'nextPage?': nextPage,
  },
  GetIntentTransactionHistory: {
    intents: [
      {
        ...summary,
        'depositTransactionHash?': 'string',
        depositTransactionStatus: 'string',
        'originTransactionHash?': 'string',
        originTransactionStatus: 'string',
        'destinationTransactionHash?': 'string',
        destinationTransactionStatus: 'string',
        'updatedAt?': 'string',
      },
    ],
    'nextPage?': nextPage,
  },
}

/** Where a value is not what is declared. */
export function differences(declared: Declared, value: unknown, path: string): string[] {
  if (declared === 'any') return []
  if (declared === 'big') return typeof value === 'string' && /^[0-9]+$/.test(value) ? [] : [`${path} is no big number`]
  if (typeof declared === 'string') return typeof value === declared ? [] : [`${path} is no ${declared}`]
  if (Array.isArray(declared)) {
    if (!Array.isArray(value)) return [`${path} is no array`]
    return value.flatMap((item, at) => differences(declared[0], item, `${path}[${at}]`))
  }
  if (!isRecord(value)) return [`${path} is no object`]
  return Object.entries(declared).flatMap(([name, of]) => {
    const field = name.replace('?', '')
    if (value[field] === undefined) return field === name ? [`${path}.${field} is missing`] : []
    return differences(of, value[field], `${path}.${field}`)
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
