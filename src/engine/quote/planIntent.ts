import type { Charge } from '../../intents/fees.ts'
import {
  batchGasLimit,
  type Contracts,
  type Delivery,
  type PlannedCall,
  planDestination,
  planOrigin,
  type Run,
} from '../../intents/planBatches.ts'
import { routerOutputs, routerSteps } from '../../intents/routerSteps.ts'
import {
  type Batch,
  batchDigest,
  encodeDeployAndExecute,
  type WalletConfig,
  walletAddress,
  wholeBalance,
} from '../../intents/wallet.ts'
import type { Address, Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { CallContext, LegQuote } from '../../providers/provider.ts'
import type { Offer } from './findOffers.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'

/** One wallet: what runs there, where it is, and what it is expected to hold when its batch runs. */
export type WalletPlan = {
  config: WalletConfig
  address: Address
  batch: Batch
  digest: Hex
  calls: PlannedCall[]
  calldata: Hex
  gasLimit: bigint
  holds: { token: Address; amount: bigint }
}

export type IntentPlan = { origin: WalletPlan; destination?: WalletPlan; deposit: bigint; fillDeadlineS?: number }

export type PlanContext = {
  contracts: Contracts
  salt: bigint
  refundAtS: number
  feeCollector: Address
  nowS: number
}

/**
 * Turns an offer into batches and addresses, from the far end: the destination's calls give its address, which the origin's calls
 * name as the bridge's recipient, which gives the origin's address. Pure.
 */
export function planIntent(input: QuoteInput, offer: Offer, charge: Charge, context: PlanContext): IntentPlan {
  const destination = offer.bridge && planFarSide(input, offer, context)
  const deposit = offer.spend + charge.total
  const origin = planNearSide(input, offer, charge, context, deposit, destination?.address)
  const fillDeadlineS = offer.bridge?.bridge?.fillDeadlineS?.(
    callContext(input, context, destination?.address ?? input.owner),
  )
  return { origin, destination, deposit, fillDeadlineS }
}

function planFarSide(input: QuoteInput, offer: Offer, context: PlanContext): WalletPlan {
  const { bridge, destinationSwap } = offer
  if (!bridge) throw new Error('an offer without a bridge has no far side')
  const arriving = { token: bridge.tokenOut, amount: bridge.bridge?.outputAmount ?? bridge.amountOut }
  const run = destinationSwap && {
    ...swapRun(
      destinationSwap,
      input.destination.token.address,
      offer.outMin,
      callContext(input, context, input.owner),
    ),
    token: arriving.token,
    amount: wholeBalance,
  }
  const calls = planDestination({
    contracts: context.contracts,
    arrivingToken: arriving.token,
    arrivingAmount: arriving.amount,
    wrapped: bridge.bridge?.outputTokenOtherwise,
    run,
    delivery: deliveryOf(input, offer),
  })
  return walletPlan(input, context, input.destination.chain.id, calls, arriving)
}

function planNearSide(
  input: QuoteInput,
  offer: Offer,
  charge: Charge,
  context: PlanContext,
  deposit: bigint,
  recipient: Address | undefined,
): WalletPlan {
  const token = input.origin.token.address
  const calls = planOrigin({
    contracts: context.contracts,
    owner: input.owner,
    depositToken: token,
    depositAmount: deposit,
    run: {
      ...originRun(input, offer, callContext(input, context, recipient ?? input.owner)),
      token,
      amount: offer.spend,
    },
    fee: { token, amount: charge.total, collector: context.feeCollector },
    delivery: offer.bridge ? undefined : deliveryOf(input, offer),
  })
  return walletPlan(input, context, input.origin.chain.id, calls, { token, amount: deposit })
}

type RunParts = Omit<Run, 'token' | 'amount'>

/** Swap, bridge, or swap then bridge; nothing at all when the token is already the right one. */
function originRun(input: QuoteInput, offer: Offer, context: CallContext): RunParts {
  const { originSwap, bridge } = offer
  if (!bridge) {
    const minAmount = offer.originSwapMin ?? offer.spend
    return originSwap
      ? swapRun(originSwap, input.destination.token.address, minAmount, context)
      : { steps: [], outputs: [{ token: input.origin.token.address, minAmount }], gas: 60_000n }
  }
  const steps = routerSteps([...(originSwap?.calls(context) ?? []), ...bridge.calls(context)])
  const touched = [bridge.tokenIn, ...(originSwap?.touches ?? []), ...bridge.touches]
  const outputs = routerOutputs(touched, [])
  return { steps, outputs, gas: (originSwap?.gas ?? 0n) + bridge.gas }
}

function swapRun(swap: LegQuote, tokenOut: Address, minAmount: bigint, context: CallContext): RunParts {
  const steps = routerSteps(swap.calls(context))
  return { steps, outputs: routerOutputs(swap.touches, [{ token: tokenOut, minAmount }]), gas: swap.gas }
}

function deliveryOf(input: QuoteInput, offer: Offer): Delivery {
  const token = input.destination.token.address
  const target = input.target && {
    ...input.target,
    // A call that is paid in native token gets what it asks for, or all that arrives.
    value: token === nativeToken ? input.target.value || wholeBalance : 0n,
  }
  return {
    token,
    recipient: input.recipient,
    owner: input.owner,
    amountMin: offer.outMin,
    exactAmount: input.exact === 'out' && !target ? offer.outMin : undefined,
    target,
  }
}

function callContext(input: QuoteInput, context: PlanContext, recipient: Address): CallContext {
  const { contracts, nowS, refundAtS } = context
  return { router: contracts.router, recipient, owner: input.owner, nowS, deadlineS: refundAtS }
}

function walletPlan(
  input: QuoteInput,
  context: PlanContext,
  chainId: number,
  calls: PlannedCall[],
  holds: WalletPlan['holds'],
): WalletPlan {
  const batch: Batch = { chainId, calls: calls.map(({ call }) => call), space: 0n, nonce: 0n }
  const digest = batchDigest(batch)
  const config: WalletConfig = {
    owner: input.owner,
    refundReceiver: input.owner,
    refundAt: BigInt(context.refundAtS),
    salt: context.salt,
    batches: [digest],
  }
  const calldata = encodeDeployAndExecute(config, batch)
  return {
    config,
    address: walletAddress(config, context.contracts),
    batch,
    digest,
    calls,
    calldata,
    gasLimit: batchGasLimit(calls, (calldata.length - 2) / 2),
    holds,
  }
}
