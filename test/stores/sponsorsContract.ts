import { expect, test } from 'vitest'
import type { Hex } from '../../src/interface/fields.ts'
import type { Store } from '../../src/stores/store.ts'
import { move } from './move.ts'
import type { Bench } from './storeContract.ts'

const dayMs = 86_400_000
const act = { actor: 'test', nowMs: 1_000 }
const sponsor = (microUsd: bigint, mostMicroUsd = 10n, day = 0) => ({ dayMs: day, microUsd, mostMicroUsd })

export function sponsorsContract(bench: Bench): void {
  const execute = (intentId: Hex, hold: ReturnType<typeof sponsor>, store: Store = bench.store) =>
    move(store, intentId, 'committed', { step: 'sendDeposit', dueAtMs: 2_000, nowMs: 1_600, sponsor: hold })
  const used = async (day = 0) => (await bench.store.sponsors.budget(1, day))?.usedMicroUsd

  test('a project has a budget once it is set, and none after it is taken away', async () => {
    const { sponsors, access } = bench.store
    expect(await sponsors.budget(1, 0)).toBeUndefined()
    await access.updateProject(1, { limits: { burst: 7 } }, act)
    expect(await sponsors.setBudget(1, 2.5, act)).toMatchObject({ limits: { burst: 7, sponsorUsdPerDay: 2.5 } })
    expect(await sponsors.budget(1, 0)).toEqual({ mostMicroUsd: 2_500_000n, usedMicroUsd: 0n })
    expect((await access.audit({ projectId: 1, limit: 1 }))[0]).toMatchObject({
      act: 'project.sponsor',
      actor: 'test',
      detail: { usdPerDay: 2.5 },
    })
    expect((await sponsors.setBudget(1, 0, act))?.limits).toEqual({ burst: 7 })
    expect(await sponsors.budget(1, 0)).toBeUndefined()
    expect(await sponsors.setBudget(77, 1, act)).toBeUndefined()
  })

  test('what is set aside beyond the budget starts nothing', async () => {
    await bench.store.sponsors.setBudget(1, 0.00001, act)
    await execute(await bench.commit(1), sponsor(6n))
    const second = await bench.commit(2)
    await expect(execute(second, sponsor(5n))).rejects.toMatchObject({ kind: 'overBudget' })
    expect((await bench.store.intents.find(second))?.step).toBe('committed')
    expect(await execute(second, sponsor(4n))).toBe(true)
    const third = await bench.commit(3)
    await expect(execute(third, sponsor(1n))).rejects.toMatchObject({ kind: 'overBudget' })
    expect(await execute(third, sponsor(10n, 10n, dayMs))).toBe(true)
    const fourth = await bench.commit(4)
    await expect(execute(fourth, sponsor(11n, 10n, 2 * dayMs))).rejects.toMatchObject({ kind: 'overBudget' })
    expect([await used(), await used(dayMs), await used(2 * dayMs)]).toEqual([10n, 10n, 0n])
  })

  test('of many processes that want the last of it at once, as many get it as there is room for', async () => {
    await bench.store.sponsors.setBudget(1, 0.00001, act)
    const other = await bench.another()
    const intents: Hex[] = []
    for (let n = 1; n <= 12; n++) intents.push(await bench.commit(n))
    const outcomes = await Promise.allSettled(
      intents.map((intentId, at) => execute(intentId, sponsor(3n), at % 2 ? other : bench.store)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await used()).toBe(9n)
  })

  test('what was spent is kept, never more than was set aside, and the rest is given back once', async () => {
    await bench.store.sponsors.setBudget(1, 0.00001, act)
    const ends = [
      { sponsoredMicroUsd: 2n, is: 2n },
      { sponsoredMicroUsd: 9n, is: 3n },
      { sponsoredMicroUsd: 0n, is: 0n },
    ]
    for (const [at, { sponsoredMicroUsd }] of ends.entries()) {
      const intentId = await bench.commit(at + 1)
      await execute(intentId, sponsor(3n))
      await move(bench.store, intentId, 'sendDeposit', { step: 'awaitOrigin', dueAtMs: 3_000, nowMs: 1_700 })
      const settled = { step: 'awaitBridge' as const, dueAtMs: 4_000, nowMs: 1_800, sponsoredMicroUsd }
      await move(bench.store, intentId, 'awaitOrigin', settled)
      await move(bench.store, intentId, 'awaitBridge', { step: 'refund', dueAtMs: 5_000, nowMs: 1_900 })
      await move(bench.store, intentId, 'refund', { step: 'held', nowMs: 2_000, sponsoredMicroUsd: 1n })
    }
    expect(await used()).toBe(ends.reduce((sum, { is }) => sum + is, 0n))
    expect(await bench.store.sponsors.days(1, { fromMs: 0, limit: 5 })).toEqual([
      { dayMs: 0, reservedMicroUsd: 0n, spentMicroUsd: 5n, deposits: 2 },
    ])
    await expect(execute(await bench.commit(8), sponsor(6n))).rejects.toMatchObject({ kind: 'overBudget' })
    expect(await execute(await bench.commit(9), sponsor(5n))).toBe(true)
  })

  test('what was spent is settled also by a transition that writes nothing else', async () => {
    await bench.store.sponsors.setBudget(1, 0.00001, act)
    const intentId = await bench.commit(1)
    await execute(intentId, sponsor(10n))
    const settle = { dueAtMs: 3_000, nowMs: 1_700, sponsoredMicroUsd: 4n }
    expect(await bench.store.intents.transition({ intentId, step: 'sendDeposit' }, settle)).toBe(true)
    expect(await used()).toBe(4n)
  })

  test('a start that comes too late takes nothing of the budget, and is no error', async () => {
    await bench.store.sponsors.setBudget(1, 0.00001, act)
    const intentId = await bench.commit(1)
    expect(await execute(intentId, sponsor(6n))).toBe(true)
    expect(await execute(intentId, sponsor(6n))).toBe(false)
    expect(await used()).toBe(6n)
  })

  test('an end without a deposit gives everything back', async () => {
    await bench.store.sponsors.setBudget(1, 0.00001, act)
    const intentId = await bench.commit(1)
    await execute(intentId, sponsor(10n))
    await move(bench.store, intentId, 'sendDeposit', { step: 'awaitOrigin', dueAtMs: 3_000, nowMs: 1_700 })
    expect(await used()).toBe(10n)
    await bench.store.intents.transition({ intentId, step: 'awaitOrigin' }, { step: 'lapsed', nowMs: 1_800 })
    expect(await used()).toBe(0n)
  })
}
