import { expect, test } from 'vitest'
import { nativeToken } from '../../src/interface/limits.ts'
import { expectNothingLeft, sumOf } from './books.ts'
import { addresses, owner, usdc, useBench } from './setup.ts'

const bench = useBench()

test('a deposit after it lapsed goes back: the status stays, the refund is appended', async () => {
  const intent = await bench.commit()
  const before = bench.balance(bench.harbor, addresses.usdc, owner)
  await bench.until(intent, 'lapsed')
  bench.deposit(intent)
  await bench.pass(bench.world.settings.refundAfterMs + 60_000)
  expect(await bench.receipt(intent)).toMatchObject({
    status: 'FAILED',
    refundTransaction: { status: 'SUCCEEDED', tokenAmount: intent.depositTransaction.amount },
  })
  expect(bench.balance(bench.harbor, addresses.usdc, owner)).toBe(before)
  expect(sumOf(await bench.ledger(intent), 'owner', 'late')).toBe(intent.depositTransaction.amount)
  await expectNothingLeft(bench, intent)
})

test('a second deposit after success goes back, and it is still a success', async () => {
  const intent = await bench.startUntil('succeeded')
  bench.deposit(intent, usdc(3))
  await bench.pass(bench.world.settings.refundAfterMs + 60_000)
  expect(await bench.receipt(intent)).toMatchObject({
    status: 'SUCCEEDED',
    refundTransaction: { status: 'SUCCEEDED', tokenAmount: usdc(3) },
  })
  await expectNothingLeft(bench, intent)
})

test('dust buys ever fewer transactions, and what is paid after it goes back all the same', async () => {
  const intent = await bench.commit()
  await bench.until(intent, 'lapsed')
  await bench.pass(bench.world.settings.refundAfterMs)
  for (let i = 0; i < 12; i++) {
    bench.deposit(intent, 1n)
    await bench.pass(10 * 60_000)
  }
  const refunds = (await bench.store.attempts.ofLeg(intent.intentId, 'refund')).length
  expect(refunds).toBeGreaterThan(3)
  expect(refunds).toBeLessThan(8)
  bench.deposit(intent)
  await bench.pass(4_000)
  await bench.clock.leap(4 * hourMs)
  await bench.pass(60_000)
  await expectNothingLeft(bench, intent)
  expect(sumOf(await bench.ledger(intent), 'owner', 'late')).toBe(intent.depositTransaction.amount + 12n)
})

test('the address is looked at ever more rarely, and no more when the window is over', async () => {
  const intent = await bench.commit()
  const { plan } = await bench.until(intent, 'lapsed')
  const dueInMs = async () => ((await bench.record(intent)).dueAtMs ?? Number.POSITIVE_INFINITY) - bench.clock.nowMs()
  await bench.clock.leap(plan.refundAtS * 1_000 - bench.clock.nowMs())
  await bench.pass(10_000)
  expect(await dueInMs()).toBeLessThan(5 * 60_000)
  await bench.clock.leap(36 * hourMs)
  await bench.pass(10_000)
  expect(await dueInMs()).toBeGreaterThan(8 * hourMs)
  bench.deposit(intent)
  await bench.pass(4_000)
  await bench.clock.leap(11 * hourMs)
  await bench.pass(3 * 60_000)
  expect((await bench.receipt(intent)).refundTransaction?.status).toBe('SUCCEEDED')
  await bench.clock.leap(2 * hourMs)
  await bench.pass(10_000)
  expect((await bench.record(intent)).dueAtMs).toBeUndefined()
})

const hourMs = 60 * 60_000

test('what is paid between the last regular look and the end of the window goes back', async () => {
  // Native token: no event of its transfer makes the row due.
  const intent = await bench.commit({ originTokenAddress: nativeToken, originTokenAmount: 10n ** 17n })
  const { plan } = await bench.until(intent, 'lapsed')
  const endMs = plan.refundAtS * 1_000 + bench.world.settings.lookForPaymentsMs
  await bench.clock.leap(endMs - 2 * hourMs - bench.clock.nowMs())
  await bench.pass(10_000)
  bench.deposit(intent)
  await bench.pass(10_000)
  await bench.clock.leap(endMs - bench.clock.nowMs())
  await bench.pass(20 * 60_000)
  expect((await bench.receipt(intent)).refundTransaction?.status).toBe('SUCCEEDED')
  await expectNothingLeft(bench, intent)
})
