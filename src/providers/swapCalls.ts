import type { ChainDefinition } from '../chains/chainDefinition.ts'
import { sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import type { RouteCall } from '../intents/routerSteps.ts'
import { placeholder } from '../intents/wallet.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { Hop, SwapRoute } from '../routing/findRoute.ts'
import { protocolOf } from './poolProtocols.ts'
import { wethAbi } from './protocolAbis.ts'
import type { BatchContext } from './provider.ts'

type Segment = { provider: string; hops: Hop[] }
const measured = BigInt(placeholder)

/**
 * The router's calls for a route: wrap once, the paths in order, unwrap once. Neighbouring hops of one protocol are one call.
 * Every path starts with its own fixed amount except the last, which takes what is there unless the rest is for another call; every later call
 * takes what the one before has brought. No call has a minimum of its own: the router checks the whole run's.
 */
export function swapCalls(route: SwapRoute, definition: ChainDefinition, context: BatchContext): RouteCall[] {
  const calls: RouteCall[] = []
  if (sameAddress(route.tokenIn, nativeToken)) calls.push(wrapCall(definition.wrappedNative, route.amountIn))
  for (const [index, path] of route.paths.entries()) {
    const takesRest = index === route.paths.length - 1 && !context.keepsRest
    for (const [at, segment] of segments(path.hops).entries()) {
      const amount = at === 0 && !takesRest ? path.amountIn : 'balance'
      calls.push(...protocolOf(segment).calls(segment.hops, amount, definition, context))
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

/** Neighbouring hops of one protocol. */
function segments(hops: readonly Hop[]): Segment[] {
  const found: Segment[] = []
  for (const hop of hops) {
    const { kind, provider } = hop.pool
    // A path wraps or unwraps only at its ends; `swapCalls` does that once for all paths.
    if (kind === 'wrap') continue
    const last = found.at(-1)
    if (last?.provider === provider) last.hops.push(hop)
    else found.push({ provider, hops: [hop] })
  }
  return found
}
