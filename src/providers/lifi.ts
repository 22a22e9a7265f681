import { z } from 'zod'
import { sameAddress } from '../evm/address.ts'
import { type HostedAggregator, hostedFields, readShape, requireAsked } from './hostedSwap.ts'

const { id, amount, address, data, value } = hostedFields
const token = z.object({ address })

/** The used parts of an answer of `/v1/quote`: a step of LI.FI. */
const shape = z.object({
  id,
  action: z.object({
    fromChainId: z.number(),
    toChainId: z.number(),
    fromToken: token,
    toToken: token,
    fromAmount: amount,
    toAddress: address.optional(),
  }),
  estimate: z.object({ toAmount: amount, approvalAddress: address }),
  transactionRequest: z.object({ to: address, data, value, chainId: z.number().optional() }),
})

/** LI.FI's quotes for swaps on one chain. Not its bridges: no minimum could be checked behind them. */
export const lifi: HostedAggregator = {
  provider: 'LIFI',
  allowed: ({ aggregators }) => aggregators?.lifi,
  request: ({ chainId, tokenIn, tokenOut, amountIn, taker, slippage }, key) => {
    const query = new URLSearchParams({
      fromChain: String(chainId),
      toChain: String(chainId),
      fromToken: tokenIn,
      toToken: tokenOut,
      fromAddress: taker,
      toAddress: taker,
      fromAmount: String(amountIn),
      slippage: String(slippage),
      // The router holds nothing yet, so a simulation of theirs could only fail.
      skipSimulation: 'true',
    })
    return { path: `/v1/quote?${query}`, headers: { ...(key !== undefined && { 'x-lifi-api-key': key }) } }
  },
  read: (body, { chainId, tokenIn, tokenOut, amountIn, taker }) => {
    const { id, action, estimate, transactionRequest } = readShape(shape, body)
    requireAsked(action.fromChainId === chainId && action.toChainId === chainId, 'chain')
    requireAsked((transactionRequest.chainId ?? chainId) === chainId, 'chain')
    requireAsked(sameAddress(action.fromToken.address, tokenIn), 'token to sell')
    requireAsked(sameAddress(action.toToken.address, tokenOut), 'token to buy')
    requireAsked(action.fromAmount === amountIn, 'amount')
    requireAsked(action.toAddress === undefined || sameAddress(action.toAddress, taker), 'recipient')
    return {
      requestId: id,
      amountOut: estimate.toAmount,
      spenders: [estimate.approvalAddress],
      to: transactionRequest.to,
      data: transactionRequest.data,
      value: transactionRequest.value,
    }
  },
}
