import type { Address, Hex } from '../interface/fields.ts'

/** Part of a route that one provider serves. `amount` is what goes in (`exact: 'in'`) or what must come out. */
export type RouteLeg = SwapLeg | BridgeLeg
export type SwapLeg = {
  kind: 'swap'
  chainId: number
  tokenIn: Address
  tokenOut: Address
  amount: bigint
  exact: 'in' | 'out'
}
export type BridgeLeg = {
  kind: 'bridge'
  chainId: number
  destinationChainId: number
  tokenIn: Address
  tokenOut: Address
  amount: bigint
  exact: 'in' | 'out'
}

/** Absolute, so that it can be handed down: whoever waits, waits until the same moment. */
export type Deadline = { atMs: number; signal: AbortSignal }

/**
 * One call that the router makes. The router is `msg.sender`, approves exactly, and takes the approval back.
 * With `inject`, the router's measured balance of the token replaces the placeholder (`intents/wallet.ts`) at the offset of the data.
 */
export type RouteCall = {
  to: Address
  data: Hex
  value: bigint
  approve?: { token: Address; spender: Address; amount: bigint | 'balance' }
  inject?: { token: Address; offset: number }
}

/** What only becomes known when the batch is planned. */
export type CallContext = {
  /** The router: it holds the tokens while the calls run, and swaps pay out to it. */
  router: Address
  /** Who receives on the other side of a bridge. */
  recipient: Address
  /** Who a bridge gives an unfilled deposit back to. */
  owner: Address
  nowS: number
  /** Unix seconds after which the batch cannot run any more. */
  deadlineS: number
}

export type LegQuote = {
  provider: string
  /** The provider's own reference of this answer. */
  requestId: string
  amountIn: bigint
  amountOut: bigint
  /** What the provider keeps, in base units of the token that goes in. */
  feeIn: bigint
  gas: bigint
  durationS: number
  calls(context: CallContext): RouteCall[]
  /** Every token that passes through the router's hands on the way; the router gives back only what is listed to it. */
  touches: Address[]
  /** When several providers share the leg: each one's part of `feeIn`, in the order of the route. `provider` is the one that carries most. */
  parts?: { provider: string; feeIn: bigint }[]
  /** Bridges only: how the engine recognises the deposit and its arrival. */
  bridge?: {
    outputToken: Address
    outputAmount: bigint
    /** The other form in which the bridge may deliver: wrapped instead of native where the recipient has code already. */
    outputTokenOtherwise?: Address
    /** Unix seconds after which nobody can fill any more and the bridge gives the deposit back to the owner. */
    fillDeadlineS?(context: CallContext): number
  }
  /** Swaps only: output at the price before the trade, to tell the market's impact from the providers' fees. */
  amountOutAtSpot?: bigint
}

export const refusalReasons = [
  'tooSmall',
  'tooLarge',
  'noLiquidity',
  'notSupported',
  'timedOut',
  'failed',
  'outOfService',
] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Why a provider gives no quote. Reaches the caller as a reason, with the nearest amount that works where there is one. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly reason: RefusalReason
  readonly nearest: bigint | undefined

  constructor(reason: RefusalReason, message: string, nearest?: bigint) {
    super(message)
    this.reason = reason
    this.nearest = nearest
  }
}

export type Provider = {
  /** Shown to callers in `quote.routeProviders`; never renamed. */
  readonly name: string
  readonly kind: 'swap' | 'bridge'
  /** Trustless providers settle by the chains' own rules alone, without an attester or a filler's goodwill. */
  readonly trustless: boolean
  /** Pure: answered from configuration, without the network. Amounts are not looked at. */
  supports(leg: RouteLeg): boolean
  /** Throws ProviderRefusal. */
  quote(leg: RouteLeg, deadline: Deadline): Promise<LegQuote>
}

/** How a bridge is followed once the origin batch ran. */
export type BridgeProvider = Provider & {
  readonly kind: 'bridge'
  /** Token pairs it carries between two chains. */
  pairs(originChainId: number, destinationChainId: number): { tokenIn: Address; tokenOut: Address }[]
  /** What must be delivered to the destination before the batch there can run; undefined when a filler brings it. */
  message?(ask: BridgeMessageAsk): Promise<BridgeMessage>
  /** What the fillers that we know hold of a token; undefined where anyone may fill. */
  inventory?(chainId: number, token: Address): Promise<bigint | undefined>
  /** Where deposits that nobody filled in time went back to the owner on the origin chain, oldest first. */
  refunded?(originChainId: number, ask: BridgeRefundAsk): Promise<BridgeRefund[]>
}

export type BridgeRefundAsk = { owner: Address; token: Address; fromBlock: number; toBlock: number }
/** All that one transaction gave back to an owner: it may be for several intents. */
export type BridgeRefund = { txnHash: Hex; blockNumber: number; amount: bigint }

/** The recipient tells one message from another: a transaction may carry the deposits of many intents. */
export type BridgeMessageAsk = {
  originChainId: number
  destinationChainId: number
  originTxHash: Hex
  recipient: Address
  /** A message that brings less was not made for this intent. */
  amountMin: bigint
  deadline: Deadline
}
export type BridgeMessage = { ready: false; detail: string } | { ready: true; to: Address; data: Hex }
