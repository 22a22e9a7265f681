import { type Charge, chargeOf, feesOf, type GasUse } from '../../intents/fees.ts'
import type { Contracts } from '../../intents/planBatches.ts'
import { metaTxnId } from '../../intents/wallet.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import type { Response } from '../../interface/operations.ts'
import type { QuoteRequest } from '../../interface/quoteShapes.ts'
import type { World } from '../world.ts'
import { type Assembly, assembleIntent, firstLegs, planRecord } from './assembleIntent.ts'
import { buildQuote } from './buildQuote.ts'
import { contractsFor } from './contractsFor.ts'
import { findOffers, type Offer, rankOffers } from './findOffers.ts'
import { gasFeeOptionsFor } from './gasFeeOptionsFor.ts'
import { type Market, readMarket } from './market.ts'
import { parseQuoteRequest, type QuoteInput } from './parseQuoteRequest.ts'
import { passthroughOf, transactionStatesOf } from './passthrough.ts'
import { type IntentPlan, type PlanContext, planIntent, type WalletPlan } from './planIntent.ts'
import type { QuoteCaches } from './quoteCaches.ts'
import { firstOfferNearOracle, guardPriceImpact, noOffer, tooSmall } from './quoteGuards.ts'
import { rejectFeeOnTransfer } from './rejectFeeOnTransfer.ts'
import { simulateBatch } from './simulateBatch.ts'

/** A measured batch may cost this much more than assumed before the quote is planned again with the measured figure. */
const gasToleranceBps = 11_000n
const planRoundsMax = 3

/** Everything between a request and a stored quote. Nothing is reserved, nothing is sent. */
export async function quoteIntent(
  request: QuoteRequest,
  { projectId }: { projectId: number },
  world: World,
  caches: QuoteCaches,
): Promise<Response<'QuoteIntent'>> {
  const input = parseQuoteRequest(request, world)
  const nowMs = world.clock.nowMs()
  const deadline = {
    atMs: nowMs + world.settings.quoteTimeoutMs,
    signal: AbortSignal.timeout(world.settings.quoteTimeoutMs),
  }
  const contracts = await contractsFor(input, world)
  const [market] = await Promise.all([
    readMarket(input, world),
    rejectFeeOnTransfer(input.origin, contracts, caches),
    rejectFeeOnTransfer(input.destination, contracts, caches),
  ])
  const slippage = caches.slippageFor(input, market, nowMs)
  const refundAtS = Math.floor((nowMs + world.settings.refundAfterMs) / 1_000)
  const salt = BigInt(`0x${world.random.hex(6)}`)
  const context: PlanContext = {
    contracts,
    salt,
    refundAtS,
    feeCollector: world.settings.feeCollector,
    nowS: Math.floor(nowMs / 1_000),
  }

  const offersFor = (amount: bigint) =>
    findOffers({
      input,
      amount,
      slippage: () => slippage,
      providers: world.providers,
      quoteSwap: caches.quoteSwap,
      symbolOf: (chainId, token) => world.tokens.find(chainId, token)?.symbol ?? token,
      deadline,
    })
  const search = async (charge: Charge | undefined, offerGas: (offer: Offer) => GasUse[]) => {
    const amount = input.exact === 'in' ? input.amount - (charge?.total ?? 0n) : input.amount
    if (amount <= 0n) throw tooSmall(input, charge?.total ?? 0n)
    const found = await offersFor(amount)
    if (found.offers.length === 0) throw noOffer(input, found.refusals)
    const offer = await firstOfferNearOracle(input, rankOffers(found.offers, input), world)
    return { offer, gas: offerGas(offer) }
  }

  const settled = await convergePlan({ input, market, contracts, context, world, caches, search })
  const { offer, plan, charge, gas } = settled
  const quote = await buildQuote({ input, offer, plan, charge, market, slippage, world })
  await guardPriceImpact(input, quote, market, world.settings, (amount) =>
    offersFor(amount).then(({ offers }) => offers),
  )
  if (input.spendMax !== undefined && plan.deposit > input.spendMax) {
    throw new ServiceError(
      'Unavailable',
      `needs ${plan.deposit} of the origin token, more than originTokenAmount ${input.spendMax} allows`,
    )
  }

  const fees = feesOf({
    token: market.originToken,
    charge,
    origin: gas.origin,
    destination: gas.destination,
    provider: settled.provider,
  })
  const intentId: Hex = `0x${world.random.hex(32)}`
  const settings = { ...world.settings, contracts }
  const assembly: Assembly = { input, plan, quote, fees, settings, projectId, intentId, salt, nowMs }
  const gasFeeOptions = await gasFeeOptionsFor(input, market, world, caches, nowMs)
  const record = await world.store.intents.insertQuote({
    projectId,
    intentId,
    build: (id) => assembleIntent(assembly, id),
    plan: planRecord(assembly, offer, gasFeeOptions.feeOptions, refundAtS),
    legs: firstLegs(assembly),
    nowMs,
    expiresAtMs: nowMs + world.settings.quoteLifeMs,
  })
  return {
    intent: record.intent,
    gasFeeOptions,
    transactionStates: transactionStatesOf(input),
    ...(input.isSameToken && { passthrough: passthroughOf(input) }),
  }
}

type Settling = {
  input: QuoteInput
  market: Market
  contracts: Contracts
  context: PlanContext
  world: World
  caches: QuoteCaches
  search(charge: Charge | undefined, offerGas: (offer: Offer) => GasUse[]): Promise<{ offer: Offer; gas: GasUse[] }>
}

type SettledPlan = {
  offer: Offer
  plan: IntentPlan
  charge: Charge
  gas: { origin: GasUse; destination?: GasUse }
  provider: { name: string; fee: bigint }
}

/**
 * The fee pays for gas, the gas depends on the route, and the route on what the fee leaves. Begins with the gas that batches of the same
 * shape took before, tries the batches out, and plans again only if they cost noticeably more than that.
 */
async function convergePlan(given: Settling): Promise<SettledPlan> {
  const { input, market, world, caches, context } = given
  let assumed = caches.gasAssumed(input)
  for (let round = 1; ; round++) {
    const uses = gasUses(given, assumed)
    const before = chargeOf({
      ...rates(world),
      token: market.originToken,
      amount: input.exact === 'in' ? input.amount : 0n,
      gas: list(uses),
    })
    const { offer } = await given.search(before, () => list(uses))
    const charge =
      input.exact === 'in'
        ? before
        : chargeOf({ ...rates(world), token: market.originToken, amount: offer.spend, gas: list(uses) })
    const plan = planIntent(input, offer, charge, context)
    const measured = await tryOut(given, plan, offer)
    caches.gasMeasured(input, measured)
    const enough = covers(assumed.origin, measured.origin) && covers(assumed.destination, measured.destination)
    if (enough || round === planRoundsMax) {
      const gas = withIds(uses, plan)
      return { offer, plan, charge, gas, provider: caches.providerFee(input, offer, market) }
    }
    assumed = measured
  }
}

const rates = ({ settings }: World) => ({
  serviceFeeBps: settings.serviceFeeBps,
  collectorFeeBps: settings.collectorFeeBps,
})
const covers = (assumed: bigint, measured: bigint): boolean => measured * 10_000n <= assumed * gasToleranceBps

type Uses = { origin: GasUse; destination?: GasUse }
const list = ({ origin, destination }: Uses): GasUse[] => (destination ? [origin, destination] : [origin])

function gasUses({ input, market }: Settling, gas: { origin: bigint; destination: bigint }): Uses {
  const unset: Hex = '0x'
  const use = (side: 'origin' | 'destination', native: GasUse['native'], fees: Market['originFees']): GasUse => ({
    chainId: input[side].chain.id,
    gas: gas[side],
    gasPrice: fees.gasPrice,
    usage: fees.usage,
    native,
    metaTxnId: unset,
  })
  const origin = use('origin', market.originNative, market.originFees)
  return input.isSameChain
    ? { origin }
    : { origin, destination: use('destination', market.destinationNative, market.destinationFees) }
}

function withIds(uses: Uses, plan: IntentPlan): Uses {
  const id = ({ batch, address, digest }: WalletPlan) => metaTxnId(batch.chainId, address, digest)
  return {
    origin: { ...uses.origin, metaTxnId: id(plan.origin) },
    ...(uses.destination &&
      plan.destination && { destination: { ...uses.destination, metaTxnId: id(plan.destination) } }),
  }
}

/** Both batches at once, as they would run now. A quote whose batch would fail is not given. */
async function tryOut(
  { input, contracts }: Settling,
  plan: IntentPlan,
  offer: Offer,
): Promise<{ origin: bigint; destination: bigint }> {
  const [origin, destination] = await Promise.all([
    tryBatch(input.origin, contracts, plan.origin, offer, 'origin'),
    plan.destination ? tryBatch(input.destination, contracts, plan.destination, offer, 'destination') : 0n,
  ])
  return { origin, destination }
}

async function tryBatch(
  { chain }: QuoteInput['origin'],
  contracts: Contracts,
  wallet: WalletPlan,
  offer: Offer,
  side: string,
): Promise<bigint> {
  const simulation = await simulateBatch({
    chain,
    contracts,
    config: wallet.config,
    calls: wallet.calls,
    holds: wallet.holds,
  })
  if (simulation.ok) return simulation.gas
  const route = [offer.originSwap, offer.bridge, offer.destinationSwap].map((leg) => leg?.provider).filter(Boolean)
  throw new ServiceError(
    'Unavailable',
    `the ${side} batch over ${route.join(', ') || 'no provider'} would fail on chain now: ${simulation.reason}`,
  )
}
