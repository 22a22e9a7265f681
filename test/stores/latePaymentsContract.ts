import { expect, test } from 'vitest'
import type { Hex } from '../../src/interface/fields.ts'
import { move } from './move.ts'
import type { Bench } from './storeContract.ts'

export function latePaymentsContract(bench: Bench): void {
  /** Ended at 1,600 and looked at since; the next look is far away. */
  async function ended(n: number): Promise<Hex> {
    const intentId = await bench.commit(n)
    const { transition } = bench.store.intents
    await transition(
      { intentId, step: 'committed' },
      { step: 'lapsed', dueAtMs: 1_700, finishedAtMs: 1_600, nowMs: 1_600 },
    )
    await transition({ intentId, step: 'lapsed' }, { dueAtMs: 90_000, nowMs: 1_800 })
    return intentId
  }
  const addressOf = async (intentId: Hex) => {
    const { intent } = (await bench.store.intents.find(intentId))!
    const { tokenAddress: token } = intent.depositTransaction
    return { chainId: intent.originChainId, address: intent.originIntentAddress, token }
  }
  const leased = async (nowMs: number) => {
    const rows = await bench.store.intents.lease({ worker: 'w', nowMs, leaseMs: 1_000, limit: 10 })
    return rows.map(({ intentId }) => intentId)
  }

  test('a payment to an address of an ended intent makes it due, on its chain and no other', async () => {
    const intentId = await ended(1)
    const { chainId, address, token } = await addressOf(intentId)
    const { pollNow, latePayees } = bench.store.intents
    expect(await latePayees(chainId, 10)).toContainEqual({ address, token })
    expect(await pollNow({ chainId: 99, addresses: [address], nowMs: 2_000 })).toBe(0)
    expect(await leased(2_000)).toEqual([])
    expect(await pollNow({ chainId, addresses: [address], nowMs: 2_000 })).toBeGreaterThan(0)
    expect(await leased(2_000)).toEqual([intentId])
  })

  test('intents under way, quotes, and ends that are looked at when refunds begin are left alone', async () => {
    const live = await bench.commit(1, 50_000)
    const { intentId: quoted } = await bench.quote(2)
    const fresh = await bench.commit(3)
    await move(bench.store, fresh, 'committed', { step: 'lapsed', dueAtMs: 60_000, finishedAtMs: 1_600, nowMs: 1_600 })
    for (const intentId of [live, quoted, fresh]) {
      const { chainId, address } = await addressOf(intentId)
      expect(await bench.store.intents.pollNow({ chainId, addresses: [address], nowMs: 2_000 })).toBe(0)
    }
    expect(await leased(2_000)).toEqual([])
  })

  test('an expired quote that was archived is looked at in the next look', async () => {
    const { intentId, expiresAtMs } = await bench.quote(1)
    const { archiveQuotes, takeExpiredQuotes, pollNow, latePayees } = bench.store.intents
    await archiveQuotes({ expiredBeforeMs: expiresAtMs + 1, limit: 10 })
    const nowMs = expiresAtMs + 1_000
    expect(await takeExpiredQuotes({ nowMs, limit: 10 })).toHaveLength(1)
    expect(await takeExpiredQuotes({ nowMs: nowMs + 1, limit: 10 })).toEqual([])
    const { chainId, address, token } = await addressOf(intentId)
    expect(await latePayees(chainId, 10)).toEqual([{ address, token }])
    expect(await pollNow({ chainId, addresses: [address], nowMs: nowMs + 2 })).toBe(1)
    expect(await takeExpiredQuotes({ nowMs: nowMs + 2, limit: 10 })).toHaveLength(1)
  })

  test('of two processes one reads a turn, from where the last one that was finished ended', async () => {
    const other = (await bench.another()).intents
    const { takePayments, advancePayments } = bench.store.intents
    const turn = (nowMs: number) => ({ chainId: 10, nowMs, everyMs: 60_000, firstBlock: 500 })
    expect(await takePayments(turn(100_000))).toBe(500)
    expect(await other.takePayments(turn(130_000))).toBeUndefined()
    // The first one died: the range is read again.
    expect(await other.takePayments(turn(160_000))).toBe(500)
    await other.advancePayments({ chainId: 10, from: 500, to: 540 })
    await advancePayments({ chainId: 10, from: 500, to: 520 })
    expect(await takePayments(turn(220_000))).toBe(540)
  })

  test('too many addresses are not named', async () => {
    const { chainId } = await addressOf(await ended(1))
    expect(await bench.store.intents.latePayees(chainId, 0)).toBeUndefined()
    expect((await bench.store.intents.latePayees(chainId, 6))?.length).toBeGreaterThan(0)
  })

  test('steps of chains that a worker cannot see are left to others', async () => {
    const intentId = await bench.commit(1)
    const { chainId } = await addressOf(intentId)
    const { lease, nextDueMs } = bench.store.intents
    const asked = { worker: 'w', nowMs: 5_000, leaseMs: 1_000, limit: 10 }
    expect(await nextDueMs([chainId])).toBeUndefined()
    expect(await nextDueMs([chainId + 7])).toBe(2_000)
    expect(await lease({ ...asked, blind: [chainId] })).toEqual([])
    expect(await lease({ ...asked, blind: [chainId + 7] })).toHaveLength(1)
  })
}
