import { expect, test } from 'vitest'
import type { Hex } from '../../src/interface/fields.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import type { Transition } from '../../src/stores/store.ts'
import { useForEach } from '../useParts.ts'
import { freshDatabase } from './freshDatabase.ts'
import { move } from './move.ts'
import { addressOf, hashOf, sampleQuote } from './sampleQuote.ts'

const database = useForEach(freshDatabase)
const store = useForEach(() => openPostgresStore({ url: database.url }))

const chainId = 10
const signer = addressOf(77)
const money = { from: 'owner', to: 'originIntent', chainId, token: addressOf(4), amount: 5n, why: 'deposit' } as const
const back = { ...money, from: 'originIntent', to: 'owner', why: 'refund' } as const
const page = { beforeMs: 10_000, limit: 100 }
const count = async (table: string) => (await store.pool.query(`select from ${table}`)).rowCount

/** An intent that was paid and sent in a transaction of its own, and whose end the test says. */
async function sent(n: number, end: Partial<Transition> & Pick<Transition, 'step'>): Promise<Hex> {
  const { intentId } = await store.intents.insertQuote(sampleQuote({ intentId: hashOf(n) }))
  const item = { chainId, leg: 'refund' as const, to: addressOf(7), data: '0x12' as const, value: 0n, gasLimit: 5n }
  await move(store, intentId, 'quoted', {
    step: 'refund',
    dueAtMs: 2_000,
    nowMs: 1_500,
    ledger: [money],
    outbox: [item],
  })
  await store.attempts.leaseLane({ chainId, signer, holder: 'a', nowMs: 1_000, untilMs: 90_000 })
  const [pending] = await store.attempts.pending(chainId, 10)
  const attempt = await store.attempts.insertAttempt({
    chainId,
    signer,
    nonce: n,
    hash: hashOf(n, 'f'),
    raw: '0x02',
    items: [pending!.id],
    gasLimit: 5n,
    maxFeePerGas: 1n,
    maxPriorityFeePerGas: 1n,
    holder: 'a',
    nowMs: 1_600,
  })
  await store.attempts.recordAttempt({ id: attempt!.id, state: 'confirmed', nowMs: 1_700 })
  await store.intents.transition({ intentId, step: 'refund' }, { nowMs: 1_800, finishedAtMs: 1_800, ...end })
  return intentId
}

test('transactions of what is closed go; what is looked at, and the newest nonce, stay', async () => {
  const closed = await sent(1, { step: 'held', ledger: [back] })
  const looked = await sent(2, { step: 'held', dueAtMs: 5_000, ledger: [back] })
  const newest = await sent(3, { step: 'held', ledger: [back] })
  expect(await store.retention.prune('transactions', { ...page, beforeMs: 1_000 })).toBe(0)
  expect(await store.retention.prune('transactions', page)).toBe(3)
  expect(await store.attempts.ofLeg(closed, 'refund')).toEqual([])
  expect(await store.attempts.ofLeg(looked, 'refund')).toHaveLength(1)
  expect(await store.attempts.ofLeg(newest, 'refund')).toEqual([])
  expect(await store.attempts.nextNonce(chainId, signer)).toBe(4)
  expect(await store.attempts.minedBelow(chainId, signer)).toBe(4)
  // The receipt is made of the intent, its legs and its ledger, and is as before.
  expect(await store.intents.ledger(closed)).toHaveLength(2)
  expect((await store.intents.find(closed))?.step).toBe('held')
})

test('whole intents go when the operator says so, with their ledger; never one that holds money', async () => {
  const paid = await sent(1, { step: 'held', ledger: [back] })
  const holds = await sent(2, { step: 'held' })
  const looked = await sent(3, { step: 'held', dueAtMs: 5_000, ledger: [back] })
  const { closed, forget } = store.retention
  const intentIds = [paid, holds, looked]
  expect(await closed('intents', { ...page, afterMs: 0 })).toEqual([])
  expect(await forget('intents', { ...page, intentIds })).toBe(0)
  await store.retention.prune('transactions', page)
  expect((await closed('intents', { ...page, afterMs: 0 })).map(({ intentId }) => intentId)).toEqual([paid])
  expect(await forget('intents', { ...page, intentIds })).toBe(1)
  expect(await store.intents.find(paid)).toBeUndefined()
  for (const kept of [holds, looked]) expect((await store.intents.find(kept))?.step).toBe('held')
  expect(await store.intents.ledger(holds)).toHaveLength(1)
  expect(await count('ledger')).toBe(3)
})

test('the log goes once it was told to webhooks, in bounded batches; that of what is under way stays', async () => {
  await sent(1, { step: 'held', ledger: [back] })
  const open = await store.intents.insertQuote(sampleQuote({ intentId: hashOf(9) }))
  await move(store, open.intentId, 'quoted', { step: 'committed', dueAtMs: 2_000, nowMs: 1_500 })
  const before = (await count('events'))!
  expect(await store.retention.prune('events', page)).toBe(0)
  await store.webhooks.fanOut({ limit: 100, nowMs: 2_000, print: ({ kind }) => kind })
  expect(await store.retention.prune('events', { ...page, limit: 1 })).toBe(1)
  await store.retention.prune('events', page)
  expect(await count('events')).toBe(1)
  expect(before).toBeGreaterThan(2)
})

test('the audit goes by age, and by nothing else', async () => {
  for (const nowMs of [1_000, 20_000])
    await store.access.setSwitches({ chainsPaused: [7] }, { actor: 'operator', nowMs })
  expect(await store.retention.prune('audit', page)).toBe(1)
  expect((await store.access.audit({ limit: 9 })).map(({ atMs }) => atMs)).toEqual([20_000])
  await expect(store.pool.query('delete from audit')).rejects.toMatchObject({ code: 'CW002' })
})
