import { expect, test } from 'vitest'
import type { Transition } from '../../src/stores/store.ts'
import { addressOf, hashOf } from './sampleQuote.ts'
import type { Bench } from './storeContract.ts'

/** What is deleted because it is old, and what never is. */
export function forgetContract(bench: Bench): void {
  const lapse = async (n: number, extra: Partial<Transition> = {}) => {
    const intentId = await bench.commit(n)
    const ended = { step: 'lapsed' as const, nowMs: 3_000, finishedAtMs: 3_000, dueAtMs: null, ...extra }
    await bench.store.intents.transition({ intentId, step: 'committed' }, ended)
    return intentId
  }
  const booked: Partial<Transition> = {
    ledger: [{ from: 'owner', to: 'originIntent', chainId: 10, token: addressOf(4), amount: 1n, why: 'deposit' }],
  }

  test('intents that lapsed long ago are forgotten with their log, as many as asked for', async () => {
    const gone = [await lapse(1), await lapse(2), await lapse(3)]
    const late = await lapse(4, { finishedAtMs: 9_000 })
    const { closed, forget } = bench.store.retention
    const named = async (limit: number, afterMs = 0) =>
      (await closed('lapsed', { afterMs, beforeMs: 4_000, limit })).map(({ intentId }) => intentId)
    expect((await named(9)).toSorted()).toEqual(gone.toSorted())
    expect(await named(2)).toHaveLength(2)
    expect(await named(9, 3_000)).toEqual([])
    expect(await closed('lapsed', { afterMs: 0, beforeMs: 4_000, limit: 1 })).toMatchObject([
      {
        step: 'lapsed',
        finishedAtMs: 3_000,
        wallets: [
          { chainId: 10, address: expect.any(String) },
          { chainId: 8_453, address: expect.any(String) },
        ],
      },
    ])
    expect(await forget('lapsed', { beforeMs: 4_000, intentIds: [gone[0]!, late] })).toBe(1)
    expect(await forget('lapsed', { beforeMs: 4_000, intentIds: gone })).toBe(2)
    expect(await forget('lapsed', { beforeMs: 4_000, intentIds: gone })).toBe(0)
    for (const intentId of gone) expect(await bench.store.intents.find(intentId)).toBeUndefined()
    expect(await bench.store.intents.find(late)).toBeDefined()
  })

  test('what was paid, is still looked at, was sent or is under way is never forgotten', async () => {
    const outbox = [
      { chainId: 10, leg: 'refund' as const, to: addressOf(4), data: '0x' as const, value: 0n, gasLimit: 1n },
    ]
    const kept = [
      await lapse(1, booked),
      await lapse(2, { dueAtMs: 99_000 }),
      await lapse(3, { outbox }),
      await bench.commit(4),
    ]
    const { closed, forget } = bench.store.retention
    expect(await closed('lapsed', { afterMs: 0, beforeMs: 99_999, limit: 100 })).toEqual([])
    expect(await forget('lapsed', { beforeMs: 99_999, intentIds: kept })).toBe(0)
    for (const intentId of kept) expect(await bench.store.intents.find(intentId)).toBeDefined()
  })

  test('expired quotes are set aside: no list has them, and what is paid late makes an intent of one again', async () => {
    const { intents } = bench.store
    const old = await bench.quote(1, { nowMs: 1_000 })
    await bench.quote(2, { nowMs: 9_000 })
    const committed = await bench.commit(3)
    const expired = { expiredBeforeMs: old.expiresAtMs + 1, limit: 10 }
    expect(await intents.archiveQuotes(expired)).toBe(1)
    expect(await intents.archiveQuotes(expired)).toBe(0)
    const listed = async () => (await intents.search({}, { limit: 10 })).map(({ intentId }) => intentId)
    expect(await listed()).toEqual([hashOf(2), committed])
    expect(await (await bench.another()).intents.find(old.intentId)).toEqual(old)
    expect(await intents.stepOf(old.intentId)).toEqual({ projectId: 1, step: 'quoted' })
    const due = { nowMs: old.expiresAtMs, limit: 10 }
    expect((await intents.takeExpiredQuotes(due)).map(({ intentId }) => intentId)).toEqual([old.intentId])
    expect(await intents.takeExpiredQuotes(due)).toEqual([])
    const paid: Transition = { ...booked, step: 'refund', dueAtMs: 400_000, nowMs: 390_000 }
    expect(await intents.transition({ intentId: old.intentId, step: 'quoted' }, paid)).toBe(true)
    expect(await listed()).toContain(old.intentId)
    const found = await intents.find(old.intentId)
    expect(found).toMatchObject({ id: old.id, step: 'refund', intent: old.intent, plan: old.plan, legs: old.legs })
    expect(await intents.archiveQuotes({ expiredBeforeMs: 9_999_999, limit: 10 })).toBe(1)
    expect(await intents.forgetQuotes([hashOf(2), old.intentId])).toBe(1)
    expect(await intents.find(hashOf(2))).toBeUndefined()
  })

  test('an expired quote that was archived gets its look before newer ones that nobody paid, however many', async () => {
    const { intents } = bench.store
    const old = await bench.quote(1, { nowMs: 1_000 })
    expect(await intents.archiveQuotes({ expiredBeforeMs: old.expiresAtMs + 1, limit: 10 })).toBe(1)
    const flood = [await bench.quote(2, { nowMs: 9_000 }), await bench.quote(3, { nowMs: 9_001 })]
    const nowMs = Math.max(...flood.map(({ expiresAtMs }) => expiresAtMs))
    const taken = async () => (await intents.takeExpiredQuotes({ nowMs, limit: 2 })).map(({ intentId }) => intentId)
    expect(await taken()).toEqual([old.intentId, hashOf(2)])
    expect(await taken()).toEqual([hashOf(3)])
    expect(await taken()).toEqual([])
  })

  test('old idempotency keys are forgotten and can be used again', async () => {
    const claim = { projectId: 1, operation: 'CommitIntent', key: 'once' }
    const { idempotency } = bench.store
    await idempotency.claim({ ...claim, bodyHash: hashOf(1), nowMs: 1_000 })
    expect(await idempotency.forget({ claimedBeforeMs: 1_000, limit: 10 })).toBe(0)
    expect(await idempotency.claim({ ...claim, bodyHash: hashOf(2), nowMs: 2_000 })).toEqual({ bodyHash: hashOf(1) })
    expect(await idempotency.forget({ claimedBeforeMs: 1_001, limit: 10 })).toBe(1)
    expect(await idempotency.claim({ ...claim, bodyHash: hashOf(2), nowMs: 2_000 })).toEqual({ bodyHash: hashOf(2) })
  })
}
