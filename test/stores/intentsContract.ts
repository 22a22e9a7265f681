import { expect, test } from 'vitest'
import { balanceOf, type LedgerEntry } from '../../src/intents/ledger.ts'
import type { Hex } from '../../src/interface/fields.ts'
import type { Store, StoreNote } from '../../src/stores/store.ts'
import { move } from './move.ts'
import { addressOf, bigAmount, hashOf } from './sampleQuote.ts'
import type { Bench } from './storeContract.ts'

const deposited: LedgerEntry = {
  from: 'owner',
  to: 'originIntent',
  chainId: 10,
  token: addressOf(4),
  amount: bigAmount,
  txnHash: hashOf(77),
  blockNumber: 5,
  why: 'deposit',
}

const kept = async (store: Store, intentId: Hex) => {
  const record = await store.intents.find(intentId)
  if (!record) throw new Error('not found')
  return record
}

/** Notes as they come, and a way to wait for one. */
export async function hear(store: Store) {
  const heard: StoreNote[] = []
  const waiting = new Set<() => void>()
  const stop = await store.listen((note) => {
    heard.push(note)
    for (const look of waiting) look()
  })
  const until = (test: (note: StoreNote) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!heard.some(test)) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return { heard, until, stop }
}

export function intentsContract(bench: Bench): void {
  test('a quote comes back as it was given, with every digit', async () => {
    const inserted = await bench.quote(1)
    const found = await kept(bench.store, inserted.intentId)
    expect(found).toEqual(inserted)
    expect(found.intent.id).toBe(found.id)
    expect(found.intent.depositTransaction.amount).toBe(bigAmount)
    expect(found.intent.originCalls.calls[0]?.gasLimit).toBe(5n)
    expect(found.legs.map(({ leg }) => leg)).toEqual(['deposit', 'origin', 'destination'])
    expect(found.legs[0]?.tokenAmount).toBe(bigAmount)
    expect(found.legs[1]?.precondition?.minAmount).toBe(bigAmount)
    expect(found.plan.feeAmount).toBe(1n)
    expect(await bench.store.intents.find(hashOf(99))).toBeUndefined()
  })

  test('row numbers grow and an intent id is taken once', async () => {
    const [first, second] = [await bench.quote(1), await bench.quote(2)]
    expect(second.id).toBeGreaterThan(first.id)
    await expect(bench.quote(1)).rejects.toThrow()
  })

  test('readers get their own copy', async () => {
    const { intentId } = await bench.quote(1)
    const first = await kept(bench.store, intentId)
    first.progress.executedWith = 'mine'
    first.legs.length = 0
    const second = await kept(bench.store, intentId)
    expect(second.progress).toEqual({})
    expect(second.legs).toHaveLength(3)
  })

  test('a change writes all its parts', async () => {
    const intentId = await bench.commit(1, 2_000, {
      committedAtMs: 1_500,
      executeByMs: 9_000,
      progress: { deposit: { hash: hashOf(5) }, failures: 2 },
      legs: [{ leg: 'deposit', chainId: 10, status: 'PENDING', txnHash: hashOf(5) }],
      reserve: [{ kind: 'inventory', chainId: 10, token: addressOf(4), amount: bigAmount, untilMs: 9_000 }],
    })
    const record = await kept(bench.store, intentId)
    expect(record).toMatchObject({
      step: 'committed',
      committedAtMs: 1_500,
      executeByMs: 9_000,
      dueAtMs: 2_000,
      updatedAtMs: 1_500,
      progress: { deposit: { hash: hashOf(5) }, failures: 2 },
    })
    expect(record.legs[0]).toMatchObject({
      status: 'PENDING',
      txnHash: hashOf(5),
      tokenAmount: bigAmount,
      updatedAtMs: 1_500,
    })
    expect(await bench.store.intents.reserved(10, addressOf(4), 8_999)).toBe(bigAmount)
    expect(await bench.store.intents.reserved(10, addressOf(4), 9_000)).toBe(0n)
    expect(await bench.store.intents.reserved(10, addressOf(5), 1_500)).toBe(0n)
  })

  test('a leg that is not there yet is made', async () => {
    const intentId = await bench.commit(1)
    await move(bench.store, intentId, 'committed', {
      legs: [{ leg: 'refund', chainId: 10, tokenAmount: 7n }],
      nowMs: 1_600,
    })
    const { legs } = await kept(bench.store, intentId)
    expect(legs[3]).toMatchObject({
      leg: 'refund',
      type: 'REFUND',
      status: 'UNKNOWN',
      context: 'NONE',
      tokenAmount: 7n,
    })
    expect(legs[3]).toMatchObject({ chainId: 10, createdAtMs: 1_600, updatedAtMs: 1_600 })
  })

  test('of two that advance the same step, one wins', async () => {
    const intentId = await bench.commit(1)
    const others = await Promise.all(Array.from({ length: 4 }, () => bench.another()))
    const wins = await Promise.all(
      [bench.store, ...others].map((store, index) =>
        move(store, intentId, 'committed', {
          step: 'awaitDeposit',
          dueAtMs: 3_000,
          progress: { failures: index },
          ledger: [deposited],
          nowMs: 1_600,
        }),
      ),
    )
    expect(wins.filter(Boolean)).toHaveLength(1)
    expect(await bench.store.intents.ledger(intentId)).toEqual([deposited])
    expect((await kept(bench.store, intentId)).progress.failures).toBe(wins.indexOf(true))
  })

  test('deposits that failed on chain are counted however many other failures there are since, and refunds by project', async () => {
    const { refusedDeposits, refundsSent, transition } = bench.store.intents
    const end = async (n: number, statusReason: string) => {
      const intentId = await bench.commit(n)
      const legs = [{ leg: 'deposit' as const, chainId: 10, status: 'FAILED' as const, statusReason }]
      await transition({ intentId, step: 'committed' }, { step: 'lapsed', nowMs: 2_000 + n, legs })
      return intentId
    }
    const first = await end(1, 'DEPOSIT_REFUSED: it reverted')
    await end(2, 'DEPOSIT_REFUSED')
    for (let n = 3; n < 60; n++) await end(n, 'LAPSED: no deposit came')
    const owner = addressOf(1)
    const refused = (sinceMs: number, limit = 5) => refusedDeposits({ owner, sinceMs, limit })
    expect([await refused(2_000), await refused(2_002), await refused(2_003)]).toEqual([2, 1, 0])
    expect(await refused(2_000, 1)).toBe(1)
    expect(await refusedDeposits({ owner: addressOf(9), sinceMs: 0, limit: 5 })).toBe(0)
    const item = { chainId: 10, to: addressOf(3), data: '0x' as const, value: 0n, gasLimit: 1n }
    const outbox = [
      { ...item, leg: 'refund' as const },
      { ...item, leg: 'origin' as const },
    ]
    await transition({ intentId: first, step: 'lapsed' }, { outbox, nowMs: 3_000 })
    const sent = (projectId: number, sinceMs: number, limit = 5) => refundsSent({ projectId, sinceMs, limit })
    expect([await sent(1, 3_000), await sent(1, 3_001), await sent(2, 0), await sent(1, 0, 0)]).toEqual([1, 0, 0, 0])
  })

  test('a fence that fails leaves everything as it was', async () => {
    const intentId = await bench.commit(1)
    const before = await kept(bench.store, intentId)
    const written = await move(bench.store, intentId, 'awaitDeposit', {
      step: 'sendOrigin',
      ledger: [deposited],
      legs: [{ leg: 'deposit', chainId: 10, status: 'SUCCEEDED' }],
      outbox: [{ chainId: 10, leg: 'origin', to: addressOf(7), data: '0x12', value: 0n, gasLimit: 5n }],
      nowMs: 1_700,
    })
    expect(written).toBe(false)
    expect(await kept(bench.store, intentId)).toEqual(before)
    expect(await bench.store.intents.ledger(intentId)).toEqual([])
    expect(await bench.store.attempts.pending(10, 10)).toEqual([])
    expect(await bench.store.intents.transition({ intentId: hashOf(99), step: 'quoted' }, { nowMs: 1 })).toBe(false)
  })

  test('a part that is refused takes the whole change with it', async () => {
    const intentId = await bench.commit(1, 2_000, { legs: [{ leg: 'origin', chainId: 10, status: 'MINING' }] })
    const before = await kept(bench.store, intentId)
    const { heard, stop } = await hear(bench.store)
    await expect(
      move(bench.store, intentId, 'committed', {
        step: 'awaitDeposit',
        dueAtMs: 5_000,
        ledger: [deposited],
        outbox: [{ chainId: 10, leg: 'origin', to: addressOf(7), data: '0x12', value: 0n, gasLimit: 5n }],
        reserve: [{ kind: 'gas', chainId: 10, token: addressOf(4), amount: 1n, untilMs: 9_000 }],
        legs: [
          { leg: 'deposit', chainId: 10, status: 'SUCCEEDED' },
          { leg: 'origin', chainId: 10, status: 'RELAYED' },
        ],
        nowMs: 1_700,
      }),
    ).rejects.toMatchObject({ name: 'StoreError', kind: 'backward' })
    expect(await kept(bench.store, intentId)).toEqual(before)
    expect(await bench.store.intents.ledger(intentId)).toEqual([])
    expect(await bench.store.attempts.pending(10, 10)).toEqual([])
    expect(await bench.store.intents.reserved(10, addressOf(4), 1_700)).toBe(0n)
    expect(heard).toEqual([])
    stop()
  })

  test('a transaction status moves forward only', async () => {
    const intentId = await bench.commit(1)
    const to = (status: 'PENDING' | 'MINING' | 'RELAYED' | 'SUCCEEDED' | 'FAILED') =>
      move(bench.store, intentId, 'committed', { legs: [{ leg: 'origin', chainId: 10, status }], nowMs: 1_600 })
    expect(await to('PENDING')).toBe(true)
    expect(await to('MINING')).toBe(true)
    expect(await to('MINING')).toBe(true)
    await expect(to('RELAYED')).rejects.toMatchObject({ kind: 'backward' })
    expect(await to('SUCCEEDED')).toBe(true)
    expect(await to('SUCCEEDED')).toBe(true)
    await expect(to('FAILED')).rejects.toMatchObject({ kind: 'backward' })
    expect((await kept(bench.store, intentId)).legs[1]?.status).toBe('SUCCEEDED')
  })

  test('moves that the life of an intent does not list are refused', async () => {
    const { intentId } = await bench.quote(1)
    const { transition: change } = bench.store.intents
    await expect(change({ intentId, step: 'quoted' }, { step: 'succeeded', nowMs: 1 })).rejects.toMatchObject({
      kind: 'notAllowed',
    })
    const inParts = { step: 'committed', dueAtMs: 2.5, nowMs: 1 } as const
    await expect(change({ intentId, step: 'quoted' }, inParts)).rejects.toMatchObject({ kind: 'notAllowed' })
    await expect(change({ intentId, step: 'quoted' }, { step: 'committed', nowMs: 1 })).rejects.toMatchObject({
      kind: 'notAllowed',
    })
    await expect(
      change({ intentId, step: 'committed' }, { step: 'awaitDeposit', dueAtMs: null, nowMs: 1 }),
    ).rejects.toMatchObject({ kind: 'notAllowed' })
    expect((await kept(bench.store, intentId)).step).toBe('quoted')
  })

  test('the ledger keeps its order and its digits', async () => {
    const intentId = await bench.commit(1)
    const fee: LedgerEntry = {
      from: 'originIntent',
      to: 'collector',
      chainId: 10,
      token: addressOf(4),
      amount: 1n,
      why: 'fee',
    }
    for (const ledger of [[deposited, fee], [fee]]) {
      await bench.store.intents.transition({ intentId, step: 'committed' }, { ledger, nowMs: 1_600 })
    }
    const entries = await bench.store.intents.ledger(intentId)
    expect(await bench.store.intents.ledgers([`0x${'00'.repeat(32)}`, intentId])).toEqual([[], entries])
    expect(entries).toEqual([deposited, fee, fee])
    expect(balanceOf(entries, 'originIntent', 10, addressOf(4))).toBe(bigAmount - 2n)
  })

  test('an end clears the schedule and the reservations', async () => {
    const reserve = [{ kind: 'inventory' as const, chainId: 10, token: addressOf(4), amount: 5n, untilMs: 9_000 }]
    const intentId = await bench.commit(1, 2_000, { reserve })
    expect(await bench.store.intents.orphans(10)).toEqual([])
    await move(bench.store, intentId, 'committed', { step: 'lapsed', finishedAtMs: 1_700, nowMs: 1_700 })
    const record = await kept(bench.store, intentId)
    expect(record.dueAtMs).toBeUndefined()
    expect(record.finishedAtMs).toBe(1_700)
    expect(await bench.store.intents.reserved(10, addressOf(4), 1_700)).toBe(0n)
    expect(await bench.store.intents.nextDueMs()).toBeUndefined()
    expect(await bench.store.intents.orphans(10)).toEqual([])
  })

  test('another connection hears of moves and of work', async () => {
    const other = await bench.another()
    const { until, stop } = await hear(other)
    const intentId = await bench.commit(1)
    await until((note) => note.kind === 'moved' && note.intentId === intentId)
    await until((note) => note.kind === 'due')
    stop()
  })

  test('who stops listening hears no more', async () => {
    const [stopped, going] = [await hear(bench.store), await hear(bench.store)]
    stopped.stop()
    await bench.commit(1)
    await going.until((note) => note.kind === 'moved')
    expect(stopped.heard).toEqual([])
    going.stop()
  })

  test('looking again later is no news', async () => {
    const intentId = await bench.commit(1)
    const { heard, until, stop } = await hear(bench.store)
    await bench.store.intents.transition({ intentId, step: 'committed' }, { dueAtMs: 4_000, nowMs: 1_600 })
    const last = await bench.commit(2)
    await until((note) => note.kind === 'moved' && note.intentId === last)
    expect(heard).not.toContainEqual({ kind: 'moved', intentId })
    stop()
  })

  test('addresses of expired quotes are taken to be looked at, each time later; committed ones are not', async () => {
    await bench.quote(1, { nowMs: 1_000 })
    await bench.quote(2, { nowMs: 2_000 })
    await bench.commit(3)
    const take = async (nowMs: number, limit = 10) =>
      (await bench.store.intents.takeExpiredQuotes({ nowMs, limit })).map(({ intentId }) => intentId)
    const expiresAtMs = 301_000
    expect(await take(expiresAtMs - 1)).toEqual([])
    const { intent } = (await bench.store.intents.find(hashOf(1)))!
    expect(await bench.store.intents.takeExpiredQuotes({ nowMs: expiresAtMs, limit: 10 })).toEqual([
      {
        intentId: hashOf(1),
        chainId: intent.originChainId,
        address: intent.originIntentAddress,
        token: intent.quoteRequest.originTokenAddress,
        expiresAtMs,
      },
    ])
    expect(await take(expiresAtMs + 1_000)).toEqual([hashOf(2)])
    expect(await take(expiresAtMs + 299_999)).toEqual([])
    expect(await take(expiresAtMs + 300_000)).toEqual([hashOf(1)])
    const dayMs = 24 * 60 * 60_000
    expect(await take(expiresAtMs + dayMs, 1)).toHaveLength(1)
    expect(await take(expiresAtMs + dayMs)).toHaveLength(1)
    expect(await take(expiresAtMs + dayMs + dayMs / 4 - 1_001)).toEqual([])
    expect(await take(expiresAtMs + dayMs + dayMs / 4)).toHaveLength(2)
  })

  test('quotes are forgotten; what was committed is not', async () => {
    await bench.quote(1, { nowMs: 1_000 })
    await bench.quote(2, { nowMs: 2_000 })
    const intentId = await bench.commit(3)
    expect(await bench.store.intents.forgetQuotes([hashOf(1), intentId, hashOf(9)])).toBe(1)
    expect(await bench.store.intents.find(hashOf(1))).toBeUndefined()
    expect(await bench.store.intents.find(hashOf(2))).toBeDefined()
    expect(await bench.store.intents.find(intentId)).toBeDefined()
  })

  test('durations of a route are those of its latest intents, once there are enough', async () => {
    const { intents } = bench.store
    const route = { originChainId: 10, destinationChainId: 8_453, providers: ['ACROSS'] }
    for (let n = 1; n <= 6; n++) {
      if (n === 6) expect(await intents.durations(route)).toEqual({ medianS: 3, p90S: 4.6 })
      else expect(await intents.durations(route)).toBeUndefined()
      const intentId = await bench.commit(n)
      // The payment arrived long before it was final, except for the first, which is from before arrivals were kept.
      const arrival = n === 1 ? {} : { arrivedAtMs: 10_000 + n * 1_000 }
      const times = { startedAtMs: 10_000, finishedAtMs: 10_000 + (n === 1 ? 1_000 : n * 60_000), ...arrival }
      await intents.transition({ intentId, step: 'committed' }, { step: 'awaitDeposit', dueAtMs: 2_000, nowMs: 1_600 })
      await intents.transition({ intentId, step: 'awaitDeposit' }, { step: 'sendOrigin', dueAtMs: 2_000, nowMs: 1_600 })
      await intents.transition({ intentId, step: 'sendOrigin' }, { step: 'awaitOrigin', dueAtMs: 2_000, nowMs: 1_600 })
      await intents.transition({ intentId, step: 'awaitOrigin' }, { step: 'succeeded', ...times, nowMs: 1_600 })
    }
    expect(await intents.durations(route)).toEqual({ medianS: 3.5, p90S: 5.5 })
    expect(await intents.durations({ ...route, originChainId: 8_453, destinationChainId: 10 })).toBeUndefined()
    expect(await intents.durations({ ...route, providers: ['CCTP'] })).toBeUndefined()
    expect(await intents.scheduled()).toEqual([])
  })

  test('what is scheduled is counted by step, from when the first may be taken', async () => {
    const { intents } = bench.store
    const [first, second] = [await bench.commit(1), await bench.commit(2)]
    const start = (intentId: Hex, dueAtMs: number) =>
      intents.transition({ intentId, step: 'committed' }, { step: 'awaitDeposit', dueAtMs, nowMs: 1_600 })
    await start(first, 2_000)
    await start(second, 3_000)
    const waiting = async () => (await intents.scheduled()).find(({ step }) => step === 'awaitDeposit')
    expect(await waiting()).toEqual({ step: 'awaitDeposit', count: 2, readyAtMs: 2_000 })
    await intents.lease({ worker: 'w', nowMs: 2_500, leaseMs: 10_000, limit: 1 })
    expect(await waiting()).toEqual({ step: 'awaitDeposit', count: 2, readyAtMs: 3_000 })
  })

  test('the first body under an idempotency key stays', async () => {
    const claim = (bodyHash: Hex, key = 'k') =>
      bench.store.idempotency.claim({ projectId: 1, operation: 'CommitIntent', key, bodyHash, nowMs: 1 })
    const answers = await Promise.all([1, 2, 3, 4].map((n) => claim(hashOf(n))))
    const first = answers[0]!.bodyHash
    expect(answers.every(({ bodyHash }) => bodyHash === first)).toBe(true)
    expect(await claim(hashOf(9))).toEqual({ bodyHash: first })
    expect(await claim(hashOf(9), 'other')).toEqual({ bodyHash: hashOf(9) })
  })

  test('it answers', async () => {
    await bench.store.ping()
  })
}
