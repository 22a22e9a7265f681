import { expect, test } from 'vitest'
import { describeWhereabouts, type IntentNames } from '../../src/intents/describeWhereabouts.ts'
import type { IntentSummary, ReceiptMove } from '../../src/interface/receiptShapes.ts'

const owner = `0x${'a1'.repeat(20)}` as const
const recipient = `0x${'b2'.repeat(20)}` as const
const origin = `0x${'c3'.repeat(20)}` as const
const destination = `0x${'d4'.repeat(20)}` as const
const usdc = `0x${'e5'.repeat(20)}` as const
const weth = `0x${'f6'.repeat(20)}` as const

const names: IntentNames = {
  chainName: (id) => ({ 1: 'Harbor', 2: 'Island' })[id] ?? `chain ${id}`,
  unitOf: (_, token) => (token === usdc ? { symbol: 'USDC', decimals: 6 } : undefined),
}

const summary = {
  destinationToAddress: recipient,
  originIntentAddress: origin,
  destinationIntentAddress: destination,
} as unknown as IntentSummary

const move = (
  from: ReceiptMove['from'],
  to: ReceiptMove['to'],
  amount: bigint,
  more: Partial<ReceiptMove> = {},
): ReceiptMove => ({
  from,
  to,
  amount,
  chainId: 1,
  tokenAddress: usdc,
  why: 'deposit',
  ...more,
})

const say = (...moves: ReceiptMove[]) => describeWhereabouts({ ownerAddress: owner, moves, summary }, names)

test('nobody paid', () => {
  expect(say()).toBe('No money came, and nothing was moved.')
  expect(say(move('relayer', 'network', 5n, { why: 'gas' }))).toBe('No money came, and nothing was moved.')
})

test('everything went back, in two parts', () => {
  const paid = move('owner', 'originIntent', 100_000_000n)
  const back = (amount: bigint) => move('originIntent', 'owner', amount, { why: 'refund' })
  expect(say(paid, back(60_000_000n), back(40_000_000n))).toBe(
    `100 USDC on Harbor came in; the owner ${owner} has 100 USDC on Harbor.`,
  )
})

test('a crossing whose call failed: every clause, and for each token on each chain the sum is right', () => {
  const there = { chainId: 2 }
  const sentence = say(
    move('payer', 'originIntent', 100_000_000n),
    move('originIntent', 'collector', 500_000n, { why: 'fee' }),
    move('originIntent', 'bridge', 99_500_000n, { why: 'bridge' }),
    move('bridge', 'destinationIntent', 99_400_000n, { ...there, why: 'bridge' }),
    move('destinationIntent', 'owner', 99_000_000n, { ...there, why: 'refund' }),
    move('relayer', 'network', 7n, { ...there, why: 'gas' }),
  )
  expect(sentence).toBe(
    `100 USDC on Harbor came in; 99.5 USDC on Harbor became 99.4 USDC on Island; the owner ${owner} has 99 USDC on Island; ` +
      `the service has 0.5 USDC on Harbor; 0.4 USDC on Island rest at ${destination} for the owner to take out.`,
  )
})

test('a token that nobody lists is told in base units of its address, and a bridge that has not paid is named', () => {
  const unlisted = { tokenAddress: weth }
  expect(say(move('owner', 'originIntent', 7n, unlisted), move('originIntent', 'bridge', 7n, unlisted))).toBe(
    `7 base units of ${weth} on Harbor came in; 7 base units of ${weth} on Harbor went into the route.`,
  )
})
