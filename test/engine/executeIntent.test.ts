import { expect, test } from 'vitest'
import { islandId, reopen, useBench } from './setup.ts'

const bench = useBench({ sender: false, worker: false })

const someHash = `0x${'11'.repeat(32)}` as const

test('it starts, and the same again answers the same; other arguments are a conflict', async () => {
  const intent = await bench.commit()
  const started = { intentId: intent.intentId, intentStatus: 'EXECUTING' }
  expect(await bench.execute(intent, { depositTransactionHash: someHash })).toEqual(started)
  expect(await bench.execute(intent, { depositTransactionHash: someHash })).toEqual(started)
  await expect(bench.execute(intent)).rejects.toMatchObject({ error: 'RequestConflict' })
  expect(await bench.leg(intent, 'deposit')).toMatchObject({ status: 'PENDING' })
  expect((await bench.record(intent)).startedAtMs).toBe(bench.clock.nowMs())
})

test('what the caller said is written down and the intent is due: no node is asked for the deposit', async () => {
  const intent = await bench.commit()
  const hash = bench.deposit(intent)
  bench.harbor.mine(4)
  bench.harbor.fail((method) => (method === 'finalBlock' || method === 'balance' ? { is: 'down' } : undefined))
  await bench.execute(intent, { depositTransactionHash: hash })
  const { step, progress, dueAtMs } = await bench.record(intent)
  expect({ step, hash: progress.deposit?.hash, dueAtMs }).toEqual({
    step: 'awaitDeposit',
    hash,
    dueAtMs: bench.clock.nowMs(),
  })
  expect(await bench.outbox(bench.harbor)).toHaveLength(0)
})

test('a quote has to be committed first', async () => {
  const intent = await bench.quote()
  await expect(bench.execute(intent)).rejects.toMatchObject({ error: 'IntentStatus' })
})

test('too late: it is refused each time, and the worker that is woken lets it lapse', async () => {
  const intent = await bench.commit()
  await bench.clock.advance(bench.world.settings.executeWithinMs + 1)
  await expect(bench.execute(intent)).rejects.toMatchObject({ error: 'QuoteExpired' })
  expect((await bench.record(intent)).dueAtMs).toBeLessThanOrEqual(bench.clock.nowMs())
  await expect(bench.execute(intent)).rejects.toMatchObject({ error: 'QuoteExpired' })
})

test('retried with a hash that pays, the deposit is looked for under that; before it is committed there is nothing to retry', async () => {
  const intent = await bench.commit()
  const { intentId } = intent
  await bench.execute(intent, { depositTransactionHash: someHash })
  const hash = bench.deposit(intent)
  bench.harbor.mine()
  const retried = await bench.engine.RetryIntent({ intentId, depositTransactionHash: hash }, bench.caller)
  expect(retried).toEqual({ intentId, intentStatus: 'EXECUTING' })
  expect((await bench.record(intent)).progress.deposit?.hash).toBe(hash)
  expect(await bench.leg(intent, 'deposit')).toMatchObject({ txnHash: hash })
  const quoted = await bench.quote()
  await expect(
    bench.engine.RetryIntent({ intentId: quoted.intentId, depositTransactionHash: hash }, bench.caller),
  ).rejects.toMatchObject({ error: 'IntentStatus' })
})

test('a committed intent is started by a retry as by an execution', async () => {
  const intent = await bench.commit()
  const hash = bench.deposit(intent)
  bench.harbor.mine(4)
  await bench.engine.RetryIntent({ intentId: intent.intentId, depositTransactionHash: hash }, bench.caller)
  expect((await bench.record(intent)).step).toBe('awaitDeposit')
})

test('a deposit that is found reserves what the intent needs for as long as it runs', async () => {
  await reopen(bench, { sender: false, knownFiller: true })
  const intent = await bench.commit()
  const { outputToken } = (await bench.record(intent)).plan.bridge!
  const reservedLater = () =>
    bench.store.intents.reserved(islandId, outputToken, bench.clock.nowMs() + bench.world.settings.executeWithinMs + 1)
  expect(await reservedLater()).toBe(0n)
  const hash = bench.deposit(intent)
  bench.harbor.mine(4)
  await bench.execute(intent, { depositTransactionHash: hash })
  await bench.until(intent, 'awaitOrigin')
  expect(await reservedLater()).toBeGreaterThan(0n)
})
