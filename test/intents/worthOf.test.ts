import { expect, test } from 'vitest'
import type { LedgerEntry } from '../../src/intents/ledger.ts'
import { worthOf } from '../../src/intents/worthOf.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { sampleIntent } from '../wire/samples.ts'

const { fees, quote, depositTransaction } = sampleIntent
const entry = (change: Partial<LedgerEntry>): LedgerEntry => ({
  from: 'originIntent',
  to: 'collector',
  chainId: fees.originGas.chainId,
  token: depositTransaction.tokenAddress,
  amount: fees.feeTokenTotal,
  why: 'fee',
  ...change,
})

test('a fee is worth what the quote says of the deposit, and its gas part what it was charged for', () => {
  const { microUsd, gasMicroUsd } = worthOf(entry({}), sampleIntent)
  const usd = (Number(fees.feeTokenTotal) / Number(quote.fromAmount)) * quote.fromAmountUsd
  expect(Number(microUsd)).toBeCloseTo(usd * 1e6, -1)
  expect(Number(gasMicroUsd)).toBeCloseTo((usd * 1e6 * Number(fees.gasFeeTotal)) / Number(fees.feeTokenTotal), -1)
})

test('gas is worth the native token of its chain, and of a chain without a price nothing is said', () => {
  const gas = { from: 'relayer', to: 'network', token: nativeToken, amount: 10n ** 15n, why: 'gas' } as const
  const price = fees.originGas.nativeTokenPriceUsd!
  expect(worthOf(entry(gas), sampleIntent)).toEqual({ microUsd: BigInt(Math.round(price * 1e3)) })
  expect(worthOf(entry({ ...gas, chainId: 99 }), sampleIntent)).toEqual({})
})

test('all of a relay fee was charged for gas, and other entries are not the operator’s', () => {
  const { microUsd, gasMicroUsd } = worthOf(entry({ why: 'relayFee' }), sampleIntent)
  expect(gasMicroUsd).toBe(microUsd)
  expect(worthOf(entry({ to: 'owner', why: 'refund' }), sampleIntent)).toEqual({})
})
