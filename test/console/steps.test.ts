import { expect, test } from 'vitest'
import { formatRoute, routeParts } from '../../src/console/data/routeParts.ts'
import { sendAgain } from '../../src/console/intent/sendAgain.ts'
import type { Receipt } from '../../src/console/intent/state.ts'
import { stepsOf } from '../../src/console/intent/stepsOf.ts'
import type { IntentEvent } from '../../src/interface/eventShapes.ts'
import { fromTo } from '../e2e/fromTo.ts'

const [harbor, island] = [31_337, 31_338]
const hash = (digits: string): `0x${string}` => `0x${digits.repeat(32)}`
const at = (seconds: number): string => new Date(1_790_000_000_000 + seconds * 1_000).toISOString()
const address = `0x${'ab'.repeat(20)}` as const

const leg = (type: Receipt['originTransaction']['type'], chainId: number, more: object = {}) => ({
  id: 1,
  intentId: hash('01'),
  status: 'UNKNOWN' as const,
  chainId,
  type,
  context: 'NONE' as const,
  createdAt: at(0),
  updatedAt: at(0),
  ...more,
})

/** A receipt under way between two chains; `more` says how far it is. */
function receiptOf(more: Partial<Receipt>): Receipt {
  return {
    id: 1,
    projectId: 1,
    intentId: hash('01'),
    status: 'EXECUTING',
    ownerAddress: address,
    originChainId: harbor,
    destinationChainId: island,
    depositTransactionId: 1,
    depositTransaction: leg('DEPOSIT', harbor, { status: 'SUCCEEDED', txnHash: hash('0d'), txnMinedAt: at(1) }),
    originTransactionId: 2,
    originTransaction: leg('ORIGIN', harbor, { status: 'RELAYED', pendingTxnHash: hash('0b') }),
    destinationTransaction: leg('DESTINATION', island),
    summary: {
      intentId: hash('01'),
      status: 'EXECUTING',
      ...fromTo([harbor, address, '1'], [island, address]),
      destinationTokenAmount: '1',
      originIntentAddress: address,
      destinationToAddress: address,
      routeProviders: ['ACROSS'],
      startedAt: at(2),
      createdAt: at(0),
      expiresAt: at(300),
    },
    createdAt: at(0),
    updatedAt: at(0),
    ...more,
  } as Receipt
}

const event = (id: number, transaction: object): IntentEvent =>
  ({
    id,
    kind: 'intent.updated',
    intentId: hash('01'),
    projectId: 1,
    status: 'EXECUTING',
    receiptStates: [],
    transactions: [{ type: 'ORIGIN', chainId: harbor, status: 'RELAYED', ...transaction }],
    createdAt: at(2 + id),
  }) as IntentEvent

test('what was sent for a step and replaced is folded into it, and what its owner paid is not', () => {
  const events = [
    event(1, { pendingTxnHash: hash('0a') }),
    event(2, { pendingTxnHash: hash('0b') }),
    event(3, { type: 'DEPOSIT', txnHash: hash('0c') }),
    event(4, { type: 'DEPOSIT', txnHash: hash('0d') }),
  ]
  const steps = stepsOf({ receipt: receiptOf({}), events, state: 'mining' })
  expect(steps.map(({ title, attempts }) => ({ title, attempts }))).toEqual([
    { title: 'Quoted', attempts: undefined },
    { title: 'Deposit mined on chain 31337', attempts: undefined },
    { title: 'Execution began', attempts: undefined },
    { title: 'Batch being mined on chain 31337', attempts: [hash('0a'), hash('0b')] },
    { title: 'Crossing by Across', attempts: undefined },
    { title: 'Paid on chain 31338', attempts: undefined },
    { title: 'Settled', attempts: undefined },
  ])
})

test('the step that is under way says since when, and those after it are to come', () => {
  const mined = leg('ORIGIN', harbor, { status: 'SUCCEEDED', txnHash: hash('0b'), txnMinedAt: at(5) })
  const steps = stepsOf({ receipt: receiptOf({ originTransaction: mined }), events: [], state: 'crossing' })
  expect(steps.map(({ title, tone, sinceMs }) => [title, tone, sinceMs])).toEqual([
    ['Quoted', 'done', undefined],
    ['Deposit mined on chain 31337', 'done', undefined],
    ['Execution began', 'done', undefined],
    ['Batch mined on chain 31337', 'done', undefined],
    ['Crossing by Across', 'move', Date.parse(at(5))],
    ['Paid on chain 31338', 'todo', undefined],
    ['Settled', 'todo', undefined],
  ])
})

test('a deposit that reverted is said to have, and not to be missing', () => {
  const statusReason = 'DEPOSIT_REVERTED: the deposit transaction reverted on chain'
  const deposit = { status: 'FAILED', txnHash: hash('0d'), txnMinedAt: at(1), statusReason }
  const receipt = receiptOf({
    status: 'FAILED',
    depositTransaction: leg('DEPOSIT', harbor, deposit),
    originTransaction: leg('ORIGIN', harbor),
  })
  const steps = stepsOf({ receipt, events: [], state: 'lapsed' })
  expect(steps.map(({ title, why, tone }) => [title, why.join(), tone])).toEqual([
    ['Quoted', 'A price was given.', 'done'],
    ['Deposit reverted on chain 31337', '', 'back'],
    ['Execution began', 'The deposit was reported to the service.', 'done'],
    ['Lapsed', statusReason, 'done'],
  ])
})

test('two bridges that share a crossing are one step, which says what each of them waits for', () => {
  const mined = leg('ORIGIN', harbor, { status: 'SUCCEEDED', txnHash: hash('0b'), txnMinedAt: at(5) })
  const receipt = receiptOf({ originTransaction: mined })
  receipt.summary.routeProviders = ['UNISWAP_V3', 'ACROSS', 'LAYERZERO', 'CURVE_STABLE']
  const crossing = stepsOf({ receipt, events: [], state: 'crossing' }).filter(({ title }) =>
    title.startsWith('Crossing'),
  )
  expect(crossing).toMatchObject([
    {
      title: 'Crossing by Across and LayerZero',
      why: ['Waits for a filler.', 'Waits for the message to be verified and handed over.'],
    },
  ])
  expect(routeParts(receipt.summary.routeProviders)).toEqual({
    before: ['UNISWAP_V3'],
    crossing: ['ACROSS', 'LAYERZERO'],
    after: ['CURVE_STABLE'],
  })
  expect(formatRoute(receipt.summary.routeProviders)).toMatch(/^Uniswap v3, then Across and LayerZero, then /)
})

/** The query of "Quote again" for an intent that asked `request` and failed for `code`. */
function queryAgain(request: object, { to = address, code = 'SLIPPAGE', maxSlippage = 0.01 } = {}) {
  const receipt = receiptOf({ originTransaction: leg('ORIGIN', harbor, { statusReason: `${code}: why` }) })
  Object.assign(receipt.summary, { destinationToAddress: to, originTokenAmount: '5000000' })
  const again = { receipt, intent: { quoteRequest: request, quote: { maxSlippage } } as never }
  return Object.fromEntries(sendAgain(again, () => 6) ?? [])
}

test('a second try pays the same recipient, the same exact side and never less slippage', () => {
  const friend = `0x${'cd'.repeat(20)}` as const
  expect(queryAgain({})).toMatchObject({ amount: '5', slippage: '2' })
  expect(queryAgain({})).not.toHaveProperty('to')
  expect(queryAgain({}, { to: friend })).toMatchObject({ to: friend })
  const exactOut = { tradeType: 'EXACT_OUTPUT', destinationTokenAmount: '7000000' }
  expect(queryAgain(exactOut)).toMatchObject({ amount: '7', exact: 'get' })
  expect(queryAgain({ options: { slippageTolerance: 0.05 } }, { maxSlippage: 0.05 })).toMatchObject({ slippage: '5' })
  expect(queryAgain({ options: { slippageTolerance: 0.02 } }, { code: 'EXECUTION' })).toMatchObject({ slippage: '2' })
  // The form cannot make a call, and its contract is no recipient.
  expect(queryAgain({ destinationCallData: '0x1234' }, { to: friend })).toEqual({})
})
