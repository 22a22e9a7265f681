import { afterEach, expect, test } from 'vitest'
import type { WorkerCrashPoint } from '../../src/engine/work/worker.ts'
import { expectNothingLeft } from './books.ts'
import { type Bench, openBench } from './setup.ts'

let bench: Bench
afterEach(() => bench.close())

const wrongHash = `0x${'11'.repeat(32)}` as const

/** A worker that stops at a place, once, until it is let go on. */
function pausing(at: WorkerCrashPoint) {
  let reached = () => {}
  let goOn = () => {}
  const isThere = new Promise<void>((resolve) => {
    reached = resolve
  })
  const gate = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let armed = false
  const crashPoint = async (name: WorkerCrashPoint) => {
    if (!armed || name !== at) return
    armed = false
    reached()
    await gate
  }
  const arm = () => {
    armed = true
  }
  return { crashPoint, isThere, goOn, arm }
}

test('RetryIntent while a worker has decided to wait: the new hash stays, and the decision of the worker is dropped', async () => {
  const pause = pausing('awaitDeposit.decided')
  bench = await openBench({ crashPoint: pause.crashPoint })
  const intent = await bench.commit()
  const { intentId } = intent
  await bench.execute(intent, { depositTransactionHash: wrongHash })
  pause.arm()
  const passed = bench.pass(4_000)
  await pause.isThere
  const depositTransactionHash = bench.deposit(intent)
  expect(await bench.engine.RetryIntent({ intentId, depositTransactionHash }, bench.caller)).toEqual({
    intentId,
    intentStatus: 'EXECUTING',
  })
  pause.goOn()
  await passed
  const { progress } = await bench.record(intent)
  expect(progress.deposit?.hash).toBe(depositTransactionHash)
  await bench.until(intent, 'succeeded')
  expect((await bench.receipt(intent)).depositTransaction.txnHash).toBe(depositTransactionHash)
  await expectNothingLeft(bench, intent)
})

test('RetryIntent after a worker has found the deposit: what was decided stays, and the answer says how it stands', async () => {
  bench = await openBench()
  const intent = await bench.commit()
  const { intentId } = intent
  const found = bench.deposit(intent)
  await bench.execute(intent)
  await bench.until(intent, 'awaitOrigin')
  expect(await bench.engine.RetryIntent({ intentId, depositTransactionHash: wrongHash }, bench.caller)).toEqual({
    intentId,
    intentStatus: 'EXECUTING',
  })
  expect((await bench.record(intent)).progress.deposit?.hash).toBeUndefined()
  await bench.until(intent, 'succeeded')
  expect((await bench.receipt(intent)).depositTransaction.txnHash).toBe(found)
  await expectNothingLeft(bench, intent)
})
