/**
 * How a generated client, made from the mirrored interface's schema, declares each answer under the brand `acme`.
 * `big`: a decimal string on the wire, because such clients send `Webrpc`; `?` ends an optional field's name.
 * Enumeration values are not compared: the specification has its own.
 */
export type Declared = 'string' | 'number' | 'boolean' | 'big' | 'any' | readonly [Declared] | Fields
type Fields = { [name: string]: Declared }

/** Fields of one type, by their names. */
const fields =
  (type: Declared) =>
  (names: string): Fields =>
    Object.fromEntries(names.split(' ').map((name) => [name, type]))
const [text, number, big, flag] = [fields('string'), fields('number'), fields('big'), fields('boolean')] as const

const token: Fields = { ...text('tokenAddress name symbol'), ...number('chainId decimals?') }
const tokenInfo: Fields = {
  ...text('address name symbol logoUri?'),
  ...number('chainId decimals'),
  ...flag('supportsBridging? featured'),
}
const precondition: Fields = { ...text('type ownerAddress tokenAddress'), ...number('chainId'), ...big('minAmount') }
const calls: Fields = {
  ...number('chainId'),
  ...big('space? nonce?'),
  calls: [
    {
      ...text('to data?'),
      ...number('behaviorOnError?'),
      ...big('value? gasLimit?'),
      ...flag('delegateCall? onlyFallback?'),
    },
  ],
}
const metaTxn: Fields = { ...text('id walletAddress contract input'), ...number('chainId') }
const impact: Fields = { priceImpact: 'number', priceImpactUsd: 'number' }
const gasFee: Fields = {
  ...text('nativeTokenSymbol chainGasUsageStatus totalFeeUsd metaTxnGasQuote'),
  ...number('chainId nativeTokenPriceUsd?'),
  ...big('totalGasLimit gasPrice totalFeeAmount'),
  metaTxnFeeDetails: { metaTxnId: 'string', estimatedGasLimit: 'big', feeNative: 'big' },
}
const contracts: Fields = text('acmeIntentEntrypointAddress acmeRouterAddress acmeRouterShimAddress')

const intent: Fields = {
  ...text('intentId status ownerAddress originIntentAddress destinationIntentAddress? acmeVersion expiresAt'),
  ...text('updatedAt? createdAt?'),
  ...number('originChainId destinationChainId'),
  ...big('salt'),
  quoteRequest: {
    ...text('ownerAddress originTokenAddress destinationTokenAddress destinationToAddress? tradeType?'),
    ...number('originChainId destinationChainId'),
    ...big('originTokenAmount? destinationTokenAmount?'),
  },
  depositTransaction: { toAddress: 'string', tokenAddress: 'string', 'decimals?': 'number', amount: 'big' },
  originCalls: calls,
  'destinationCalls?': calls,
  originPrecondition: precondition,
  'destinationPrecondition?': precondition,
  originMetaTxn: metaTxn,
  'destinationMetaTxn?': metaTxn,
  quote: {
    ...number('fromAmountUsd fromAmountMinUsd toAmountUsd toAmountMinUsd maxSlippage'),
    ...big('fromAmount fromAmountMin toAmount toAmountMin'),
    routeProviders: ['string'],
    routeProvidersRequestIds: ['string'],
    routeProvidersFeeUsd: ['number'],
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
    ...text('feeTokenAddress'),
    ...number('feeTokenUsd gasFeeUsd acmeFeeUsd collectorFeeUsd providerFeeUsd totalFeeUsd'),
    ...big('feeTokenAmount feeTokenTotal gasFeeTotal acmeFeeTotal collectorFeeTotal providerFeeTotal totalFeeAmount'),
    originGas: gasFee,
    'destinationGas?': gasFee,
    provider: {
      ...text('quoteProvider'),
      ...number('quoteProviderFeeUsd acmeFeeUsd providerWithAcmeFeeUsd totalFeeUsd'),
      ...big('quoteProviderFee acmeFee quoteProviderWithAcmeFee totalFeeAmount'),
    },
  },
  acmeContracts: contracts,
}

const transaction: Fields = {
  ...text('intentId status statusReason? type context fromAddress toAddress tokenAddress metaTxnId?'),
  ...text('metaTxnFeeQuote? txnHash? txnMinedAt? updatedAt? createdAt?'),
  ...number('chainId'),
  ...big('tokenAmount'),
  'precondition?': precondition,
  // Nonces are 256-bit like amounts, so they are strings; deadlines are seconds.
  'depositIntentEntry?': {
    ...text('intentSignature feeAmount feeToken feeCollector permitSignature?'),
    ...number('deadline permitDeadline?'),
    ...big('userNonce permitAmount?'),
  },
}

const summary: Fields = {
  ...text('intentId status ownerAddress originIntentAddress originTokenAddress destinationIntentAddress'),
  ...text('destinationTokenAddress destinationToAddress createdAt expiresAt'),
  ...number('originChainId destinationChainId'),
  ...big('originTokenAmount destinationTokenAmount'),
  originTokenMetadata: token,
  destinationTokenMetadata: token,
}

const intentReceipt: Fields = {
  ...text('intentId status ownerAddress updatedAt? createdAt?'),
  ...number('originChainId destinationChainId'),
  depositTransaction: transaction,
  originTransaction: transaction,
  'destinationTransaction?': transaction,
  summary: {
    ...text('tradeType startedAt? finishedAt?'),
    ...flag('destinationHasCallData destinationHasCallValue'),
    ...summary,
    routeProviders: ['string'],
  },
}

const nextPage: Fields = {
  ...text('column?'),
  ...number('before? after? pageSize?'),
  ...flag('more?'),
  'sort?': [{ column: 'string', order: 'string' }],
}

export const generatedTypes: { [operation: string]: Declared } = {
  Ping: { version: 'string' },
  Clock: { serverTime: 'string' },
  RuntimeStatus: {
    status: {
      ...text('version branch commitHash startTime uptime hostname'),
      ...flag('healthOK'),
      runnables: 'any',
      services: [{ name: 'string', healthy: 'boolean', 'error?': 'string', latency: 'string' }],
    },
  },
  GetChains: {
    chains: [
      {
        ...text('name tokenName tokenSymbol logoUri? blockExplorerUrl?'),
        ...number('id tokenDecimals'),
        ...flag('isTestnet supportsBridging'),
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
        ...text('updatedAt'),
        ...number('priceUsd?'),
        token: { chainId: 'number', tokenAddress: 'string', 'tokenSymbol?': 'string' },
      },
    ],
  },
  QuoteIntent: {
    intent,
    gasFeeOptions: {
      ...text('expiresAt feeCollectorAddress'),
      gasEstimate: { totalGas: 'number', gasPrice: 'string', nativeCost: 'string', nativeCostUsd: 'number' },
      feeOptions: [
        {
          ...text('tokenAddress tokenSymbol feeCollectorAddress'),
          ...number('tokenDecimals amountUsd'),
          ...big('amount'),
          ...flag('is2612'),
        },
      ],
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
        ...text('depositTransactionHash? depositTransactionStatus originTransactionHash? originTransactionStatus'),
        ...text('destinationTransactionHash? destinationTransactionStatus updatedAt?'),
        ...summary,
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
