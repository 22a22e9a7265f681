import { sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { moreByFraction, usdOf } from '../intents/money.ts'
import type { RouteCall } from '../intents/routerSteps.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { PriceSource } from '../tokens/priceSource.ts'
import type { OftLane } from './oftLane.ts'
import { wethAbi } from './protocolAbis.ts'
import { type BatchContext, type Deadline, ProviderRefusal, type SwapLeg, type SwapQuote } from './provider.ts'
import type { SwapQuoter } from './swapQuoter.ts'

/** What pays for a message: `amount` of the token that crosses is sold for at least `value` of native token. */
export type OftFee = {
  amount: bigint
  value: bigint
  gas: bigint
  calls(context: BatchContext): RouteCall[]
  touches: Address[]
}

type Market = { quoteSwap: SwapQuoter; prices: PriceSource; deadline: Deadline }

/** What the price may move against the sale until the batch runs. The sum is small, and what is bought too much goes back to the owner, wrapped. */
const slippage = 0.03
const unwrapGas = 40_000n

/**
 * Sells for the native token that a message costs: just enough, or with `amount` all of that. The unwrapping takes exactly `value`, so that a
 * sale that brings less reverts, and what it brings more stays a token, whose transfers the books can read.
 */
export async function buyOftFee(
  lane: OftLane,
  value: bigint,
  amount: bigint | undefined,
  market: Market,
): Promise<OftFee> {
  const { origin, sent } = lane
  const { wrappedNative } = origin.definition
  if (sameAddress(sent.token, wrappedNative)) {
    const whole = amount ?? value
    return { amount: whole, value: whole, gas: unwrapGas, calls: () => [unwrap(wrappedNative, whole)], touches: [] }
  }
  const pair = { kind: 'swap', chainId: origin.id, tokenIn: sent.token, tokenOut: wrappedNative } as const
  const swap = await sell(
    amount === undefined
      ? { ...pair, amount: moreByFraction(value, slippage), exact: 'out' }
      : { ...pair, amount, exact: 'in' },
    market,
  )
  if (await isFarFromOracle(swap, lane, market.prices))
    throw new ProviderRefusal(
      'noLiquidity',
      'pools ask far more than the oracle for the native token that its message costs',
    )
  return {
    amount: swap.amountIn,
    value,
    gas: swap.gas + unwrapGas,
    calls: (context) => [...swap.calls(context), unwrap(wrappedNative, value)],
    touches: swap.touches,
  }
}

/** Amounts in a refusal of the sale are not amounts of the crossing. */
const sell = (leg: SwapLeg, { quoteSwap, deadline }: Market): Promise<SwapQuote> =>
  quoteSwap(leg, undefined, deadline).catch((error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error
    throw new ProviderRefusal('noLiquidity', 'no pool sells the native token that its message costs')
  })

const unwrap = (wrappedNative: Address, value: bigint): RouteCall => ({
  to: wrappedNative,
  data: encodeCall({ abi: wethAbi, functionName: 'withdraw', args: [value] }),
  value: 0n,
})

/** A sale may cost a tenth more than the oracle says; without a price it is not judged, for the caller's minimum bounds it all the same. */
const priceToleranceMax = 1.1

async function isFarFromOracle({ amountIn, amountOut }: SwapQuote, { origin, sent }: OftLane, prices: PriceSource) {
  const priceOf = (token: Address) => prices.price(origin.id, token).catch(() => undefined)
  const [token, native] = await Promise.all([priceOf(sent.token), priceOf(nativeToken)])
  if (!token || !native) return false
  const soldUsd = usdOf(amountIn, sent.decimals, token.usd)
  const boughtUsd = usdOf(amountOut, origin.definition.nativeCurrency.decimals, native.usd)
  return soldUsd > boughtUsd * priceToleranceMax
}
