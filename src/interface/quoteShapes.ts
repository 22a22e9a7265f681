import type { z } from 'zod'
import { chainGasUsageStatuses, fundMethods, intentProtocols, offerRefusals, preferences, tradeTypes } from './enums.ts'
import {
  address,
  big,
  bool,
  chainId,
  choice,
  float,
  fraction,
  hex,
  integer,
  list,
  shape,
  text,
  time,
} from './fields.ts'

const routeStepsMax = 64
/** Bridges times the tokens they carry between two chains. */
export const offersMax = 100
const feeOptionsMax = 32

export const addressOverrides = shape(
  'SvcAddressOverrides',
  'Wallet contracts to use instead of the configured ones; each is checked on chain.',
  {
    svcWalletFactoryAddress: address().optional().describe('Wallet factory'),
    svcWalletMainModuleAddress: address().optional().describe('Wallet main module'),
    svcWalletMainModuleUpgradableAddress: address().optional().describe('In v1 the same as the main module'),
    svcWalletGuestModuleAddress: address().optional().describe('Guest module that deploys and executes'),
    svcWalletUtilsAddress: address().optional().describe('In-batch checks'),
  },
)

export const quoteOptions = shape('QuoteOptions', 'How the route is chosen.', {
  intentProtocol: choice(intentProtocols).optional().describe('Protocol version'),
  swapProvider: text(64).optional().describe('AUTO or the name of a swap provider'),
  bridgeProvider: text(64).optional().describe('AUTO or the name of a bridge provider'),
  swapProviderFallback: bool()
    .optional()
    .describe('Whether other swap providers may be used when the named one cannot'),
  bridgeProviderFallback: bool()
    .optional()
    .describe('Whether other bridge providers may be used when the named one cannot'),
  preference: choice(preferences).optional().describe('What matters most in the choice of the route'),
  slippageTolerance: fraction().optional().describe('Largest accepted slippage as a fraction of 1 (0.005 = 0.5 %)'),
  allowHighSlippage: bool().optional().describe('Accept a slippageTolerance of 0.5 (50 %) or more'),
  svcAddressOverrides: addressOverrides.optional().describe('Wallet contract overrides'),
})

export const quoteRequest = shape('QuoteRequest', 'What the caller wants and what it pays with.', {
  ownerAddress: address().describe('Wallet that pays and that refunds go to'),
  originChainId: chainId().describe('Source chain'),
  originTokenAddress: address().describe('Source token'),
  destinationChainId: chainId().describe('Destination chain'),
  destinationTokenAddress: address().describe('Destination token'),
  destinationToAddress: address().optional().describe('Recipient on the destination chain; the owner when left out'),
  refundToAddress: address()
    .optional()
    .describe('Who is paid on the destination chain if something fails there; the owner when left out'),
  destinationApproveAddress: address().optional().describe('Address approved for the delivered amount before the call'),
  destinationCallData: hex()
    .optional()
    .describe('Call data executed at the destination; 32 bytes of deadbeef are replaced by the delivered amount'),
  destinationCallValue: big().optional().describe('Native value of the destination call'),
  originTokenAmount: big().optional().describe('Amount of the source token, base units, below 2^160'),
  destinationTokenAmount: big().optional().describe('Amount of the destination token, base units, below 2^160'),
  tradeType: choice(tradeTypes).optional().describe('Which of the two amounts is exact'),
  fundMethod: choice(fundMethods).optional().describe('How the deposit arrives'),
  onlyNativeGasFee: bool().optional().describe('Offer the native gas fee option only'),
  options: quoteOptions.optional().describe('How the route is chosen'),
})

const impact = (about: string) =>
  shape('PriceImpact', 'One part of the price impact.', {
    priceImpact: float().describe('Percent (2.8 = 2.8 %)'),
    priceImpactUsd: float().describe('Dollars'),
  }).describe(about)

export const quoteShape = shape('Quote', 'Quoted amounts and price impact.', {
  routeProviders: list(text(64), routeStepsMax).describe('Providers in route order'),
  routeProvidersRequestIds: list(text(), routeStepsMax).describe('Request ids, parallel to routeProviders'),
  routeProvidersFeeUsd: list(float(), routeStepsMax).describe('Provider fees in dollars, parallel to routeProviders'),
  fromAmount: big().describe('Amount deposited, base units of the origin token'),
  fromAmountMin: big().describe('Least amount of the deposit that the route can use'),
  fromAmountUsd: float().describe('Deposit in dollars'),
  fromAmountMinUsd: float().describe('Least deposit in dollars'),
  toAmount: big().describe('Amount expected at the destination, base units'),
  toAmountMin: big().describe('Least amount delivered at the destination, base units'),
  toAmountUsd: float().describe('Expected amount in dollars'),
  toAmountMinUsd: float().describe('Least amount in dollars'),
  maxSlippage: float().describe('Slippage allowed, fraction of 1'),
  priceImpact: float().describe('Net price impact, percent'),
  priceImpactUsd: float().describe('Net price impact, dollars'),
  priceImpactDetails: shape('PriceImpactDetails', 'The price impact by cause.', {
    executionPriceImpact: impact('Quoted output against the oracle price before any fee'),
    marketPriceImpact: impact('What the trade itself moves the pools'),
    providerFeesPriceImpact: impact('Fees of pools and bridges'),
    svcFeesPriceImpact: impact('Fees of this service, gas included'),
    netPriceImpact: impact('Everything together'),
  }).describe('The price impact by cause'),
  estimatedDuration: float().describe(
    'Seconds from start to arrival: the median of the latest intents over this route, else by block times and the bridge',
  ),
  estimatedDurationP90: float()
    .optional()
    .describe('Seconds that nine of ten of them stayed within; absent until there are enough'),
})

const leftover = shape('Leftover', 'What comes back to the owner beside the outcome.', {
  chainId: chainId().describe('Chain that it comes back on'),
  tokenAddress: address().describe('Token that comes back'),
  amount: big().describe('Expected amount, base units'),
  usd: float().optional().describe('The same in dollars; absent where the token has no price'),
})

export const expectedLeftovers = () =>
  list(leftover, routeStepsMax)
    .optional()
    .describe('What the route is expected to leave with the owner: a swap before a bridge, or an exact output')

export const quoteOffer = shape('QuoteOffer', 'One way that was considered for a quote.', {
  route: text(128).describe('The bridge, or the two that share the crossing, and the token that crosses; or swap'),
  chosen: bool().describe('Whether the quote takes this way'),
  routeProviders: list(text(64), routeStepsMax).optional().describe('Providers in route order'),
  routeAmount: big().optional().describe('What goes into the route: the deposit less the fees of this service'),
  toAmount: big().optional().describe('Amount expected at the destination, base units'),
  toAmountUsd: float().optional().describe('Expected amount in dollars'),
  toAmountMin: big().optional().describe('Least amount delivered at the destination, base units'),
  toAmountMinUsd: float().optional().describe('Least amount in dollars'),
  routeAmountUsd: float().optional().describe('What goes into the route, in dollars'),
  expectedLeftovers: expectedLeftovers(),
  providerFeesUsd: float().optional().describe('What the providers keep, dollars'),
  crossingSeconds: float()
    .optional()
    .describe('Seconds that the money is between the chains, by the bridge’s own figure'),
  estimatedDuration: float().optional().describe('Seconds from start to arrival, as the latest intents took'),
  refused: choice(offerRefusals).optional().describe('Why this way cannot be taken'),
  detail: text(1_024).optional().describe('The reason in words'),
  nearestAmount: big().optional().describe('The nearest amount that works, base units'),
})

export const gasFee = shape('GasFee', 'Gas on one chain.', {
  chainId: chainId().describe('Chain that the gas is paid on'),
  totalGasLimit: big().describe('Gas limit of the leg'),
  gasPrice: big().describe('Price of one gas, native base units'),
  nativeTokenSymbol: text(64).describe('Symbol of the native token'),
  chainGasUsageStatus: choice(chainGasUsageStatuses).optional().describe('How busy the chain is'),
  l1Fee: big().optional().describe('What its bytes cost on the chain below, native base units; absent where nothing'),
  upliftBps: integer(0, 10_000)
    .optional()
    .describe('Room for a gas price that rises until execution, in hundredths of a percent'),
  totalFeeAmount: big().describe(
    '(totalGasLimit × gasPrice + l1Fee) × (10,000 + upliftBps) / 10,000, native base units',
  ),
  totalFeeUsd: text(64).describe('Gas fee in dollars, as a decimal string'),
  metaTxnFeeDetails: shape('MetaTxnFeeDetails', 'Gas of the relayed transaction.', {
    metaTxnId: text().describe('Meta-transaction identifier'),
    estimatedGasLimit: big().describe('Estimated gas'),
    feeNative: big().describe('Fee in native base units'),
  })
    .optional()
    .describe('Gas of the relayed transaction'),
  metaTxnGasQuote: text(80).optional().describe('Decimal string, native base units'),
  nativeTokenPriceUsd: float().optional().describe('Dollars for one native token'),
})

export const providerFee = shape('ProviderFee', 'Fees inside the route, in base units of the origin token.', {
  quoteProvider: text(64).describe('Provider of the quote'),
  quoteProviderFee: big().describe('Fee of the providers'),
  quoteProviderFeeUsd: float().describe('Fee of the providers in dollars'),
  svcFee: big().describe('Fee of this service'),
  svcFeeUsd: float().describe('Fee of this service in dollars'),
  quoteProviderWithSvcFee: big().describe('Both'),
  providerWithSvcFeeUsd: float().describe('Both, in dollars'),
  totalFeeAmount: big().describe('Total'),
  totalFeeUsd: float().describe('Total in dollars'),
})

export const fees = shape('Fees', 'Fee breakdown; totals are in base units of the fee token.', {
  originGas: gasFee.describe('Gas on the origin chain'),
  destinationGas: gasFee.optional().describe('Gas on the destination chain'),
  provider: providerFee.describe('Fees inside the route'),
  feeTokenAddress: address().describe('Token that fees are paid in'),
  feeTokenAmount: big().describe('Fee taken on chain from the deposit'),
  feeTokenUsd: float().describe('The same in dollars'),
  feeTokenTotal: big().describe('Everything paid in the fee token'),
  gasFeeTotal: big().describe('Gas of both chains'),
  gasFeeUsd: float().describe('Gas of both chains in dollars'),
  svcFeeTotal: big().describe('Fee of this service'),
  svcFeeUsd: float().describe('Fee of this service in dollars'),
  collectorFeeTotal: big().describe('Fee of the collector'),
  collectorFeeUsd: float().describe('Fee of the collector in dollars'),
  providerFeeTotal: big().describe('Fees of pools and bridges'),
  providerFeeUsd: float().describe('Fees of pools and bridges in dollars'),
  totalFeeAmount: big().describe('gas + service + collector + provider'),
  totalFeeUsd: float().describe('The same in dollars'),
})

export const feeOption = shape('FeeOption', 'One way to pay for a relayed deposit.', {
  tokenAddress: address().describe('Token of the fee'),
  tokenSymbol: text(64).describe('Symbol'),
  tokenDecimals: integer(0, 255).describe('Decimals'),
  amount: big().describe('Fee in base units'),
  amountUsd: float().describe('Fee in dollars'),
  feeCollectorAddress: address().describe('Who receives the fee'),
  is2612: bool().describe('Whether the token takes a permit signature (EIP-2612)'),
})

export const gasFeeOptions = shape('GasFeeOptions', 'Ways to pay for the deposit transaction.', {
  gasEstimate: shape('GasEstimate', 'What the deposit costs in gas.', {
    totalGas: integer().describe('Gas units'),
    gasPrice: text(80).describe('Price of one gas, native base units, decimal string'),
    nativeCost: text(80).describe('Native base units, decimal string'),
    nativeCostUsd: float().describe('Dollars'),
  }).describe('What the deposit costs in gas'),
  feeOptions: list(feeOption, feeOptionsMax).describe('The options'),
  expiresAt: time().describe('Until when the options hold'),
  feeCollectorAddress: address().describe('Who receives the fee'),
})

export type QuoteRequest = z.output<typeof quoteRequest>
export type QuoteOptions = z.output<typeof quoteOptions>
export type Quote = z.output<typeof quoteShape>
export type GasFee = z.output<typeof gasFee>
export type ProviderFee = z.output<typeof providerFee>
export type Fees = z.output<typeof fees>
export type Leftover = z.output<typeof leftover>
export type FeeOption = z.output<typeof feeOption>
export type GasFeeOptions = z.output<typeof gasFeeOptions>
export type QuoteOffer = z.output<typeof quoteOffer>
