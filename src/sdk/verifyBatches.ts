import {
  type Contracts,
  type PlannedCall,
  type PlannedDelivery,
  planDestination,
  planOrigin,
} from '../intents/planBatches.ts'
import { trustedChain } from '../intents/trustedChains.ts'
import { wholeBalance } from '../intents/wallet.ts'
import type { Call, Intent } from '../interface/intentShapes.ts'
import { nativeToken } from '../interface/limits.ts'
import type { QuoteRequest } from '../interface/quoteShapes.ts'
import type { Bounds } from './bounds.ts'
import { destinationOwner } from './intentWallet.ts'
import { decodeRun, readFeeCollector, readInjectedToken, readMinBalance } from './readCalls.ts'
import { demand, requireSame } from './untrustedQuote.ts'
import { type Crossing, type CrossingEnds, sameMoney } from './verifyBridge.ts'
import { verifyCrossingRun, verifyEndingRun } from './verifyRoute.ts'

export type Expectations = { request: QuoteRequest; contracts: Contracts; bounds: Bounds }

/**
 * Plans the batches again from the caller's own request and compares. The server may choose the route inside the run,
 * the fee's size and collector, and the run's gas; each has its own check. All else must be equal.
 */
export function verifyBatches(intent: Intent, expected: Expectations): Crossing | undefined {
  const { request } = expected
  const isSameChain = request.originChainId === request.destinationChainId
  requireSame(intent.originCalls.chainId, request.originChainId, 'originCalls.chainId')
  if (isSameChain) {
    demand(intent.destinationCalls === undefined, 'destinationCalls', 'must be left out on one chain')
    return verifyOrigin(intent, expected, undefined)
  }
  demand(intent.destinationCalls !== undefined, 'destinationCalls', 'must be there between chains')
  demand(intent.destinationIntentAddress !== undefined, 'destinationIntentAddress', 'must be there between chains')
  requireSame(intent.destinationCalls.chainId, request.destinationChainId, 'destinationCalls.chainId')
  const farSide = verifyDestination(intent, expected)
  return verifyOrigin(intent, expected, { ...farSide, recipient: intent.destinationIntentAddress })
}

type FarSide = Pick<CrossingEnds, 'recipient' | 'arriving' | 'isDirect'>

function verifyOrigin(intent: Intent, expected: Expectations, farSide: FarSide | undefined): Crossing | undefined {
  const { request, contracts, bounds } = expected
  const { calls } = intent.originCalls
  const { amount: depositAmount, tokenAddress: depositToken } = intent.depositTransaction
  const feeAmount = intent.fees.feeTokenAmount
  const run = decodeRun(calls[1]?.data)
  demand(run !== undefined, 'originCalls.calls[1]', 'is not the run of a route')
  const planned = planOrigin({
    contracts,
    owner: request.ownerAddress,
    depositToken,
    depositAmount,
    run: { ...run, token: depositToken, amount: depositAmount - feeAmount, gas: 0n },
    fee: { token: depositToken, amount: feeAmount, collector: readFeeCollector(calls[2]?.data) ?? nativeToken },
    delivery: farSide ? undefined : deliveryOf(intent, expected),
  })
  requireCalls(calls, planned, 'originCalls')
  const route = { run, field: 'originCalls.calls[1]', contracts, bounds }
  if (!farSide) {
    verifyEndingRun(route, request.destinationTokenAddress, intent.quote.toAmountMin)
    return undefined
  }
  const { ownerAddress: owner, originChainId, destinationChainId } = request
  return verifyCrossingRun(route, { owner, originChainId, destinationChainId, ...farSide })
}

/** Checks the destination batch. Returns what must arrive for it to run. */
function verifyDestination(intent: Intent, expected: Expectations): Omit<FarSide, 'recipient'> {
  const { request, contracts, bounds } = expected
  const calls = intent.destinationCalls?.calls ?? []
  const wrapped = readInjectedToken(calls[0]?.data)
  const hasUnwrap = wrapped !== undefined && readMinBalance(calls[1]?.data) !== undefined
  const checkAt = hasUnwrap ? 1 : 0
  const arriving = readMinBalance(calls[checkAt]?.data)
  demand(arriving !== undefined, `destinationCalls.calls[${checkAt}]`, 'does not say what has to arrive')
  const chain = trustedChain(request.destinationChainId, bounds.ownChains)
  if (hasUnwrap) requireSame(wrapped, chain?.wrappedNative, 'destinationCalls.calls[0].token')
  const run = decodeRun(calls[checkAt + 1]?.data)
  const planned = planDestination({
    contracts,
    arrivingToken: arriving.token,
    arrivingAmount: arriving.minAmount,
    wrapped: hasUnwrap ? wrapped : undefined,
    run: run && { ...run, token: arriving.token, amount: wholeBalance, gas: 0n },
    delivery: deliveryOf(intent, expected),
  })
  requireCalls(calls, planned, 'destinationCalls')
  const { toAmountMin } = intent.quote
  if (run) {
    const route = { run, field: `destinationCalls.calls[${checkAt + 1}]`, contracts, bounds }
    verifyEndingRun(route, request.destinationTokenAddress, toAmountMin)
  } else {
    requireSame(arriving.token, request.destinationTokenAddress, `destinationCalls.calls[${checkAt}].token`)
    demand(
      arriving.minAmount >= toAmountMin,
      `destinationCalls.calls[${checkAt}]`,
      `may run with ${arriving.minAmount}, less than the ${toAmountMin} that must arrive`,
    )
  }
  const isSame = chain !== undefined && sameMoney(chain, arriving.token, request.destinationTokenAddress)
  return { arriving, isDirect: run === undefined || (isSame && arriving.minAmount >= toAmountMin) }
}

/** The delivery that the caller's own request asks for. */
function deliveryOf({ quote }: Intent, { request }: Expectations): PlannedDelivery {
  const data = request.destinationCallData
  const to = request.destinationToAddress ?? request.ownerAddress
  const isNative = request.destinationTokenAddress === nativeToken
  const target =
    data && hasTarget(request)
      ? {
          to,
          approve: request.destinationApproveAddress ?? to,
          data,
          value: isNative ? request.destinationCallValue || wholeBalance : 0n,
        }
      : undefined
  return {
    token: request.destinationTokenAddress,
    recipient: to,
    owner: destinationOwner(request),
    amountMin: quote.toAmountMin,
    exactAmount: isExactOutput(request) && !target ? quote.toAmountMin : undefined,
    target,
  }
}

/** Whether the delivery is a call of the caller's. */
export const hasTarget = ({ destinationCallData: data }: QuoteRequest): boolean => data !== undefined && data !== '0x'

export const isExactOutput = ({ tradeType, destinationTokenAmount }: QuoteRequest): boolean =>
  (tradeType ?? (destinationTokenAmount === undefined ? 'EXACT_INPUT' : 'EXACT_OUTPUT')) === 'EXACT_OUTPUT'

function requireCalls(found: readonly Call[], planned: readonly PlannedCall[], field: string): void {
  for (const [index, { role, call }] of planned.entries()) {
    const quoted = found[index]
    const where = `${field}.calls[${index}]`
    demand(quoted !== undefined, where, `is missing; the request leads to a call that is there to ${purpose[role]}`)
    // The server decides the route's gas: with too little the run fails, and the deposit goes back.
    const wanted = role === 'main' ? { ...call, gasLimit: quoted.gasLimit } : call
    const name = (Object.keys(wanted) as (keyof Call)[]).find((key) => !sameField(quoted[key], wanted[key]))
    demand(name === undefined, `${where}.${name}`, `differs from the call that is there to ${purpose[role]}`)
  }
  demand(found.length === planned.length, field, `has ${found.length} calls, the request leads to ${planned.length}`)
}

const sameField = (a: unknown, b: unknown): boolean =>
  typeof a === 'string' && typeof b === 'string' ? a.toLowerCase() === b.toLowerCase() : a === b

const purpose = {
  check: 'check what has arrived',
  unwrap: 'unwrap what a bridge brought wrapped',
  main: 'run the route',
  fee: 'pay the fee',
  fallback: 'pay the owner if the call before fails',
  deliver: 'pay the recipient or make the call',
  leftover: 'pay the owner what is left',
} as const
