import { afterEach, expect, test } from 'vitest'
import { createWorker } from '../../src/engine/work/worker.ts'
import { expectNothingLeft } from './books.ts'
import { type Bench, openBench } from './setup.ts'

let bench: Bench
afterEach(() => bench.close())

test('a step that throws is put off ever longer, and goes on when the cause is gone', async () => {
  bench = await openBench()
  const intent = await bench.start()
  bench.harbor.fail(() => ({ is: 'down' }))
  await bench.pass(60_000)
  const early = bench.failures.length
  await bench.pass(60_000)
  expect(early).toBeGreaterThan(3)
  expect(bench.failures.length - early).toBeLessThan(early)
  bench.harbor.fail(() => undefined)
  await bench.until(intent, 'succeeded')
  await expectNothingLeft(bench, intent)
})

for (const point of ['leased', 'decided', 'written'] as const) {
  test(`a worker that hangs when a row is ${point} loses it, and another carries it out once`, async () => {
    let hung = false
    bench = await openBench({
      crashPoint: (name) => {
        if (hung || name !== `awaitDeposit.${point}`) return
        hung = true
        return new Promise<void>((resolve) => bench.clock.sleep(40_000).then(resolve))
      },
    })
    const { world } = bench
    const other = createWorker({ world, name: 'other' })
    await other.start()
    const intent = await bench.start()
    await bench.until(intent, 'succeeded')
    expect(hung).toBe(true)
    expect(await bench.store.attempts.ofLeg(intent.intentId, 'origin')).toHaveLength(1)
    await bench.pass(60_000)
    await expectNothingLeft(bench, intent)
    await other.stop()
  })
}

test('two workers on one store carry each intent out once', async () => {
  bench = await openBench()
  const other = createWorker({ world: bench.world, name: 'other' })
  await other.start()
  const intents = [await bench.start(), await bench.start(), await bench.start()]
  for (const intent of intents) await bench.until(intent, 'succeeded')
  for (const intent of intents) await expectNothingLeft(bench, intent)
  expect(bench.failures).toEqual([])
  await other.stop()
})
