import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startApp } from '../../src/app/startApp.ts'
import { clockOffMsMax, startDatabaseClock } from '../../src/app/startDatabaseClock.ts'
import { devnetDefinitions } from '../../src/chains/definitions/devnet/devnetDefinitions.ts'
import { configSchema } from '../../src/config/config.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createObserve } from '../../src/observe/observe.ts'
import { type Harness, useHarness } from '../chains/senderHarness.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'

/** A process that cannot see its nodes, or whose clock is wrong, does not keep the lanes from one that can work. */
const harness = useHarness()

type Fixture = Awaited<ReturnType<Harness['open']>>

async function allDone({ allDone: isDone }: Fixture): Promise<void> {
  while (!(await isDone())) await new Promise((resolve) => setImmediate(resolve))
}

/** A chain whose nodes this process cannot reach while `isBlind` says so. */
const seenBy = ({ chain }: Fixture, isBlind: () => boolean) => ({
  ...chain,
  health: async () => ({ healthy: !isBlind(), detail: 'scripted' }),
  nonce: async (...args: Parameters<typeof chain.nonce>) => {
    if (isBlind()) throw new Error('no node answers')
    return chain.nonce(...args)
  },
})

const laneLeaseMs = 30_000

test('one that was started first and sees no node takes no lane', async () => {
  const fixture = await harness.open()
  let turns = 0
  const blind = fixture.sender({ chain: seenBy(fixture, () => true), settings: { laneLeaseMs }, onTurn: () => turns++ })
  await blind.start()
  await expect.poll(() => turns).toBeGreaterThan(1)
  await fixture.enqueue([{ data: harness.payload() }])
  await fixture.sender({ settings: { laneLeaseMs } }).start()
  await fixture.mineUntil(allDone(fixture))
})

test('one whose nodes go away gives its lanes up after the time of a lease', async () => {
  const fixture = await harness.open()
  let isBlind = false
  const settings = { laneLeaseMs: 1_000 }
  await fixture.sender({ chain: seenBy(fixture, () => isBlind), settings }).start()
  await fixture.recorder.until('laneTaken')
  isBlind = true
  // Before there is another one: on a busy machine that would find the lease over and take it.
  await fixture.recorder.until('laneLost', { why: 'given up: the nodes are away or the clock is wrong' })
  await fixture.sender({ settings }).start()
  await fixture.enqueue([{ data: harness.payload() }])
  await fixture.mineUntil(allDone(fixture))
})

test('one whose clock is wrong gives its lanes up at once', async () => {
  const fixture = await harness.open()
  let isRight = true
  await fixture.sender({ settings: { laneLeaseMs }, mayLease: () => isRight }).start()
  await fixture.recorder.until('laneTaken')
  isRight = false
  await fixture.enqueue([{ data: harness.payload() }])
  await fixture.sender({ settings: { laneLeaseMs } }).start()
  await fixture.mineUntil(allDone(fixture))
})

test('a clock is compared with that of the database, and the time of the answer is allowed for', async () => {
  const fixture = await harness.open()
  const { store } = fixture
  const rightBy = async (offMs: number) => {
    const clock = { ...systemClock, nowMs: () => systemClock.nowMs() + offMs }
    const check = await startDatabaseClock({ store, clock })
    await check.stop()
    return check.isRight()
  }
  expect(await rightBy(0)).toBe(true)
  expect(await rightBy(clockOffMsMax / 2)).toBe(true)
  expect(await rightBy(2 * clockOffMsMax)).toBe(false)
  expect(await rightBy(-2 * clockOffMsMax)).toBe(false)
})

test('time is that of the database, whatever the clock of the machine says and does meanwhile', async () => {
  const { store } = await harness.open()
  let aheadMs = 3_600_000
  const own = { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs }
  const { clock, stop } = await startDatabaseClock({ store, clock: own })
  // The way to the database and back is in it: minutes, on a machine that is very busy, and not the hour.
  const offMs = async () => Math.abs(clock.nowMs() - (await store.nowMs()))
  expect(await offMs()).toBeLessThan(600_000)
  aheadMs = -3_600_000
  expect(await offMs()).toBeLessThan(600_000)
  await stop()
})

test('a start whose clock is wrong blames the clock, and no node or quote', async () => {
  const database = await freshDatabase()
  onTestFinished(database.close)
  const startAt = (aheadMs: number) =>
    startApp({
      config: configSchema.parse({
        chains: [{ id: 31337, rpcUrls: ['http://127.0.0.1:1'] }],
        store: { databaseUrl: database.url },
      }),
      definitions: devnetDefinitions(),
      observe: createObserve(pino({ level: 'silent' })),
      version: '0.0.0',
      clock: { ...systemClock, nowMs: () => systemClock.nowMs() + aheadMs },
    })
  await expect(startAt(3_600_000)).rejects.toThrow(/^the clock of this machine is 3600 s ahead of that of the database/)
  await expect(startAt(-3_600_000)).rejects.toThrow(/is 3600 s behind that of the database, .*NTP/)
})
