import { LRUCache } from 'lru-cache'
import { isAddress } from 'viem'
import { z } from 'zod'
import type { Chain } from '../chains/chain.ts'
import { type ChainDefinition, expectedFinalityS } from '../chains/chainDefinition.ts'
import { onAccount } from '../host/callCost.ts'
import type { Clock } from '../host/clock.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { PriceSource } from '../tokens/priceSource.ts'
import { getJson } from './getJson.ts'
import { type BridgeLeg, type Deadline, ProviderRefusal } from './provider.ts'

/** A leg with the tokens as the spoke pools name them: wrapped where the leg says native. */
export type AcrossQuery = { leg: BridgeLeg; inputToken: Address; outputToken: Address; decimals: number }

/** A fraction of 1 has 18 digits, as Across writes it. */
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
  /** Set by the hosted service; otherwise the deposit call takes its own at planning. */
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
 * Seconds from a deposit in a block to its fill, before any was measured. Our own filler waits until the deposit is final for its value;
 * public ones take the risk of a reorganisation themselves and fill after about two blocks. Then the fill has to be mined.
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
/** The parts of the service's answer that are used. The gas of the fill is a fixed amount, the rest a share of what crosses. */
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

/** How long terms are cached. A deposit may name a quote of up to an hour ago, and gas moves them little in this time. */
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
    // We asked too often, which is no failure of the service.
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

/** The service answers 400 with a code for an amount outside its limits. That is an answer, not a failure: it must not open the breaker. */
function amountRefusal(body: unknown): ProviderRefusal | undefined {
  const code = refusedAmount.safeParse(body).data?.code
  if (code === 'AMOUNT_TOO_LOW') return new ProviderRefusal('tooSmall', 'fillers take no amount as small as this')
  if (code === 'AMOUNT_TOO_HIGH') return new ProviderRefusal('tooLarge', 'fillers take no amount as large as this')
  return undefined
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)
