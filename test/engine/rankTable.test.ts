import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Asked, type Candidate, rankOffers } from '../../src/engine/quote/outbid.ts'
import { forAll } from '../forAll.ts'
import { settingsDefault } from './settingsDefault.ts'

const usd = (dollars: number) => BigInt(Math.round(dollars * 1e6))
const token = { decimals: 6, priceUsd: 1 }
const asked: Asked = { preference: 'RECOMMENDED', exact: 'in', paysExactly: false, from: token, to: token }
const back = (dollars: number) => [
  { chainId: 1, tokenAddress: '0x0000000000000000000000000000000000000001' as const, amount: 1n, usd: dollars },
]
/** A way from what is worth 1,000 dollars unless `spend` says otherwise. */
const way = (
  route: string,
  out: number,
  seconds: number,
  more: Partial<Record<'least' | 'back' | 'gas' | 'spend', number>> = {},
) => ({
  route,
  seconds,
  spend: usd(more.spend ?? 1_000),
  out: usd(out),
  outMin: usd(more.least ?? out),
  leftovers: more.back === undefined ? undefined : back(more.back),
  gasUsd: more.gas ?? 0,
})
const first = (offers: Candidate[], change: Partial<Asked> = {}) =>
  rankOffers(offers, { ...asked, ...change }, settingsDefault)[0]?.route

describe('RECOMMENDED', () => {
  test.each([
    ['40 ms do not decide against 0.47 % of the money', [way('A', 995.3, 4.125), way('B', 1_000, 4.165)], 'B'],
    ['5 s earlier and 0.1 % less', [way('A', 999, 5), way('B', 1_000, 10)], 'A'],
    ['4 s earlier', [way('A', 1_000, 4), way('B', 1_000.5, 8)], 'B'],
    ['more than two thirds of the time', [way('A', 1_000, 70), way('B', 1_000.5, 100)], 'B'],
    ['two thirds of the time', [way('A', 1_000, 60), way('B', 1_000.5, 90)], 'A'],
    ['a fifth of a percent less', [way('A', 998, 5), way('B', 1_000, 900)], 'B'],
    ['4 cents of 10 dollars', [way('A', 9.96, 5, { spend: 10 }), way('B', 10, 900, { spend: 10 })], 'A'],
    ['4 cents of 4 dollars', [way('A', 3.96, 5, { spend: 4 }), way('B', 4, 900, { spend: 4 })], 'B'],
    ['what comes back counts', [way('A', 996.5, 9, { back: 3.5 }), way('B', 999.8, 9)], 'A'],
    ['and a dollar of it is 98 cents', [way('A', 996.5, 9, { back: 3.5 }), way('B', 999.95, 9)], 'B'],
    ['up to 10 cents not at all', [way('A', 10, 9, { back: 0.1, spend: 10 }), way('B', 10.05, 9, { spend: 10 })], 'B'],
    ['gas counts against a way', [way('A', 1_000, 9, { gas: 2 }), way('B', 999, 9)], 'B'],
    ['a least amount 0.6 % below the best is out', [way('A', 1_000, 9, { least: 993 }), way('B', 999, 9)], 'B'],
    ['one 0.5 % below is not', [way('A', 1_000, 9, { least: 994.1 }), way('B', 999, 9)], 'A'],
    ['the last digits of a price do not decide', [way('A', 1_000, 9), way('B', 1_000.04, 9)], 'A'],
    ['nor do fractions of a second', [way('A', 1_000, 5.4), way('B', 1_000.5, 9.6)], 'A'],
    [
      'the fastest of those that are clearly faster',
      [way('A', 1_000, 900), way('B', 999.5, 90), way('C', 999.4, 5)],
      'C',
    ],
  ])('%s', (_about, offers, route) => {
    expect(first(offers)).toBe(route)
    expect(first(offers.toReversed())).toBe(route)
  })

  test('for an exact output what is paid is compared, with what comes back of it', () => {
    const out = { exact: 'out', paysExactly: true } as const
    const [dear, cheap] = [way('A', 1_002, 9, { spend: 1_005, least: 1_000 }), way('B', 1_000, 9, { spend: 1_003 })]
    expect(first([dear, cheap], out)).toBe('B')
    expect(first([{ ...dear, leftovers: back(4) }, cheap], out)).toBe('A')
  })

  test('without a price the token counts in which offers differ', () => {
    const unknown = { decimals: 18 }
    const offers = [way('A', 998, 4), way('B', 1_000, 900)]
    expect(first(offers, { to: unknown })).toBe('B')
    expect(first([way('A', 999, 4), way('B', 1_000, 900)], { to: unknown })).toBe('A')
    expect(first(offers, { from: unknown })).toBe('B')
    expect(
      first([way('A', 5, 4, { spend: 10 }), way('B', 5, 4, { spend: 9 })], {
        exact: 'out',
        paysExactly: true,
        from: unknown,
      }),
    ).toBe('B')
  })
})

test('CHEAPEST goes by value alone, FASTEST by whole seconds and then value, TRUSTLESS chooses as RECOMMENDED', () => {
  const offers = [way('A', 1_000, 900), way('B', 999.5, 5), way('C', 999.7, 5.4)]
  expect(first(offers, { preference: 'CHEAPEST' })).toBe('A')
  expect(first(offers, { preference: 'FASTEST' })).toBe('C')
  expect(first(offers, { preference: 'TRUSTLESS' })).toBe('C')
})

test('the same offers in any order are the same ranking, and none is lost', () => {
  const offer = fc.record({
    out: fc.integer({ min: 1, max: 2_000 }),
    seconds: fc.float({ min: 0, max: 99, noNaN: true }),
    back: fc.nat(9),
  })
  const offers = fc
    .array(offer, { minLength: 1, maxLength: 8 })
    .map((all) => all.map((one, at) => way(`W${at}`, one.out, one.seconds, { back: one.back })))
  const preference = fc.constantFrom('RECOMMENDED', 'CHEAPEST', 'FASTEST', 'TRUSTLESS')
  forAll({ seed: 34, numRuns: 300 }, fc.tuple(offers, preference), ([all, one]) => {
    const ranked = (some: Candidate[]) =>
      rankOffers(some, { ...asked, preference: one as 'FASTEST' }, settingsDefault).map(({ route }) => route)
    expect(ranked(all.toReversed())).toEqual(ranked(all))
    expect(ranked(all)).toHaveLength(all.length)
  })
})
