import type { Address, Hex } from '../interface/fields.ts'
import type { Fees, GasFee } from '../interface/quoteShapes.ts'
import { bpsOf, convertUp, roundTo12Digits, usdOf } from './money.ts'

export type PricedToken = { address: Address; symbol: string; decimals: number; priceUsd: number }

/** A batch's expected gas, and the gas price of its chain. */
export type GasUse = {
  chainId: number
  gas: bigint
  gasPrice: bigint
  /** A rollup's extra fee for its data on L1, in native base units. */
  l1Fee?: bigint
  usage: NonNullable<GasFee['chainGasUsageStatus']>
  native: PricedToken
}
type RelayedGasUse = GasUse & { metaTxnId: Hex }

/** What this service takes from the deposit on chain, in base units of the deposit token. */
export type Charge = { gas: bigint; service: bigint; collector: bigint; total: bigint }

/** 5 %. The quoted fee is final: this margin covers a small rise of gas prices, and the service pays the excess. */
const gasUpliftBps = 500n

export function chargeOf(input: {
  token: PricedToken
  amount: bigint
  gas: readonly GasUse[]
  serviceFeeBps: number
  collectorFeeBps: number
}): Charge {
  let gas = 0n
  for (const use of input.gas) gas += gasInToken(use, input.token)
  const service = bpsOf(input.amount, input.serviceFeeBps)
  const collector = bpsOf(input.amount, input.collectorFeeBps)
  return { gas, service, collector, total: gas + service + collector }
}

function gasInToken(use: GasUse, token: PricedToken): bigint {
  return convertUp(nativeCost(use), use.native, token)
}

const nativeCost = ({ gas, gasPrice, l1Fee = 0n }: GasUse): bigint =>
  ((gas * gasPrice + l1Fee) * (10_000n + gasUpliftBps)) / 10_000n

/** The fee breakdown. Every total is the exact sum of its parts. */
export function feesOf(input: {
  token: PricedToken
  charge: Charge
  origin: RelayedGasUse
  destination?: RelayedGasUse
  provider: { name: string; fee: bigint }
}): Fees {
  const { token, charge, provider } = input
  const usd = (amount: bigint) => roundTo12Digits(usdOf(amount, token.decimals, token.priceUsd))
  const withService = provider.fee + charge.service
  const total = charge.total + provider.fee
  return {
    originGas: gasFeeOf(input.origin),
    ...(input.destination && { destinationGas: gasFeeOf(input.destination) }),
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

function gasFeeOf(use: RelayedGasUse): GasFee {
  const total = nativeCost(use)
  return {
    chainId: use.chainId,
    totalGasLimit: use.gas,
    gasPrice: use.gasPrice,
    ...(use.l1Fee && { l1Fee: use.l1Fee }),
    nativeTokenSymbol: use.native.symbol,
    chainGasUsageStatus: use.usage,
    upliftBps: Number(gasUpliftBps),
    totalFeeAmount: total,
    totalFeeUsd: String(roundTo12Digits(usdOf(total, use.native.decimals, use.native.priceUsd))),
    metaTxnFeeDetails: { metaTxnId: use.metaTxnId, estimatedGasLimit: use.gas, feeNative: total },
    metaTxnGasQuote: total.toString(),
    nativeTokenPriceUsd: use.native.priceUsd,
  }
}
