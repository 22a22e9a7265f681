import type { Charge } from '../../intents/fees.ts'
import type { BridgeFacts, BridgePart } from '../../intents/intentRecord.ts'
import {
  batchGasLimit,
  type PlannedCall,
  type PlannedDelivery,
  type PlannedRun,
  planDestination,
  planOrigin,
} from '../../intents/planBatches.ts'
import { routerOutputs, routerSteps } from '../../intents/routerSteps.ts'
import {
  type Batch,
  batchDigest,
  encodeDeployAndExecute,
  metaTxnId,
  type WalletConfig,
  walletAddress,
  wholeBalance,
} from '../../intents/wallet.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { BatchContext, BridgeQuote, SwapQuote } from '../../providers/provider.ts'
import type { BridgedOffer, Offer } from './offer.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteContext } from './quoteContext.ts'

/** One wallet: what runs there, where it is, and what it is expected to hold when its batch runs. */
export type WalletPlan = {
  config: WalletConfig
  address: Address
  batch: Batch
  metaTxnId: Hex
  calls: PlannedCall[]
  calldata: Hex
  gasLimit: bigint
  holds: { token: Address; amount: bigint }
}

export type IntentPlan = { origin: WalletPlan; deposit: bigint; destination?: WalletPlan; bridge?: BridgeFacts }

/**
 * Turns an offer into batches and addresses, from the far end: the destination's calls give its address, which the
 * origin's calls name as the bridge's recipient; these give the origin's address. Pure.
 */
export function planIntent(context: QuoteContext, offer: Offer, charge: Charge, feeCollector: Address): IntentPlan {
  const deposit = offer.spend + charge.total
  const token = context.input.origin.token.address
  const common = {
    contracts: context.contracts,
    owner: context.input.owner,
    depositToken: token,
    depositAmount: deposit,
    fee: { token, amount: charge.total, collector: feeCollector },
  }
  const holds = { token, amount: deposit }
  const originChainId = context.input.origin.chain.id
  if (offer.kind !== 'bridged') {
    const run = { ...sameChainRun(context, offer), token, amount: offer.spend }
    const calls = planOrigin({ ...common, run, delivery: deliveryOf(context.input, offer) })
    const terms = termsOf(context, context.input.owner, context.refundAtS, context.input.target !== undefined)
    return { origin: walletPlan(context, terms, originChainId, calls, holds), deposit }
  }
  const destination = destinationWallet(context, offer)
  const calling = batchContext(context, destination.address, context.refundAtS)
  const run = { ...bridgeRun(offer, calling), token, amount: offer.spend }
  const terms = termsOf(context, context.input.owner, context.refundAtS, false)
  const origin = walletPlan(context, terms, originChainId, planOrigin({ ...common, run }), holds)
  return { origin, deposit, destination, bridge: bridgeFacts(offer.bridge, calling) }
}

/** A wallet's owner, and from when anyone may run its batch and refund it. */
type Terms = Pick<WalletConfig, 'owner' | 'openAt' | 'refundAt'>

/**
 * A caller's own call has no minimum that the batch could check: whoever runs it could move a price around it. Only the
 * operator's relayers and the owner may run it before the time of refunds.
 */
function termsOf({ openForS }: QuoteContext, owner: Address, refundAtS: number, callsTarget: boolean): Terms {
  return { owner, openAt: BigInt(callsTarget ? refundAtS : refundAtS - openForS), refundAt: BigInt(refundAtS) }
}

/** Seconds by which the destination refunds later: a deposit bridged at the last moment still arrives and runs. */
const crossingRoomS = ({ durationS, slowestS = durationS }: BridgedOffer['bridge']): number =>
  2 * Math.ceil(slowestS) + 180

function destinationWallet(context: QuoteContext, offer: BridgedOffer): WalletPlan {
  const { input } = context
  const { bridge, destinationSwap } = offer
  const refundAtS = context.refundAtS + crossingRoomS(bridge)
  const calling = batchContext(context, input.owner, refundAtS)
  const run = destinationSwap && {
    ...swapRun(destinationSwap, input.destination.token.address, offer.outMin, calling),
    token: bridge.tokenOut,
    amount: wholeBalance,
  }
  const calls = planDestination({
    contracts: context.contracts,
    arrivingToken: bridge.tokenOut,
    arrivingAmount: bridge.amountOut,
    wrapped: bridge.tokenOutOtherwise,
    run,
    delivery: deliveryOf(input, offer),
  })
  const terms = termsOf(context, destinationOwner(input), refundAtS, input.target !== undefined)
  const holds = { token: bridge.tokenOut, amount: bridge.amountOut }
  return walletPlan(context, terms, input.destination.chain.id, calls, holds)
}

/** The facts by which the engine recognises the crossing later. */
const bridgeFacts = (bridge: BridgeQuote, calling: BatchContext): BridgeFacts => ({
  ...partFacts(bridge, calling),
  ...(bridge.parts && { parts: bridge.parts.map((part) => partFacts(part, calling)) }),
})

const partFacts = (bridge: BridgeQuote, calling: BatchContext): BridgePart => ({
  provider: bridge.provider,
  inputToken: bridge.tokenIn,
  inputAmount: bridge.amountIn,
  outputToken: bridge.tokenOut,
  outputAmountMin: bridge.amountOut,
  outputTokenOtherwise: bridge.tokenOutOtherwise,
  fillDeadlineS: bridge.fillDeadlineS?.(calling),
})

type RunParts = Omit<PlannedRun, 'token' | 'amount'>

/** A run without steps: the router takes the amount and gives it back, which marks the run as succeeded for the fee. */
const emptyRunGas = 60_000n

function sameChainRun(context: QuoteContext, offer: Exclude<Offer, BridgedOffer>): RunParts {
  const { origin, destination, owner } = context.input
  if (offer.kind === 'swap') {
    const calling = batchContext(context, owner, context.refundAtS)
    return swapRun(offer.swap, destination.token.address, offer.outMin, calling)
  }
  return { steps: [], outputs: [{ token: origin.token.address, minAmount: offer.outMin }], gas: emptyRunGas }
}

/** The bridge, or a swap and then the bridge. */
function bridgeRun({ originSwap, bridge }: BridgedOffer, calling: BatchContext): RunParts {
  const steps = routerSteps([...(originSwap?.calls(calling) ?? []), ...bridge.calls(calling)])
  const touched = [bridge.tokenIn, ...(originSwap?.touches ?? []), ...bridge.touches]
  return { steps, outputs: routerOutputs(touched, []), gas: (originSwap?.gas ?? 0n) + bridge.gas }
}

function swapRun(swap: SwapQuote, tokenOut: Address, minAmount: bigint, calling: BatchContext): RunParts {
  const steps = routerSteps(swap.calls(calling))
  return { steps, outputs: routerOutputs(swap.touches, [{ token: tokenOut, minAmount }]), gas: swap.gas }
}

function deliveryOf(input: QuoteInput, offer: Offer): PlannedDelivery {
  const token = input.destination.token.address
  const target = input.target && {
    ...input.target,
    // A call that is paid in native token gets the value that the caller named, or all that arrives.
    value: token === nativeToken ? input.target.value || wholeBalance : 0n,
  }
  return {
    token,
    recipient: input.recipient,
    owner: input.isSameChain ? input.owner : destinationOwner(input),
    amountMin: offer.outMin,
    exactAmount: input.exact === 'out' && !target ? offer.outMin : undefined,
    target,
  }
}

/** Who is paid on the destination chain if something fails there. */
const destinationOwner = ({ owner, refundTo }: QuoteInput): Address => refundTo ?? owner

function batchContext({ input, contracts, ...at }: QuoteContext, recipient: Address, deadlineS: number): BatchContext {
  return { router: contracts.router, recipient, owner: input.owner, nowS: at.chainS, deadlineS }
}

function walletPlan(
  { contracts, salt }: QuoteContext,
  terms: Terms,
  chainId: number,
  calls: PlannedCall[],
  holds: WalletPlan['holds'],
): WalletPlan {
  const batch: Batch = { chainId, calls: calls.map(({ call }) => call), space: 0n, nonce: 0n }
  const digest = batchDigest(batch)
  const config: WalletConfig = {
    ...terms,
    refundReceiver: terms.owner,
    executor: contracts.guest,
    salt,
    batches: [digest],
  }
  const address = walletAddress(config, contracts)
  const calldata = encodeDeployAndExecute(config, batch, 'strictly')
  return {
    config,
    address,
    batch,
    metaTxnId: metaTxnId(chainId, address, digest),
    calls,
    calldata,
    gasLimit: batchGasLimit(calls, (calldata.length - 2) / 2),
    holds,
  }
}
