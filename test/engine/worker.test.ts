import { expect, test } from 'vitest'
import { createWorker } from '../../src/engine/work/worker.ts'
import { ends, expectNothingLeft } from './books.ts'
import { harborId, islandId, reopen, useBench } from './setup.ts'

const bench = useBench()

test('a step that throws is put off ever longer, and goes on when the cause is gone', async () => {
  const intent = await bench.start()
  bench.harbor.fail((method) => (method === 'health' ? undefined : { is: 'down' }))
  await bench.pass(60_000)
  const early = bench.failures.length
  await bench.pass(60_000)
  expect(early).toBeGreaterThan(3)
  expect(bench.failures.length - early).toBeLessThan(early)
  bench.harbor.fail(() => undefined)
  await ends(bench, intent, 'succeeded')
})

for (const point of ['leased', 'decided', 'written'] as const) {
  test(`a worker that hangs when a row is ${point} loses it, and another carries it out once`, async () => {
    let hung = false
    await reopen(bench, {
      crashPoint: (name) => {
        if (hung || name !== `awaitDeposit.${point}`) return
        hung = true
        return new Promise<void>((resolve) => bench.clock.sleep(40_000).then(resolve))
      },
    })
    const { world } = bench
    const other = createWorker({ world, name: 'other' })
    await other.start()
    const intent = await bench.startUntil('succeeded')
    expect(hung).toBe(true)
    expect(await bench.store.attempts.ofLeg(intent.intentId, 'origin')).toHaveLength(1)
    await bench.pass(60_000)
    await expectNothingLeft(bench, intent)
    await other.stop()
  })
}

test('two workers on one store carry each intent out once', async () => {
  const other = createWorker({ world: bench.world, name: 'other' })
  await other.start()
  const intents = [await bench.start(), await bench.start(), await bench.start()]
  for (const intent of intents) await bench.until(intent, 'succeeded')
  for (const intent of intents) await expectNothingLeft(bench, intent)
  expect(bench.failures).toEqual([])
  await other.stop()
})

test('steps of a chain that this process cannot see are left to others; those of other chains go on', async () => {
  const there = await bench.start({ originChainId: islandId, destinationChainId: harborId })
  const here = await bench.start()
  bench.island.fail(() => ({ is: 'down' }))
  const { step } = await bench.record(there)
  await bench.until(here, 'awaitBridge')
  await bench.pass(60_000)
  expect((await bench.record(there)).step).toBe(step)
  expect((await bench.record(here)).step).toBe('awaitBridge')
  expect(bench.failures).toEqual([])
  bench.island.fail(() => undefined)
  await bench.until(here, 'succeeded')
})

test('looks at ended intents that hang leave half of a worker to intents under way', async () => {
  await reopen(bench, { worker: false, sender: false })
  const { world } = bench
  const limits: { limit: number; idle?: { min: number; max: number } }[] = []
  const ended = await Promise.all(Array.from({ length: 70 }, () => bench.commit()))
  await bench.clock.leap(world.settings.executeWithinMs + 60_000)
  bench.harbor.mine()
  const lapse = createWorker({ world, name: 'first' })
  await lapse.start()
  for (const intent of ended) await bench.until(intent, 'lapsed')
  await lapse.stop()
  await bench.clock.leap(world.settings.refundAfterMs)
  const hangs = new Promise<void>(() => {})
  const store = {
    ...world.store,
    intents: {
      ...world.store.intents,
      lease: (options: Parameters<typeof world.store.intents.lease>[0]) => {
        limits.push(options)
        return world.store.intents.lease(options)
      },
    },
  }
  const seen = new Set<string>()
  const second = createWorker({
    world: { ...world, store },
    name: 'second',
    leaseMs: 3_600_000,
    crashPoint: (name) => {
      seen.add(name)
      return name.startsWith('lapsed') ? hangs : undefined
    },
  })
  await second.start()
  await bench.pass(5_000)
  expect(limits.at(-1)).toMatchObject({ limit: 32, idle: { min: 0, max: 0 } })
  const live = await bench.commit()
  await bench.execute(live)
  await bench.pass(5_000)
  expect(seen).toContain('awaitDeposit.written')
  // Not awaited: the looks hang for ever.
  void second.stop()
})
