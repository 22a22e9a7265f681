import { expect, test } from 'vitest'
import { ends } from './books.ts'
import { setNativeBalance } from './scripted/state.ts'
import { addresses, owner, relayer, useBench } from './setup.ts'

const bench = useBench()

test('signers without gas: the intent waits no longer than to its time of refunds, and goes back when they have some again', async () => {
  await bench.pass(10_000) // the relayer has its grant
  const before = bench.balance(bench.harbor, addresses.usdc, owner)
  const intent = await bench.commit()
  setNativeBalance(bench.harbor.state(), relayer, 0n)
  await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
  await bench.until(intent, 'awaitOrigin')
  const { plan } = await bench.record(intent)
  await bench.pass(plan.refundAtS * 1_000 - bench.clock.nowMs() + 60_000)
  expect(['refund', 'awaitRefund']).toContain((await bench.record(intent)).step)
  expect((await bench.leg(intent, 'refund'))?.statusReason).toMatch(/^REFUND_TIME: /)
  setNativeBalance(bench.harbor.state(), relayer, 10n ** 24n)
  await ends(bench, intent, 'refunded')
  expect(bench.balance(bench.harbor, addresses.usdc, owner)).toBe(before)
})
