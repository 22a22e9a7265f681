import { LRUCache } from 'lru-cache'
import { pad, stringToHex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { expectedFinalityS } from '../chains/chainDefinition.ts'
import { addressKey, sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { keccak256 } from '../evm/keccak.ts'
import { readContract } from '../evm/readContract.ts'
import { onAccount } from '../host/callCost.ts'
import type { Clock } from '../host/clock.ts'
import { bpsOf, divideUp, moreByFraction, usdOf } from '../intents/money.ts'
import type { RouteCall } from '../intents/routerSteps.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { PriceSource } from '../tokens/priceSource.ts'
import { type OftLane, rescaled, roundUp, unitOf, withoutDust } from './oftLane.ts'
import { readPacket } from './oftPacket.ts'
import { oftAbi, wethAbi } from './protocolAbis.ts'
import {
  type BatchContext,
  type BridgeLeg,
  type BridgeProvider,
  type BridgeQuote,
  type Deadline,
  ProviderRefusal,
  type SwapLeg,
  type SwapQuote,
} from './provider.ts'
import type { SwapQuoter } from './quoteSwap.ts'

export const layerZeroName = 'LAYERZERO'

export type OftOptions = {
  chains: ReadonlyMap<number, Chain>
  /** Sells a part of what crosses for the native token that the message costs. */
  quoteSwap: SwapQuoter
  prices: PriceSource
  clock: Clock
}

/** `send` of our reference took 150,000 on the local chains; endpoints of public ones pay several verifiers. */
const sendGas = 350_000n
/** A message's fee follows the other chain's gas. What this margin overpays returns to the owner in the same call. */
const feeMarginBps = 2_000
/** How long fees and rough terms are cached. The margin covers the change; rough terms only pick what to quote. */
const feeKeptMs = 10_000
const termsMax = 1_000
/** A leg of which the message takes a larger share is refused as too small: 1/5, as for fillers. */
const feeShare = 5n
/** Seconds to verify and deliver a final transfer. */
const handOverS = 30
/** Seconds beyond the expected time that the paid executor has before we deliver a verified message ourselves. */
const patienceS = 60

/**
 * Carries tokens by LayerZero messages: OFTs, and Stargate's pools, which have the same interface. The message costs
 * native token: a part of what crosses is sold for it in the same batch, so the sender pays nothing.
 */
export function createOft(options: OftOptions): BridgeProvider {
  const { chains, clock } = options
  const fees = new Map<string, { atMs: number; fee: Promise<bigint> }>()
  const age = { perf: { now: () => clock.monotonicMs() }, ttlResolution: 0 }
  const terms = new LRUCache<string, Promise<RoughTerms>>({ max: termsMax, ttl: feeKeptMs, ...age })
  const lanes = (originChainId: number, destinationChainId: number): OftLane[] => {
    const [origin, to] = [chains.get(originChainId), chains.get(destinationChainId)?.definition.layerZero]
    const from = origin?.definition.layerZero
    if (!origin || !from || !to || originChainId === destinationChainId) return []
    return from.ofts.flatMap((sent) => {
      const received = to.ofts.find(({ asset }) => asset === sent.asset)
      return received ? [{ origin, to, sent, received }] : []
    })
  }
  const find = (leg: BridgeLeg): OftLane | undefined =>
    lanes(leg.chainId, leg.destinationChainId).find(
      ({ sent, received }) => sameAddress(sent.token, leg.tokenIn) && sameAddress(received.token, leg.tokenOut),
    )
  const messagingFee = (lane: OftLane): Promise<bigint> => {
    const key = `${lane.origin.id} ${lane.to.eid} ${lane.sent.oft}`
    const kept = fees.get(key)
    if (kept && clock.nowMs() - kept.atMs < feeKeptMs) return kept.fee
    const fee = readMessagingFee(lane)
    fees.set(key, { atMs: clock.nowMs(), fee })
    fee.catch(() => fees.delete(key))
    return fee
  }

  const buyFee = async (lane: OftLane, deadline: Deadline): Promise<OftFee> => {
    const least = await messagingFee(lane)
    return buyOftFee(lane, least + bpsOf(least, feeMarginBps), undefined, { ...options, deadline })
  }

  /** Terms for 2^`bits`, shared by callers. No caller's deadline: one who hangs up must not abort it for the others. */
  const termsFor = (lane: OftLane, bits: number): Promise<RoughTerms> => {
    const key = `${lane.origin.id} ${lane.to.eid} ${lane.sent.oft} ${bits}`
    const kept = terms.get(key)
    if (kept) return kept
    const deadline = { atMs: Number.POSITIVE_INFINITY, signal: new AbortController().signal }
    const asked = Promise.all([offered(lane, 1n << BigInt(bits)), buyFee(lane, deadline)])
    const found = asked.then(([offer, fee]) => ({ ...offer, fee }))
    terms.set(key, found)
    found.catch(() => terms.delete(key))
    return found
  }

  /** Scales the terms of the power of two below. Undefined near its limits: then the lane's own answer decides. */
  const quoteRoughly = async (leg: BridgeLeg, lane: OftLane): Promise<BridgeQuote | undefined> => {
    const isIn = leg.exact === 'in'
    const asked = isIn ? leg.amount : wantedOf(leg, lane)
    if (asked <= 0n) return undefined
    const { fee, min, max, ...known } = await termsFor(lane, asked.toString(2).length - 1)
    if (known.received <= 0n || asked < fee.amount * feeShare) return undefined
    const sent = isIn
      ? withoutDust(asked - fee.amount, lane.sent)
      : roundUp(divideUp(asked * known.sent, known.received), lane.sent)
    if (sent < min || sent > max) return undefined
    const received = isIn ? withoutDust((sent * known.received) / known.sent, lane.sent) : asked
    const amountIn = isIn ? leg.amount : sent + fee.amount
    return { ...quoteOf(lane, leg, { amountIn, sent, received, paid: fee }), isRough: true }
  }

  const quote = async (leg: BridgeLeg, deadline: Deadline): Promise<BridgeQuote> => {
    const found = find(leg)
    if (!found) throw new ProviderRefusal('notSupported', 'LayerZero carries no such token between these chains')
    const lane = { ...found, origin: onAccount(found.origin, deadline.cost) }
    const rough = leg.isRough && (await quoteRoughly(leg, lane))
    if (rough) return rough
    const fee = await buyFee(lane, deadline)
    const { sent, received } = leg.exact === 'in' ? await sendAllBut(fee, leg, lane) : await sendFor(leg, fee, lane)
    const amountIn = leg.exact === 'in' ? leg.amount : sent + fee.amount
    const spent = amountIn - sent
    // An amount too small to cross is sold with the rest, so that no token is left over.
    const paid = spent === fee.amount ? fee : await buyOftFee(lane, fee.value, spent, { ...options, deadline })
    return quoteOf(lane, leg, { amountIn, sent, received, paid })
  }

  return {
    name: layerZeroName,
    kind: 'bridge',
    trustless: false,
    // Stargate pays a little for refilling a pool.
    gainMax: 0.001,
    pairs: (originChainId, destinationChainId) =>
      lanes(originChainId, destinationChainId).map(({ sent, received }) => ({
        tokenIn: sent.token,
        tokenOut: received.token,
      })),
    supports: (leg) => leg.kind === 'bridge' && find(leg) !== undefined,
    quote,
    message: async (query) => {
      const [origin, destination] = [chains.get(query.originChainId), chains.get(query.destinationChainId)]
      if (!origin || !destination) throw new ProviderRefusal('notSupported', 'LayerZero does not connect these chains')
      return readPacket(query, { origin, destination, nowMs: clock.nowMs(), waitS: durationS(origin) + patienceS })
    },
  }
}

function durationS({ definition }: Chain): number {
  const { layerZero } = definition
  return layerZero?.deliveredS ?? Math.ceil(expectedFinalityS(definition, Number.POSITIVE_INFINITY)) + handOverS
}

async function readMessagingFee({ origin, to, sent }: OftLane): Promise<bigint> {
  const param = sendParam(to.eid, sent.oft, unitOf(sent), 0n)
  const fee = await readContract(origin, sent.oft, oftAbi, 'quoteSend', [param, false])
  if (!fee) throw new ProviderRefusal('failed', 'the bridge does not say what its message costs')
  return fee.nativeFee
}

type Sent = { sent: bigint; received: bigint }
type RoughTerms = Sent & { min: bigint; max: bigint; fee: OftFee }

/** Exact input: sends all of it but the message's cost. */
async function sendAllBut(fee: OftFee, leg: BridgeLeg, lane: OftLane): Promise<Sent> {
  const least = fee.amount * feeShare
  if (leg.amount < least)
    throw new ProviderRefusal('tooSmall', `the message costs ${fee.amount}, more than a fifth of it`, least)
  const sent = withoutDust(leg.amount - fee.amount, lane.sent)
  const { min, max, received } = await offered(lane, sent)
  if (sent < min || received <= 0n)
    throw new ProviderRefusal('tooSmall', `the bridge takes no less than ${min}`, larger(least, fee.amount + min))
  if (sent > max) throw tooLarge(max, max > 0n ? fee.amount + max : undefined)
  return { sent, received }
}

const tooLarge = (max: bigint, nearest: bigint | undefined): ProviderRefusal =>
  new ProviderRefusal('tooLarge', `the bridge takes no more than ${max} now`, nearest)

/** Most reads to find what must be sent: one, one corrected by its fee, and up to three for rounding. */
const looksMax = 5

/** What to send so that `amount` arrives, by asking the bridge repeatedly. Amounts in base units of the origin. */
async function sendFor(leg: BridgeLeg, fee: OftFee, lane: OftLane): Promise<Sent> {
  const least = rescaled(withoutDust(fee.amount * feeShare, lane.sent), lane.sent, lane.received)
  if (leg.amount < least) throw new ProviderRefusal('tooSmall', 'the message costs more than a fifth of it', least)
  const wanted = wantedOf(leg, lane)
  let sent = wanted
  for (let look = 0; look < looksMax; look++) {
    const { min, max, received } = await offered(lane, sent)
    if (sent > max) throw tooLarge(max, await mostOut(lane, max))
    if (sent < min || received <= 0n) sent = larger(min, sent + unitOf(lane.sent))
    else if (received >= wanted) return { sent, received }
    else if (sent === max) throw tooLarge(max, await mostOut(lane, max))
    else sent = smaller(max, nextSent({ sent, received }, wanted, lane))
  }
  throw new ProviderRefusal('failed', 'the bridge does not say how much must be sent')
}

const wantedOf = ({ amount }: BridgeLeg, { sent, received }: OftLane): bigint =>
  divideUp(amount, unitOf(received)) * unitOf(sent)

/** The next try, never above what must be sent: scaled up by the fee's share (less one unit), or raised by the gap. */
const nextSent = ({ sent, received }: Sent, wanted: bigint, { sent: contract }: OftLane): bigint =>
  larger(withoutDust((sent * wanted) / received, contract) - unitOf(contract), sent + wanted - received)

async function mostOut(lane: OftLane, max: bigint): Promise<bigint | undefined> {
  const { received } = await offered(lane, max)
  return received > 0n ? rescaled(received, lane.sent, lane.received) : undefined
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Amounts cross as 64-bit numbers of shared units. */
const sharedMax = 2n ** 64n - 1n

/** What the contract would deliver of an amount, and the least and most that it takes. */
async function offered({ origin, to, sent }: OftLane, amount: bigint) {
  const asked = smaller(amount, sharedMax * unitOf(sent))
  const param = sendParam(to.eid, sent.oft, asked, 0n)
  const answer = await readContract(origin, sent.oft, oftAbi, 'quoteOFT', [param])
  if (!answer) throw new ProviderRefusal('failed', 'the bridge does not say what would arrive')
  const [limit, , receipt] = answer
  return {
    min: roundUp(limit.minAmountLD, sent),
    max: withoutDust(smaller(limit.maxAmountLD, sharedMax * unitOf(sent)), sent),
    sent: receipt.amountSentLD,
    received: receipt.amountReceivedLD,
  }
}

const sendParam = (dstEid: number, to: Address, amountLD: bigint, minAmountLD: bigint) => ({
  dstEid,
  to: pad(to),
  amountLD,
  minAmountLD,
  // The contracts' owners set the delivery's gas; nothing else shall happen there.
  extraOptions: '0x' as const,
  composeMsg: '0x' as const,
  oftCmd: '0x' as const,
})

type Amounts = Sent & { amountIn: bigint; paid: OftFee }

function quoteOf(lane: OftLane, leg: BridgeLeg, { amountIn, sent, received, paid }: Amounts): BridgeQuote {
  const { tokenIn, tokenOut, chainId, destinationChainId } = leg
  const parts = [chainId, destinationChainId, addressKey(tokenIn), amountIn, received, paid.value]
  return {
    kind: 'bridge',
    provider: layerZeroName,
    requestId: () => keccak256(stringToHex(parts.join(' '))).slice(0, 34),
    amountIn,
    amountOut: rescaled(received, lane.sent, lane.received),
    feeIn: amountIn - received,
    gas: sendGas + paid.gas,
    calls: (context) => [
      ...paid.calls({ ...context, keepsRest: true }),
      sendCall(lane, { sent, received }, paid, context),
    ],
    touches: [tokenIn, nativeToken, ...paid.touches],
    tokenIn,
    tokenOut,
    durationS: durationS(lane.origin),
  }
}

/** The contract reverts unless `received` arrives; the endpoint refunds the unused message fee to the owner. */
function sendCall(
  { to, sent: { oft, token } }: OftLane,
  amounts: Sent,
  { value }: OftFee,
  context: BatchContext,
): RouteCall {
  const { sent, received } = amounts
  const param = sendParam(to.eid, context.recipient, sent, received)
  const args = [param, { nativeFee: value, lzTokenFee: 0n }, context.owner] as const
  const data = encodeCall({ abi: oftAbi, functionName: 'send', args })
  return { to: oft, data, value, approve: { token, spender: oft, amount: sent } }
}

/** What pays for a message: `amount` of the token that crosses is sold for at least `value` of native token. */
export type OftFee = {
  amount: bigint
  value: bigint
  gas: bigint
  calls(context: BatchContext): RouteCall[]
  touches: Address[]
}

type Market = { quoteSwap: SwapQuoter; prices: PriceSource; deadline: Deadline }

/** Price change allowed until the batch runs. The sum is small, and any excess returns to the owner, wrapped. */
const slippage = 0.03
const unwrapGas = 40_000n

/**
 * Sells for a message's native fee: just enough, or all of `amount` if given. Unwraps exactly `value`, so a sale that
 * brings less reverts, and an excess stays a token, whose transfers the books can read.
 */
export async function buyOftFee(
  lane: OftLane,
  value: bigint,
  amount: bigint | undefined,
  market: Market,
): Promise<OftFee> {
  const { origin, sent } = lane
  const { wrappedNative } = origin.definition
  if (sameAddress(sent.token, wrappedNative)) {
    const whole = amount ?? value
    return { amount: whole, value: whole, gas: unwrapGas, calls: () => [unwrap(wrappedNative, whole)], touches: [] }
  }
  const pair = { kind: 'swap', chainId: origin.id, tokenIn: sent.token, tokenOut: wrappedNative } as const
  const swap = await sell(
    amount === undefined
      ? { ...pair, amount: moreByFraction(value, slippage), exact: 'out' }
      : { ...pair, amount, exact: 'in' },
    market,
  )
  if (await isFarFromOracle(swap, lane, market))
    throw new ProviderRefusal(
      'noLiquidity',
      'pools ask far more than the oracle for the native token that its message costs',
    )
  return {
    amount: swap.amountIn,
    value,
    gas: swap.gas + unwrapGas,
    calls: (context) => [...swap.calls(context), unwrap(wrappedNative, value)],
    touches: swap.touches,
  }
}

/** Drops the amounts of a sale's refusal: they are not amounts of the crossing. */
const sell = (leg: SwapLeg, { quoteSwap, deadline }: Market): Promise<SwapQuote> =>
  quoteSwap(leg, undefined, deadline).catch((error: unknown) => {
    if (!(error instanceof ProviderRefusal)) throw error
    throw new ProviderRefusal('noLiquidity', 'no pool sells the native token that its message costs')
  })

const unwrap = (wrappedNative: Address, value: bigint): RouteCall => ({
  to: wrappedNative,
  data: encodeCall({ abi: wethAbi, functionName: 'withdraw', args: [value] }),
  value: 0n,
})

/** A sale may cost 10 % more than the oracle says. Without a price it is not judged: the caller's minimum bounds it. */
const priceToleranceMax = 1.1

async function isFarFromOracle(
  { amountIn, amountOut }: SwapQuote,
  { origin, sent }: OftLane,
  { prices, deadline }: Market,
) {
  const priceOf = (token: Address) => prices.price(origin.id, token, deadline.cost).catch(() => undefined)
  const [token, native] = await Promise.all([priceOf(sent.token), priceOf(nativeToken)])
  if (!token || !native) return false
  const soldUsd = usdOf(amountIn, sent.decimals, token.usd)
  const boughtUsd = usdOf(amountOut, origin.definition.nativeCurrency.decimals, native.usd)
  return soldUsd > boughtUsd * priceToleranceMax
}
