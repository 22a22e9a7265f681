import { expect, test } from 'vitest'
import type { Intent } from '../../src/interface/intentShapes.ts'
import { type Bench, blockMs, usdc, useBench } from './setup.ts'

const bench = useBench({ settings: { longPollsMax: 2 } })

type Waited = Awaited<ReturnType<Bench['engine']['WaitIntentReceipt']>>

/** Calls and looks in on the answer without waiting for it. */
function wait(
  { intentId }: Intent,
  more: { lastReceiptStates?: Waited['receiptStates'] } = {},
  signal = bench.caller.signal,
) {
  const pending: { answer?: Waited; error?: unknown } = {}
  void bench.engine.WaitIntentReceipt({ intentId, ...more }, { ...bench.caller, signal }).then(
    (answer) => {
      pending.answer = answer
    },
    (error) => {
      pending.error = error
    },
  )
  return pending
}

test('it is pending until the intent ends, whatever moves before', async () => {
  const intent = await bench.start()
  const pending = wait(intent)
  await bench.until(intent, 'awaitBridge')
  expect(pending.answer).toBeUndefined()
  await bench.until(intent, 'succeeded')
  await bench.clock.settle()
  expect(pending.answer).toMatchObject({ done: true, intentReceipt: { status: 'SUCCEEDED' } })
  expect(bench.waiters.count()).toBe(0)
})

test('with the states that the caller saw, it answers as soon as one of them changed', async () => {
  const intent = await bench.commit()
  const pending = wait(intent, { lastReceiptStates: ['UNKNOWN', 'UNKNOWN', 'UNKNOWN'] })
  await bench.clock.settle()
  expect(pending.answer).toBeUndefined()
  await bench.execute(intent, { depositTransactionHash: bench.deposit(intent) })
  await bench.clock.settle()
  expect(pending.answer).toMatchObject({ done: false, receiptStates: ['PENDING', 'UNKNOWN', 'UNKNOWN'] })
})

test('a payment that came between two calls is told at once, though no state changed since; and once', async () => {
  const intent = await bench.start({ originTokenAmount: usdc(2_000) })
  const receipt = () => bench.receipt(intent)
  for (let blocks = 0; blocks < 60 && !(await receipt()).summary.arrived; blocks++) await bench.pass(blockMs)
  const { depositTransaction, originTransaction, destinationTransaction } = await receipt()
  const lastReceiptStates = [depositTransaction, originTransaction, destinationTransaction!].map(({ status }) => status)
  const first = wait(intent, { lastReceiptStates })
  await bench.clock.settle()
  expect(first.answer).toMatchObject({
    done: false,
    receiptStates: lastReceiptStates,
    intentReceipt: { status: 'EXECUTING', summary: { arrived: true } },
  })
  const second = wait(intent, { lastReceiptStates })
  await bench.clock.settle()
  expect(second.answer).toBeUndefined()
})

test('nothing moves: the hold is over after its time, and the answer says how things stand', async () => {
  const intent = await bench.commit()
  const pending = wait(intent)
  await bench.clock.advance(bench.world.settings.waitHoldMs * 0.89)
  expect(pending.answer).toBeUndefined()
  await bench.clock.advance(bench.world.settings.waitHoldMs * 0.12)
  expect(pending.answer).toMatchObject({ done: false, intentReceipt: { status: 'COMMITTED' } })
})

test('a caller that leaves is let go at once', async () => {
  const intent = await bench.commit()
  const left = new AbortController()
  wait(intent, {}, left.signal)
  await bench.clock.settle()
  expect(bench.waiters.count()).toBe(1)
  left.abort()
  await bench.clock.settle()
  expect(bench.waiters.count()).toBe(0)
})

test('beyond the bound it is refused, unless there is something to answer', async () => {
  const ended = await bench.commit()
  await bench.until(ended, 'lapsed')
  const open = await bench.commit()
  for (let i = 0; i < 2; i++) wait(open)
  await bench.clock.settle()
  const refused = wait(open)
  const answered = wait(ended)
  await bench.clock.settle()
  expect(refused.error).toMatchObject({ error: 'Unavailable' })
  expect(answered.answer).toMatchObject({ done: true })
})
