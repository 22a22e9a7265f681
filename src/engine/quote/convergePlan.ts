import type { Chain } from '../../chains/chain.ts'
import { type Charge, chargeOf, type GasUse } from '../../intents/fees.ts'
import { formatBaseUnits, formatTokenAmount } from '../../intents/formatTokenAmount.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { SwapQuote } from '../../providers/provider.ts'
import { wrapProvider } from '../../routing/pool.ts'
import type { EngineSettings } from '../world.ts'
import { type Choice, chooseOffer, type FailedRoute } from './chooseOffer.ts'
import { incompressible, l1CostOf, noL1Cost } from './market.ts'
import { crossingsOf, legsOf, type Offer, shortfallOf } from './offer.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import { type IntentPlan, planIntent, type WalletPlan } from './planIntent.ts'
import type { BatchesGas, QuoteCaches } from './quoteCaches.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'
import { simulateBatch } from './simulateBatch.ts'

/** Before anything was measured: a deploy with two swaps and a bridge fits. The first quote of a shape corrects it. */
const gasFirstGuess: BatchesGas = {
  origin: 450_000n,
  destination: 350_000n,
  delivery: 0n,
  originL1: 0n,
  destinationL1: 0n,
}
/** If measured gas differs from the assumed gas by more than this factor, plan again with the measured figure. */
const gasToleranceBps = 11_000n
const planRoundsMax = 3
/** Repeats of the search without the pools of failed batches. Each takes as long as the first search. */
const retriesMax = 3

/** The gas that is charged for, on each chain where a batch runs. */
export type GasUses = { origin: GasUse; destination?: GasUse }
export type ConvergedPlan = Choice & { charge: Charge; plan: IntentPlan; gas: GasUses }

/**
 * The fee pays for gas, the gas depends on the route, and the route on what the fee leaves. Starts with the gas that
 * batches of the same shape took before, simulates the batches, and plans again if the measured gas is noticeably
 * different: earlier requests may have had other call data and another recipient. If a batch would fail, the search
 * repeats a few times without its pools, then takes the next best route. If the price impact is too high as well, the
 * error names that, which tells the caller more. If the request's own call fails, no other route can help.
 */
export async function convergePlan(
  asked: QuoteContext,
  world: QuoteWorld,
  caches: QuoteCaches,
  refuseHighImpact: (plan: ConvergedPlan) => Promise<void>,
): Promise<ConvergedPlan> {
  let context = asked
  const shape = batchShape(context.input)
  const failed: FailedRoute[] = []
  let first: FailedRoute | undefined
  let retries = 0
  let assumed = firstAssumed(caches.gas.get(shape), context, world)
  for (let round = 1; ; ) {
    const gas = gasUses(context, assumed)
    const { charge, ...choice } = await chargedOffer(gas, context, world, failed, caches).catch((error: unknown) => {
      // No way without those pools: the reason why the batch failed over them says more.
      throw first?.error ?? error
    })
    const plan = planIntent(context, choice.offer, charge, world.settings.feeCollector)
    // A quote that will be refused for its price is not simulated.
    if (isFarAboveImpact(choice.offer, context, world)) await refuseHighImpact({ ...choice, charge, plan, gas })
    const [measured] = await Promise.all([measureGas(plan, choice.offer, context, caches), context.parties()])
    if ('refusal' in measured) {
      await refuseHighImpact({ ...choice, charge, plan, gas })
      if (measured.isTarget) throw measured.error
      const pools = poolsOf(choice.offer)
      if (++retries > retriesMax || pools.length === 0) failed.push(measured)
      else {
        context = { ...context, swaps: new Map(), without: new Set([...(context.without ?? []), ...pools]) }
        first ??= measured
      }
      continue
    }
    caches.gas.set(shape, measured)
    // Round 1 assumes figures of other requests, which must match both ways. Later rounds assume this request's own,
    // which need only cover: two equal routes could otherwise alternate.
    const fits = round > 1 ? covers : isAbout
    const isRight = gasFields.every((field) => fits(assumed[field], measured[field]))
    // Both need a bridge message delivered by us, or neither: the new route may take another bridge.
    const isSameKind = (assumed.delivery === 0n) === (measured.delivery === 0n)
    if ((isRight && isSameKind && assumed !== gasFirstGuess) || round === planRoundsMax)
      return { ...choice, charge, plan, gas }
    // The third plan assumes the larger of both figures, which covers two routes that alternate.
    assumed = round === 1 ? measured : merge(assumed, measured, (one, other) => other > one)
    round++
  }
}

const poolsOf = (offer: Offer): Address[] =>
  legsOf(offer).flatMap((leg) => (leg.kind === 'swap' && leg.snapshot?.().paths.flatMap(({ pools }) => pools)) || [])

/** Whether an offer loses so much that no fee on top matters any more. */
const isFarAboveImpact = (offer: Offer, context: QuoteContext, { settings }: QuoteWorld): boolean =>
  shortfallOf(offer, context) > 1.5 * settings.priceImpactMaxPercent

/** `one`, with those fields of `other` that `isTaken` accepts. */
function merge(one: BatchesGas, other: BatchesGas, isTaken: (one: bigint, other: bigint) => boolean): BatchesGas {
  const merged = { ...one }
  for (const field of gasFields) if (isTaken(one[field], other[field])) merged[field] = other[field]
  return merged
}

const gasFields = ['origin', 'destination', 'delivery', 'originL1', 'destinationL1'] as const

const covers = (assumed: bigint, measured: bigint): boolean => measured * 10_000n <= assumed * gasToleranceBps
const isAbout = (assumed: bigint, measured: bigint): boolean => covers(assumed, measured) && covers(measured, assumed)

/**
 * The known gas of the shape, or the first guess. If the amount does not cover the fees of the known gas, takes the
 * lower of both: another request's batch may have used more than this one will.
 */
function firstAssumed(known: BatchesGas | undefined, context: QuoteContext, { settings }: QuoteWorld): BatchesGas {
  if (!known) return gasFirstGuess
  const { amount, exact } = context.input
  if (exact === 'out' || amount > chargeFor(amount, gasUses(context, known), context, settings).total) return known
  return merge(known, gasFirstGuess, (one, other) => other < one)
}

const chargeFor = (amount: bigint, gas: GasUses, { market }: QuoteContext, settings: EngineSettings): Charge =>
  chargeOf({
    token: market.originToken,
    amount,
    gas: gas.destination ? [gas.origin, gas.destination] : [gas.origin],
    serviceFeeBps: settings.serviceFeeBps,
    collectorFeeBps: settings.collectorFeeBps,
  })

/** Batches of the same tokens and target take about the same gas. */
function batchShape({ origin, destination, exact, target }: QuoteInput): string {
  return [
    origin.chain.id,
    origin.token.address,
    destination.chain.id,
    destination.token.address,
    exact,
    target?.to,
    target?.data.slice(0, 10),
  ].join(':')
}

function gasUses({ input, market }: QuoteContext, assumed: BatchesGas): GasUses {
  const { gasPrice, usage } = market.originFees
  const origin = {
    chainId: input.origin.chain.id,
    gas: assumed.origin,
    gasPrice,
    l1Fee: assumed.originL1,
    usage,
    native: market.originNative,
  }
  if (input.isSameChain) return { origin }
  const destination = {
    chainId: input.destination.chain.id,
    gas: assumed.destination + assumed.delivery,
    gasPrice: market.destinationFees.gasPrice,
    l1Fee: assumed.destinationL1,
    usage: market.destinationFees.usage,
    native: market.destinationNative,
  }
  return { origin, destination }
}

/** An exact input pays the charge out of its amount; an exact output adds it to what the offer spends. */
async function chargedOffer(
  gas: GasUses,
  context: QuoteContext,
  world: QuoteWorld,
  failed: readonly FailedRoute[],
  caches: QuoteCaches,
): Promise<Choice & { charge: Charge }> {
  const { input } = context
  const charged = (amount: bigint) => chargeFor(amount, gas, context, world.settings)
  if (input.exact === 'out') {
    const choice = await chooseOffer(input.amount, context, world, failed, caches)
    return { ...choice, charge: charged(choice.offer.spend) }
  }
  const charge = charged(input.amount)
  if (input.amount <= charge.total) throw tooSmall(input, charge.total)
  return { ...(await chooseOffer(input.amount - charge.total, context, world, failed, caches)), charge }
}

/** The fees exceed the amount. Names twice the fees as the least that makes sense. */
function tooSmall(input: QuoteInput, feeTotal: bigint): ServiceError {
  const { token } = input.origin
  const said = (amount: bigint) => formatTokenAmount(amount, token)
  return new ServiceError(
    'Unavailable',
    `originTokenAmount: ${input.amount} (${said(input.amount)}) does not cover the fees of ${formatBaseUnits(feeTotal, token.symbol, token)}; about ${feeTotal * 2n} is the least that works (${said(feeTotal * 2n)})`,
  )
}

/** Simulates both batches in parallel, as they would run now. */
async function measureGas(
  { origin, destination }: IntentPlan,
  offer: Offer,
  context: QuoteContext,
  caches: QuoteCaches,
): Promise<BatchesGas | FailedRoute> {
  const [originGas, destinationGas] = await Promise.all([
    measureBatch('origin', origin, offer, context, caches),
    destination ? measureBatch('destination', destination, offer, context, caches) : 0n,
  ])
  if (typeof originGas !== 'bigint') return originGas
  if (typeof destinationGas !== 'bigint') return destinationGas
  const { chain: there } = context.input.destination
  const delivery = deliveryGasOf(offer)
  const [originL1, destinationL1, deliveryL1] = await Promise.all([
    l1CostOf(context.input.origin.chain, { to: context.contracts.guest, data: origin.calldata }),
    destination ? l1CostOf(there, { to: context.contracts.guest, data: destination.calldata }) : noL1Cost,
    delivery > 0n ? l1CostOf(there, { to: context.contracts.guest, data: messageBytes }) : noL1Cost,
  ])
  return {
    origin: originGas + originL1.gas,
    destination: destinationGas + destinationL1.gas,
    delivery: delivery + deliveryL1.gas,
    originL1: originL1.fee,
    destinationL1: destinationL1.fee + deliveryL1.fee,
  }
}

/** 700 bytes: a CCTP message, two signatures and their encoding. */
const messageBytes = incompressible(700)

/** Gas of the bridge message that we deliver before the destination batch, if the bridge burns and mints. */
const deliveryGasOf = (offer: Offer): bigint => (offer.kind === 'bridged' ? (offer.bridge.deliveryGas ?? 0n) : 0n)

async function measureBatch(
  side: 'origin' | 'destination',
  { config, calldata, holds }: WalletPlan,
  offer: Offer,
  { input, contracts }: QuoteContext,
  { balanceSlots }: QuoteCaches,
): Promise<bigint | FailedRoute> {
  const { chain } = input[side]
  const simulation = await simulateBatch({ chain, contracts, config, calldata, holds, balanceSlots })
  if (simulation.ok) {
    const gas = simulation.gas - refundOf(simulation.gas, tradedTokens(side, offer))
    return gas > simulation.gasMin ? gas : simulation.gasMin
  }
  const providers = legsOf(offer)
    .flatMap(crossingsOf)
    .map(({ provider }) => provider)
  const batch = `the ${side} batch over ${providers.join(', ') || 'no provider'}`
  const call = simulation.isTarget && input.target ? formatTarget(input.target, chain) : undefined
  const detail = `${call ?? batch} would fail on chain now: ${simulation.reason}`
  const refusal = { route: offer.route, reason: 'wouldFail' as const, detail }
  return { refusal, error: new ServiceError('Unavailable', detail), isTarget: call !== undefined }
}

/** Names the request's own call by what its author recognises: field, selector, contract and chain. */
const formatTarget = ({ to, data }: NonNullable<QuoteInput['target']>, chain: Chain): string =>
  `destinationCallData: your call ${data.slice(0, 10)} to ${to} on ${chain.definition.name}`

/** Tokens that the router trades or bridges: the batch sets and clears an allowance for each. */
function tradedTokens(side: 'origin' | 'destination', offer: Offer): number {
  const traded = (swap: SwapQuote | undefined): number =>
    swap === undefined || swap.provider === wrapProvider ? 0 : swap.touches.length
  if (offer.kind === 'sameToken') return 0
  if (offer.kind === 'swap') return traded(offer.swap)
  if (side === 'destination') return traded(offer.destinationSwap)
  return traded(offer.originSwap) + (offer.bridge.tokenIn === nativeToken ? 0 : offer.bridge.touches.length)
}

/** Allowance, router balance and wallet balance of a routed token: each set and cleared, 19,900 gas back. */
const refundPerToken = 60_000n

/**
 * Simulated gas is before the refund for cleared storage, at most a fifth (EIP-3529). On the local chains every batch
 * that clears an allowance got that fifth (19 to 25 % less than simulated, six kinds of routes), the others nothing. A
 * target's gas earns no refund, so the number of tokens bounds it.
 */
function refundOf(gas: bigint, tokens: number): bigint {
  const [fifth, most] = [gas / 5n, BigInt(tokens) * refundPerToken]
  return fifth < most ? fifth : most
}
