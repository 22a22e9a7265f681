import { decodeErrorResult, maxUint256 } from 'viem'
import type { StateOverride } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import { knownErrors, nameRevert } from '../../intents/explainRevert.ts'
import { type RouteCall, routerOutputs, routerSteps } from '../../intents/routerSteps.ts'
import { encodeRun } from '../../intents/wallet.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import { ProviderRefusal, type SwapLeg, type SwapTrial } from '../../providers/provider.ts'
import { measureCall } from '../measureCall.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteCaches } from './quoteCaches.ts'
import { holdingOf } from './simulateBatch.ts'

type TrialOptions = {
  chain: QuoteInput['origin']['chain']
  router: Address
  slippage: number
  balanceSlots: QuoteCaches['balanceSlots']
  isListed: boolean
}

/**
 * Tries a provider's calls for a leg as our router would make them now. The router is given the input and asked for more of the output than
 * there can be: the error with which it refuses names what it measured, so that one eth_call tells what the calls bring, and no word of whoever
 * wrote them counts. Its error is at the top: what a called contract reverts with is wrapped, and cannot pass for it.
 */
export function createSwapTrial(
  { tokenIn, tokenOut, amount }: Pick<SwapLeg, 'tokenIn' | 'tokenOut' | 'amount'>,
  { chain, router, slippage, balanceSlots, isListed }: TrialOptions,
): SwapTrial {
  const run = async (calls: readonly RouteCall[], touches: readonly Address[]) => {
    const others = touches.filter((token) => !sameAddress(token, tokenOut))
    const outputs = [...routerOutputs(others, []), { token: tokenOut, minAmount: maxUint256 }]
    const data = encodeRun({ token: nativeToken, amount: 0n, steps: routerSteps(calls), outputs })
    const [holding, held] = await Promise.all([
      holdingOf(chain, { token: tokenIn, amount }, router, balanceSlots),
      // What somebody left at the router is no output of these calls.
      chain.balance(tokenOut, router),
    ])
    if ('reason' in holding) throw new ProviderRefusal('failed', holding.reason)
    const overrides: StateOverride = [holding]
    const measured = await measureCall(chain, { to: router, data }, overrides)
    if ('message' in measured) throw new ProviderRefusal('failed', measured.message)
    const found = measuredOut(measured.data, tokenOut)
    if (found === undefined)
      throw new ProviderRefusal('failed', `its call would fail now: ${nameRevert(measured.data)}`)
    return { amountOut: found > held ? found - held : 0n, gas: measured.gas }
  }
  return { router, slippage, isListed, run }
}

/** The amount in the error with which the router misses its minimum; undefined for any other outcome. */
function measuredOut(data: Hex, tokenOut: Address): bigint | undefined {
  try {
    const { errorName, args } = decodeErrorResult({ abi: knownErrors, data })
    if (errorName !== 'AmountTooLow') return undefined
    const [token, minAmount, amount] = args
    return sameAddress(token, tokenOut) && minAmount === maxUint256 ? amount : undefined
  } catch {
    return undefined
  }
}
