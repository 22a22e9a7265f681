import type { CallCost } from '../host/callCost.ts'
import type { RouteCall } from '../intents/routerSteps.ts'
import type { Address, Hex } from '../interface/fields.ts'
import type { SwapSnapshot } from '../routing/swapSnapshot.ts'

/** Part of a route that one provider serves: a swap on one chain, or the crossing from one chain to another. */
export type RouteLeg = SwapLeg | BridgeLeg
type LegAmount = {
  chainId: number
  tokenIn: Address
  tokenOut: Address
  /** What goes in (`exact: 'in'`) or what must come out (`exact: 'out'`). */
  amount: bigint
  exact: 'in' | 'out'
  /** An estimate suffices, to compare offers: answered from pools in memory, and from cached terms where possible. */
  isRough?: boolean
}
/**
 * `trial`: needed by hosted providers; their calls are built for one router and used only after a simulation.
 * `without`: pools to leave out because a batch over them would fail.
 */
export type SwapLeg = LegAmount & { kind: 'swap'; trial?: SwapTrial; without?: ReadonlySet<Address> }
export type BridgeLeg = LegAmount & { kind: 'bridge'; destinationChainId: number }

export type SwapTrial = {
  /** Makes the calls and must receive their output. */
  router: Address
  /** Fraction of 1 that the swap may lose until it runs. */
  slippage: number
  /** Whether the operator lists both tokens. Other tokens can fail trials at will. */
  isListed: boolean
  /** The router's gain in `tokenOut` and the gas, simulated on the newest state. Throws ProviderRefusal if it fails. */
  run(calls: readonly RouteCall[], touches: readonly Address[]): Promise<{ amountOut: bigint; gas: bigint }>
}

/** An absolute moment, not a duration: every provider that is asked during one quote stops waiting at the same time. */
export type Deadline = {
  atMs: number
  signal: AbortSignal
  /** The account of the call that asks. */
  cost?: CallCost
}

/** What a quote needs to become calls and is known only when the batch is planned: addresses and times. */
export type BatchContext = {
  /** The router: it holds the tokens while the calls run, and swaps pay out to it. */
  router: Address
  /** Who receives on the other side of a bridge. */
  recipient: Address
  /** Who a bridge gives an unfilled deposit back to. */
  owner: Address
  /** The chain's time, against which its contracts check what the calls name. */
  nowS: number
  /** Unix seconds after which the batch cannot run any more. */
  deadlineS: number
  /** The router holds more of the token than the calls were quoted for, and a later call needs the rest. */
  keepsRest?: true
}

/** A provider's answer for one leg. */
export type LegQuote = SwapQuote | BridgeQuote

type QuotedLeg = {
  provider: string
  /** The provider's own reference of this answer. A function, so that only the chosen offer is hashed. */
  requestId(): string
  amountIn: bigint
  amountOut: bigint
  /** An estimate: quoted exactly before anything is planned. */
  isRough?: true
  /** What the provider keeps, in base units of the token that goes in. */
  feeIn: bigint
  gas: bigint
  calls(context: BatchContext): RouteCall[]
  /** Every token the router may hold while the calls run; it returns only listed tokens to the wallet. */
  touches: Address[]
}

export type SwapQuote = QuotedLeg & {
  kind: 'swap'
  /** Each provider's share of `feeIn`, in route order; at least one. `provider` is the one that carries most. */
  parts: { provider: string; feeIn: bigint }[]
  /** Output at the price before the trade, without fees: tells price impact from fees, and pools from the oracle. */
  amountOutAtSpot: bigint
  /** What its search saw; absent without a search. */
  snapshot?(): SwapSnapshot
}

export type BridgeQuote = QuotedLeg & {
  kind: 'bridge'
  tokenIn: Address
  tokenOut: Address
  /** Seconds from the deposit into the bridge to its arrival, as far as can be foreseen. */
  durationS: number
  /** Worst-case seconds, where much longer: a fast transfer that becomes a slow one. */
  slowestS?: number
  /** Gas of the transaction in which we deliver the bridge's message; absent where a filler brings the money. */
  deliveryGas?: bigint
  /** The other form in which the bridge may deliver: wrapped, not native, if the recipient has code by then. */
  tokenOutOtherwise?: Address
  /** Unix seconds after which no fill is possible and the bridge refunds the owner; absent if it never expires. */
  fillDeadlineS?(context: BatchContext): number
  /** The quotes of the bridges that share the crossing, the larger first; absent where one carries all of it. */
  parts?: readonly BridgeQuote[]
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

/** Why a provider gives no quote. The caller sees the reason, and the nearest amount that works if there is one. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly reason: RefusalReason
  readonly nearest: bigint | undefined
  /** The nearest amount that works as a fraction of the requested one, in any token. */
  readonly share: number | undefined

  constructor(reason: RefusalReason, message: string, nearest?: bigint, share?: number) {
    super(message)
    this.reason = reason
    this.nearest = nearest
    this.share = share
  }
}

export type Provider = SwapProvider | BridgeProvider

/** Where a provider is asked: on a chain, or with a token from one chain to another. */
export type Corridor = { chainId: number; destinationChainId?: number; token?: Address }
export type ProviderHealth = { inService: boolean; detail: string }

/** A provider's breaker on a corridor opened, stayed open after a failed probe, or closed. */
export type ProviderRest = {
  provider: string
  corridor: Corridor
  state: 'resting' | 'restsOn' | 'served'
  failures: number
  why: string
  sinceMs: number
  untilMs: number
}

export type LegProvider<L extends RouteLeg, Q extends LegQuote> = {
  /** Shown to callers in `quote.routeProviders`; never renamed. */
  readonly name: string
  readonly kind: L['kind']
  /** Trustless: bound by the chains' rules alone; needs no attester and no honest filler. */
  readonly trustless: boolean
  /** Whether it answers now, on a corridor or at all; a provider without this is always asked. */
  health?(corridor?: Corridor): ProviderHealth
  /** Pure: answered from configuration, without the network. Ignores amounts. */
  supports(leg: RouteLeg): boolean
  /** Throws ProviderRefusal. */
  quote(leg: L, deadline: Deadline): Promise<Q>
}

/** `isHosted`: answers with its own call, not pools, so it is a separate offer outside the pool search. */
export type SwapProvider = LegProvider<SwapLeg, SwapQuote> & { readonly isHosted?: true }

/** Quotes a crossing, and says how it is followed once the origin batch ran. */
export type BridgeProvider = LegProvider<BridgeLeg, BridgeQuote> & {
  /** Token pairs it carries between two chains. */
  pairs(originChainId: number, destinationChainId: number): { tokenIn: Address; tokenOut: Address }[]
  /** Largest fraction by which the output may exceed the input; negative if it always keeps some; 0 if absent. */
  gainMax?: number
  /** What must be delivered to the destination before the batch there can run; undefined when a filler brings it. */
  message?(query: BridgeMessageQuery): Promise<BridgeMessage>
  /** Balance of a token that the known fillers have on a chain; undefined where anyone may fill. */
  inventory?(chainId: number, token: Address): Promise<bigint | undefined>
  /** The transactions that gave unfilled deposits back to the owner on the origin chain, oldest first. */
  refunded?(originChainId: number, query: BridgeRefundQuery): Promise<BridgeRefund[]>
}

export type BridgeRefundQuery = { owner: Address; token: Address; fromBlock: number; toBlock: number }
/** One transaction's whole refund to an owner, maybe for several intents. `token`: as paid; native may come wrapped. */
export type BridgeRefund = { txnHash: Hex; blockNumber: number; amount: bigint; token: Address }

/** Names the recipient, because one transaction may carry the deposits, and so the messages, of many intents. */
export type BridgeMessageQuery = {
  originChainId: number
  destinationChainId: number
  originTxHash: Hex
  recipient: Address
  /** A message that brings less belongs to another intent of the same recipient, or to none. */
  amountMin: bigint
  deadline: Deadline
}
/**
 * `againMs`: when to ask next; an earlier answer would be the same. `context`: the interface's name of the message,
 * where it has one.
 */
export type BridgeMessage =
  | { ready: false; detail: string; againMs?: number }
  | { ready: true; to: Address; data: Hex; context?: 'CCTPV2_MESSAGE' }
