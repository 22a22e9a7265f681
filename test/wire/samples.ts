import type { OperationName, Response } from '../../src/interface/operations.ts'
import type { FeeOption } from '../../src/interface/quoteShapes.ts'
import type { TokenInfo } from '../../src/interface/tokenShapes.ts'
import {
  amountIn,
  collector,
  depositHash,
  destinationAddress,
  expiresAt,
  intentId,
  native,
  originAddress,
  owner,
  quotedAt,
  sampleIntent,
  updatedAt,
  usdc,
  weth,
} from './sampleIntent.ts'
import { sampleReceipt } from './sampleReceipt.ts'
import { buildRequest, prepareRequest, sampleBuilt, samplePrepared } from './sampleRecovery.ts'

const usdCoin: TokenInfo = {
  chainId: 1,
  address: usdc,
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  supportsBridging: true,
  logoUri: 'https://example.org/usdc.svg',
  featured: true,
  featureIndex: 1,
}

const strange: TokenInfo = {
  chainId: 8453,
  address: native,
  name: 'Née "O\\K" \u2028 €😀',
  symbol: '<b>',
  decimals: 0,
  featured: false,
  featureIndex: 0,
}

const nativeFee: FeeOption = {
  tokenAddress: native,
  tokenSymbol: 'ETH',
  tokenDecimals: 18,
  amount: 540_000_000_000_000n,
  amountUsd: 1.62,
  feeCollectorAddress: collector,
  is2612: false,
}

/** One complete, realistic answer of every operation, as its handler returns it. */
export const sampleResponses: { [N in OperationName]: Response<N> } = {
  GetExactOutputRoutes: { tokens: [usdCoin, strange] },
  GetExactInputRoutes: { tokens: [usdCoin] },
  GetChains: {
    chains: [
      {
        id: 8453,
        name: 'Base',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        logoUri: 'https://example.org/base.svg',
        blockExplorer: { name: 'Explorer', url: 'https://example.org' },
        tokenName: 'Ether',
        tokenSymbol: 'ETH',
        tokenDecimals: 18,
        isTestnet: false,
        supportsBridging: true,
        blockExplorerUrl: 'https://example.org',
      },
    ],
  },
  GetTokenList: { tokens: [usdCoin, strange] },
  GetTokenPrices: {
    tokenPrices: [
      { token: { chainId: 1, tokenAddress: usdc, tokenSymbol: 'USDC' }, priceUsd: 0.9998, updatedAt },
      { token: { chainId: 1, tokenAddress: weth }, updatedAt },
    ],
  },
  QuoteIntent: {
    intent: sampleIntent,
    gasFeeOptions: {
      gasEstimate: { totalGas: 110_000, gasPrice: '1250000000', nativeCost: '137500000000000', nativeCostUsd: 0.41 },
      feeOptions: [
        nativeFee,
        { ...nativeFee, tokenAddress: usdc, tokenSymbol: 'USDC', tokenDecimals: 6, amount: 1_620_000n, is2612: true },
      ],
      expiresAt,
      feeCollectorAddress: collector,
    },
    offers: [
      {
        route: 'ACROSS over WETH',
        chosen: true,
        routeProviders: ['ACROSS'],
        routeAmount: 1_000_000n,
        toAmount: 990_000n,
        toAmountMin: 985_000n,
        providerFeesUsd: 0.25,
        crossingSeconds: 4,
      },
      {
        route: 'CCTP over USDC',
        chosen: false,
        refused: 'tooSmall',
        detail: 'amounts below 1 are not carried',
        nearestAmount: 1_000_000n,
      },
    ],
    depositWays: [
      {
        way: 'permit2Allowance',
        sentBy: 'service',
        costUsd: 0,
        approveAddress: usdc,
        sign: [{ field: 'intentSignature', typedData: '{"primaryType":"Intent"}' }],
        depositSignature: {
          way: 'permit2Allowance',
          permitDeadline: 1_767_615_000,
          permitAmount: 115_792_089_237_316_195_423_570n,
          permitNonce: 3n,
          permitExpiration: 1_767_615_000,
          selectedGasFeeOption: { ...nativeFee, amount: 0n },
          userNonce: 12n,
          deadline: 1_767_615_000,
        },
      },
      { way: 'transfer', sentBy: 'owner', costUsd: 0.41 },
    ],
    transactionStates: [
      { id: 'origin.deposit', label: 'Deposit', chainId: 1 },
      { id: 'origin.execute', label: 'Swap and bridge', chainId: 1 },
      { id: 'destination.execute', label: 'Deliver', chainId: 8453 },
    ],
    passthrough: { eligible: true, passthroughTransaction: sampleIntent.depositTransaction },
    notes: ['options.swapProvider: ZERO_EX is not known here, so AUTO was used'],
  },
  CommitIntent: { intentId },
  ExecuteIntent: { intentId, intentStatus: 'EXECUTING' },
  RetryIntent: { intentId, intentStatus: 'EXECUTING' },
  AbortIntent: { intentId, status: 'FAILED' },
  PrepareIntentRecovery: samplePrepared,
  BuildIntentRecoveryTransaction: sampleBuilt,
  GetIntent: { intent: sampleIntent },
  SearchIntents: { intents: [sampleIntent] },
  GetIntentHistory: {
    intents: [
      {
        intentId,
        status: 'FAILED',
        expiresAt,
        updatedAt,
        createdAt: quotedAt,
        receipt: sampleReceipt,
        hasBalance: true,
        balances: [{ chainId: 1, tokenAddress: weth, amount: amountIn }],
      },
    ],
    nextPage: {
      column: 'createdAt',
      before: '2026-01-05T12:00:00.000Z/42',
      after: '2026-01-05T11:00:00.000Z/41',
      sort: [{ column: 'createdAt', order: 'DESC' }],
      pageSize: 1,
      more: true,
    },
  },
  GetIntentReceipt: { intentReceipt: sampleReceipt },
  WaitIntentReceipt: {
    intentReceipt: sampleReceipt,
    receiptStates: ['SUCCEEDED', 'SUCCEEDED', 'FAILED', 'SUCCEEDED'],
    done: true,
  },
  GetEarnPools: {
    pools: [
      {
        id: 'base-usdc-aave-v3-lending',
        name: 'Aave v3 USDC',
        protocol: 'aave-v3',
        chainId: 8453,
        apy: 4.37,
        tvl: 123_456_789.01,
        token: {
          symbol: 'USDC',
          name: 'USD Coin',
          address: usdc,
          decimals: 6,
          logoUrl: 'https://example.org/usdc.svg',
        },
        depositAddress: destinationAddress,
        isActive: true,
        poolUrl: 'https://example.org/pool',
        protocolUrl: 'https://example.org',
        wrappedTokenGatewayAddress: originAddress,
      },
    ],
    timestamp: updatedAt,
    cached: false,
  },
  YieldGetMarkets: { payload: '[{"id":"base-usdc-aave-v3-lending","rewardRate":0.0437}]' },
  YieldGetAggregateBalances: {
    payload: '[{"yieldId":"base-usdc-aave-v3-lending","network":"base","amount":"12.5","amountUsd":"12.49"}]',
  },
  Ping: { version: '0.0.1' },
  Clock: { serverTime: updatedAt },
  RuntimeStatus: {
    status: {
      healthy: true,
      version: '0.1.0+1a2b3c4',
      startedAt: quotedAt,
      uptimeSeconds: 41.25,
      checks: [{ kind: 'chain', name: 'Base', healthy: true, detail: 'head 12 s old' }],
      healthOK: true,
      branch: '',
      commitHash: '1a2b3c4',
      startTime: quotedAt,
      uptime: 41,
      hostname: '8f0c2e9a4b7d',
      runnables: [{ name: 'steps', running: true }],
      services: [{ name: 'base', healthy: false, error: 'no node answers', latency: 12 }],
    },
  },
  GetSvcContracts: { SvcContracts: sampleIntent.svcContracts },
  GetProtocolContracts: { SvcContracts: sampleIntent.svcContracts },
  GetSupportedIntentProtocols: { versions: ['v1'] },
  GetDefaultIntentProtocol: { version: 'v1' },
  GetExchangeRate: {
    exchangeRate: { name: 'Euro', symbol: '€', value: 0.9213, vsCurrency: 'USD', currencyType: 'fiat' },
  },
  GetFiatCurrencyList: { currencies: [{ code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 }] },
  GetCountryList: { countries: [{ code: 'CI', name: 'Côte d’Ivoire' }] },
  GetIntentTransactionHistory: {
    intents: [sampleReceipt.summary],
    nextPage: {
      column: 'createdAt',
      before: '42',
      after: '41',
      sort: [{ column: 'createdAt', order: 'DESC' }],
      pageSize: 1,
      more: true,
    },
  },
  YieldCreateEnterAction: {
    payload: '{"earnMarketId":"base-usdc-aave-v3-lending","action":"enter","transactions":[]}',
  },
  YieldCreateExitAction: { payload: '{"earnMarketId":"base-usdc-aave-v3-lending","action":"exit","transactions":[]}' },
  YieldGetProviders: { payload: '[{"id":"aave-v3","name":"Aave V3"}]' },
  YieldGetProvider: { payload: '{"id":"aave-v3","name":"Aave V3"}' },
  YieldGetNetworks: { payload: '[{"id":"base","chainId":"8453"}]' },
  YieldGetMarketById: { payload: '{"id":"base-usdc-aave-v3-lending","rewardRate":0.0437}' },
}

const lower = owner.toLowerCase()
const shouted = `0x${usdc.slice(2).toUpperCase()}`

/** A request of every operation, as a caller may write it: any case, any notation of a number, nulls, unknown fields. */
export const sampleRequests: { [N in OperationName]: string } = {
  GetExactOutputRoutes: `{"destinationChainId":8453,"destinationTokenAddress":"${shouted}","originChainId":null,"ownerAddress":"${lower}"}`,
  GetExactInputRoutes: `{"originChainId":1,"originTokenAddress":"0xeeeeeEEEEEeeeeEeEeEeEEEeEeeEEEeEEEEEeEEE","later":{"more":[1,2]}}`,
  GetChains: '{ "routeProvider" : "ACROSS" }',
  GetTokenList: `{"chainIds":[1,8453],"searchQuery":"usd\\u0063","limit":1e2,"tokenAddress":"${usdc}","includeAllListed":true,"includeExternal":false,"excludeTokens":["${lower}"]}`,
  GetTokenPrices: `{"tokens":[{"chainId":1,"tokenAddress":"${usdc}","tokenSymbol":"USDC"},{"chainId":8453,"tokenAddress":"${native}","tokenSymbol":null}]}`,
  QuoteIntent: `{"ownerAddress":"${lower}","originChainId":1,"originTokenAddress":"${weth}","destinationChainId":8453,"destinationTokenAddress":"${shouted}","destinationCallData":"0xA9059CBB","destinationCallValue":"0","originTokenAmount":1.234567890123456789012e21,"destinationTokenAmount":"3701234567891","tradeType":"EXACT_INPUT","fundMethod":"WALLET","onlyNativeGasFee":false,"options":{"preference":"CHEAPEST","slippageTolerance":5e-3,"svcAddressOverrides":{"svcWalletFactoryAddress":"${lower}"}}}`,
  CommitIntent: `{"intent":{"intentId":"0x${intentId.slice(2).toUpperCase()}","salt":4503599627370495,"depositTransaction":{"amount":1234567890123456789012},"quote":{"fromAmount":1.2345678901234568e+21,"fromAmountUsd":3703703.67},"fees":{"originGas":{"gasPrice":"1250000000"}}}}`,
  ExecuteIntent: `{"intentId":"${intentId}","depositSignature":{"intentSignature":"0x5a5A","permitSignature":"0x","permitDeadline":1767615000,"permitAmount":115792089237316195423570985008687907853269984665640564039457584007913129639935,"selectedGasFeeOption":{"tokenAddress":"${native}","tokenSymbol":"ETH","tokenDecimals":18,"amount":540000000000000,"amountUsd":1.62,"feeCollectorAddress":"${collector}","is2612":false},"userNonce":"12","deadline":1767615000}}`,
  RetryIntent: `{"intentId":"${intentId}","depositTransactionHash":"${depositHash}"}`,
  AbortIntent: `{"intentId":"${intentId}","chainId":1,"abortTransactionHash":"${depositHash}"}`,
  PrepareIntentRecovery: prepareRequest,
  BuildIntentRecoveryTransaction: buildRequest,
  GetIntent: `{"intentId":"${intentId}"}`,
  SearchIntents: `{"byIntentId":"${intentId}","byProjectId":1,"byTransactionHash":"${depositHash}","byDepositTransactionHash":"${depositHash}","byOwnerAddress":"${lower}","byOriginIntentAddress":"${originAddress}","byDestinationIntentAddress":"${destinationAddress}","byQueryString":"0x6f1c2e WETH"}`,
  GetIntentHistory: `{"page":{"column":"createdAt","after":"x","sort":[{"column":"createdAt","order":"DESC"}],"pageSize":100},"byProjectId":1,"byOwnerAddress":"${lower}","originChainId":1,"destinationChainId":8453,"fromTime":0,"toTime":1767615000,"byStatus":"FAILED","byStatuses":["FAILED","SUCCEEDED"],"includeBalances":true,"onlyRecoverable":false}`,
  GetIntentReceipt: `{"intentId":"${intentId}"}`,
  WaitIntentReceipt: `{"intentId":"${intentId}","lastReceiptStates":["SUCCEEDED","MINING"]}`,
  GetEarnPools: '{"chainIds":[8453],"protocols":["AAVE-v3"],"minTvl":1e21,"maxApy":12.5}',
  YieldGetMarkets:
    '{"provider":"aave-v3","chainId":"8453","type":"lending","search":"usdc","sort":"tvlDesc","limit":100,"offset":0}',
  YieldGetAggregateBalances: `{"queries":[{"address":"${lower}","network":"base"}]}`,
  Ping: '{}',
  Clock: ' {\t} ',
  RuntimeStatus: '{"unknown":null}',
  GetSvcContracts: '{}',
  GetProtocolContracts: '{"intentProtocol":"v1"}',
  GetSupportedIntentProtocols: '{}',
  GetDefaultIntentProtocol: '{}',
  GetExchangeRate: '{"toCurrency":"eur"}',
  GetFiatCurrencyList: '{}',
  GetCountryList: '{}',
  GetIntentTransactionHistory: `{"page":{"after":41,"pageSize":10},"byProjectId":1,"byOwnerAddress":"${lower}"}`,
  YieldCreateEnterAction: `{"earnMarketId":"base-usdc-aave-v3-lending","userWalletAddress":"${lower}","args":{"amount":"12.5"}}`,
  YieldCreateExitAction: `{"earnMarketId":"base-usdc-aave-v3-lending","userWalletAddress":"${lower}","args":{"useMaxAmount":true}}`,
  YieldGetProviders: '{"limit":10,"offset":0}',
  YieldGetProvider: '{"providerId":"aave-v3"}',
  YieldGetNetworks: '{}',
  YieldGetMarketById: '{"marketId":"base-usdc-aave-v3-lending"}',
}
