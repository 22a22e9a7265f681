import { sameAddress } from '../../evm/address.ts'
import type { CallCost } from '../../host/callCost.ts'
import { once } from '../../host/once.ts'
import { openTimeout } from '../../host/waker.ts'
import { feesOf } from '../../intents/fees.ts'
import { ServiceError } from '../../interface/errors.ts'
import type { Hex } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { Response } from '../../interface/operations.ts'
import type { QuoteRequest } from '../../interface/quoteShapes.ts'
import type { LegQuote } from '../../providers/provider.ts'
import { dayOf } from '../../stores/sponsorStore.ts'
import type { LegSnapshot } from '../../stores/store.ts'
import {
  type Assembly,
  assembleIntent,
  buildQuote,
  executionPlanOf,
  firstLegs,
  offersOf,
  passthroughOf,
  transactionStatesOf,
} from './assembleIntent.ts'
import { type ConvergedPlan, convergePlan } from './convergePlan.ts'
import { depositWaysFor, gasFeeOptionsFor, readSigning } from './depositWaysFor.ts'
import { contractsFor, readMarket, slippageFor } from './market.ts'
import { crossingsOf, legsOf, providerFeeOf } from './offer.ts'
import { parseQuoteRequest, type QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteCaches } from './quoteCaches.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'
import {
  guardPriceImpact,
  guardSpendMax,
  refuseBadTarget,
  rejectFeeOnTransfer,
  requireReachableParties,
} from './quoteGuards.ts'

type QuoteCaller = { projectId: number; isSponsor?: boolean; signal?: AbortSignal; cost?: CallCost }

/** Everything between a request and a stored quote. Nothing is reserved, nothing is sent. */
export async function quoteIntent(
  request: QuoteRequest,
  caller: QuoteCaller,
  world: QuoteWorld,
  caches: QuoteCaches,
): Promise<Response<'QuoteIntent'>> {
  const timeout = openTimeout(world.clock, world.settings.quoteTimeoutMs)
  try {
    // Stops when the caller hangs up.
    const signal = caller.signal ? AbortSignal.any([timeout.signal, caller.signal]) : timeout.signal
    return await quoteWithin(signal, request, caller, world, caches)
  } finally {
    timeout.close()
  }
}

async function quoteWithin(
  signal: AbortSignal,
  request: QuoteRequest,
  caller: QuoteCaller,
  world: QuoteWorld,
  caches: QuoteCaches,
): Promise<Response<'QuoteIntent'>> {
  const { projectId } = caller
  const context = await readContext(signal, request, caller, world, caches)
  const { input, market, nowMs } = context
  const refuseHighImpact = (plan: ConvergedPlan) => guardPriceImpact(buildQuote(context, plan), context, world)
  const converged = await convergePlan(context, world, caches, refuseHighImpact).catch(async (error: unknown) => {
    // Reports a fault of the request before its consequences.
    if (!signal.aborted) await context.parties()
    throw error
  })
  const [, signing] = await context.parties()
  const quote = buildQuote(context, converged)
  await guardPriceImpact(quote, context, world)
  guardSpendMax(input, converged.plan)

  const { plan, offer, charge, gas } = converged
  const fees = feesOf({
    token: market.originToken,
    charge,
    origin: { ...gas.origin, metaTxnId: plan.origin.metaTxnId },
    destination: gas.destination && plan.destination && { ...gas.destination, metaTxnId: plan.destination.metaTxnId },
    provider: providerFeeOf(offer),
  })
  const gasFeeOptions = gasFeeOptionsFor({ ...context, signing }, world)
  const intentId: Hex = `0x${world.random.hex(32)}`
  const tokenOption = gasFeeOptions.feeOptions.find(({ tokenAddress }) => tokenAddress !== nativeToken)
  const { depositWays, sponsored } = depositWaysFor({ ...context, signing }, plan, intentId, tokenOption)
  const assembly: Assembly = {
    context,
    plan,
    quote,
    leftovers: offer.leftovers ?? [],
    fees,
    settings: world.settings,
    intentId,
  }
  const record = await world.store.intents.insertQuote({
    projectId,
    intentId,
    build: (id) => assembleIntent(assembly, id),
    plan: executionPlanOf(assembly, { feeOptions: gasFeeOptions.feeOptions, depositWays, sponsored }),
    legs: firstLegs(assembly),
    nowMs,
    expiresAtMs: nowMs + world.settings.quoteLifeMs,
    snapshot: { legs: legsOf(offer).flatMap(crossingsOf).map(snapshotOf) },
  })
  return {
    intent: record.intent,
    gasFeeOptions,
    depositWays,
    transactionStates: transactionStatesOf(input),
    offers: offersOf(converged, context),
    ...(input.isSameToken && { passthrough: passthroughOf(input) }),
    ...(input.notes.length > 0 && { notes: input.notes }),
  }
}

const snapshotOf = (leg: LegQuote): LegSnapshot => {
  const { provider, amountIn, amountOut, feeIn } = leg
  return { provider, amountIn, amountOut, feeIn, ...(leg.kind === 'swap' && leg.snapshot && { swap: leg.snapshot() }) }
}

/** Calls may name a time this old and no older: Across takes an hour, and a quote is paid some time later. */
const idleMsMax = 30 * 60_000

/** What the request, the chains and the oracle say at the moment of the quote, all read once. */
export async function readContext(
  signal: AbortSignal,
  request: QuoteRequest,
  { projectId, isSponsor = true, cost }: QuoteCaller,
  world: QuoteWorld,
  caches: QuoteCaches,
): Promise<QuoteContext> {
  const { quoteTimeoutMs, refundAfterMs, openForMs } = world.settings
  const notes = await readUnlisted(request, world)
  const input = parseQuoteRequest(request, world)
  input.notes.push(...notes)
  const nowMs = world.clock.nowMs()
  const deadline = { atMs: nowMs + quoteTimeoutMs, signal, cost }
  const contracts = await contractsFor(input, world)
  const deposit = { chain: input.origin.chain, token: input.origin.token.address, owner: input.owner, nowMs }
  const parties = once(() => allInOrder([requireReachableParties(input), readSigning(deposit, contracts, caches)]))
  // Reports a fault of the request or its tokens before a temporary one.
  const [, , , market, budget, head] = await allInOrder([
    refuseBadTarget(input, caches),
    rejectFeeOnTransfer(input.origin, contracts, caches),
    rejectFeeOnTransfer(input.destination, contracts, caches),
    readMarket(input, world),
    isSponsor && isRelayable(input) ? world.store.sponsors.budget(projectId, dayOf(nowMs)) : undefined,
    input.origin.chain.head(),
    ...[input.origin, input.destination].map(({ chain }) => world.liquidity.catchUp?.(chain.id)),
  ])
  return {
    input,
    projectId,
    market,
    contracts,
    slippage: slippageFor(input, market, caches, nowMs),
    salt: BigInt(`0x${world.random.hex(6)}`),
    nowMs,
    chainS: Math.floor(Math.max(Math.min(head.timestampS * 1_000, nowMs), nowMs - idleMsMax) / 1_000),
    refundAtS: Math.floor((nowMs + refundAfterMs) / 1_000),
    openForS: Math.floor(openForMs / 1_000),
    deadline,
    swaps: new Map(),
    rooms: new Map(),
    parties,
    budget,
  }
}

/**
 * Waits for all and throws the first failure in list order. `Promise.all` throws the earliest: a token without a price
 * that also cannot be transferred gave different reasons from request to request, as one of them is cached.
 */
async function allInOrder<const T extends readonly unknown[]>(reads: T) {
  const failed = (await Promise.allSettled(reads)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return Promise.all(reads)
}

/** Reads unlisted tokens of a request from the chain. Adds a note: nobody has checked their names. */
async function readUnlisted(request: QuoteRequest, { tokens, chains, readToken }: QuoteWorld): Promise<string[]> {
  if (!readToken) return []
  const sides = [
    ['originTokenAddress', request.originChainId, request.originTokenAddress],
    ['destinationTokenAddress', request.destinationChainId, request.destinationTokenAddress],
  ] as const
  const notes = await Promise.all(
    sides.map(async ([field, chainId, address]) => {
      if (!chains.has(chainId) || tokens.listed(chainId).some((one) => sameAddress(one.address, address))) return []
      const wasKnown = tokens.find(chainId, address)
      const found = wasKnown ?? (await readToken(chainId, address))
      if ('why' in found) throw new ServiceError('Unavailable', `${field}: ${address} on chain ${chainId} ${found.why}`)
      const { symbol, name } = found
      return [`${field}: ${address} is not in this service's own lists; its contract calls it ${symbol} (${name})`]
    }),
  )
  return notes.flat()
}

/** Whether a deposit can be signed at all: then the project may pay for relaying it. */
const isRelayable = ({ origin, request }: QuoteInput): boolean =>
  origin.token.address !== nativeToken && request.fundMethod !== 'DIRECT_TRANSFER' && !request.onlyNativeGasFee

/** The world without the providers that the operator paused. Running work keeps the world it began in. */
export function withoutPaused(world: QuoteWorld, paused: ReadonlySet<string> | undefined): QuoteWorld {
  if (!paused?.size) return world
  const providers = world.providers.filter(({ name }) => !paused.has(name))
  const swaps = providers.filter(({ kind }) => kind === 'swap').map(({ name }) => name)
  return {
    ...world,
    providers,
    quoteSwap: (leg, allow = new Set(swaps), deadline) =>
      world.quoteSwap(leg, new Set([...allow].filter((name) => !paused.has(name))), deadline),
  }
}
