import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanceOf, type LedgerEntry, unseenArrivals } from '../../src/intents/ledger.ts'
import { reason } from '../../src/intents/reasons.ts'

const tokens = ['0x00000000000000000000000000000000000000a1', '0x00000000000000000000000000000000000000b2'] as const
const arrival = { from: 'owner', to: 'originIntent', why: 'late' } as const

const entry = fc.record<LedgerEntry>({
  from: fc.constantFrom('owner', 'originIntent', 'market'),
  to: fc.constantFrom('owner', 'originIntent', 'collector', 'recipient'),
  chainId: fc.constantFrom(1, 10),
  token: fc.constantFrom(...tokens),
  amount: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  why: fc.constant('swap'),
})

describe('what came unseen', () => {
  test('is exactly what left without having come: no place owes anything, and nothing is invented', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 8 }), fc.array(entry, { maxLength: 8 }), (before, now) => {
        const booked = balances(before)
        fc.pre(booked.every((balance) => balance >= 0n))
        const unseen = unseenArrivals(before, now, arrival)
        const without = balances([...before, ...now])
        const withThem = balances([...before, ...now, ...unseen])
        for (const [index, balance] of without.entries()) expect(withThem[index]).toBe(balance < 0n ? 0n : balance)
      }),
    )
  })

  test('a second deposit that the batch swept is booked in as well', () => {
    const at = { chainId: 1, token: tokens[0] }
    const before: LedgerEntry[] = [{ from: 'owner', to: 'originIntent', amount: 100n, why: 'deposit', ...at }]
    const now: LedgerEntry[] = [
      { from: 'originIntent', to: 'market', amount: 100n, why: 'swap', ...at },
      { from: 'originIntent', to: 'owner', amount: 40n, why: 'leftover', blockNumber: 7, ...at },
    ]
    expect(unseenArrivals(before, now, arrival)).toMatchObject([{ ...arrival, amount: 40n }])
  })
})

const balances = (entries: readonly LedgerEntry[]): bigint[] =>
  [1, 10].flatMap((chainId) => tokens.map((token) => balanceOf(entries, 'originIntent', chainId, token)))

test('a reason that a stranger wrote fits a line, a receipt and a database', () => {
  expect(reason('EXECUTION', 'a\u0000b\r\nc')).toBe('EXECUTION: a b c')
  const long = reason('DESTINATION_CALL', '😀'.repeat(1_000))
  expect(long.length).toBeLessThan(530)
  expect(long).not.toMatch(/\p{Cs}/u)
})
