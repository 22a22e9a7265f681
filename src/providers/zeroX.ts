import { z } from 'zod'
import { sameAddress } from '../evm/address.ts'
import { type HostedAggregator, hostedFields, readShape, requireAsked } from './hostedSwap.ts'
import { ProviderRefusal } from './provider.ts'

const { id, amount, address, data, value } = hostedFields

const none = z.object({ liquidityAvailable: z.literal(false) })
/** The used parts of an answer of `/swap/allowance-holder/quote`. */
const found = z.object({
  liquidityAvailable: z.literal(true),
  buyToken: address,
  sellToken: address,
  buyAmount: amount,
  sellAmount: amount,
  allowanceTarget: address.nullish(),
  issues: z.object({ allowance: z.object({ spender: address }).nullish() }).nullish(),
  transaction: z.object({ to: address, data, value }),
  zid: id.optional().catch(undefined),
})
const shape = z.union([none, found])

/** 0x's Swap API v2 by AllowanceHolder: it is the call's target, and the router approves it for that call. */
export const zeroX: HostedAggregator = {
  provider: 'ZERO_X',
  allowed: ({ aggregators }) => aggregators?.zeroX,
  request: ({ chainId, tokenIn, tokenOut, amountIn, taker, slippage }, key) => {
    const query = new URLSearchParams({
      chainId: String(chainId),
      sellToken: tokenIn,
      buyToken: tokenOut,
      sellAmount: String(amountIn),
      taker,
      recipient: taker,
      slippageBps: String(Math.round(slippage * 10_000)),
    })
    const headers = { '0x-version': 'v2', ...(key !== undefined && { '0x-api-key': key }) }
    return { path: `/swap/allowance-holder/quote?${query}`, headers }
  },
  read: (body, { tokenIn, tokenOut, amountIn }) => {
    const answer = readShape(shape, body)
    if (!answer.liquidityAvailable) throw new ProviderRefusal('noLiquidity', 'it finds no way for this swap')
    requireAsked(sameAddress(answer.sellToken, tokenIn), 'token to sell')
    requireAsked(sameAddress(answer.buyToken, tokenOut), 'token to buy')
    requireAsked(answer.sellAmount === amountIn, 'amount')
    const { to, data: call, value: sent } = answer.transaction
    const named = [answer.allowanceTarget, answer.issues?.allowance?.spender].filter((one) => one != null)
    return {
      requestId: answer.zid ?? `${tokenIn}-${amountIn}`,
      amountOut: answer.buyAmount,
      // The router never has an allowance: if the answer names no spender, the called contract takes the tokens.
      spenders: named.length > 0 ? named : [to],
      to,
      data: call,
      value: sent,
    }
  },
}
