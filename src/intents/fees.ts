import type { Address } from '../interface/fields.ts'
import type { Fees, GasFee } from '../interface/quoteShapes.ts'
import { bpsOf, convertUp, usdOf } from './money.ts'
import { tidy } from './priceImpact.ts'

export type PricedToken = { address: Address; symbol: string; decimals: number; priceUsd: number }

/** One chain's share of the gas. */
export type GasUse = {
  chainId: number
  gas: bigint
  gasPrice: bigint
  usage: NonNullable<GasFee['chainGasUsageStatus']>
  native: PricedToken
  metaTxnId: `0x${string}`
}

/** What this service takes from the deposit on chain, in base units of the deposit token. */
export type Charge = { gas: bigint; service: bigint; collector: bigint; total: bigint }

/** Gas moves between quote and execution; what is quoted is what is charged, so the difference is ours to carry. */
const gasMarginBps = 12_500n

export function chargeOf(ask: {
  token: PricedToken
  amount: bigint
  gas: readonly GasUse[]
  serviceFeeBps: number
  collectorFeeBps: number
}): Charge {
  let gas = 0n
  for (const use of ask.gas) gas += gasInToken(use, ask.token)
  const service = bpsOf(ask.amount, ask.serviceFeeBps)
  const collector = bpsOf(ask.amount, ask.collectorFeeBps)
  return { gas, service, collector, total: gas + service + collector }
}

function gasInToken(use: GasUse, token: PricedToken): bigint {
  return convertUp(nativeCost(use), use.native, token)
}

const nativeCost = ({ gas, gasPrice }: GasUse): bigint => (gas * gasPrice * gasMarginBps) / 10_000n

/** The fee breakdown. Every total is the exact sum of its parts. */
export function feesOf(ask: {
  token: PricedToken
  charge: Charge
  origin: GasUse
  destination?: GasUse
  provider: { name: string; fee: bigint }
}): Fees {
  const { token, charge, provider } = ask
  const usd = (amount: bigint) => tidy(usdOf(amount, token.decimals, token.priceUsd))
  const withService = provider.fee + charge.service
  const total = charge.total + provider.fee
  return {
    originGas: gasFeeOf(ask.origin),
    ...(ask.destination && { destinationGas: gasFeeOf(ask.destination) }),
    provider: {
      quoteProvider: provider.name,
      quoteProviderFee: provider.fee,
      quoteProviderFeeUsd: usd(provider.fee),
      svcFee: charge.service,
      svcFeeUsd: usd(charge.service),
      quoteProviderWithSvcFee: withService,
      providerWithSvcFeeUsd: usd(withService),
      totalFeeAmount: withService,
      totalFeeUsd: usd(withService),
    },
    feeTokenAddress: token.address,
    feeTokenAmount: charge.total,
    feeTokenUsd: usd(charge.total),
    feeTokenTotal: charge.total,
    gasFeeTotal: charge.gas,
    gasFeeUsd: usd(charge.gas),
    svcFeeTotal: charge.service,
    svcFeeUsd: usd(charge.service),
    collectorFeeTotal: charge.collector,
    collectorFeeUsd: usd(charge.collector),
    providerFeeTotal: provider.fee,
    providerFeeUsd: usd(provider.fee),
    totalFeeAmount: total,
    totalFeeUsd: usd(total),
  }
}

function gasFeeOf(use: GasUse): GasFee {
  const total = nativeCost(use)
  return {
    chainId: use.chainId,
    totalGasLimit: use.gas,
    gasPrice: use.gasPrice,
    nativeTokenSymbol: use.native.symbol,
    chainGasUsageStatus: use.usage,
    totalFeeAmount: total,
    totalFeeUsd: String(tidy(usdOf(total, use.native.decimals, use.native.priceUsd))),
    metaTxnFeeDetails: { metaTxnId: use.metaTxnId, estimatedGasLimit: use.gas, feeNative: total },
    metaTxnGasQuote: total.toString(),
    nativeTokenPriceUsd: use.native.priceUsd,
  }
}
