import { expect, test } from 'vitest'
import type { ChainReceipt } from '../../src/chains/chain.ts'
import { isOwnersRefund } from '../../src/engine/books/takenOut.ts'
import type { WalletConfig } from '../../src/intents/wallet.ts'
import type { Address } from '../../src/interface/fields.ts'

const [owner, executor, relayer, safe]: Address[] = ['0a', '0b', '0c', '0d'].map(
  (byte): Address => `0x${byte.repeat(20)}`,
)
const config = { owner, executor, refundAt: 1_000n } as WalletConfig

test.each([
  { who: 'the owner, by itself', from: owner, to: safe, atS: 5, isOwners: true },
  { who: 'the owner, late', from: owner, to: safe, atS: 2_000, isOwners: true },
  { who: 'the contract of the owner, early', from: relayer, to: safe, atS: 5, isOwners: true },
  { who: 'our executor, early: a token that no batch names', from: relayer, to: executor, atS: 5, isOwners: false },
  { who: 'another account, late', from: relayer, to: safe, atS: 2_000, isOwners: false },
])('a refund by $who is the owner’s: $isOwners', ({ from, to, atS, isOwners }) => {
  expect(isOwnersRefund({ from, to, minedAtMs: atS * 1_000 } as ChainReceipt, config)).toBe(isOwners)
})
