import type { FeeData } from '../../chains/chain.ts'
import { sameAddress } from '../../evm/address.ts'
import type { PricedToken } from '../../intents/fees.ts'
import { formatTokenAmount } from '../../intents/formatTokenAmount.ts'
import { lessFraction, usdOf } from '../../intents/money.ts'
import type { Address } from '../../interface/fields.ts'
import type { Leftover } from '../../interface/quoteShapes.ts'
import type { BridgeProvider } from '../../providers/provider.ts'
import { spotPrice } from '../../routing/bestPath.ts'
import { nodeOfToken, poolsWith } from '../../routing/graph.ts'
import { wrapGas } from '../../routing/pool.ts'
import type { EngineSettings } from '../world.ts'
import { crossingsOf, gasOf, type Offer, paysExactly } from './offer.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'
import type { QuoteContext, QuoteWorld } from './quoteContext.ts'

type Pair = { tokenIn: Address; tokenOut: Address }
type Way = { provider: BridgeProvider; pair: Pair }

/** Whether a way that cannot win may go unsearched: across chains, if value ranks first and no provider is named. */
export const mayOutbid = ({ input }: QuoteContext): boolean =>
  !input.isSameChain && input.preference !== 'FASTEST' && !input.bridgeChoice.only && !input.swapChoice.only

/** How many swaps a way over a bridge needs if the bridge carries this pair: 0, 1 or 2. */
export const swapsAround = ({ input }: QuoteContext, { tokenIn, tokenOut }: Pair): number =>
  Number(!sameAddress(input.origin.token.address, tokenIn)) +
  Number(!sameAddress(tokenOut, input.destination.token.address))

/** The offer with the gas of all its legs: one more swap must bring more than its gas costs. */
export function candidateOf(offer: Offer, context: QuoteContext): Omit<Candidate, 'seconds'> {
  const { route, spend, out, outMin, leftovers } = offer
  return { route, spend, out, outMin, leftovers, gasUsd: gasUsdOf(gasOf(offer), context) }
}

type Gas = { origin: bigint; destination: bigint }
function gasUsdOf(gas: Gas, { market }: QuoteContext): number {
  const costUsd = (used: bigint, { gasPrice }: FeeData, { decimals, priceUsd }: PricedToken) =>
    usdOf(used * gasPrice, decimals, priceUsd)
  return (
    costUsd(gas.origin, market.originFees, market.originNative) +
    costUsd(gas.destination, market.destinationFees, market.destinationNative)
  )
}

export const askedOf = ({ input, market }: QuoteContext): Asked => ({
  preference: input.preference,
  exact: input.exact,
  paysExactly: paysExactly(input),
  from: market.originToken,
  to: market.destinationToken,
})

/**
 * Why a way over a bridge need not be searched; undefined if it might be chosen. Even at spot prices, with the least
 * gas and bridge fee, it is worth less than an offer that promises enough. Unless CHEAPEST is asked for, a way over
 * another bridge may be faster and win although it is worth `fasterLoss` less, so the gap must exceed that too.
 */
export function describeOutbid(
  amount: bigint,
  way: Way,
  offers: readonly Offer[],
  context: QuoteContext,
  world: QuoteWorld,
): string | undefined {
  const isIn = context.input.exact === 'in'
  const best = bestOf(amount, way, context, world)
  const [first] = offers
  if (!best || !first) return undefined
  const { most } = best
  // The way at its best: with exact input it spends as much as the first offer, with exact output it brings as much.
  const bound = isIn ? { ...first, out: most, outMin: most } : { ...first, spend: most }
  const crossed = offers.find((offer) => isOver(way.provider, offer))
  // The same bridge takes the same gas, whatever is swapped around it.
  const crossing = crossed?.kind === 'bridged' ? gasOf({ kind: 'bridged', bridge: crossed.bridge }) : noGas
  const gasUsd = gasUsdOf(crossing, context) + gasUsdOf(best.gas, context)
  const rivals = [{ ...bound, gasUsd, leftovers: [] }, ...offers.map((offer) => candidateOf(offer, context))]
  const { values, deposit, isUsd } = valueOffers(rivals, askedOf(context), world.settings)
  const bestLeast = offers.reduce((least, { outMin }) => (outMin > least ? outMin : least), isIn ? best.promised : 0n)
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

const isOver = ({ name }: BridgeProvider, offer: Offer): boolean =>
  offer.kind === 'bridged' && crossingsOf(offer.bridge).every(({ provider }) => provider === name)

/** Bounds at spot prices: the most to arrive or the least to spend, the most to promise, the least gas of swaps. */
function bestOf(amount: bigint, { pair, provider }: Way, { input, slippage }: QuoteContext, world: QuoteWorld) {
  const { origin, destination, exact } = input
  const into = bestSwap(origin.chain.id, { tokenIn: origin.token.address, tokenOut: pair.tokenIn }, world)
  const outOf = bestSwap(destination.chain.id, { tokenIn: pair.tokenOut, tokenOut: destination.token.address }, world)
  const sent = world.tokens.find(origin.chain.id, pair.tokenIn)
  const received = world.tokens.find(destination.chain.id, pair.tokenOut)
  if (!sent || !received || !into || !outOf) return undefined
  const price = into.price * (1 + (provider.gainMax ?? 0)) * outOf.price * 10 ** (received.decimals - sent.decimals)
  const bound = exact === 'in' ? Number(amount) * price : Number(amount) / price
  if (!Number.isFinite(bound)) return undefined
  // Floats are off by far less than this.
  const most = BigInt(Math.round(exact === 'in' ? bound * (1 + floatMargin) : bound * (1 - floatMargin)))
  const kept = (1 - slippage) ** (Number(into.slips) + Number(outOf.slips))
  return { most, promised: lessFraction(most, 1 - kept), gas: { origin: into.gas, destination: outOf.gas } }
}

const floatMargin = 1e-9
const noGas: Gas = { origin: 0n, destination: 0n }

/** The best price from one token to the other, and the least gas that it takes. */
function bestSwap(chainId: number, { tokenIn, tokenOut }: Pair, { liquidity }: QuoteWorld) {
  if (sameAddress(tokenIn, tokenOut)) return { price: 1, gas: 0n, slips: false }
  const graph = liquidity.graph(chainId)
  if (!graph) return undefined
  if (nodeOfToken(graph, tokenIn) === nodeOfToken(graph, tokenOut)) return { price: 1, gas: wrapGas, slips: false }
  const price = spotPrice(graph, tokenIn, tokenOut)
  const [first, ...others] = poolsWith(graph, tokenIn)
  if (!first || !(price > 0)) return undefined
  return { price, gas: others.reduce((least, { gas }) => (gas < least ? gas : least), first.gas), slips: true }
}

/** What ranking needs of an offer. Amounts are base units. `gasUsd`: the gas of its legs, not part of `spend`. */
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
/** What ranking needs of a request. `paysExactly`: a surplus goes to the owner, not to the recipient. */
export type Asked = Pick<QuoteInput, 'preference' | 'exact'> & { paysExactly: boolean; from: Token; to: Token }
export type RankSettings = Pick<EngineSettings, 'recommended'>

/** Values are rounded to steps of this fraction of the deposit, so that a price's last digit does not decide. */
const valueStep = 0.0001

/** Each offer's worth to the caller less its cost, and the deposit: in dollars, or if not `isUsd` in base units. */
export function valueOffers(
  offers: readonly Omit<Candidate, 'seconds'>[],
  { exact, paysExactly, from, to }: Asked,
  { recommended }: RankSettings,
): { values: number[]; deposit: number; isUsd: boolean } {
  const received = ({ out, outMin }: { out: bigint; outMin: bigint }) => (paysExactly ? outMin : out)
  const [paidIn, gotIn] = [from.priceUsd || undefined, to.priceUsd || undefined]
  // Without a price, compares amounts: what arrives for an exact input, what is spent for an exact output.
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

/** The size of one step of value. */
export const stepOf = (deposit: number): number => valueStep * deposit

/** Whether an offer's least output is too far below the best one's to be chosen automatically (`leastWithin`). */
export const promisesTooLittle = (outMin: bigint, best: bigint, { recommended }: RankSettings): boolean =>
  Number(outMin) < Number(best) * (1 - recommended.leastWithin)

/**
 * The offers, best first. RECOMMENDED and TRUSTLESS take the highest value, or a clearly faster offer worth hardly
 * less; CHEAPEST the highest value; FASTEST the first to arrive. The order of the input does not matter. Pure.
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
