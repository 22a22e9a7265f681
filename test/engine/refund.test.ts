import { describe, expect, test, vi } from 'vitest'
import { causewayContracts } from '../../src/chains/contracts/abi/addresses.ts'
import { type Batch, callSweep, encodeDeployAndRefund, encodeExecuteAsOwner } from '../../src/intents/wallet.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { ends, expectNothingLeft, resting } from './books.ts'
import { refundAsStranger } from './runAsStranger.ts'
import { clearRefusal, setTokenFault } from './scripted/tokens.ts'
import { addresses, blockMs, harborId, owner, relayer, usdc, useBench } from './setup.ts'
import { takeOut } from './takeOut.ts'

const bench = useBench()

/** Too little came, so that it has to go back. */
async function startTooLittle(): Promise<Intent> {
  const intent = await bench.commit()
  bench.deposit(intent, usdc(50))
  await bench.execute(intent)
  await bench.until(intent, 'refund')
  return intent
}

const untilRefundTime = async (intent: Intent, beforeMs = 0): Promise<void> => {
  const { refundAtS } = (await bench.record(intent)).plan
  await bench.pass(refundAtS * 1_000 - bench.clock.nowMs() - beforeMs)
}

test('nothing is sent before the contract allows it; then once, and booked when it is final', async () => {
  const intent = await startTooLittle()
  expect(await bench.leg(intent, 'refund')).toMatchObject({ status: 'PENDING' })
  expect(await bench.store.attempts.ofLeg(intent.intentId, 'refund')).toEqual([])
  await bench.until(intent, 'refunded')
  const { refundAtS } = (await bench.record(intent)).plan
  const refund = await bench.leg(intent, 'refund')
  expect(refund).toMatchObject({ status: 'SUCCEEDED', chainId: harborId, tokenAmount: usdc(50) })
  expect(refund?.minedAtMs).toBeGreaterThanOrEqual(refundAtS * 1_000)
  expect(await bench.store.attempts.ofLeg(intent.intentId, 'refund')).toHaveLength(1)
  expect(resting(await bench.ledger(intent))).toEqual({})
})

test('a stranger refunded first: the events say so, and it ends the same', async () => {
  const intent = await startTooLittle()
  bench.harbor.withhold(({ from }) => from === relayer)
  await untilRefundTime(intent)
  const hash = await refundAsStranger(bench, intent)
  await bench.pass(4_000)
  bench.harbor.withhold(() => false)
  await ends(bench, intent, 'refunded')
  expect(await bench.leg(intent, 'refund')).toMatchObject({ status: 'SUCCEEDED', txnHash: hash, tokenAmount: usdc(50) })
})

test('a stranger refunds in the first block that allows it, final only much later: it is waited for, never called held', async () => {
  const intent = await startTooLittle()
  await untilRefundTime(intent, blockMs)
  const { chain } = bench.harbor
  const slow = vi.spyOn(chain, 'finalBlock').mockResolvedValue(await chain.finalBlock(0))
  const hash = await refundAsStranger(bench, intent)
  await bench.pass(15 * 60_000)
  expect((await bench.record(intent)).step).toBe('refund')
  slow.mockRestore()
  await ends(bench, intent, 'refunded')
  expect(await bench.leg(intent, 'refund')).toMatchObject({ status: 'SUCCEEDED', txnHash: hash, tokenAmount: usdc(50) })
})

test('a stranger refunds dust of another token first: the receipt tells the refund of the deposit', async () => {
  const intent = await startTooLittle()
  bench.harbor.withhold(({ from }) => from === relayer)
  await untilRefundTime(intent)
  bench.deposit(intent, 1n, addresses.dai)
  bench.harbor.mine()
  await refundAsStranger(bench, intent, addresses.dai)
  bench.harbor.mine()
  const hash = await refundAsStranger(bench, intent)
  await bench.pass(4_000)
  bench.harbor.withhold(() => false)
  await bench.until(intent, 'refunded')
  expect(await bench.leg(intent, 'refund')).toMatchObject({
    txnHash: hash,
    tokenAddress: addresses.usdc,
    tokenAmount: usdc(50),
  })
  expect(resting(await bench.ledger(intent))).toEqual({})
})

test('a stranger refunds the deposit and leaves dust: our refund of the dust is not told as that of the deposit', async () => {
  const intent = await startTooLittle()
  await untilRefundTime(intent, blockMs)
  const hash = await refundAsStranger(bench, intent)
  bench.deposit(intent, 1n, addresses.dai)
  await bench.until(intent, 'refunded')
  expect(await bench.leg(intent, 'refund')).toMatchObject({ txnHash: hash, tokenAmount: usdc(50) })
  await bench.pass(10 * 60_000)
  expect(resting(await bench.ledger(intent))).toEqual({})
  await expectNothingLeft(bench, intent)
})

test('a stranger refunds the deposit and puts some of its token in its place: both refunds are booked', async () => {
  const intent = await startTooLittle()
  bench.harbor.withhold(({ from }) => from === relayer)
  await untilRefundTime(intent)
  await bench.until(intent, 'awaitRefund')
  const theirs = await refundAsStranger(bench, intent)
  await bench.pass(2 * blockMs)
  bench.deposit(intent, usdc(7))
  await bench.pass(2 * blockMs)
  bench.harbor.withhold(() => false)
  await ends(bench, intent, 'refunded')
  const refunds = (await bench.ledger(intent)).filter(({ to }) => to === 'owner')
  expect(refunds).toMatchObject([
    { amount: usdc(50), why: 'refund', txnHash: theirs },
    { amount: usdc(7), why: 'late' },
  ])
  expect(await bench.leg(intent, 'refund')).toMatchObject({ txnHash: theirs, tokenAmount: usdc(50) })
})

test.each([
  ['the deposit', usdc(200), 'SUCCEEDED', /^REFUND_TIME/],
  ['a part of it', usdc(50), 'FAILED', /^TOO_LITTLE: 50000000 of 200000000/],
])(
  '%s comes and is sent back by a stranger while no node answers: it does not lapse',
  async (_, amount, status, why) => {
    const intent = await bench.commit()
    const silent = vi.spyOn(bench.harbor.chain, 'balance').mockRejectedValue(new Error('no node answers'))
    const paid = bench.deposit(intent, amount)
    await bench.execute(intent, { depositTransactionHash: paid }).catch(() => undefined)
    await untilRefundTime(intent)
    expect((await bench.record(intent)).step).toBe('awaitDeposit')
    const hash = await refundAsStranger(bench, intent)
    await bench.pass(5 * blockMs)
    silent.mockRestore()
    await ends(bench, intent, 'refunded')
    expect(await bench.leg(intent, 'deposit')).toMatchObject({ status, tokenAmount: amount, txnHash: paid })
    const statusReason = expect.stringMatching(why)
    expect(await bench.leg(intent, 'refund')).toMatchObject({ txnHash: hash, tokenAmount: amount, statusReason })
  },
)

test('a deposit comes and is sent back by a stranger while the process stands still: it does not lapse', async () => {
  const intent = await bench.commit()
  const { chain } = bench.harbor
  const silent = vi.spyOn(chain, 'balance').mockRejectedValue(new Error('the process stands still'))
  await bench.execute(intent)
  await untilRefundTime(intent)
  const { plan } = await bench.record(intent)
  const [head, finalBlock] = await Promise.all([chain.head(), chain.finalBlock(plan.valueUsd)])
  bench.deposit(intent)
  await bench.pass(2 * blockMs)
  const txnHash = await refundAsStranger(bench, intent)
  await bench.pass(5 * blockMs)
  // On waking it has the blocks of before, and those of now while it looks.
  const heads = vi.spyOn(chain, 'head').mockResolvedValue(head)
  vi.spyOn(chain, 'finalBlock').mockImplementationOnce(async () => {
    heads.mockRestore()
    return finalBlock
  })
  silent.mockRestore()
  await ends(bench, intent, 'refunded')
  expect(await bench.leg(intent, 'refund')).toMatchObject({ txnHash, tokenAmount: usdc(200) })
})

test('the owner takes the deposit out and a stranger puts some of its token in its place: both are booked', async () => {
  const intent = await startTooLittle()
  await takeOut(bench, intent, 'origin')
  await bench.pass(2 * blockMs)
  bench.deposit(intent, usdc(7))
  await ends(bench, intent, 'aborted')
  const left = (await bench.ledger(intent)).filter(({ from, to }) => from === 'originIntent' && to === 'owner')
  expect(left.map(({ why, amount }) => [why, amount])).toEqual([
    ['abort', usdc(50)],
    ['refund', usdc(7)],
  ])
})

test('a reorg takes the refund back: it is sent again and booked once', async () => {
  const intent = await startTooLittle()
  await bench.until(intent, 'awaitRefund')
  await bench.pass(2_000)
  bench.harbor.reorg(1)
  await ends(bench, intent, 'refunded')
  expect(resting(await bench.ledger(intent))).toEqual({})
})

test('the token refuses the owner: after a bound of tries the money is recorded as held', async () => {
  const intent = await startTooLittle()
  setTokenFault(bench.harbor.state(), addresses.usdc, { refuses: owner })
  await bench.until(intent, 'held')
  const { status, refundTransaction } = await bench.receipt(intent)
  expect(status).toBe('FAILED')
  expect(refundTransaction).toMatchObject({ status: 'FAILED', statusReason: expect.stringMatching(/^HELD: /) })
  expect(resting(await bench.ledger(intent))).toMatchObject({
    [`originIntent ${harborId} ${addresses.usdc.toLowerCase()}`]: usdc(50),
  })
  clearRefusal(bench.harbor.state(), addresses.usdc, owner)
  await bench.pass(10 * 60_000)
  const after = await bench.receipt(intent)
  expect(after.status).toBe('FAILED')
  expect(after.refundTransaction).toMatchObject({
    status: 'SUCCEEDED',
    tokenAmount: usdc(50),
    txnHash: expect.any(String),
    statusReason: 'HELD: the balance could not be sent back at first; it has been since',
  })
  await expectNothingLeft(bench, intent)
})

describe('a refund that cannot succeed buys no transactions', () => {
  const refunds = async ({ intentId }: Intent) => (await bench.store.attempts.ofLeg(intentId, 'refund')).length
  const passHours = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 3) {
      await bench.clock.leap(3 * 60 * 60_000)
      await bench.pass(60_000)
    }
  }

  test('the token refuses the owner for half a day: it is sent once, and again when it would go through', async () => {
    const intent = await startTooLittle()
    setTokenFault(bench.harbor.state(), addresses.usdc, { refuses: owner })
    await bench.until(intent, 'held')
    await passHours(12)
    expect(await refunds(intent)).toBe(1)
    clearRefusal(bench.harbor.state(), addresses.usdc, owner)
    await passHours(36)
    expect(await refunds(intent)).toBe(2)
    await expectNothingLeft(bench, intent)
  })

  test('it goes through in every simulation and on no chain: after some in vain none is sent', async () => {
    const intent = await startTooLittle()
    setTokenFault(bench.harbor.state(), addresses.usdc, { refuses: owner })
    bench.harbor.chain.simulate = async () => ({ ok: true, data: '0x' })
    await bench.until(intent, 'held')
    await passHours(48)
    expect(await refunds(intent)).toBe(8)
  })
})

test('the owner took it out alone: nothing is left, no event shows a refund, and it ends as aborted', async () => {
  const intent = await startTooLittle()
  bench.harbor.withhold(({ from }) => from === relayer)
  const { plan } = await bench.record(intent)
  const sweep = callSweep({ router: causewayContracts.router, token: addresses.usdc, receiver: owner })
  const batch: Batch = { chainId: harborId, calls: [sweep], space: 9n, nonce: 9n }
  const deploy = encodeDeployAndRefund(plan.origin, [])
  await untilRefundTime(intent)
  bench.harbor.send({ from: addresses.stranger, to: causewayContracts.guest, data: deploy })
  bench.harbor.mine()
  const data = encodeExecuteAsOwner(plan.origin, batch, '0x')
  const hash = bench.harbor.send({ from: owner, to: intent.originIntentAddress, data })
  bench.harbor.mine(3)
  expect(bench.balance(bench.harbor, addresses.usdc, intent.originIntentAddress)).toBe(0n)
  await bench.pass(2_000)
  bench.harbor.withhold(() => false)
  await bench.until(intent, 'aborted')
  expect(await bench.leg(intent, 'refund')).toMatchObject({
    status: 'SUCCEEDED',
    txnHash: hash,
    tokenAmount: usdc(50),
    statusReason: 'ABORTED: the owner took the money out of the intent address',
  })
  expect(resting(await bench.ledger(intent))).toEqual({})
})

test('a receipt that nobody answers is waited for', async () => {
  const intent = await startTooLittle()
  await bench.until(intent, 'awaitRefund')
  bench.harbor.fail((method) => (method === 'receipt' ? { is: 'down' } : undefined))
  await bench.pass(120_000)
  expect((await bench.record(intent)).step).toBe('awaitRefund')
  bench.harbor.fail(() => undefined)
  await bench.until(intent, 'refunded')
})
