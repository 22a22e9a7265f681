import { relayGasOf } from '../../intents/depositWays.ts'
import type { PricedToken } from '../../intents/fees.ts'
import { convertUp, usdOf } from '../../intents/money.ts'
import { roundTo12Digits } from '../../intents/priceImpact.ts'
import { isoTime } from '../../intents/receipt.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { FeeOption, GasFeeOptions } from '../../interface/quoteShapes.ts'
import type { World } from '../world.ts'
import { depositCost } from './market.ts'
import type { QuoteContext } from './quoteContext.ts'

/** Ways to pay for the deposit transaction: by the owner in native token, or by us for a fee in the deposit token. */
export function gasFeeOptionsFor({ input, market, nowMs, signing }: QuoteContext, { settings }: World): GasFeeOptions {
  const depositGas = relayGasOf('permit', signing?.owner.account ?? 'key')
  const nativeCost = depositCost(market, depositGas)
  const collector = settings.feeCollector
  const option = (token: PricedToken, is2612: boolean): FeeOption => {
    const amount = convertUp(nativeCost, market.originNative, token)
    return {
      tokenAddress: token.address,
      tokenSymbol: token.symbol,
      tokenDecimals: token.decimals,
      amount,
      amountUsd: roundTo12Digits(usdOf(amount, token.decimals, token.priceUsd)),
      feeCollectorAddress: collector,
      is2612,
    }
  }
  const feeOptions = [option(market.originNative, false)]
  if (market.originToken.address !== nativeToken && !input.request.onlyNativeGasFee) {
    feeOptions.push(option(market.originToken, signing?.token.permit === 'eip2612'))
  }
  return {
    gasEstimate: {
      totalGas: Number(depositGas + market.depositL1.gas),
      gasPrice: market.originFees.gasPrice.toString(),
      nativeCost: nativeCost.toString(),
      nativeCostUsd: roundTo12Digits(usdOf(nativeCost, market.originNative.decimals, market.originNative.priceUsd)),
    },
    feeOptions,
    expiresAt: isoTime(nowMs + settings.quoteLifeMs),
    feeCollectorAddress: collector,
  }
}
