import { usdOf } from '../../intents/money.ts'
import type { Leftover } from '../../interface/quoteShapes.ts'
import type { EngineSettings } from '../world.ts'
import type { QuoteInput } from './parseQuoteRequest.ts'

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
