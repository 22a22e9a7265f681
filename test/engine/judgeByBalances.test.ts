import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeByBalances } from '../../src/engine/book/judgeByBalances.ts'
import { unbooked } from '../../src/engine/book/unbooked.ts'
import type { SideWallet } from '../../src/engine/books/sideWallet.ts'
import type { IntentRecord } from '../../src/intents/intentRecord.ts'
import { balanceOf, type LedgerEntry } from '../../src/intents/ledger.ts'

const [watched, dust] = [
  '0x00000000000000000000000000000000000000a1',
  '0x00000000000000000000000000000000000000b2',
] as const
const wallet = { side: 'origin', place: 'originIntent', chainId: 1 } as SideWallet
const record = { plan: {} } as IntentRecord

const entry = fc.record<LedgerEntry>({
  from: fc.constantFrom('owner', 'payer', 'originIntent'),
  to: fc.constantFrom('originIntent', 'collector', 'recipient'),
  chainId: fc.constant(1),
  token: fc.constantFrom(watched, dust),
  amount: fc.bigInt({ min: 1n, max: 9n }),
  why: fc.constant('deposit'),
  txnHash: fc.constantFrom('0x01', '0x02', undefined),
})
const folds = fc.array(
  entry.filter(({ from, to }) => from !== to),
  { maxLength: 8 },
)
const restOf = (entries: readonly LedgerEntry[], token: typeof watched | typeof dust) =>
  balanceOf(entries, 'originIntent', 1, token)

test('entries sum to what is held: nothing is invented of a token that is not booked, and none of it is owed', () => {
  fc.assert(
    fc.property(folds, fc.bigInt({ min: 0n, max: 20n }), (folded, amount) => {
      const held = new Map([[watched, { token: watched, amount }]])
      const { entries } = judgeByBalances(record, wallet, folded, held)
      expect(restOf(entries, watched)).toBe(amount)
      expect(restOf(entries, dust)).toBe(0n)
      const left = (some: readonly LedgerEntry[]) => some.filter(({ from }) => from === 'originIntent')
      expect(left(entries)).toEqual(left(folded))
    }),
  )
})

test('what is booked stays, and with what it lacks it sums to the fold, also where an arrival had no transaction then', () => {
  fc.assert(
    fc.property(folds, fc.nat(8), fc.nat(8), (folded, booked, unproven) => {
      const ledger = folded
        .slice(0, booked)
        .map(({ txnHash, ...one }, at) => (at < unproven && one.to === 'originIntent' ? one : { ...one, txnHash }))
      const both = [...ledger, ...unbooked(folded, ledger)]
      for (const token of [watched, dust]) expect(restOf(both, token)).toBe(restOf(folded, token))
      expect(unbooked(folded, both).length).toBe(0)
    }),
  )
})
