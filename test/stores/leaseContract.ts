import { expect, test } from 'vitest'
import { hear } from './intentsContract.ts'
import { move } from './move.ts'
import { addressOf, hashOf } from './sampleQuote.ts'
import type { Bench } from './storeContract.ts'

export function leaseContract(bench: Bench): void {
  const lease = (worker: string, nowMs: number, limit = 10, leaseMs = 1_000) =>
    bench.store.intents.lease({ worker, nowMs, leaseMs, limit })

  test('a lease hands out what is due, oldest first', async () => {
    await bench.commit(1, 3_000)
    await bench.commit(2, 2_000)
    await bench.commit(3, 9_000)
    await bench.quote(4)
    expect(await bench.store.intents.nextDueMs()).toBe(2_000)
    const leased = await lease('a', 3_000)
    expect(leased.map(({ intentId }) => intentId)).toEqual([hashOf(2), hashOf(1)])
    expect(leased[0]).toMatchObject({ step: 'committed', dueAtMs: 2_000 })
    expect(leased[0]?.legs).toHaveLength(3)
    expect(await lease('b', 3_000)).toEqual([])
    // What is leased is ready again when the lease ends.
    expect(await bench.store.intents.nextDueMs()).toBe(4_000)
  })

  test('intents under way come before those that have ended, which get an eighth in any case', async () => {
    const ended = await Promise.all([1, 2, 3].map((n) => bench.commit(n)))
    for (const intentId of ended)
      await move(bench.store, intentId, 'committed', { step: 'lapsed', dueAtMs: 1_900, nowMs: 1_600 })
    for (let n = 11; n <= 26; n++) await bench.commit(n, 2_000)
    const first = await lease('a', 5_000, 8)
    expect(first.filter(({ step }) => step === 'lapsed')).toHaveLength(1)
    expect(first.filter(({ step }) => step === 'committed')).toHaveLength(7)
    const rest = await lease('a', 5_000, 64)
    expect(rest.filter(({ step }) => step === 'lapsed')).toHaveLength(2)
    expect(rest.filter(({ step }) => step === 'committed')).toHaveLength(9)
    expect(await bench.store.intents.nextDueMs()).toBe(6_000)
  })

  test('a flood of one project leaves the others their turn, in leases and in the outbox', async () => {
    const act = { actor: 'test', nowMs: 1_000 }
    const other = await bench.store.access.createProject({ name: 'other', anchorDay: 1, limits: {} }, act)
    const outbox = [
      { chainId: 10, leg: 'origin' as const, to: addressOf(7), data: '0x12' as const, value: 0n, gasLimit: 9n },
    ]
    for (let n = 1; n <= 12; n++) await bench.commit(n, 2_000, { outbox })
    for (const n of [21, 22]) {
      const { intentId } = await bench.quote(n, { projectId: other.id })
      await move(bench.store, intentId, 'quoted', { step: 'committed', dueAtMs: 4_000, nowMs: 1_500, outbox })
    }
    const pending = await bench.store.attempts.pending(10, 4)
    expect(pending.map(({ intentId }) => intentId)).toEqual([hashOf(1), hashOf(21), hashOf(2), hashOf(22)])
    const leased = await lease('a', 5_000, 4)
    expect(leased.filter(({ projectId }) => projectId === other.id)).toHaveLength(2)
  })

  test('fifty workers at once get each intent once', async () => {
    const ids = await Promise.all(Array.from({ length: 50 }, (_, n) => bench.commit(n)))
    const leases = await Promise.all(Array.from({ length: 50 }, (_, n) => lease(`w${n}`, 5_000, 3)))
    const handed = leases.flat().map(({ intentId }) => intentId)
    // Rows that another worker is just taking are skipped, so one more round may be needed; none is handed out twice.
    const rest = await lease('last', 5_000, 50)
    const all = [...handed, ...rest.map(({ intentId }) => intentId)]
    expect(all.toSorted()).toEqual(ids.toSorted())
  })

  test('a lease that runs out goes to another, and the first one may no longer write', async () => {
    const intentId = await bench.commit(1)
    const [first] = await lease('a', 2_000)
    expect(await lease('b', 2_999)).toEqual([])
    const [second] = await lease('b', 3_000)
    expect(second?.intentId).toBe(intentId)
    const move = (leaseToken: string) =>
      bench.store.intents.transition(
        { intentId, step: 'committed', leaseToken },
        { step: 'lapsed', finishedAtMs: 3_100, nowMs: 3_100 },
      )
    expect(await move(first!.leaseToken)).toBe(false)
    expect(await move(second!.leaseToken)).toBe(true)
  })

  test('a lease that has run out is no fence, even when nobody else took it', async () => {
    const intentId = await bench.commit(1)
    const [leased] = await lease('a', 2_000)
    const { leaseToken } = leased!
    const late = { dueAtMs: 9_000, nowMs: 3_000 }
    expect(await bench.store.intents.transition({ intentId, step: 'committed', leaseToken }, late)).toBe(false)
    const inTime = { dueAtMs: 9_000, nowMs: 2_999 }
    expect(await bench.store.intents.transition({ intentId, step: 'committed', leaseToken }, inTime)).toBe(true)
  })

  test('a worker that leases a second time cannot write with its first token', async () => {
    const intentId = await bench.commit(1)
    const [first] = await lease('a', 2_000)
    const [second] = await lease('a', 3_000)
    expect(second?.leaseToken).not.toBe(first?.leaseToken)
    const what = { dueAtMs: 9_000, nowMs: 3_100 }
    const { transition: change } = bench.store.intents
    expect(await change({ intentId, step: 'committed', leaseToken: first!.leaseToken }, what)).toBe(false)
    expect(await change({ intentId, step: 'committed', leaseToken: second!.leaseToken }, what)).toBe(true)
  })

  test('saying when to look again ends the lease; a note on the way does not', async () => {
    const intentId = await bench.commit(1)
    const [leased] = await lease('a', 2_000)
    const fence = { intentId, step: 'committed' as const, leaseToken: leased!.leaseToken }
    expect(await bench.store.intents.transition(fence, { progress: { failures: 1 }, nowMs: 2_100 })).toBe(true)
    expect(await lease('b', 2_100)).toEqual([])
    expect(await bench.store.intents.transition(fence, { dueAtMs: 2_200, nowMs: 2_150 })).toBe(true)
    expect(await lease('b', 2_200)).toHaveLength(1)
  })

  test('a move from outside ends the lease of the worker that has it', async () => {
    const intentId = await bench.commit(1)
    const [leased] = await lease('a', 2_000)
    const { transition: change } = bench.store.intents
    expect(await change({ intentId, step: 'committed' }, { step: 'awaitDeposit', dueAtMs: 2_100, nowMs: 2_100 })).toBe(
      true,
    )
    const stale = { intentId, step: 'committed' as const, leaseToken: leased!.leaseToken }
    expect(await change(stale, { step: 'lapsed', finishedAtMs: 2_200, nowMs: 2_200 })).toBe(false)
    expect((await lease('b', 2_200)).map(({ step }) => step)).toEqual(['awaitDeposit'])
  })

  test('a writer without a lease that names when the row was last written fails if somebody wrote since', async () => {
    const intentId = await bench.commit(1)
    const { transition: change, find } = bench.store.intents
    const { updatedAtMs } = (await find(intentId))!
    const fence = { intentId, step: 'committed' as const, updatedAtMs }
    expect(await change({ intentId, step: 'committed' }, { dueAtMs: 2_500, nowMs: 2_050 })).toBe(true)
    expect(await change(fence, { progress: { failures: 1 }, nowMs: 2_100 })).toBe(false)
    expect(await change({ ...fence, updatedAtMs: 2_050 }, { progress: { failures: 1 }, nowMs: 2_100 })).toBe(true)
  })

  test('waking makes an intent due now', async () => {
    const intentId = await bench.commit(1, 60_000)
    const { until, stop } = await hear(await bench.another())
    await bench.store.intents.wake([intentId, hashOf(9)], 2_000)
    await until((note) => note.kind === 'due')
    expect(await lease('a', 2_000)).toHaveLength(1)
    stop()
  })

  test('a wake that comes while a worker has the intent is not lost', async () => {
    const intentId = await bench.commit(1)
    const [leased] = await lease('a', 2_000)
    await bench.store.intents.wake([intentId], 2_100)
    expect(await lease('b', 2_150)).toEqual([])
    const fence = { intentId, step: 'committed' as const, leaseToken: leased!.leaseToken }
    await bench.store.intents.transition(fence, { dueAtMs: 60_000, nowMs: 2_200 })
    expect(await lease('b', 2_200)).toHaveLength(1)
  })

  test('waking schedules nothing for a quote or an intent at its end', async () => {
    const { intentId: quoted } = await bench.quote(1)
    const ended = await bench.commit(2)
    await bench.store.intents.transition({ intentId: ended, step: 'committed' }, { step: 'lapsed', nowMs: 1_600 })
    await bench.store.intents.wake([quoted, ended], 2_000)
    expect(await lease('a', 9_000)).toEqual([])
  })

  test('late money gives an ended intent something to do again', async () => {
    const intentId = await bench.commit(1)
    const { transition: change } = bench.store.intents
    await change({ intentId, step: 'committed' }, { step: 'lapsed', nowMs: 1_600 })
    expect(await change({ intentId, step: 'lapsed' }, { dueAtMs: 2_000, nowMs: 1_700 })).toBe(true)
    const [leased] = await lease('a', 2_000)
    expect(leased?.step).toBe('lapsed')
    const fence = { intentId, step: 'lapsed' as const, leaseToken: leased!.leaseToken }
    expect(await change(fence, { dueAtMs: null, nowMs: 2_100 })).toBe(true)
    expect(await lease('a', 9_000)).toEqual([])
  })
}
