import { isAddress } from 'viem'
import { z } from 'zod'
import type { Chain } from '../chains/chain.ts'
import type { Address } from '../interface/fields.ts'
import { nativeToken } from '../interface/limits.ts'
import type { PriceSource } from '../tokens/priceSource.ts'
import { getJson } from './getJson.ts'
import { type BridgeLeg, type Deadline, ProviderRefusal } from './provider.ts'

/** A leg with the tokens as the spoke pools name them: wrapped where the leg says native. */
export type AcrossQuery = { leg: BridgeLeg; inputToken: Address; outputToken: Address; decimals: number }

/** What fillers want for a leg: `amount · feeBps / 10,000 + fixed` of the input, for inputs from `min` to `max`. */
export type AcrossTerms = {
  feeBps: number
  fixed: bigint
  min: bigint
  max: bigint
  fillS: number
  /** Set where the hosted service dictates them; without them the deposit call takes its own from the moment of planning. */
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
  fillS: number
  /** The only filler there is, as on the local chains: its balance on the destination bounds a leg. */
  filler?: Address
}

export const acrossFeeDefaults: AcrossFeeSettings = {
  feeBps: 4,
  fillGas: 150_000n,
  feeShareMaxBps: 2_000,
  amountUsdMax: 1_000_000,
  fillS: 4,
}

/** Terms from configuration, for chains whose filler the operator runs, such as the local ones. */
export function createConfiguredAcrossFees(
  chains: ReadonlyMap<number, Chain>,
  prices: PriceSource,
  settings: AcrossFeeSettings,
): AcrossFees {
  return async ({ leg, inputToken, outputToken, decimals }) => {
    const { chainId, destinationChainId } = leg
    const destination = chains.get(destinationChainId)!
    const [tokenPrice, nativePrice, fees, fillerBalance] = await Promise.all([
      prices.price(chainId, inputToken),
      prices.price(destinationChainId, nativeToken),
      destination.fees(),
      settings.filler && destination.balance(outputToken, settings.filler),
    ])
    if (!tokenPrice || !nativePrice) throw new ProviderRefusal('failed', 'no price to weigh the cost of a fill with')
    const unitsPerUsd = 10 ** decimals / tokenPrice.usd
    const nativeDecimals = destination.definition.nativeCurrency.decimals
    const fillUsd = (Number(settings.fillGas * fees.gasPrice) / 10 ** nativeDecimals) * nativePrice.usd
    const fixed = BigInt(Math.ceil(fillUsd * unitsPerUsd))
    const most = BigInt(Math.floor(settings.amountUsdMax * unitsPerUsd))
    const min = (fixed * 10_000n) / BigInt(settings.feeShareMaxBps - settings.feeBps) + 1n
    const max = fillerBalance === undefined ? most : smaller(most, inputFor(fillerBalance, settings.feeBps, fixed))
    return { feeBps: settings.feeBps, fixed, min, max, fillS: settings.fillS }
  }
}

/** The least input that leaves `amountOut` after the fee. */
export function inputFor(amountOut: bigint, feeBps: number, fixed: bigint): bigint {
  const kept = 10_000n - BigInt(feeBps)
  return ((amountOut + fixed) * 10_000n + kept - 1n) / kept
}

const digits = z.string().regex(/^\d+$/)
/** The parts of the service's answer that are used. */
const suggestedFees = z.object({
  totalRelayFee: z.object({ pct: digits }),
  timestamp: digits,
  exclusiveRelayer: z
    .custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false }))
    .optional(),
  exclusivityDeadline: z.number().int().optional(),
  estimatedFillTimeSec: z.number().optional(),
  limits: z.object({ minDeposit: digits, maxDeposit: digits }),
})

/** Terms from the hosted service of the public shape (`/suggested-fees`), for chains with public fillers. */
export function createHostedAcrossFees(url: string): AcrossFees {
  return async ({ leg, inputToken, outputToken }, deadline) => {
    const query = new URLSearchParams({
      inputToken,
      outputToken,
      originChainId: String(leg.chainId),
      destinationChainId: String(leg.destinationChainId),
      amount: String(leg.amount),
    })
    const reply = await getJson(`${url.replace(/\/$/, '')}/suggested-fees?${query}`, deadline)
    const limit = amountRefusal(reply.body)
    if (reply.status === 400 && limit) throw limit
    if (reply.status !== 200) throw new ProviderRefusal('failed', `the fee service answered with ${reply.status}`)
    const parsed = suggestedFees.safeParse(reply.body)
    if (!parsed.success) throw new ProviderRefusal('failed', 'the fee service answers in another shape')
    const fees = parsed.data
    // A fraction of 1 with 18 digits, rounded up to the basis point so that no filler finds the fee too small.
    const feeBps = Number((BigInt(fees.totalRelayFee.pct) + 10n ** 14n - 1n) / 10n ** 14n)
    return {
      feeBps,
      fixed: 0n,
      min: BigInt(fees.limits.minDeposit),
      max: BigInt(fees.limits.maxDeposit),
      fillS: fees.estimatedFillTimeSec ?? acrossFeeDefaults.fillS,
      quoteTimestampS: Number(fees.timestamp),
      exclusiveRelayer: fees.exclusiveRelayer,
      exclusivityS: fees.exclusivityDeadline,
    }
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
