import type { FeeData } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { PricedToken } from '../../intents/fees.ts'
import { formatTokenAmount } from '../../intents/formatTokenAmount.ts'
import { usdOf } from '../../intents/money.ts'
import type { Address } from '../../interface/fields.ts'
import { nativeToken } from '../../interface/limits.ts'
import type { Leftover } from '../../interface/quoteShapes.ts'
import type { BridgeProvider } from '../../providers/provider.ts'
import { spotPrice } from '../../routing/bestPath.ts'
import type { EngineSettings } from '../world.ts'
import { crossingsOf, gasOf, type Offer, paysExactly } from './offer.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'

type Pair = { tokenIn: Address; tokenOut: Address }
type Way = { provider: BridgeProvider; pair: Pair }

/** Whether the choice among offers goes by their worth before all: then a way that can only bring less need not be searched. */
export const mayOutbid = ({ input }: QuoteContext): boolean =>
  !input.isSameChain && input.preference !== 'FASTEST' && !input.bridgeChoice.only && !input.swapChoice.only

/** Swaps that a way over a bridge with this pair of tokens needs. */
export const swapsAround = ({ input }: QuoteContext, { tokenIn, tokenOut }: Pair): number =>
  Number(!sameAddress(input.origin.token.address, tokenIn)) +
  Number(!sameAddress(tokenOut, input.destination.token.address))

/** The gas of all legs is charged on top of them, so it counts against the offer: a way that brings hardly more over one more swap is not better. */
export function candidateOf(offer: Offer, { market }: QuoteContext): Omit<Candidate, 'seconds'> {
  const gas = gasOf(offer)
  const costUsd = (used: bigint, { gasPrice }: FeeData, { decimals, priceUsd }: PricedToken) =>
    usdOf(used * gasPrice, decimals, priceUsd)
  const gasUsd =
    costUsd(gas.origin, market.originFees, market.originNative) +
    costUsd(gas.destination, market.destinationFees, market.destinationNative)
  const { route, spend, out, outMin, leftovers } = offer
  return { route, spend, out, outMin, leftovers, gasUsd }
}

export const askedOf = ({ input, market }: QuoteContext): Asked => ({
  preference: input.preference,
  exact: input.exact,
  paysExactly: paysExactly(input),
  from: market.originToken,
  to: market.destinationToken,
})

/**
 * Why a way over a bridge is not searched: at the first price of all pools and over a bridge that keeps nothing, it is worth less than an offer that is there
 * already, and that promises enough. Where a faster way may be worth a little less, that offer goes over the same bridge, because another swap makes nothing
 * faster, or the way is worth less by more than that. Undefined where the way might be chosen.
 */
export function describeOutbid(
  amount: bigint,
  way: Way,
  offers: readonly Offer[],
  context: QuoteContext,
  world: QuoteWorld,
): string | undefined {
  const isIn = context.input.exact === 'in'
  const most = boundOf(amount, way, context, world, 'expected')
  const promised = boundOf(amount, way, context, world, 'least')
  const [first] = offers
  if (most === undefined || promised === undefined || !first) return undefined
  // The way at its best: exact input spends what the others spend, and an exact output brings what they bring.
  const bound = isIn ? { ...first, out: most, outMin: most } : { ...first, spend: most }
  const crossed = offers.find((offer) => isOver(way.provider, offer))
  const gasUsd = crossed ? candidateOf(onlyCrossing(crossed), context).gasUsd : 0
  const rivals = [{ ...bound, gasUsd, leftovers: [] }, ...offers.map((offer) => candidateOf(offer, context))]
  const { values, deposit, isUsd } = valueOffers(rivals, askedOf(context), world.settings)
  const bestLeast = offers.reduce((best, { outMin }) => (outMin > best ? outMin : best), isIn ? promised : 0n)
  const faster = context.input.preference === 'CHEAPEST' ? 0 : fasterLoss(deposit, isUsd, world.settings)
  for (const [at, offer] of offers.entries()) {
    if (promisesTooLittle(offer.outMin, bestLeast, world.settings)) continue
    const gap = values[at + 1]! - values[0]!
    if (gap < stepOf(deposit) + (isOver(way.provider, offer) ? 0 : faster)) continue
    const said = (one: bigint) => formatTokenAmount(one, context.market[isIn ? 'destinationToken' : 'originToken'])
    return isIn
      ? `brings ${said(most)} at the most, ${offer.route} ${said(offer.out)}`
      : `takes ${said(most)} at least, ${offer.route} ${said(offer.spend)}`
  }
  return undefined
}

/** The same bridge takes the same gas, whatever is swapped around it. */
const onlyCrossing = (offer: Offer): Offer =>
  offer.kind === 'bridged' ? { ...offer, originSwap: undefined, destinationSwap: undefined } : offer

const isOver = ({ name }: BridgeProvider, offer: Offer): boolean =>
  offer.kind === 'bridged' && crossingsOf(offer.bridge).every(({ provider }) => provider === name)

/** The most that can arrive, or the least that must be spent, in base units; undefined where pools are not known. */
function boundOf(
  amount: bigint,
  { pair, provider }: Way,
  context: QuoteContext,
  world: QuoteWorld,
  which: 'expected' | 'least',
): bigint | undefined {
  const { origin, destination, exact } = context.input
  const lost = which === 'least' ? context.slippage : 0
  const into = { tokenIn: origin.token.address, tokenOut: pair.tokenIn }
  const outOf = { tokenIn: pair.tokenOut, tokenOut: destination.token.address }
  const prices = [priceLess(lost, origin.chain.id, into, world), priceLess(lost, destination.chain.id, outOf, world)]
  const [sent, received] = [
    world.tokens.find(origin.chain.id, pair.tokenIn),
    world.tokens.find(destination.chain.id, pair.tokenOut),
  ]
  if (!sent || !received || prices.some((price) => !price)) return undefined
  const price = prices[0]! * (1 + (provider.gainMax ?? 0)) * prices[1]! * 10 ** (received.decimals - sent.decimals)
  const bound = exact === 'in' ? Number(amount) * price : Number(amount) / price
  if (!Number.isFinite(bound)) return undefined
  // Floats are off by far less than this.
  return BigInt(Math.round(exact === 'in' ? bound * (1 + floatMargin) : bound * (1 - floatMargin)))
}

const floatMargin = 1e-9

/** What a unit of the one token brings of the other at the most, less a fraction that slips. */
function priceLess(
  slippage: number,
  chainId: number,
  { tokenIn, tokenOut }: Pair,
  { liquidity }: QuoteWorld,
): number | undefined {
  if (sameAddress(tokenIn, tokenOut)) return 1
  const graph = liquidity.graph(chainId)
  if (!graph) return undefined
  const wrapped = graph.wrappedNative
  const isWrap = [tokenIn, tokenOut].every(
    (token) => token === nativeToken || (wrapped !== undefined && sameAddress(token, wrapped)),
  )
  return isWrap ? 1 : spotPrice(graph, tokenIn, tokenOut) * (1 - slippage)
}

/** What the choice looks at. Amounts are base units; gas is what the legs of the way cost beside what it spends. */
export type Candidate = {
  route: string
  spend: bigint
  out: bigint
  outMin: bigint
  leftovers?: readonly Leftover[]
  gasUsd: number
  seconds: number
}

type Token = { decimals: number; priceUsd?: number }
/** A request as far as the choice depends on it. `paysExactly`: what arrives beyond the least goes to the owner, not to the recipient. */
export type Asked = Pick<QuoteInput, 'preference' | 'exact'> & { paysExactly: boolean; from: Token; to: Token }
export type RankSettings = Pick<EngineSettings, 'recommended'>

/** Values are compared in steps of this part of the deposit, so that the last digit of a price does not decide. */
const valueStep = 0.0001

/** What each offer is worth to the caller, less what it costs, in a unit that all share, and how much of that unit the deposit is. */
export function valueOffers(
  offers: readonly Omit<Candidate, 'seconds'>[],
  { exact, paysExactly, from, to }: Asked,
  { recommended }: RankSettings,
): { values: number[]; deposit: number; isUsd: boolean } {
  const received = ({ out, outMin }: { out: bigint; outMin: bigint }) => (paysExactly ? outMin : out)
  const [paidIn, gotIn] = [from.priceUsd || undefined, to.priceUsd || undefined]
  // Without a price the one token counts in which offers differ: what arrives, or what is spent.
  const isUsd = (exact === 'in' ? gotIn : paidIn) !== undefined
  if (!isUsd) {
    const amounts = offers.map((offer) => (exact === 'in' ? Number(received(offer)) : -Number(offer.spend)))
    return { values: amounts, deposit: Math.abs(Math.max(...amounts)), isUsd }
  }
  const worth = (amount: bigint, { decimals }: Token, usd: number | undefined) =>
    usd === undefined ? 0 : usdOf(amount, decimals, usd)
  const values = offers.map((offer) => {
    const left = (offer.leftovers ?? []).reduce((sum, { usd = 0 }) => sum + usd, 0)
    const back = left > recommended.leftoverUsdMin ? left * recommended.leftoverWorth : 0
    return worth(received(offer), to, gotIn) + back - worth(offer.spend, from, paidIn) - offer.gasUsd
  })
  const sides = offers.map((one) => (paidIn ? worth(one.spend, from, paidIn) : worth(received(one), to, gotIn)))
  return { values, deposit: Math.min(...sides), isUsd }
}

/** How much less a faster offer may be worth. */
export function fasterLoss(deposit: number, isUsd: boolean, { recommended }: RankSettings): number {
  const small = isUsd ? Math.min(recommended.fasterLossUsd, recommended.fasterLossMax * deposit) : 0
  return Math.max(recommended.fasterLoss * deposit, small)
}

/** One step of values: an offer that is worth this much more comes first. */
export const stepOf = (deposit: number): number => valueStep * deposit

/** Whether an offer promises so much less than the best promise that it is not taken by itself. */
export const promisesTooLittle = (outMin: bigint, best: bigint, { recommended }: RankSettings): boolean =>
  Number(outMin) < Number(best) * (1 - recommended.leastWithin)

/**
 * The offers, best first. RECOMMENDED and TRUSTLESS take the one of the highest value, or a clearly faster one that is hardly worth less; CHEAPEST the one
 * of the highest value; FASTEST the first to arrive. The same offers in another order give the same ranking. Pure.
 */
export function rankOffers<Offer extends Candidate>(
  offers: readonly Offer[],
  asked: Asked,
  settings: RankSettings,
): Offer[] {
  const { values, deposit, isUsd } = valueOffers(offers, asked, settings)
  const step = stepOf(deposit) || 1
  const rows = offers.map((offer, at) => ({
    offer,
    value: values[at]!,
    steps: Math.round(values[at]! / step),
    seconds: Math.round(offer.seconds),
  }))
  type Row = (typeof rows)[number]
  const byName = (a: Row, b: Row) => (a.offer.route < b.offer.route ? -1 : a.offer.route > b.offer.route ? 1 : 0)
  const byValue = (a: Row, b: Row) => b.steps - a.steps || byName(a, b)
  const byTime = (a: Row, b: Row) => a.seconds - b.seconds || byValue(a, b)
  const { preference } = asked
  if (preference === 'FASTEST') return rows.toSorted(byTime).map(({ offer }) => offer)
  if (preference === 'CHEAPEST') return rows.toSorted(byValue).map(({ offer }) => offer)

  const best = offers.reduce((most, { outMin }) => (outMin > most ? outMin : most), 0n)
  const isOut = ({ offer }: Row) => promisesTooLittle(offer.outMin, best, settings)
  const ranked = [...rows.filter((row) => !isOut(row)).toSorted(byValue), ...rows.filter(isOut).toSorted(byValue)]
  const [worthMost] = ranked
  if (!worthMost) return []
  const { fasterSMin, fasterShareMax } = settings.recommended
  const loss = Math.round(fasterLoss(deposit, isUsd, settings) / step)
  const isFaster = (row: Row) =>
    !isOut(row) &&
    worthMost.seconds - row.seconds >= fasterSMin &&
    row.seconds <= fasterShareMax * worthMost.seconds &&
    worthMost.steps - row.steps <= loss
  const chosen = ranked.filter(isFaster).toSorted(byTime)[0] ?? worthMost
  return [chosen, ...ranked.filter((row) => row !== chosen)].map(({ offer }) => offer)
}
