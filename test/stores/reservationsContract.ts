import { expect, test } from 'vitest'
import type { Hex } from '../../src/interface/fields.ts'
import { backingOf } from '../../src/stores/store.ts'
import { move } from './move.ts'
import { addressOf, hashOf, sampleQuote } from './sampleQuote.ts'
import type { Bench } from './storeContract.ts'

export function reservationsContract(bench: Bench): void {
  test('no more is reserved than there is, and a refusal changes nothing', async () => {
    const hold = (amount: bigint) => [
      { kind: 'inventory' as const, chainId: 10, token: addressOf(4), amount, untilMs: 9_000, most: 10n },
    ]
    await bench.commit(1, 2_000, { reserve: hold(6n) })
    await expect(bench.commit(2, 2_000, { reserve: hold(5n) })).rejects.toMatchObject({ kind: 'reserved' })
    expect((await bench.store.intents.find(hashOf(2)))?.step).toBe('quoted')
    await bench.commit(3, 2_000, { reserve: hold(4n) })
    expect(await bench.store.intents.reserved(10, addressOf(4), 1_700)).toBe(10n)
  })

  test('of many that reserve the last of it at once, as many as there is room for get it', async () => {
    const reserve = [
      { kind: 'inventory' as const, chainId: 10, token: addressOf(4), amount: 3n, untilMs: 9_000, most: 10n },
    ]
    const asked = Array.from({ length: 12 }, (_, index) => bench.commit(index + 1, 2_000, { reserve }))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await bench.store.intents.reserved(10, addressOf(4), 1_700)).toBe(9n)
  })

  test('a project reserves no more than its share, and the others go on', async () => {
    const { id: projectId } = await bench.store.access.createProject(
      { name: 'other', anchorDay: 1, limits: {} },
      { actor: 'test', nowMs: 1_000 },
    )
    const hold = (amount: bigint) => [
      { kind: 'gas' as const, chainId: 10, token: addressOf(4), amount, untilMs: 9_000, most: 10n, projectMost: 5n },
    ]
    await bench.commit(1, 2_000, { reserve: hold(4n) })
    await expect(bench.commit(2, 2_000, { reserve: hold(2n) })).rejects.toMatchObject({ kind: 'overShare' })
    await bench.commit(3, 2_000, { reserve: hold(1n) })
    const { intentId } = await bench.store.intents.insertQuote(sampleQuote({ intentId: hashOf(4), projectId }))
    const commit = { step: 'committed' as const, dueAtMs: 2_000, nowMs: 1_500, reserve: hold(5n) }
    expect(await bench.store.intents.transition({ intentId, step: 'quoted' }, commit)).toBe(true)
    expect(await bench.store.intents.reserved(10, addressOf(4), 1_700)).toBe(10n)
  })

  test('a release lets go before new reservations are made', async () => {
    const hold = (amount: bigint) => [
      { kind: 'gas' as const, chainId: 10, token: addressOf(4), amount, untilMs: 9_000 },
    ]
    const intentId = await bench.commit(1, 2_000, { reserve: hold(5n) })
    await move(bench.store, intentId, 'committed', { release: true, reserve: hold(7n), nowMs: 1_600 })
    expect(await bench.store.intents.reserved(10, addressOf(4), 1_700)).toBe(7n)
  })

  test('of the deposits that an owner signed, those in a block are told apart while their intents go on', async () => {
    const token = backingOf(addressOf(1), addressOf(4))
    const sign = async (n: number, untilMs = 9_000) => {
      const intentId = await bench.commit(n)
      const reserve = [{ kind: 'signed' as const, chainId: 10, token, amount: BigInt(n), untilMs, most: 10n }]
      await move(bench.store, intentId, 'committed', { step: 'sendDeposit', dueAtMs: 2_000, nowMs: 1_600, reserve })
      return intentId
    }
    const mine = (intentId: Hex) =>
      move(bench.store, intentId, 'sendDeposit', {
        legs: [{ leg: 'origin', chainId: 10, status: 'MINING' }],
        nowMs: 1_700,
      })
    const [first] = [await sign(1), await sign(2)]
    const third = await sign(4, 1_800)
    await expect(sign(8)).rejects.toMatchObject({ kind: 'unbacked' })
    expect(await bench.store.intents.signedMined(10, token, 1_700)).toBe(0n)
    await mine(first)
    await mine(third)
    const mined = (nowMs: number, chainId = 10) => bench.store.intents.signedMined(chainId, token, nowMs)
    expect([await mined(1_700), await mined(1_800), await mined(1_700, 20)]).toEqual([5n, 1n, 0n])
  })

  test('what is over by time, let go or ended makes room again, to the unit', async () => {
    const hold = (amount: bigint, untilMs: number) => [
      { kind: 'gas' as const, chainId: 10, token: addressOf(4), amount, untilMs, most: 10n, projectMost: 9n },
    ]
    await bench.commit(1, 2_000, { reserve: hold(9n, 1_700) })
    await expect(bench.commit(2, 2_000, { reserve: hold(1n, 9_000) })).rejects.toMatchObject({ kind: 'overShare' })
    const late = { step: 'committed' as const, dueAtMs: 2_000, nowMs: 1_800, reserve: hold(8n, 9_000) }
    expect(await bench.store.intents.transition({ intentId: hashOf(2), step: 'quoted' }, late)).toBe(true)
    const sums = () =>
      Promise.all([1_600, 1_800].map((nowMs) => bench.store.intents.reserved(10, addressOf(4), nowMs, 1)))
    expect(await sums()).toEqual([17n, 8n])
    await bench.store.intents.transition({ intentId: hashOf(1), step: 'committed' }, { step: 'lapsed', nowMs: 1_900 })
    expect(await sums()).toEqual([8n, 8n])
    await bench.store.intents.transition({ intentId: hashOf(2), step: 'committed' }, { release: true, nowMs: 1_900 })
    expect(await sums()).toEqual([0n, 0n])
  })
}
