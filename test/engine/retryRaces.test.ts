import { expect, test } from 'vitest'
import type { WorkerCrashPoint } from '../../src/engine/work/worker.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { nativeToken } from '../../src/interface/limits.ts'
import { deferred } from '../deferred.ts'
import { ends } from './books.ts'
import { addresses, reopen, useBench } from './setup.ts'

const bench = useBench()

const wrongHash = `0x${'11'.repeat(32)}` as const

/** A worker that stops at a place, once, until it is let go on. */
function pausing(at: WorkerCrashPoint) {
  const { promise: isThere, resolve: reached } = deferred()
  const { promise: gate, resolve: goOn } = deferred()
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

const retry = ({ intentId }: Intent, depositTransactionHash: Hex) =>
  bench.engine.RetryIntent({ intentId, depositTransactionHash }, bench.caller)

test('RetryIntent while a worker has decided to wait: a hash that pays stays, and so does the decision of the worker', async () => {
  const pause = pausing('awaitDeposit.decided')
  await reopen(bench, { crashPoint: pause.crashPoint })
  const lost: unknown[] = []
  Object.assign(bench.world.observe, { stepLost: (event: unknown) => lost.push(event) })
  const intent = await bench.commit()
  await bench.execute(intent, { depositTransactionHash: wrongHash })
  pause.arm()
  const passed = bench.pass(4_000)
  await pause.isThere
  const depositTransactionHash = bench.deposit(intent)
  bench.harbor.mine()
  expect(await retry(intent, depositTransactionHash)).toEqual({ intentId: intent.intentId, intentStatus: 'EXECUTING' })
  pause.goOn()
  await passed
  expect(lost).toEqual([])
  const { progress } = await bench.record(intent)
  expect(progress.deposit?.hash).toBe(depositTransactionHash)
  await ends(bench, intent, 'succeeded')
  expect((await bench.receipt(intent)).depositTransaction.txnHash).toBe(depositTransactionHash)
})

test('a flood of hashes that pay nothing neither ends the lease of a worker nor takes the place of the true one', async () => {
  const pause = pausing('awaitDeposit.decided')
  await reopen(bench, { crashPoint: pause.crashPoint })
  const lost: unknown[] = []
  Object.assign(bench.world.observe, { stepLost: (event: unknown) => lost.push(event) })
  const intent = await bench.commit()
  const hash = bench.deposit(intent)
  pause.arm()
  await bench.execute(intent, { depositTransactionHash: hash })
  const passed = bench.pass(2_000)
  await pause.isThere
  for (let i = 0; i < 5; i++) await retry(intent, `0x${i.toString(16).padStart(64, '0')}`)
  pause.goOn()
  await passed
  expect(lost).toEqual([])
  await bench.until(intent, 'succeeded')
  expect((await bench.receipt(intent)).depositTransaction.txnHash).toBe(hash)
})

test('the hash of a transaction that is none of the intent is never shown as its pending deposit', async () => {
  await reopen(bench, { worker: false })
  const intent = await bench.commit()
  const other = bench.harbor.send({ from: addresses.stranger, to: addresses.recipient, value: 1n })
  await bench.execute(intent, { depositTransactionHash: other })
  expect((await bench.receipt(intent)).depositTransaction).toMatchObject({ status: 'PENDING' })
  expect((await bench.receipt(intent)).depositTransaction.pendingTxnHash).toBeUndefined()
  await retry(intent, wrongHash)
  await retry(intent, bench.deposit(intent, 1n))
  bench.harbor.mine()
  await retry(intent, wrongHash)
  expect((await bench.receipt(intent)).depositTransaction.pendingTxnHash).toBeUndefined()
  expect((await bench.record(intent)).progress.deposit?.hash).toBe(other)
})

test.each([
  { named: 'a token', originTokenAddress: addresses.usdc },
  { named: 'the native token', originTokenAddress: nativeToken, originTokenAmount: 10n ** 17n },
])('one unit of $named takes the place of no deposit, and a whole deposit not that of another', async (asked) => {
  const { named: _, ...ask } = asked
  await reopen(bench, { worker: false })
  const intent = await bench.commit(ask)
  await bench.execute(intent)
  const dust = bench.deposit(intent, 1n)
  bench.harbor.mine()
  await retry(intent, dust)
  await expect(bench.execute(intent, { depositTransactionHash: dust })).rejects.toMatchObject({
    error: 'RequestConflict',
  })
  expect((await bench.record(intent)).progress.deposit?.hash).toBeUndefined()
  const [whole, second] = [bench.deposit(intent), bench.deposit(intent)]
  bench.harbor.mine()
  await retry(intent, whole)
  await retry(intent, second)
  expect((await bench.execute(intent, { depositTransactionHash: second })).intentStatus).toBe('EXECUTING')
  expect((await bench.record(intent)).progress.deposit?.hash).toBe(whole)
})

test('RetryIntent after a worker has found the deposit: what was decided stays, and the answer says how it stands', async () => {
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
  await ends(bench, intent, 'succeeded')
  expect((await bench.receipt(intent)).depositTransaction.txnHash).toBe(found)
})
