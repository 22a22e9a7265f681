import { expect, test } from 'vitest'
import type { Hex } from '../../src/interface/fields.ts'
import type { Attempt } from '../../src/stores/store.ts'
import { hear } from './intentsContract.ts'
import { addressOf, bigAmount, hashOf } from './sampleQuote.ts'
import type { Bench } from './storeContract.ts'

const signer = addressOf(50)
const chainId = 10

export function attemptsContract(bench: Bench): void {
  /** Committed intents with an origin leg in the outbox; their items. */
  async function itemsOf(...numbers: number[]): Promise<{ ids: Hex[]; items: number[] }> {
    const ids: Hex[] = []
    for (const n of numbers) {
      const outbox = [
        { chainId, leg: 'origin' as const, to: addressOf(7), data: '0x1234' as Hex, value: bigAmount, gasLimit: 9n },
      ]
      ids.push(await bench.commit(n, 60_000, { outbox }))
    }
    const pending = await bench.store.attempts.pending(chainId, 100)
    return { ids, items: pending.filter(({ intentId }) => ids.includes(intentId)).map(({ id }) => id) }
  }

  const inFlight = (intentId: Hex) => bench.store.attempts.isInFlight(intentId, 'origin')

  test('who signs on a chain is who held a lane there lately', async () => {
    expect(await bench.store.attempts.signers(chainId, 0)).toEqual([])
    await hold('a', 1_000, 10_000)
    expect(await bench.store.attempts.signers(chainId, 10_000)).toEqual([signer])
    expect(await bench.store.attempts.signers(chainId, 10_001)).toEqual([])
    expect(await bench.store.attempts.signers(chainId + 1, 0)).toEqual([])
    // Still leased, or configured: it stays.
    await bench.store.attempts.retireLanes({ chainId, keep: [], nowMs: 9_999 })
    await bench.store.attempts.retireLanes({ chainId, keep: [signer], nowMs: 20_000 })
    expect(await bench.store.attempts.signers(chainId, 10_000)).toEqual([signer])
    await bench.store.attempts.retireLanes({ chainId, keep: [addressOf(99)], nowMs: 20_000 })
    expect(await bench.store.attempts.signers(chainId, 10_000)).toEqual([])
  })

  test('a leg is in flight while anything of it may still be sent or mined, also under a cancellation', async () => {
    const { ids, items } = await itemsOf(1)
    expect(await inFlight(ids[0]!)).toBe(true)
    expect(await bench.store.attempts.isInFlight(ids[0]!, 'refund')).toBe(false)
    await hold()
    const carrier = await plan(0, items)
    const cancellation = await plan(0, [], { replaces: carrier!.id })
    expect(await inFlight(ids[0]!)).toBe(true)
    await bench.store.attempts.recordAttempt({ id: cancellation!.id, state: 'confirmed', requeue: items, nowMs: 3_000 })
    expect(await inFlight(ids[0]!)).toBe(true)
    const last = await plan(1, items)
    await bench.store.attempts.recordAttempt({ id: last!.id, state: 'confirmed', nowMs: 4_000 })
    expect(await inFlight(ids[0]!)).toBe(false)
  })

  test('an end that is recorded again, because the first answer was lost, is told once', async () => {
    const { ids, items } = await itemsOf(1)
    await hold()
    const planned = await plan(0, items)
    const report = { id: planned!.id, state: 'confirmed', legStatus: 'MINING', nowMs: 3_000 } as const
    await bench.store.attempts.recordAttempt(report)
    const events = await bench.store.events.ofIntent({ intentId: ids[0]!, afterId: 0, limit: 100 })
    await bench.store.attempts.recordAttempt({ ...report, nowMs: 4_000 })
    expect(await bench.store.events.ofIntent({ intentId: ids[0]!, afterId: 0, limit: 100 })).toEqual(events)
  })

  const hold = (holder = 'a', nowMs = 1_000, untilMs = 10_000) =>
    bench.store.attempts.leaseLane({ chainId, signer, holder, nowMs, untilMs })

  const plan = (nonce: number, items: number[], more: Partial<Attempt> & { holder?: string; nowMs?: number } = {}) =>
    bench.store.attempts.insertAttempt({
      chainId,
      signer,
      nonce,
      hash: hashOf(nonce * 100 + (more.replaces ?? 0), 'f'),
      raw: '0x02abcd',
      items,
      gasLimit: 21_000n,
      maxFeePerGas: bigAmount,
      maxPriorityFeePerGas: 1n,
      holder: 'a',
      nowMs: 2_000,
      ...more,
    })

  const planned = async (...args: Parameters<typeof plan>): Promise<Attempt> => {
    const attempt = await plan(...args)
    if (!attempt) throw new Error('not planned')
    return attempt
  }
  const pendingIds = async () => (await bench.store.attempts.pending(chainId, 100)).map(({ id }) => id)
  const originLeg = async (intentId: Hex) =>
    (await bench.store.intents.find(intentId))?.legs.find(({ leg }) => leg === 'origin')

  test('what a change hands to the sender is pending, oldest first', async () => {
    const { ids, items } = await itemsOf(1, 2)
    const pending = await bench.store.attempts.pending(chainId, 100)
    expect(pending.map(({ id }) => id)).toEqual(items.toSorted((a, b) => a - b))
    expect(pending[0]).toEqual({
      id: items[0],
      intentId: ids[0],
      chainId,
      leg: 'origin',
      to: addressOf(7),
      data: '0x1234',
      value: bigAmount,
      gasLimit: 9n,
      createdAtMs: 1_500,
    })
    expect(await bench.store.attempts.pending(chainId, 1)).toHaveLength(1)
    expect(await bench.store.attempts.pending(11, 10)).toEqual([])
  })

  test('a lane has one holder at a time', async () => {
    const other = await bench.another()
    const tries = await Promise.all([
      hold('a'),
      other.attempts.leaseLane({ chainId, signer, holder: 'b', nowMs: 1_000, untilMs: 10_000 }),
    ])
    expect(tries.filter(Boolean)).toHaveLength(1)
    const [winner, loser] = tries[0] ? ['a', 'b'] : ['b', 'a']
    expect(await hold(winner, 2_000, 12_000)).toBe(true)
    expect(await hold(loser, 11_999, 20_000)).toBe(false)
    expect(await hold(loser, 12_000, 20_000)).toBe(true)
    expect(await hold(winner, 12_000, 20_000)).toBe(false)
  })

  test('a plan keeps the signed bytes and takes its items', async () => {
    const { ids, items } = await itemsOf(1, 2)
    await hold()
    const attempt = await planned(5, items)
    expect(attempt).toMatchObject({ state: 'planned', nonce: 5, items, intentIds: ids, createdAtMs: 2_000 })
    expect(await pendingIds()).toEqual([])
    expect(await bench.store.attempts.live(chainId)).toEqual([attempt])
    expect(await bench.store.attempts.live(chainId, signer)).toEqual([attempt])
    expect(await bench.store.attempts.live(chainId, addressOf(51))).toEqual([])
    const { id, hash, state, updatedAtMs } = attempt
    const onLeg = { id, signer: attempt.signer, nonce: 5, hash, state, updatedAtMs }
    expect(await bench.store.attempts.ofLeg(ids[0]!, 'origin')).toEqual([onLeg])
    expect(await bench.store.attempts.ofLeg(ids[0]!, 'refund')).toEqual([])
    expect(await bench.store.attempts.atNonce(chainId, signer, 5)).toEqual([attempt])
  })

  test('without the lane nothing is signed', async () => {
    const { items } = await itemsOf(1)
    expect(await plan(1, items)).toBeUndefined()
    await hold('a', 1_000, 3_000)
    expect(await plan(1, items, { holder: 'b' })).toBeUndefined()
    expect(await plan(1, items, { nowMs: 3_000 })).toBeUndefined()
    expect(await pendingIds()).toEqual(items)
    expect(await plan(1, items, { nowMs: 2_999 })).toBeDefined()
  })

  test('an item travels in one transaction, and a nonce is used once', async () => {
    const { items } = await itemsOf(1, 2)
    const [first, second] = items as [number, number]
    await hold()
    const attempt = await planned(1, [first])
    expect(await plan(2, [first])).toBeUndefined()
    expect(await plan(2, [first, second])).toBeUndefined()
    expect(await plan(1, [second])).toBeUndefined()
    expect(await plan(2, [999_999])).toBeUndefined()
    expect(await pendingIds()).toEqual([second])
    await bench.store.attempts.recordAttempt({ id: attempt.id, state: 'indeterminate', nowMs: 2_100 })
    expect(await plan(2, [first])).toBeUndefined()
  })

  test('of two processes that plan the same item, one gets it', async () => {
    const { items } = await itemsOf(1)
    await hold()
    const plans = await Promise.all([1, 2, 3, 4].map((nonce) => plan(nonce, items)))
    expect(plans.filter((attempt) => attempt !== undefined)).toHaveLength(1)
  })

  test('a replacement has the same signer and nonce, and carries the items on', async () => {
    const { ids, items } = await itemsOf(1)
    await hold()
    const old = await planned(1, items)
    expect(await plan(2, items, { replaces: old.id })).toBeUndefined()
    expect((await bench.store.attempts.live(chainId))[0]).toEqual(old)
    const fresh = await planned(1, items, { replaces: old.id })
    expect(fresh.replaces).toBe(old.id)
    expect((await bench.store.attempts.live(chainId)).map(({ id }) => id)).toEqual([fresh.id])
    expect(await plan(1, items, { replaces: old.id })).toBeUndefined()
    const ofLeg = await bench.store.attempts.ofLeg(ids[0]!, 'origin')
    expect(ofLeg.map(({ id, state }) => [id, state])).toEqual([
      [fresh.id, 'planned'],
      [old.id, 'replaced'],
    ])
  })

  test('a cancellation names the intents that it cancels, and what fills a nonce that was given back names none', async () => {
    const { ids, items } = await itemsOf(1, 2)
    await hold()
    const carrier = await planned(1, items)
    const cancellation = await planned(1, [], { replaces: carrier.id })
    expect(cancellation).toMatchObject({ items: [], intentIds: ids })
    const again = await planned(1, [], { replaces: cancellation.id })
    expect(again.intentIds).toEqual(ids)
    expect(await bench.store.attempts.live(chainId, signer)).toEqual([again])
    await bench.store.attempts.recordAttempt({ id: again.id, state: 'confirmed', requeue: items, nowMs: 3_000 })
    const refused = await planned(2, items)
    await bench.store.attempts.recordAttempt({ id: refused.id, state: 'rejected', requeue: items, nowMs: 3_000 })
    const pass = await planned(2, [])
    const bumped = await planned(2, [], { replaces: pass.id })
    expect([pass.intentIds, bumped.intentIds]).toEqual([[], []])
    expect(await bench.store.attempts.live(chainId, signer)).toEqual([bumped])
  })

  test('the older of two at one nonce may still be the one that is mined', async () => {
    const { items } = await itemsOf(1)
    await hold()
    const old = await planned(1, items)
    const fresh = await planned(1, items, { replaces: old.id })
    await bench.store.attempts.recordAttempt({ id: old.id, state: 'confirmed', legStatus: 'SUCCEEDED', nowMs: 3_000 })
    const states = (await bench.store.attempts.atNonce(chainId, signer, 1)).map(({ id, state }) => [id, state])
    expect(states).toEqual([
      [fresh.id, 'replaced'],
      [old.id, 'confirmed'],
    ])
    expect(await pendingIds()).toEqual([])
    await expect(
      bench.store.attempts.recordAttempt({ id: fresh.id, state: 'confirmed', nowMs: 3_100 }),
    ).rejects.toMatchObject({ kind: 'notAllowed' })
  })

  test('recording an attempt moves the legs forward and wakes the intents at the end', async () => {
    const { ids, items } = await itemsOf(1, 2)
    await hold()
    const attempt = await planned(1, items)
    const record = (state: Attempt['state'], legStatus: 'RELAYED' | 'MINING' | 'SUCCEEDED', nowMs: number) =>
      bench.store.attempts.recordAttempt({ id: attempt.id, state, legStatus, nowMs })
    await record('broadcast', 'RELAYED', 3_000)
    expect(await originLeg(ids[0]!)).toMatchObject({ status: 'RELAYED', txnHash: attempt.hash, updatedAtMs: 3_000 })
    expect(await bench.store.intents.nextDueMs()).toBe(60_000)
    const { until, stop } = await hear(await bench.another())
    await record('confirmed', 'SUCCEEDED', 4_000)
    for (const intentId of ids) await until((note) => note.kind === 'moved' && note.intentId === intentId)
    expect(await originLeg(ids[1]!)).toMatchObject({ status: 'SUCCEEDED', txnHash: attempt.hash })
    const woken = await bench.store.intents.lease({ worker: 'w', nowMs: 4_000, leaseMs: 1_000, limit: 10 })
    expect(woken.map(({ intentId }) => intentId).toSorted()).toEqual(ids.toSorted())
    expect(await pendingIds()).toEqual([])
    expect(await bench.store.attempts.live(chainId)).toEqual([])
    stop()
  })

  test('a report that comes late does not move a leg back', async () => {
    const { ids, items } = await itemsOf(1)
    await hold()
    const attempt = await planned(1, items)
    const mined = { state: 'broadcast', legStatus: 'MINING', minedAtMs: 2_500, nowMs: 3_000 } as const
    await bench.store.attempts.recordAttempt({ id: attempt.id, ...mined })
    for (const state of ['broadcast', 'confirmed'] as const) {
      await bench.store.attempts.recordAttempt({ id: attempt.id, state, legStatus: 'RELAYED', nowMs: 3_100 })
      expect(await originLeg(ids[0]!)).toMatchObject({ status: 'MINING', minedAtMs: 2_500 })
    }
  })

  test('items to be sent again are pending again, the others are done', async () => {
    const { ids, items } = await itemsOf(1, 2)
    const [first, second] = items as [number, number]
    await hold()
    const attempt = await planned(1, items)
    await bench.store.attempts.recordAttempt({
      id: attempt.id,
      state: 'reverted',
      legStatus: 'FAILED',
      requeue: [second],
      nowMs: 3_000,
    })
    expect(await pendingIds()).toEqual([second])
    expect(await originLeg(ids[0]!)).toMatchObject({ status: 'FAILED' })
    expect(await originLeg(ids[1]!)).toMatchObject({ status: 'UNKNOWN' })
    const again = await planned(2, [second])
    expect(again.items).toEqual([second])
    expect(await plan(3, [first])).toBeUndefined()
  })

  test('a cancellation that is mined frees what it cancelled', async () => {
    const { items } = await itemsOf(1)
    await hold()
    const old = await planned(1, items)
    const cancel = await planned(1, [], { replaces: old.id })
    expect(await pendingIds()).toEqual([])
    await bench.store.attempts.recordAttempt({ id: cancel.id, state: 'confirmed', requeue: items, nowMs: 3_000 })
    expect(await pendingIds()).toEqual(items)
    expect(await planned(2, items)).toBeDefined()
  })

  test('a nonce that no node took can be given out again', async () => {
    const { items } = await itemsOf(1)
    await hold()
    expect(await bench.store.attempts.nextNonce(chainId, signer)).toBeUndefined()
    expect(await bench.store.attempts.minedBelow(chainId, signer)).toBe(0)
    await planned(7, [])
    const refused = await planned(8, items)
    expect(await bench.store.attempts.nextNonce(chainId, signer)).toBe(9)
    await bench.store.attempts.recordAttempt({ id: refused.id, state: 'rejected', requeue: items, nowMs: 3_000 })
    expect(await bench.store.attempts.nextNonce(chainId, signer)).toBe(8)
    expect(await planned(8, items, { hash: hashOf(8, 'e') })).toBeDefined()
  })

  test('an attempt at its end stays there', async () => {
    await hold()
    const attempt = await planned(1, [])
    await bench.store.attempts.recordAttempt({ id: attempt.id, state: 'confirmed', nowMs: 3_000 })
    await bench.store.attempts.recordAttempt({ id: attempt.id, state: 'confirmed', nowMs: 3_100 })
    expect(await bench.store.attempts.minedBelow(chainId, signer)).toBe(2)
    for (const state of ['broadcast', 'reverted', 'rejected', 'replaced'] as const) {
      await expect(bench.store.attempts.recordAttempt({ id: attempt.id, state, nowMs: 3_200 })).rejects.toMatchObject({
        kind: 'notAllowed',
      })
    }
    await expect(bench.store.attempts.recordAttempt({ id: 999_999, state: 'broadcast', nowMs: 1 })).rejects.toThrow(
      'no attempt',
    )
  })

  test("an item past its last moment is done without being sent, and in nobody's way", async () => {
    const item = {
      chainId: 10,
      leg: 'origin' as const,
      to: addressOf(7),
      data: '0x12' as const,
      value: 0n,
      gasLimit: 5n,
    }
    const intentId = await bench.commit(1, 2_000, { outbox: [{ ...item, lastAtMs: 5_000 }, item] })
    const { attempts } = bench.store
    expect(await attempts.pending(10, 9, 4_999)).toHaveLength(2)
    expect(await attempts.pending(10, 9, 5_000)).toHaveLength(1)
    expect(await attempts.pending(10, 9)).toHaveLength(1)
    expect(await attempts.isInFlight(intentId, 'origin')).toBe(true)
    const late = await bench.commit(2, 2_000, { outbox: [{ ...item, lastAtMs: 5_000 }] })
    expect(await attempts.pending(10, 9, 6_000)).toHaveLength(1)
    expect(await attempts.isInFlight(late, 'origin')).toBe(false)
  })
}
