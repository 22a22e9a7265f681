import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeByBalances } from '../../src/engine/book/judgeByBalances.ts'
import type { SideWallet } from '../../src/engine/books/sideWallet.ts'
import { proveDeposit } from '../../src/engine/steps/proveOutcome.ts'
import type { World } from '../../src/engine/world.ts'
import type { IntentRecord } from '../../src/intents/intentRecord.ts'
import { balanceOf, type LedgerEntry } from '../../src/intents/ledger.ts'
import { unbooked } from '../../src/intents/unbooked.ts'

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
      const { entries } = judgeByBalances(record, wallet, folded, { held, isTold: true })
      expect(restOf(entries, watched)).toBe(amount)
      expect(restOf(entries, dust)).toBe(0n)
      const left = (some: readonly LedgerEntry[]) => some.filter(({ from }) => from === 'originIntent')
      expect(left(entries)).toEqual(left(folded))
    }),
  )
})

test('where nodes have not told everything, an arrival is left out as a whole or not at all', () => {
  fc.assert(
    fc.property(folds, fc.bigInt({ min: 0n, max: 20n }), (folded, amount) => {
      const held = new Map([[watched, { token: watched, amount }]])
      const { entries } = judgeByBalances(record, wallet, folded, { held, isTold: false })
      for (const one of entries) if (one.txnHash) expect(folded).toContain(one)
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

test('a deposit of two payments is shown whole while nodes tell of one of them', async () => {
  const intent = { originChainId: 1, depositTransaction: { tokenAddress: watched, amount: 20n } }
  const paid = { ...record, intent, progress: {}, legs: [] } as unknown as IntentRecord
  const legs = [{ leg: 'deposit', chainId: 1, status: 'SUCCEEDED', tokenAmount: 30n, txnHash: '0x01' }] as const
  const half: LedgerEntry = {
    ...{ from: 'owner', to: 'originIntent', chainId: 1, token: watched, why: 'deposit' },
    ...{ amount: 10n, txnHash: '0x01' },
  }
  const shown = async (ledger: readonly LedgerEntry[]) =>
    (await proveDeposit(paid, [...legs], ledger, {} as World)).legs?.map(({ tokenAmount }) => tokenAmount)
  expect(await shown([half])).toEqual([30n])
  expect(await shown([half, { ...half, amount: 25n, txnHash: '0x02' }])).toEqual([35n])
})
