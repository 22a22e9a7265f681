import { findRoute, type GasPrice, type RouteLimits, type SwapRoute } from './findRoute.ts'
import type { PoolGraph } from './graph.ts'
import { type Address, sameAddress } from './pool.ts'

/** One way to move one token to another chain. Its prices are functions, so that the choice here stays pure. */
export type BridgeOption = {
  provider: string
  originToken: Address
  destinationToken: Address
  /** What arrives; `undefined` below its minimum, above its maximum or without liquidity. */
  quoteOut(amountIn: bigint): bigint | undefined
  /** What must be sent so that at least this much arrives. */
  quoteIn(amountOut: bigint): bigint | undefined
}

export type CrossRoute = {
  bridge: BridgeOption
  /** Left out where the token is the bridge's own. */
  originSwap?: SwapRoute
  destinationSwap?: SwapRoute
  amountIn: bigint
  bridgeAmountIn: bigint
  bridgeAmountOut: bigint
  amountOut: bigint
}

export type CrossQuery = {
  origin: PoolGraph
  destination: PoolGraph
  tokenIn: Address
  tokenOut: Address
  amount: bigint
  exact: 'in' | 'out'
  bridges: readonly BridgeOption[]
  /** Cost of gas on each chain in units of a token there, for the splits of the swaps. */
  originGasPrice?: (token: Address) => GasPrice | undefined
  destinationGasPrice?: (token: Address) => GasPrice | undefined
  /** What a whole route costs besides its amounts, in units of what is compared: the output if exact in, the input if exact out. */
  costOf?: (route: CrossRoute) => bigint
  limits?: Partial<RouteLimits>
}

/** Swap, bridge, swap, with the bridge whose end result is best: most out for the input, or least in for the output. */
export function findCrossRoute(query: CrossQuery): CrossRoute | undefined {
  return rankCrossRoutes(query)[0]
}

/** Every bridge that leads there, the best first, for callers that want a fallback. */
export function rankCrossRoutes(query: CrossQuery): CrossRoute[] {
  const { bridges, exact, costOf = () => 0n } = query
  const ranked: { route: CrossRoute; value: bigint }[] = []
  for (const bridge of bridges) {
    const route = exact === 'in' ? throughBridge(query, bridge) : backThroughBridge(query, bridge)
    if (!route) continue
    const cost = costOf(route)
    ranked.push({ route, value: exact === 'in' ? route.amountOut - cost : -route.amountIn - cost })
  }
  return ranked
    .sort((left, right) => (left.value === right.value ? 0 : left.value > right.value ? -1 : 1))
    .map(({ route }) => route)
}

function throughBridge(query: CrossQuery, bridge: BridgeOption): CrossRoute | undefined {
  const { amount } = query
  if (amount <= 0n) return undefined
  const originSwap = originLeg(query, bridge, amount)
  if (originSwap === 'none') return undefined
  const bridgeAmountIn = originSwap?.amountOut ?? amount
  const bridgeAmountOut = bridge.quoteOut(bridgeAmountIn)
  if (bridgeAmountOut === undefined || bridgeAmountOut <= 0n) return undefined
  const destinationSwap = destinationLeg(query, bridge, bridgeAmountOut)
  if (destinationSwap === 'none') return undefined
  const amountOut = destinationSwap?.amountOut ?? bridgeAmountOut
  return { bridge, originSwap, destinationSwap, amountIn: amount, bridgeAmountIn, bridgeAmountOut, amountOut }
}

/** From the far end: what the last swap needs, what the bridge needs for that, what the first swap needs for that. */
function backThroughBridge(query: CrossQuery, bridge: BridgeOption): CrossRoute | undefined {
  const { amount } = query
  if (amount <= 0n) return undefined
  const destinationSwap = destinationLeg(query, bridge, amount)
  if (destinationSwap === 'none') return undefined
  const bridgeAmountOut = destinationSwap?.amountIn ?? amount
  const bridgeAmountIn = bridge.quoteIn(bridgeAmountOut)
  if (bridgeAmountIn === undefined || bridgeAmountIn <= 0n) return undefined
  const originSwap = originLeg(query, bridge, bridgeAmountIn)
  if (originSwap === 'none') return undefined
  const amountIn = originSwap?.amountIn ?? bridgeAmountIn
  const amountOut = destinationSwap?.amountOut ?? amount
  return { bridge, originSwap, destinationSwap, amountIn, bridgeAmountIn, bridgeAmountOut, amountOut }
}

/** `undefined`: no swap needed. */
type Leg = SwapRoute | undefined | 'none'

function originLeg(query: CrossQuery, bridge: BridgeOption, amount: bigint): Leg {
  const { origin: graph, tokenIn, exact, limits } = query
  const tokenOut = bridge.originToken
  if (sameAddress(tokenIn, tokenOut)) return undefined
  const gasPriceInTokenOut = query.originGasPrice?.(tokenOut)
  return findRoute({ graph, tokenIn, tokenOut, amount, exact, gasPriceInTokenOut, limits }) ?? 'none'
}

function destinationLeg(query: CrossQuery, bridge: BridgeOption, amount: bigint): Leg {
  const { destination: graph, tokenOut, exact, limits } = query
  const tokenIn = bridge.destinationToken
  if (sameAddress(tokenIn, tokenOut)) return undefined
  const gasPriceInTokenOut = query.destinationGasPrice?.(tokenOut)
  return findRoute({ graph, tokenIn, tokenOut, amount, exact, gasPriceInTokenOut, limits }) ?? 'none'
}
