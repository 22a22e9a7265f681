import { LRUCache } from 'lru-cache'
import { isAddress, pad, stringToHex } from 'viem'
import { z } from 'zod'
import type { Chain } from '../chains/chain.ts'
import { type ChainDefinition, expectedFinalityS } from '../chains/chainDefinition.ts'
import { addressKey, sameAddress } from '../evm/address.ts'
import { encodeCall } from '../evm/encodeCall.ts'
import { keccak256 } from '../evm/keccak.ts'
import { onAccount } from '../host/callCost.ts'
import type { Clock } from '../host/clock.ts'
import type { RouteCall } from '../intents/routerSteps.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { PriceSource } from '../tokens/priceSource.ts'
import { acrossRefund } from './acrossRefund.ts'
import { getJson } from './getJson.ts'
import { spokePoolAbi } from './protocolAbis.ts'
import {
  type BatchContext,
  type BridgeLeg,
  type BridgeProvider,
  type BridgeQuote,
  type Deadline,
  ProviderRefusal,
} from './provider.ts'

export const acrossName = 'ACROSS'
/** The same asset on two chains, as the spoke pools name it. */
export type AcrossToken = { inputToken: Address; outputToken: Address; decimals: number }

/** The pool refuses quotes in the chain's future, so quotes are backdated by more than clocks differ. */
const quoteBackS = 300
/** The spoke pool accepts fill deadlines up to six hours ahead; a margin for a chain whose clock is behind. */
const fillAheadSMax = 21_600 - 600
const depositGas = 130_000n

/**
 * Deposits into a spoke pool; a filler pays the recipient on the other chain. Native token travels wrapped and
 * arrives native, unless the recipient has code by then: it gets the wrapped token instead.
 */
export function createAcross(
  chains: ReadonlyMap<number, Chain>,
  tokens: (originChainId: number, destinationChainId: number) => readonly AcrossToken[],
  fees: AcrossFees,
  filler?: Address,
  feeBps = 0,
): BridgeProvider {
  const known = new Map<string, Carried[]>()
  const carried = (originChainId: number, destinationChainId: number): Carried[] => {
    const key = `${originChainId} ${destinationChainId}`
    const found = known.get(key) ?? findCarried(originChainId, destinationChainId)
    known.set(key, found)
    return found
  }
  const findCarried = (originChainId: number, destinationChainId: number): Carried[] => {
    const [origin, destination] = [chains.get(originChainId), chains.get(destinationChainId)]
    if (!origin?.definition.across || !destination?.definition.across || origin === destination) return []
    return tokens(originChainId, destinationChainId).flatMap((token) => forms(token, origin, destination))
  }
  const find = (leg: BridgeLeg): Carried | undefined =>
    carried(leg.chainId, leg.destinationChainId).find(
      ({ tokenIn, tokenOut }) => sameAddress(tokenIn, leg.tokenIn) && sameAddress(tokenOut, leg.tokenOut),
    )

  const quote = async (leg: BridgeLeg, deadline: Deadline): Promise<BridgeQuote> => {
    const token = find(leg)
    if (!token) throw new ProviderRefusal('notSupported', 'Across does not carry this token between these chains')
    const query: AcrossQuery = { leg, ...token }
    const terms = await fees(query, deadline)
    const { amountIn, amountOut } = amounts(leg, terms)
    const spokePool = chains.get(leg.chainId)!.definition.across!.spokePool
    return {
      kind: 'bridge',
      provider: acrossName,
      requestId: () => requestId(leg, amountIn, amountOut),
      amountIn,
      amountOut,
      feeIn: amountIn - amountOut,
      gas: depositGas,
      calls: (context) => [depositCall(spokePool, query, { amountIn, amountOut }, terms, context)],
      touches: [leg.tokenIn],
      tokenIn: token.tokenIn,
      tokenOut: token.tokenOut,
      durationS: terms.fillS,
      tokenOutOtherwise: sameAddress(token.tokenOut, nativeToken) ? token.outputToken : undefined,
      fillDeadlineS,
    }
  }

  return {
    name: acrossName,
    kind: 'bridge',
    trustless: false,
    gainMax: -feeBps / 10_000,
    pairs: (originChainId, destinationChainId) =>
      carried(originChainId, destinationChainId).map(({ tokenIn, tokenOut }) => ({ tokenIn, tokenOut })),
    supports: (leg) => leg.kind === 'bridge' && find(leg) !== undefined,
    quote,
    inventory: async (chainId, token) => {
      const chain = chains.get(chainId)
      if (!filler || !chain) return undefined
      // A filler pays from its balance of the wrapped token; the spoke pool unwraps it.
      return chain.balance(sameAddress(token, nativeToken) ? chain.definition.wrappedNative : token, filler)
    },
    refunded: async (originChainId, query) => {
      const chain = chains.get(originChainId)
      const token = chain && sameAddress(query.token, nativeToken) ? chain.definition.wrappedNative : query.token
      return chain ? acrossRefund(chain, { ...query, token }) : []
    },
  }
}

type Carried = AcrossToken & { tokenIn: Address; tokenOut: Address }

/** A token as legs name it: wrapped native goes in as either form and comes out native. */
function forms(token: AcrossToken, origin: Chain, destination: Chain): Carried[] {
  const isWrapped = ({ definition }: Chain, one: Address) => sameAddress(one, definition.wrappedNative)
  const tokenOut = isWrapped(destination, token.outputToken) ? nativeToken : token.outputToken
  const inputs = isWrapped(origin, token.inputToken) ? [nativeToken, token.inputToken] : [token.inputToken]
  return inputs.map((tokenIn) => ({ ...token, tokenIn, tokenOut }))
}

function amounts(leg: BridgeLeg, terms: AcrossTerms): { amountIn: bigint; amountOut: bigint } {
  const { min, max } = terms
  const amountIn = leg.exact === 'in' ? leg.amount : inputFor(leg.amount, terms)
  const nearest = (input: bigint) => (leg.exact === 'in' ? input : outputOf(input, terms))
  if (amountIn < min) throw new ProviderRefusal('tooSmall', `fillers take no less than ${min}`, nearest(min))
  if (amountIn > max) throw new ProviderRefusal('tooLarge', `fillers take no more than ${max} now`, nearest(max))
  return { amountIn, amountOut: leg.exact === 'in' ? outputOf(amountIn, terms) : leg.amount }
}

function depositCall(
  spokePool: Address,
  { leg, inputToken, outputToken }: AcrossQuery,
  { amountIn, amountOut }: { amountIn: bigint; amountOut: bigint },
  terms: AcrossTerms,
  context: BatchContext,
): RouteCall {
  const args = [
    pad(context.owner),
    pad(context.recipient),
    pad(inputToken),
    pad(outputToken),
    amountIn,
    amountOut,
    BigInt(leg.destinationChainId),
    pad(terms.exclusiveRelayer ?? nativeToken),
    terms.quoteTimestampS ?? context.nowS - quoteBackS,
    fillDeadlineS(context),
    terms.exclusivityS ?? 0,
    '0x',
  ] as const
  const data = encodeCall({ abi: spokePoolAbi, functionName: 'deposit', args })
  if (sameAddress(leg.tokenIn, nativeToken)) return { to: spokePool, data, value: amountIn }
  return { to: spokePool, data, value: 0n, approve: { token: inputToken, spender: spokePool, amount: amountIn } }
}

/** No fill may happen once the batch on the other side can no longer run. */
function fillDeadlineS({ nowS, deadlineS }: BatchContext): number {
  return Math.min(deadlineS, nowS + fillAheadSMax)
}

function requestId(leg: BridgeLeg, amountIn: bigint, amountOut: bigint): string {
  const parts = [
    leg.chainId,
    leg.destinationChainId,
    addressKey(leg.tokenIn),
    addressKey(leg.tokenOut),
    amountIn,
    amountOut,
  ]
  return keccak256(stringToHex(parts.join(' '))).slice(0, 34)
}

/** A leg with the tokens as the spoke pools name them: wrapped where the leg says native. */
export type AcrossQuery = { leg: BridgeLeg; inputToken: Address; outputToken: Address; decimals: number }

/** Across writes fee fractions in units of 1e-18; this is the fraction 1. */
export const wholeFraction = 10n ** 18n
const fractionOfBps = 10n ** 14n

/** The fillers' fee for a leg: `amount · feeFraction + fixed` of the input, for inputs from `min` to `max`. */
export type AcrossTerms = {
  /** In units of 1e-18. */
  feeFraction: bigint
  fixed: bigint
  min: bigint
  max: bigint
  fillS: number
  /** Set by the hosted service; otherwise the deposit call is backdated by `quoteBackS`. */
  quoteTimestampS?: number
  exclusiveRelayer?: Address
  exclusivityS?: number
}

export type AcrossFees = (query: AcrossQuery, deadline: Deadline) => Promise<AcrossTerms>

export type AcrossFeeSettings = {
  feeBps: number
  /** Gas of a fill on the destination. The filler pays it and the fee repays it. */
  fillGas: bigint
  /** A leg whose fee is a larger share of it is refused as too small. */
  feeShareMaxBps: number
  amountUsdMax: number
  /** The only filler, as on the local chains: its balance on the destination bounds a leg. */
  filler?: Address
}

export const acrossFeeDefaults: AcrossFeeSettings = {
  feeBps: 4,
  fillGas: 150_000n,
  feeShareMaxBps: 2_000,
  amountUsdMax: 1_000_000,
}

/** Terms from configuration, for chains whose filler the operator runs, such as the local ones. */
export function createConfiguredAcrossFees(
  chains: ReadonlyMap<number, Chain>,
  prices: PriceSource,
  settings: AcrossFeeSettings,
): AcrossFees {
  return async ({ leg, inputToken, outputToken, decimals }, { cost }) => {
    const { chainId, destinationChainId } = leg
    const destination = onAccount(chains.get(destinationChainId)!, cost)
    const [tokenPrice, nativePrice, fees, fillerBalance] = await Promise.all([
      prices.price(chainId, inputToken, cost),
      prices.price(destinationChainId, nativeToken, cost),
      destination.fees(),
      settings.filler && destination.balance(outputToken, settings.filler),
    ])
    if (!tokenPrice || !nativePrice)
      throw new ProviderRefusal('timedOut', 'the oracle has no fresh price to weigh the cost of a fill with')
    const unitsPerUsd = 10 ** decimals / tokenPrice.usd
    const nativeDecimals = destination.definition.nativeCurrency.decimals
    const fillUsd = (Number(settings.fillGas * fees.gasPrice) / 10 ** nativeDecimals) * nativePrice.usd
    const fixed = BigInt(Math.ceil(fillUsd * unitsPerUsd))
    const feeFraction = BigInt(settings.feeBps) * fractionOfBps
    const most = BigInt(Math.floor(settings.amountUsdMax * unitsPerUsd))
    const min = (fixed * 10_000n) / BigInt(settings.feeShareMaxBps - settings.feeBps) + 1n
    const max = fillerBalance === undefined ? most : smaller(most, inputFor(fillerBalance, { feeFraction, fixed }))
    const valueUsd = Number(leg.amount) / unitsPerUsd
    const ends = { origin: chains.get(chainId)!.definition, destination: destination.definition }
    return { feeFraction, fixed, min, max, fillS: fillSeconds(ends, settings.filler && valueUsd) }
  }
}

/**
 * Seconds from a mined deposit to its fill, before any was measured. Our own filler waits for the finality of the
 * deposit's value; public ones take the reorg risk and fill after about two blocks. Then the fill must be mined.
 */
export function fillSeconds(
  { origin, destination }: { origin: ChainDefinition; destination: ChainDefinition },
  ownFillerUsd?: number,
): number {
  const waitedS =
    ownFillerUsd === undefined ? (2 * origin.blockTimeMs) / 1_000 : expectedFinalityS(origin, ownFillerUsd)
  return waitedS + destination.blockTimeMs / 1_000
}

/** The least input that leaves `amountOut` after the fee. */
export function inputFor(amountOut: bigint, { feeFraction, fixed }: Fee): bigint {
  const kept = wholeFraction - feeFraction
  return ((amountOut + fixed) * wholeFraction + kept - 1n) / kept
}

/** An input less the fee, which is rounded up. */
export const outputOf = (amountIn: bigint, { feeFraction, fixed }: Fee): bigint =>
  amountIn - (amountIn * feeFraction + wholeFraction - 1n) / wholeFraction - fixed

type Fee = Pick<AcrossTerms, 'feeFraction' | 'fixed'>

const digits = z.string().regex(/^\d+$/)
const feePart = z.object({ pct: digits, total: digits })
/** The used parts of the service's answer. The gas of the fill is a fixed fee; the rest is a share of the input. */
const suggestedFees = z.object({
  totalRelayFee: z.object({ pct: digits }),
  relayerGasFee: feePart.optional(),
  isAmountTooLow: z.boolean().optional(),
  timestamp: digits,
  exclusiveRelayer: z
    .custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false }))
    .optional(),
  exclusivityDeadline: z.number().int().optional(),
  estimatedFillTimeSec: z.number().optional(),
  limits: z.object({ minDeposit: digits, maxDeposit: digits }),
})

/** How long terms are cached. A deposit may name a quote of up to an hour ago; gas changes little in 20 s. */
const termsForMs = 20_000
const termsMax = 1_000

type HostedOptions = { url: string; clock: Clock; chains: ReadonlyMap<number, Chain> }

/**
 * Terms from the public hosted API (`/suggested-fees`), for chains with public fillers. A quote asks several times with
 * amounts that differ by its own fees: amounts with the same two leading digits share an answer.
 */
export function createHostedAcrossFees({ url, clock, chains }: HostedOptions): AcrossFees {
  const age = { perf: { now: () => clock.monotonicMs() }, ttlResolution: 0 }
  const known = new LRUCache<string, Promise<AcrossTerms>>({ max: termsMax, ttl: termsForMs, ...age })

  const ask = async ({ leg, inputToken, outputToken }: AcrossQuery): Promise<AcrossTerms> => {
    const query = new URLSearchParams({
      inputToken,
      outputToken,
      originChainId: String(leg.chainId),
      destinationChainId: String(leg.destinationChainId),
      amount: String(leg.amount),
    })
    const reply = await getJson(`${url.replace(/\/$/, '')}/suggested-fees?${query}`, undefined, { clock })
    const limit = amountRefusal(reply.body)
    if (reply.status === 400 && limit) throw limit
    // Not the service's failure: it must not open the breaker.
    if (reply.status === 429) throw new ProviderRefusal('timedOut', 'the fee service has been asked too often')
    if (reply.status !== 200) throw new ProviderRefusal('failed', `the fee service answered with ${reply.status}`)
    const parsed = suggestedFees.safeParse(reply.body)
    if (!parsed.success) throw new ProviderRefusal('failed', 'the fee service answers in another shape')
    const fees = parsed.data
    if (fees.isAmountTooLow)
      throw new ProviderRefusal('tooSmall', 'fillers take no amount as small as this', BigInt(fees.limits.minDeposit))
    const [origin, destination] = [chains.get(leg.chainId), chains.get(leg.destinationChainId)]
    const gas = fees.relayerGasFee
    return {
      feeFraction: BigInt(fees.totalRelayFee.pct) - BigInt(gas?.pct ?? 0),
      fixed: BigInt(gas?.total ?? 0),
      min: BigInt(fees.limits.minDeposit),
      max: BigInt(fees.limits.maxDeposit),
      fillS:
        fees.estimatedFillTimeSec ??
        (origin && destination ? fillSeconds({ origin: origin.definition, destination: destination.definition }) : 0),
      quoteTimestampS: Number(fees.timestamp),
      exclusiveRelayer: fees.exclusiveRelayer,
      exclusivityS: fees.exclusivityDeadline,
    }
  }

  return (query) => {
    const { leg, inputToken, outputToken } = query
    const amount = String(leg.amount)
    const size = `${amount.slice(0, 2)}e${amount.length}`
    const key = [leg.chainId, leg.destinationChainId, inputToken, outputToken, size].join(' ')
    const before = known.get(key)
    if (before) return before
    const found = ask(query)
    known.set(key, found)
    // A refusal holds for this amount only, a failure for this moment.
    found.catch(() => known.delete(key))
    return found
  }
}

const refusedAmount = z.object({ code: z.string() })

/** Amounts outside the service's limits get 400 with a code. That is an answer: it must not open the breaker. */
function amountRefusal(body: unknown): ProviderRefusal | undefined {
  const code = refusedAmount.safeParse(body).data?.code
  if (code === 'AMOUNT_TOO_LOW') return new ProviderRefusal('tooSmall', 'fillers take no amount as small as this')
  if (code === 'AMOUNT_TOO_HIGH') return new ProviderRefusal('tooLarge', 'fillers take no amount as large as this')
  return undefined
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
