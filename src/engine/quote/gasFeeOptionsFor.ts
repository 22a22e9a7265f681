import { parseAbi, size } from 'viem'
import type { Chain } from '../../chains/chain.ts'
import { encodeCall } from '../../evm/encodeCall.ts'
import type { PricedToken } from '../../intents/fees.ts'
import { convertUp, usdOf } from '../../intents/money.ts'
import { roundTo12Digits } from '../../intents/priceImpact.ts'
import { isoTime } from '../../intents/receipt.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { FeeOption, GasFeeOptions } from '../../interface/quoteShapes.ts'
import type { World } from '../world.ts'
import { type QuoteCaches, remember } from './quoteCaches.ts'
import type { QuoteContext } from './quoteContext.ts'

/** A deposit by signature and permit, measured on the local chains, with room for dearer tokens. */
const depositGas = 140_000n

/** Ways to pay for the deposit transaction: by the owner in native token, or by us for a fee in the deposit token. */
export async function gasFeeOptionsFor(
  { input, market, nowMs }: QuoteContext,
  { settings }: World,
  caches: QuoteCaches,
): Promise<GasFeeOptions> {
  const { chain } = input.origin
  const nativeCost = depositGas * market.originFees.gasPrice
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
    const key = `${chain.id}:${market.originToken.address}`
    const is2612 = await remember(caches.permits, key, () =>
      takesPermit(chain, market.originToken.address, input.owner),
    )
    feeOptions.push(option(market.originToken, is2612))
  }
  return {
    gasEstimate: {
      totalGas: Number(depositGas),
      gasPrice: market.originFees.gasPrice.toString(),
      nativeCost: nativeCost.toString(),
      nativeCostUsd: roundTo12Digits(usdOf(nativeCost, market.originNative.decimals, market.originNative.priceUsd)),
    },
    feeOptions,
    expiresAt: isoTime(nowMs + settings.quoteLifeMs),
    feeCollectorAddress: collector,
  }
}

const permitAbi = parseAbi([
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function nonces(address) view returns (uint256)',
])

/** Whether the token answers the two reads that EIP-2612 demands, each with one word. */
async function takesPermit(chain: Chain, token: Address, owner: Address): Promise<boolean> {
  const outcomes = await Promise.all([
    chain.read({ to: token, data: encodeCall({ abi: permitAbi, functionName: 'DOMAIN_SEPARATOR' }) }),
    chain.read({ to: token, data: encodeCall({ abi: permitAbi, functionName: 'nonces', args: [owner] }) }),
  ])
  return outcomes.every((outcome) => outcome.ok && size(outcome.data) === 32)
}
