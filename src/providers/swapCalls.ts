import { concatHex, type Hex, numberToHex } from 'viem'
import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import type { RouteCall } from '../intents/routerSteps.ts'
import { placeholder } from '../intents/wallet.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { Hop, SwapRoute } from '../routing/findRoute.ts'
import { swapRouter02Abi, uniswapV2Abi, uniswapV3Abi, wethAbi } from './protocolAbis.ts'
import type { BatchContext } from './provider.ts'

type Segment = { kind: 'v2' | 'v3'; hops: Hop[] }
const measured = BigInt(placeholder)
/** Where `amountIn` lies: the first argument of the v2 router; a field of the v3 routers' struct, which lies behind its offset. */
const amountOffset = { v2: 4, v3: 4 + 32 + 3 * 32, v3NoDeadline: 4 + 32 + 2 * 32 } as const

/**
 * The router's calls for a route: wrap once, the paths in order, unwrap once. Neighbouring hops of one protocol are one call.
 * Every path starts with its own fixed amount except the last, which takes what is there; every later call takes what the one
 * before has brought. No call has a minimum of its own: the router checks the whole run's.
 */
export function swapCalls(route: SwapRoute, definition: ChainDefinition, context: BatchContext): RouteCall[] {
  const calls: RouteCall[] = []
  if (sameAddress(route.tokenIn, nativeToken)) calls.push(wrapCall(definition.wrappedNative, route.amountIn))
  for (const [index, path] of route.paths.entries()) {
    const isLast = index === route.paths.length - 1
    for (const [at, segment] of segments(path.hops).entries()) {
      const amount = at === 0 && !isLast ? path.amountIn : 'balance'
      calls.push(segmentCall(segment, amount, definition, context))
    }
  }
  if (sameAddress(route.tokenOut, nativeToken)) calls.push(unwrapCall(definition.wrappedNative))
  return calls
}

export function wrapCall(wrappedNative: Address, amount: bigint): RouteCall {
  return { to: wrappedNative, data: encodeCall({ abi: wethAbi, functionName: 'deposit' }), value: amount }
}

/** Unwraps the router's whole balance of wrapped native token, as measured when the call runs. */
export function unwrapCall(wrappedNative: Address): RouteCall {
  const data = encodeCall({ abi: wethAbi, functionName: 'withdraw', args: [measured] })
  return { to: wrappedNative, data, value: 0n, inject: { token: wrappedNative, offset: 4 } }
}

function segments(hops: readonly Hop[]): Segment[] {
  const found: Segment[] = []
  for (const hop of hops) {
    const { kind } = hop.pool
    // A path wraps or unwraps only at its ends; `swapCalls` does that once for all paths.
    if (kind === 'wrap') continue
    const last = found.at(-1)
    if (last?.kind === kind) last.hops.push(hop)
    else found.push({ kind, hops: [hop] })
  }
  return found
}

function segmentCall(
  { kind, hops }: Segment,
  amount: bigint | 'balance',
  definition: ChainDefinition,
  context: BatchContext,
): RouteCall {
  const token = hops[0]!.tokenIn
  const to = (kind === 'v2' ? definition.uniswapV2 : definition.uniswapV3)!.router
  const shape = kind === 'v3' && !definition.uniswapV3!.routerTakesDeadline ? 'v3NoDeadline' : kind
  const data = swapData[shape](hops, amount === 'balance' ? measured : amount, context)
  const call = { to, data, value: 0n, approve: { token, spender: to, amount } }
  return amount === 'balance' ? { ...call, inject: { token, offset: amountOffset[shape] } } : call
}

function swapDataV2(hops: readonly Hop[], amountIn: bigint, { router, deadlineS }: BatchContext): Hex {
  const path = [hops[0]!.tokenIn, ...hops.map(({ tokenOut }) => tokenOut)]
  const args = [amountIn, 0n, path, router, BigInt(deadlineS)] as const
  return encodeCall({ abi: uniswapV2Abi, functionName: 'swapExactTokensForTokens', args })
}

function swapDataV3(hops: readonly Hop[], amountIn: bigint, { router, deadlineS }: BatchContext): Hex {
  const params = { path: pathV3(hops), recipient: router, deadline: BigInt(deadlineS), amountIn, amountOutMinimum: 0n }
  return encodeCall({ abi: uniswapV3Abi, functionName: 'exactInput', args: [params] })
}

function swapDataV3NoDeadline(hops: readonly Hop[], amountIn: bigint, { router }: BatchContext): Hex {
  const params = { path: pathV3(hops), recipient: router, amountIn, amountOutMinimum: 0n }
  return encodeCall({ abi: swapRouter02Abi, functionName: 'exactInput', args: [params] })
}

function pathV3(hops: readonly Hop[]): Hex {
  const feeOf = ({ pool }: Hop) => numberToHex(pool.kind === 'wrap' ? 0 : pool.feePpm, { size: 3 })
  return concatHex([hops[0]!.tokenIn, ...hops.flatMap((hop) => [feeOf(hop), hop.tokenOut])])
}

const swapData = { v2: swapDataV2, v3: swapDataV3, v3NoDeadline: swapDataV3NoDeadline } as const
