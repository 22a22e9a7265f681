import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bench, openBench } from './setup.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench.close())

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

test('a deposit alone does not start it: it lapses, and looks for the money later', async () => {
  const intent = await bench.commit()
  bench.deposit(intent)
  const lapsed = await bench.until(intent, 'lapsed')
  expect(lapsed.dueAtMs).toBe(lapsed.plan.refundAtS * 1_000)
})
