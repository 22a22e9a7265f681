import { expect, test } from 'vitest'
import { foldEvents } from '../../src/intents/foldEvents.ts'
import type { IntentEvent } from '../../src/interface/eventShapes.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { NewWebhook, WebhookRecord } from '../../src/stores/eventStore.ts'
import { move } from './move.ts'
import { addressOf, hashOf } from './sampleQuote.ts'
import type { Bench } from './storeContract.ts'

const act = { actor: 'operator', nowMs: 1_000 }
const limit = 100

/** The log, the endpoints that it is handed on to, and the deliveries that come of it. */
export function eventsContract(bench: Bench): void {
  const log = (intentId: Hex, afterId = 0) => bench.store.events.ofIntent({ intentId, afterId, limit })

  const shown = async (intentId: Hex): Promise<IntentEvent[]> => {
    const record = (await bench.store.intents.find(intentId))!
    return (await log(intentId)).map(foldEvents(record)).filter((event) => event !== undefined)
  }

  const lapse = (intentId: Hex, nowMs = 1_700) =>
    bench.store.intents.transition({ intentId, step: 'committed' }, { step: 'lapsed', nowMs })

  const hook = async (more: Partial<NewWebhook> = {}, max = 10): Promise<WebhookRecord> => {
    const made = await bench.store.webhooks.create(
      { projectId: 1, name: 'mine', url: 'https://example.org/in', secret: 'whsec_a', kinds: [], ...more },
      max,
      act,
    )
    if (typeof made === 'string') throw new Error(made)
    return made
  }
  const fanOutOnce = (rows: number) =>
    bench.store.webhooks.fanOut({ limit: rows, nowMs: 2_000, print: (event) => JSON.stringify(event) })
  /** Until nothing is left: the database's own housekeeping may be the transaction that is waited for. */
  const fanOut = async (): Promise<number> => {
    const { made, more } = await fanOutOnce(limit)
    return more ? made + (await fanOut()) : made
  }
  const lease = (nowMs = 2_000, more: object = {}) =>
    bench.store.webhooks.lease({ worker: 'w', nowMs, leaseMs: 1_000, limit, perWebhook: 4, ...more })

  test('every change leaves a row, and rows show what callers may know', async () => {
    const intentId = await bench.commit(1, 2_000, {
      legs: [{ leg: 'deposit', chainId: 10, status: 'PENDING', txnHash: hashOf(5) }],
    })
    await bench.store.intents.transition({ intentId, step: 'committed' }, { dueAtMs: 3_000, nowMs: 1_600 })
    await move(bench.store, intentId, 'committed', {
      step: 'lapsed',
      legs: [{ leg: 'deposit', chainId: 10, status: 'FAILED', statusReason: 'LAPSED: nothing came' }],
      nowMs: 1_700,
    })
    const events = await shown(intentId)
    expect(events).toMatchObject([
      {
        kind: 'intent.committed',
        status: 'COMMITTED',
        intentId,
        projectId: 1,
        receiptStates: ['PENDING', 'UNKNOWN', 'UNKNOWN'],
        transactions: [{ type: 'DEPOSIT', chainId: 10, status: 'PENDING', pendingTxnHash: hashOf(5) }],
        createdAt: '1970-01-01T00:00:01.500Z',
      },
      {
        kind: 'intent.failed',
        status: 'FAILED',
        receiptStates: ['FAILED', 'UNKNOWN', 'UNKNOWN'],
        transactions: [{ type: 'DEPOSIT', status: 'FAILED', statusReason: 'LAPSED: nothing came' }],
      },
    ])
    expect(events[1]!.id).toBeGreaterThan(events[0]!.id)
    expect(await log(intentId, events[0]!.id)).toHaveLength(1)
    expect(await log(hashOf(99))).toEqual([])
  })

  test('an arrival is told by a row of its own, and again when a reorganisation takes it back', async () => {
    const intentId = await bench.commit(1)
    const hooks = [
      await hook({ kinds: ['intent.arrived'] }),
      await hook({ kinds: ['intent.updated'] }),
      await hook({ kinds: ['intent.failed'] }),
    ]
    const turn = (arrived: boolean, nowMs: number) =>
      bench.store.intents.transition({ intentId, step: 'committed' }, { arrived, nowMs })
    await turn(true, 1_600)
    await turn(false, 1_700)
    await turn(false, 1_800)
    const kinds = (await shown(intentId)).map(({ kind }) => kind)
    expect(kinds).toEqual(['intent.committed', 'intent.arrived', 'intent.reorged'])
    await fanOut()
    const made = await Promise.all(
      hooks.map(({ id }) => bench.store.webhooks.deliveries({ projectId: 1, webhookId: id, limit })),
    )
    expect(made.map((rows) => rows.map(({ kind }) => kind).toSorted())).toEqual([
      ['intent.arrived'],
      ['intent.arrived', 'intent.reorged'],
      [],
    ])
  })

  test('what an attempt does to a leg is shown, and nothing else of it', async () => {
    const [chainId, signer] = [10, addressOf(50)]
    const outbox = [{ chainId, leg: 'origin' as const, to: addressOf(7), data: '0x12' as Hex, value: 0n, gasLimit: 9n }]
    const intentId = await bench.commit(1, 60_000, { outbox })
    const { attempts } = bench.store
    await attempts.leaseLane({ chainId, signer, holder: 'a', nowMs: 1_000, untilMs: 10_000 })
    const items = (await attempts.pending(chainId, 10)).map(({ id }) => id)
    const gas = { gasLimit: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
    const planned = { chainId, signer, nonce: 1, hash: hashOf(8), raw: '0x02' as Hex, items, ...gas }
    const attempt = (await attempts.insertAttempt({ ...planned, holder: 'a', nowMs: 2_000 }))!
    await attempts.recordAttempt({ id: attempt.id, state: 'broadcast', legStatus: 'RELAYED', nowMs: 2_100 })
    await attempts.recordAttempt({ id: attempt.id, state: 'broadcast', legStatus: 'RELAYED', nowMs: 2_200 })
    await attempts.recordAttempt({
      id: attempt.id,
      state: 'reverted',
      legStatus: 'FAILED',
      requeue: items,
      nowMs: 2_300,
    })
    expect((await shown(intentId)).slice(1)).toMatchObject([
      {
        kind: 'intent.updated',
        receiptStates: ['UNKNOWN', 'RELAYED', 'UNKNOWN'],
        transactions: [{ type: 'ORIGIN', status: 'RELAYED', pendingTxnHash: hashOf(8) }],
      },
    ])
  })

  test("a project's rows are read on from a position, each once", async () => {
    const ids = [await bench.commit(1), await bench.commit(2), await bench.commit(3)]
    await lapse(ids[1]!)
    const first = await bench.store.events.ofProject({ projectId: 1, limit: 3 })
    const rest = await bench.store.events.ofProject({ projectId: 1, after: first.at(-1)!.position, limit })
    expect([...first, ...rest].map(({ intentId, status }) => [intentId, status])).toEqual([
      [ids[0], 'COMMITTED'],
      [ids[1], 'COMMITTED'],
      [ids[2], 'COMMITTED'],
      [ids[1], 'FAILED'],
    ])
    expect(await bench.store.events.ofProject({ projectId: 2, limit })).toEqual([])
    await expect(bench.store.events.ofProject({ projectId: 1, after: 'x', limit })).rejects.toThrow('position')
  })

  test('endpoints are made up to a number, changed, and gone with their deliveries', async () => {
    const made = await hook({ kinds: ['intent.failed'] })
    expect(made).toMatchObject({ projectId: 1, name: 'mine', kinds: ['intent.failed'], active: true })
    expect(await bench.store.webhooks.create({ ...made, secret: 's' }, 1, act)).toBe('maxWebhooks')
    const patched = await bench.store.webhooks.update(1, made.id, { name: 'new', active: false }, act)
    expect(patched).toMatchObject({ name: 'new', active: false, url: made.url })
    expect(await bench.store.webhooks.list(1)).toEqual([patched])
    expect(await bench.store.webhooks.update(2, made.id, { name: 'theirs' }, act)).toBeUndefined()
    await bench.store.webhooks.addTest({ projectId: 1, webhookId: made.id, messageId: 'm', body: '{}' }, act)
    expect(await bench.store.webhooks.remove(2, made.id, act)).toBe(false)
    expect(await bench.store.webhooks.remove(1, made.id, act)).toBe(true)
    expect(await bench.store.webhooks.deliveries({ projectId: 1, limit })).toEqual([])
  })

  test('rows of the log become deliveries once, for endpoints that were there and want them', async () => {
    const early = await bench.commit(1)
    const [all, some, theirs] = [await hook(), await hook({ kinds: ['intent.failed'] }), await hook()]
    await bench.store.webhooks.update(1, theirs.id, { active: false }, act)
    await lapse(early)
    const late = await bench.commit(2)
    expect(await fanOut()).toBe(3)
    expect(await fanOut()).toBe(0)
    const made = await bench.store.webhooks.deliveries({ projectId: 1, limit })
    const rows = made.map(({ webhookId, kind, intentId }) => [webhookId, kind, intentId])
    expect(rows.toSorted()).toEqual(
      [
        [all.id, 'intent.failed', early],
        [some.id, 'intent.failed', early],
        [all.id, 'intent.committed', late],
      ].toSorted(),
    )
    expect(await bench.store.webhooks.deliveries({ projectId: 2, limit })).toEqual([])
    expect(await bench.store.webhooks.deliveries({ projectId: 1, webhookId: some.id, limit })).toHaveLength(1)
  })

  test('a batch that is full says that more is left', async () => {
    await hook()
    for (const n of [1, 2, 3]) await bench.commit(n)
    expect(await fanOutOnce(2)).toMatchObject({ more: true })
    await fanOut()
    expect(await bench.store.webhooks.deliveries({ projectId: 1, limit })).toHaveLength(3)
  })

  test('of one intent the oldest goes first, and an endpoint has only so many places', async () => {
    await hook()
    const first = await bench.commit(1)
    await lapse(first)
    for (const n of [2, 3]) await bench.commit(n)
    await fanOut()
    const two = await lease(2_000, { perWebhook: 2 })
    expect(two).toHaveLength(2)
    expect(JSON.parse(two[0]!.body)).toMatchObject({ intentId: first, status: 'COMMITTED' })
    expect(await lease(2_000, { perWebhook: 2 })).toEqual([])
    const { id, leaseToken } = two[0]!
    expect(
      await bench.store.webhooks.recordDelivery({ id, leaseToken, state: 'delivered', tookMs: 5, nowMs: 2_010 }),
    ).toBe(true)
    const [next] = await lease(2_010, { perWebhook: 2, limit: 1 })
    expect(JSON.parse(next!.body)).toMatchObject({ intentId: first, status: 'FAILED' })
  })

  test('a place goes to the project that has fewest, whoever waits for longest', async () => {
    const many = [await hook(), await hook(), await hook()]
    const { id: projectId } = await bench.store.access.createProject({ name: 'other', anchorDay: 1, limits: {} }, act)
    const one = await hook({ projectId })
    const addTest = ({ projectId, id: webhookId }: WebhookRecord, n: number, nowMs: number) =>
      bench.store.webhooks.addTest(
        { projectId, webhookId, messageId: `test_${webhookId}_${n}`, body: '{}' },
        { ...act, nowMs },
      )
    for (const n of [1, 2]) for (const theirs of many) await addTest(theirs, n, 1_500 + n)
    await addTest(one, 1, 1_900)
    const first = await lease(2_000, { limit: 2 })
    expect(first.map(({ webhookId }) => webhookId)).toContain(one.id)
    await addTest(one, 2, 1_950)
    await lease(2_000, { limit: 1 })
    const [next] = await lease(2_000, { limit: 1 })
    expect(next?.webhookId).toBe(one.id)
  })

  test('a lease that ran out is taken over, and its late owner writes nothing', async () => {
    await hook()
    await bench.commit(1)
    await fanOut()
    const [mine] = await lease(2_000)
    expect(mine).toMatchObject({ secrets: ['whsec_a'], url: 'https://example.org/in', attempts: 0 })
    expect(await lease(2_999)).toEqual([])
    const [theirs] = await lease(3_000, { worker: 'other' })
    expect(theirs?.id).toBe(mine!.id)
    const record = (leaseToken: string, more: object) =>
      bench.store.webhooks.recordDelivery({
        id: mine!.id,
        leaseToken,
        state: 'delivered',
        tookMs: 1,
        nowMs: 3_100,
        ...more,
      })
    expect(await record(mine!.leaseToken, {})).toBe(false)
    expect(await record(theirs!.leaseToken, { state: 'pending', dueAtMs: 9_000, statusCode: 500, error: 'x' })).toBe(
      true,
    )
    expect(await bench.store.webhooks.nextDueMs()).toBe(9_000)
    expect(await bench.store.webhooks.deliveries({ projectId: 1, state: 'pending', limit })).toMatchObject([
      { attempts: 1, dueAtMs: 9_000, statusCode: 500, error: 'x', lastAtMs: 3_100 },
    ])
    const [again] = await lease(9_000)
    expect(again).toMatchObject({ attempts: 1, messageId: mine!.messageId, body: mine!.body })
  })

  test('an endpoint that is gone is switched off, a delivery can be asked for again, old ones are forgotten', async () => {
    const made = await hook()
    await bench.commit(1)
    await fanOut()
    const [one] = await lease(2_000)
    const outcome = { id: one!.id, leaseToken: one!.leaseToken, state: 'failed' as const, tookMs: 1, nowMs: 2_100 }
    await bench.store.webhooks.recordDelivery({ ...outcome, statusCode: 410, switchOff: true })
    expect(await bench.store.webhooks.list(1)).toMatchObject([{ id: made.id, active: false }])
    expect(await bench.store.webhooks.resend({ projectId: 2, id: one!.id }, act)).toBeUndefined()
    expect(await bench.store.webhooks.resend({ projectId: 1, id: one!.id }, act)).toMatchObject({
      state: 'pending',
      attempts: 0,
    })
    expect(await lease(2_200)).toEqual([])
    expect(await bench.store.webhooks.nextDueMs()).toBeUndefined()
    await bench.store.webhooks.update(1, made.id, { active: true }, act)
    const [again] = await lease(2_200)
    await bench.store.webhooks.recordDelivery({ ...outcome, leaseToken: again!.leaseToken, state: 'delivered' })
    expect(await bench.store.webhooks.forgetDeliveries({ endedBeforeMs: 2_100, limit })).toBe(0)
    expect(await bench.store.webhooks.forgetDeliveries({ endedBeforeMs: 2_101, limit })).toBe(1)
  })

  test('a test goes out even where the endpoint is off, and both secrets sign for a while', async () => {
    const made = await hook()
    await bench.store.webhooks.update(1, made.id, { active: false }, act)
    const message = { projectId: 1, webhookId: made.id, messageId: 'test_1', body: '{}' }
    expect(await bench.store.webhooks.addTest({ ...message, projectId: 2 }, act)).toBeUndefined()
    expect(await bench.store.webhooks.addTest(message, act)).toMatchObject({ kind: 'webhook.test', state: 'pending' })
    await bench.store.webhooks.rotateSecret({ projectId: 1, id: made.id, secret: 'whsec_b', oldUntilMs: 2_500 }, act)
    expect(await lease(2_000)).toMatchObject([{ messageId: 'test_1', secrets: ['whsec_b', 'whsec_a'] }])
    expect(await lease(3_000)).toMatchObject([{ messageId: 'test_1', secrets: ['whsec_b'] }])
  })
}
