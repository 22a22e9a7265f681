import { type TrustedChain, trustedChain } from '../intents/trustedChains.ts'
import type { RouterStep } from '../intents/wallet.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { Bounds } from './bounds.ts'
import { feeLimit } from './feeLimit.ts'
import { formatKnownUnits } from './knownToken.ts'
import type { ReadRun } from './readCalls.ts'
import type { ReadStep } from './readStep.ts'
import { demand, requireSame, sameHex } from './untrustedQuote.ts'

/** Where a crossing starts and what the other side expects. */
export type CrossingEnds = {
  owner: Address
  originChainId: number
  destinationChainId: number
  /** The intent address on the other side. */
  recipient: Address
  arriving: { token: Address; minAmount: bigint }
  /** Whether what arrives, unswapped, covers what must be delivered. */
  isDirect: boolean
}

/**
 * What crosses. `isBound`: the caller's values bound its worth. With a swap on both sides they do not: the deposit
 * says nothing about the worth of the token that crosses, and the owner gets that token if the second swap fails.
 */
export type Crossing = { token: Address; amount: bigint; isBound: boolean }

type Bridge = Extract<ReadStep, { kind: 'bridge' }>
/** A step of a run that is a call of a bridge. */
export type BridgeStep = { step: RouterStep; bridge: Bridge; where: string }
type Step = BridgeStep & { bounds: Bounds }
/** All that crosses in one run, the final step last. */
type Bridges = { parts: readonly BridgeStep[]; run: ReadRun; bounds: Bounds }

/** Requires that each step sends known money over a known bridge to the destination wallet, and all together enough. */
export function verifyBridges({ parts, run, bounds }: Bridges, ends: CrossingEnds): Crossing {
  const arrivals = parts.map((part) => verifyBridge({ ...part, bounds }, ends))
  const [first] = parts
  const where = parts.at(-1)?.where ?? ''
  demand(first !== undefined, where, 'crosses by no bridge')
  for (const { bridge, where } of parts) requireSame(bridge.tokenIn, first.bridge.tokenIn, `${where}.inputToken`)
  const { tokenOut } = arrivals[0]!
  const amountOut = arrivals.reduce((sum, arrival) => sum + arrival.amountOut, 0n)
  const say = (units: bigint) => formatKnownUnits(units, ends.destinationChainId, tokenOut)
  demand(
    amountOut >= ends.arriving.minAmount,
    where,
    `brings ${say(amountOut)}, less than the ${say(ends.arriving.minAmount)} that the other side needs`,
  )
  const [here, there] = [ends.originChainId, ends.destinationChainId].map((id) => known(id, { where, bounds }))
  const isBound = verifyWorth({ parts, run, bounds }, { here: here!, there: there!, tokenOut, isDirect: ends.isDirect })
  const crossing = { token: tokenOut, amount: amountOut, isBound: isBound || bounds.crossingMin !== undefined }
  demand(
    isBound || crossing.amount >= (bounds.crossingMin ?? 0n),
    where,
    `lets ${say(crossing.amount)} cross, less than the ${say(bounds.crossingMin ?? 0n)} allowed`,
  )
  return crossing
}

function verifyBridge(step: Step, ends: CrossingEnds): { tokenOut: Address; amountOut: bigint } {
  const { bridge, where } = step
  const here = known(ends.originChainId, step)
  const there = known(ends.destinationChainId, step)
  verifyCall(step, here)
  requireSame(bridge.receiver, ends.recipient, `${where}.recipient`)
  if (bridge.by === 'across') {
    requireSame(bridge.refundTo, ends.owner, `${where}.depositor`)
    requireSame(bridge.destinationChainId, ends.destinationChainId, `${where}.chain`)
  } else if (bridge.by === 'cctp') {
    requireSame(bridge.tokenIn, here.cctp?.usdc, `${where}.burnToken`)
    demand(there.cctp !== undefined, `${where}.destinationDomain`, `CCTP is not known on chain ${there.id}`)
    requireSame(bridge.destinationDomain, there.cctp.domain, `${where}.destinationDomain`)
  } else {
    requireSame(bridge.refundTo, ends.owner, `${where}.refundAddress`)
    demand(there.layerZero !== undefined, `${where}.dstEid`, `LayerZero is not known on chain ${there.id}`)
    requireSame(bridge.destinationDomain, there.layerZero.eid, `${where}.dstEid`)
  }
  demand(!bridge.extra, where, 'asks the bridge for more than to pay the recipient')
  const { tokenOut, amountOut } = arrivalOf(step, here, there)
  // A spoke pool pays wrapped native token out as native.
  const unwraps = bridge.by === 'across' && sameHex(tokenOut, there.wrappedNative)
  requireSame(unwraps ? nativeToken : tokenOut, ends.arriving.token, `${where}.outputToken`)
  return { tokenOut, amountOut }
}

function known(chainId: number, { where, bounds }: Pick<Step, 'where' | 'bounds'>): TrustedChain {
  const chain = trustedChain(chainId, bounds.ownChains)
  demand(chain !== undefined, where, `the bridges of chain ${chainId} are not known; name them in bounds.ownChains`)
  return chain
}

/** What is paid on the other side, in its base units. */
function arrivalOf({ step, bridge, where }: Step, here: TrustedChain, there: TrustedChain) {
  if (bridge.by !== 'layerZero') return { tokenOut: bridge.tokenOut ?? there.cctp!.usdc, amountOut: bridge.amountOut }
  const sent = oftAt(here, step.target)
  const received = there.layerZero?.ofts.find(({ asset }) => asset === sent?.asset)
  demand(
    sent !== undefined && received !== undefined,
    `${where}.target`,
    `${step.target} carries nothing to chain ${there.id} that is known here`,
  )
  requireSame(bridge.tokenIn, sent.token, `${where}.token`)
  const scaled = bridge.amountOut * 10n ** BigInt(received.decimals)
  return { tokenOut: received.token, amountOut: scaled / 10n ** BigInt(sent.decimals) }
}

const oftAt = ({ layerZero }: TrustedChain, target: Address) => layerZero?.ofts.find(({ oft }) => sameHex(oft, target))

function verifyCall({ step, bridge, where }: Step, chain: TrustedChain): void {
  const { spokePool, cctp } = chain
  const contracts = { across: spokePool, cctp: cctp?.tokenMessenger, layerZero: oftAt(chain, step.target)?.oft }
  const contract = contracts[bridge.by]
  demand(sameHex(step.target, contract), `${where}.target`, `is ${step.target}, the bridge is ${contract}`)
  if (step.spender !== nativeToken) requireSame(step.spender, contract, `${where}.spender`)
  demand(step.offsets.length === 0, `${where}.offsets`, 'leave it to the chain how much crosses')
}

type Ends = { here: TrustedChain; there: TrustedChain; tokenOut: Address; isDirect: boolean }

/**
 * Either the whole deposit crosses and arrives as the requested or the same money; or the deposit is swapped first,
 * crosses as the same money on both sides, and is refunded in full if unfilled. Returns whether it is bound.
 */
function verifyWorth({ parts, run, bounds }: Bridges, { here, there, tokenOut, isDirect }: Ends): boolean {
  const { bridge, where } = parts.at(-1)!
  const { tokenIn } = bridge
  const isDeposit = sameMoney(here, tokenIn, run.token)
  // With LayerZero the run sells part of the deposit for the message fee: count the whole deposit as bridge input.
  const isSold = isDeposit && parts.some((part) => part.bridge.by === 'layerZero')
  const amountIn = isSold ? run.amount : parts.reduce((sum, part) => sum + part.bridge.amountIn, 0n)
  const amountOut = parts.reduce((sum, part) => sum + part.bridge.amountOut, 0n)
  if (isDeposit) requireSame(amountIn, run.amount, `${where}.amount`)
  // Sums could hide a part that promises more than it brings, beside a part whose fee takes the rest: check each.
  if (!isDeposit || parts.length > 1) for (const part of parts) requireGivenBack(part)
  // Bound: the caller chose both tokens and the deposit, and `bounds.toAmountMin` bounds the result.
  if (isDeposit && isDirect) return true
  const asset = assetOf(here, tokenIn)
  demand(
    asset !== undefined && asset === assetOf(there, tokenOut),
    `${where}.outputToken`,
    `nothing here says that ${tokenOut} is on chain ${there.id} what ${tokenIn} is on chain ${here.id}; name both in bounds.ownChains`,
  )
  if (!isDeposit) return isDirect
  const most = feeLimit({ chainId: here.id, token: tokenIn, amount: amountIn }, bounds)
  const say = (units: bigint) => formatKnownUnits(units, here.id, tokenIn)
  demand(amountIn - amountOut <= most, where, `keeps ${say(amountIn - amountOut)}, more than the ${say(most)} allowed`)
  return true
}

/** A bridge refunds its input, so the input must be no less than the promised output. */
function requireGivenBack({ bridge: { amountIn, amountOut }, where }: BridgeStep): void {
  demand(
    amountIn >= amountOut,
    where,
    `would give back ${amountIn} if it is not filled, less than the ${amountOut} promised`,
  )
}

const assetOf = ({ assets }: TrustedChain, token: Address): string | undefined =>
  Object.keys(assets).find((name) => sameHex(assets[name], token))

/** Whether both are the same token; the native token and its wrapped form count as one. */
export function sameMoney({ wrappedNative }: TrustedChain, a: Address, b: Address): boolean {
  const plain = (token: Address) => (sameHex(token, wrappedNative) ? nativeToken : token)
  return sameHex(plain(a), plain(b))
}
