import { describe, expect, test, vi } from 'vitest'
import { ends } from './books.ts'
import { addresses, blockMs, owner, reopen, useBench } from './setup.ts'
import { takeOut } from './takeOut.ts'

const bench = useBench()

test('nobody executes it: it waits until its time is over, then lapses and says so', async () => {
  const intent = await bench.commit()
  await bench.pass(bench.world.settings.executeWithinMs - 2_000)
  expect((await bench.record(intent)).step).toBe('committed')
  await bench.pass(4_000)
  const receipt = await bench.receipt(intent)
  expect(receipt.status).toBe('FAILED')
  expect(receipt.depositTransaction).toMatchObject({
    status: 'FAILED',
    statusReason: expect.stringMatching(/^LAPSED: /),
  })
  expect(receipt.summary.finishedAt).toBeDefined()
  expect(await bench.ledger(intent)).toEqual([])
  expect(await bench.outbox(bench.harbor)).toEqual([])
})

describe('it is paid, and ExecuteIntent never comes', () => {
  test('it is carried out when its time is over', async () => {
    const intent = await bench.commit()
    const hash = bench.deposit(intent)
    await ends(bench, intent, 'succeeded')
    const receipt = await bench.receipt(intent)
    expect(receipt.depositTransaction).toMatchObject({ status: 'SUCCEEDED', txnHash: hash, fromAddress: owner })
    expect(receipt.summary.startedAt).toBeDefined()
  })

  test('a late ExecuteIntent, with the hash or without, is told how it stands', async () => {
    const intent = await bench.commit()
    const depositTransactionHash = bench.deposit(intent)
    await bench.until(intent, 'awaitBridge')
    expect(await bench.execute(intent, { depositTransactionHash })).toMatchObject({ intentStatus: 'EXECUTING' })
    await bench.until(intent, 'succeeded')
    expect(await bench.execute(intent)).toMatchObject({ intentStatus: 'SUCCEEDED' })
  })

  test('a late ExecuteIntent that comes before the worker is told that what is paid is carried out', async () => {
    await reopen(bench, { worker: false })
    const intent = await bench.commit()
    const depositTransactionHash = bench.deposit(intent)
    await bench.pass(bench.world.settings.executeWithinMs + 10_000)
    expect(await bench.execute(intent, { depositTransactionHash })).toMatchObject({ intentStatus: 'EXECUTING' })
    const { step, dueAtMs } = await bench.record(intent)
    expect([step, dueAtMs]).toEqual(['awaitDeposit', bench.clock.nowMs()])
  })

  test('a batch that cannot run any more is not sent: the deposit goes back, and the receipt says LATE', async () => {
    const intent = await bench.commit()
    const before = bench.balance(bench.harbor, addresses.usdc, owner)
    bench.deposit(intent)
    bench.harbor.chain.simulate = async () => ({ ok: false, revert: '0x', message: 'execution reverted' })
    await bench.until(intent, 'refunded')
    const receipt = await bench.receipt(intent)
    expect(receipt.refundTransaction?.statusReason).toMatch(/^LATE: .* \(execution reverted\)$/)
    expect(bench.balance(bench.harbor, addresses.usdc, owner)).toBe(before)
  })

  test('no node answers: absence is not concluded, and the intent waits', async () => {
    const intent = await bench.commit()
    bench.deposit(intent)
    await bench.pass(20_000)
    bench.harbor.fail((method) => (method === 'balance' ? { is: 'down' } : undefined))
    await bench.pass(bench.world.settings.executeWithinMs)
    expect((await bench.record(intent)).step).toBe('committed')
    bench.harbor.fail(() => undefined)
    await bench.until(intent, 'succeeded')
  })
})

test('nothing is paid in time and something afterwards: the cause of QuoteExpired says what goes back and when', async () => {
  const intent = await bench.commit()
  const { plan } = await bench.until(intent, 'lapsed')
  bench.deposit(intent)
  await bench.pass(10_000)
  await expect(bench.execute(intent)).rejects.toMatchObject({
    error: 'QuoteExpired',
    detail: expect.stringContaining(
      `${intent.depositTransaction.amount} base units of ${addresses.usdc} (200 USDC) are at ${intent.originIntentAddress}; they go back to ${owner} after ${new Date(plan.refundAtS * 1_000).toISOString()}`,
    ),
  })
})

describe('fundMethod DIRECT_TRANSFER', () => {
  test('payment starts it, long before its time is over and without ExecuteIntent', async () => {
    const intent = await bench.commit({ fundMethod: 'DIRECT_TRANSFER' })
    await bench.pass(6_000)
    expect((await bench.record(intent)).step).toBe('committed')
    bench.deposit(intent)
    await bench.until(intent, 'awaitOrigin', 20_000)
    expect(await bench.execute(intent)).toMatchObject({ intentStatus: 'EXECUTING' })
    await ends(bench, intent, 'succeeded')
  })

  test('while a part is missing, the receipt says how much; the rest starts it', async () => {
    const intent = await bench.commit({ fundMethod: 'DIRECT_TRANSFER' })
    const { amount } = intent.depositTransaction
    bench.deposit(intent, amount - 7n)
    await bench.pass(6_000)
    const short = await bench.receipt(intent)
    expect(short.status).toBe('COMMITTED')
    expect(short.depositTransaction.statusReason).toBe(
      `UNDERPAID: 7 of ${amount} base units have not arrived (0.000007 of 200 USDC)`,
    )
    bench.deposit(intent, 7n)
    await bench.until(intent, 'succeeded')
    expect((await bench.receipt(intent)).depositTransaction.statusReason).toBeUndefined()
  })

  test('WALLET waits for ExecuteIntent', async () => {
    const intent = await bench.commit({ fundMethod: 'WALLET' })
    bench.deposit(intent)
    await bench.pass(bench.world.settings.executeWithinMs / 2)
    expect((await bench.record(intent)).step).toBe('committed')
  })
})

test('the deposit came and left between the final block that was read and the newest: it is waited for, and ends as aborted', async () => {
  const intent = await bench.commit()
  const { chain } = bench.harbor
  const stale = vi.spyOn(chain, 'finalBlock').mockResolvedValue(await chain.finalBlock(0))
  bench.deposit(intent)
  await bench.pass(2 * blockMs)
  await takeOut(bench, intent, 'origin')
  const { executeByMs = 0 } = await bench.record(intent)
  await bench.pass(executeByMs - bench.clock.nowMs() + 10 * blockMs)
  expect((await bench.record(intent)).step).toBe('awaitDeposit')
  stale.mockRestore()
  await ends(bench, intent, 'aborted')
})
