import { afterEach, expect, test } from 'vitest'
import { startCounting, startSweeper } from '../../src/engine/work/sweeper.ts'
import type { World } from '../../src/engine/world.ts'
import { useBench } from './setup.ts'

const bench = useBench({ sender: false, worker: false })
let stop: () => Promise<void>
afterEach(() => stop())

const watched = (observe: Partial<World['observe']>, store: Partial<World['store']['intents']> = {}): World => ({
  ...bench.world,
  store: { ...bench.store, intents: { ...bench.store.intents, ...store } },
  observe: { ...bench.world.observe, ...observe },
})

test('an intent for which nothing is scheduled is told and made due', async () => {
  const intent = await bench.commit()
  const found: string[] = []
  const world = watched(
    { orphansFound: ({ intentIds }) => void found.push(...intentIds) },
    { orphans: async () => [intent.intentId] },
  )
  expect((await bench.record(intent)).dueAtMs).toBeGreaterThan(bench.clock.nowMs())
  ;({ stop } = startSweeper(world))
  await bench.clock.settle()
  expect(found).toEqual([intent.intentId])
  expect((await bench.record(intent)).dueAtMs).toBe(bench.clock.nowMs())
})

test('a sweep that fails is tried again a minute later', async () => {
  let sweeps = 0
  const world = watched({}, { orphans: () => Promise.reject(new Error(`sweep ${++sweeps}`)) })
  ;({ stop } = startSweeper(world))
  await bench.clock.advance(60_000)
  expect(sweeps).toBe(2)
  expect(bench.failures).toHaveLength(2)
})

test('how much work there is, is counted every ten seconds', async () => {
  await bench.commit()
  const counted: number[] = []
  const count: World['observe']['workScheduled'] = ({ scheduled }) =>
    void counted.push(scheduled.reduce((sum, { count: rows }) => sum + rows, 0))
  ;({ stop } = startCounting(watched({ workScheduled: count })))
  await bench.clock.advance(20_000)
  expect(counted).toEqual([1, 1, 1])
})
