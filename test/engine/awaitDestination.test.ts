import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Bench, openBench } from './setup.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench.close())

test('an intent over a bridge succeeds', async () => {
  const intent = await bench.commit()
  bench.deposit(intent)
  await bench.engine.ExecuteIntent({ intentId: intent.intentId }, bench.caller)
  await bench.until(intent, 'succeeded')
  expect((await bench.receipt(intent)).status).toBe('SUCCEEDED')
})
