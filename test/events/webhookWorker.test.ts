import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { createObserve } from '../../src/observe/observe.ts'
import type { WebhookRecord } from '../../src/stores/eventStore.ts'
import { openPostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { createPostWebhook } from '../../src/webhooks/postWebhook.ts'
import { createWebhookSecret } from '../../src/webhooks/signWebhook.ts'
import { createWebhookWorker, type WebhookSettings } from '../../src/webhooks/webhookWorker.ts'
import { deferred } from '../deferred.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { move } from '../stores/move.ts'
import { hashOf, sampleQuote } from '../stores/sampleQuote.ts'
import { useForEach } from '../useParts.ts'
import { type Receiver, startReceiver, verifyStandardWebhook } from './receiver.ts'

const database = useForEach(freshDatabase)
const store = useForEach(() => openPostgresStore({ url: database.url }))
let receiver: Receiver
const secret = createWebhookSecret(createSystemRandom())
const act = () => ({ actor: 'test', nowMs: Date.now() })

beforeEach(async () => {
  receiver = await startReceiver()
})

const settings: WebhookSettings = {
  perEndpoint: 2,
  atOnce: 16,
  // A busy machine lengthens a delivery: no lease that a test does not mean to end may.
  leaseMs: 600_000,
  attemptsMax: 3,
  firstRetryMs: 20,
  retryMsMax: 100,
  logKeptMs: 60_000,
}

async function startWorker(more: Partial<WebhookSettings> = {}): Promise<{ stop(): Promise<void> }> {
  const observe = createObserve(pino({ level: 'silent' }))
  const worker = createWebhookWorker({
    world: { store, clock: systemClock, random: createSystemRandom(), observe },
    name: `w${Math.random()}`,
    post: createPostWebhook({ allowPrivate: true, timeoutMs: 300_000 }),
    settings: { ...settings, ...more },
  })
  await worker.start()
  onTestFinished(worker.stop)
  return worker
}

async function hook(path: string, more: Partial<WebhookRecord> = {}): Promise<WebhookRecord> {
  const made = await store.webhooks.create(
    { projectId: 1, name: path, url: receiver.url + path, secret, kinds: [], ...more },
    100,
    act(),
  )
  if (typeof made === 'string') throw new Error(made)
  return made
}

async function commit(n: number): Promise<Hex> {
  const { intentId } = await store.intents.insertQuote(sampleQuote({ intentId: hashOf(n) }))
  await move(store, intentId, 'quoted', { step: 'committed', dueAtMs: Date.now() + 60_000, nowMs: Date.now() })
  return intentId
}
const lapse = (intentId: Hex) =>
  store.intents.transition({ intentId, step: 'committed' }, { step: 'lapsed', nowMs: Date.now() })

const deliveries = (more: object = {}) => store.webhooks.deliveries({ projectId: 1, limit: 100, ...more })

/** Asks the store until it says so: the worker tells nobody when it has written. */
async function settled(count: number) {
  for (;;) {
    const ended = (await deliveries()).filter(({ state }) => state !== 'pending')
    if (ended.length >= count) return ended
    await new Promise(setImmediate)
  }
}

test('an event arrives signed, and its signature is genuine', async () => {
  await startWorker()
  await hook('/in')
  const intentId = await commit(1)
  await receiver.until(1)
  const [message] = receiver.received
  verifyStandardWebhook(secret, message!.headers, message!.text)
  expect(() => verifyStandardWebhook(secret, message!.headers, `${message!.text} `)).toThrow('signature')
  expect(message!.body).toMatchObject({
    type: 'intent.committed',
    timestamp: expect.stringMatching(/Z$/),
    data: { intentId, status: 'COMMITTED', kind: 'intent.committed', projectId: 1 },
  })
  expect(message!.headers['webhook-id']).toBe(`evt_${message!.body.data.id}`)
  expect(await settled(1)).toMatchObject([{ state: 'delivered', statusCode: 200, attempts: 1, intentId }])
})

test('what fails is tried again under the same id, up to a number of times', async () => {
  receiver.answer = () => 503
  await startWorker()
  await hook('/in')
  await commit(1)
  expect(await settled(1)).toMatchObject([{ state: 'failed', statusCode: 503, error: 'answered 503', attempts: 3 }])
  expect(receiver.received).toHaveLength(3)
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1)
})

test('events of one intent arrive in order, also when the first has to be tried again', async () => {
  let refusals = 2
  receiver.answer = () => (refusals-- > 0 ? 500 : 200)
  await startWorker()
  await hook('/in')
  await lapse(await commit(1))
  await settled(2)
  const types = receiver.received.map(({ body }) => body.type)
  expect(types).toEqual(['intent.committed', 'intent.committed', 'intent.committed', 'intent.failed'])
})

test('an endpoint that never answers does not hold up another', async () => {
  const { promise: held, resolve: release } = deferred()
  receiver.answer = ({ path }) => (path === '/dead' ? held.then(() => 200) : 200)
  await startWorker()
  const [dead, live] = [await hook('/dead'), await hook('/live')]
  for (let n = 0; n < 20; n++) await commit(n)
  await settled(20)
  expect(await deliveries({ webhookId: live.id, state: 'delivered' })).toHaveLength(20)
  expect(await deliveries({ webhookId: dead.id, state: 'pending' })).toHaveLength(20)
  expect(receiver.received.filter(({ path }) => path === '/dead')).toHaveLength(settings.perEndpoint)
  release()
  await settled(40)
})

test('two workers share the work, and what one left behind in dying is sent by the other', async () => {
  await hook('/in')
  await commit(1)
  // A process that dies between posting and writing: it took the lease and was never heard of again.
  const dead = { worker: 'dead', leaseMs: 300, limit: 10, perWebhook: 2 }
  const take = () => store.webhooks.lease({ ...dead, nowMs: Date.now() + 1 })
  // An event is not told before older transactions have ended, also those of other files on the same server.
  let taken: Awaited<ReturnType<typeof take>> = []
  while (taken.length === 0) {
    await store.webhooks.fanOut({ limit: 10, nowMs: Date.now(), print: JSON.stringify })
    taken = await take()
  }
  expect(taken).toHaveLength(1)
  await Promise.all([startWorker(), startWorker()])
  for (let n = 2; n <= 40; n++) await commit(n)
  await settled(40)
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(40)
  expect(new Set(ids).size).toBe(40)
})

test('a worker that stops in the middle of a message leaves it to the next one', async () => {
  let hits = 0
  receiver.answer = () => (hits++ === 0 ? new Promise<number>(() => {}) : 200)
  const first = await startWorker({ leaseMs: 300 })
  await hook('/in')
  await commit(1)
  while (receiver.received.length === 0) await new Promise(setImmediate)
  await first.stop()
  await startWorker()
  expect(await settled(1)).toMatchObject([{ state: 'delivered' }])
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
})

test('a delivery is sent again when asked for, and a test goes out once', async () => {
  await startWorker()
  const { id } = await hook('/in')
  await commit(1)
  const [first] = await settled(1)
  await store.webhooks.resend({ projectId: 1, id: first!.id }, act())
  await receiver.until(2)
  expect(receiver.received[1]!.headers['webhook-id']).toBe(receiver.received[0]!.headers['webhook-id'])
  receiver.answer = () => 500
  await store.webhooks.addTest(
    { projectId: 1, webhookId: id, messageId: 'test_1', body: '{"type":"webhook.test"}' },
    act(),
  )
  await settled(2)
  expect(receiver.received).toHaveLength(3)
  verifyStandardWebhook(secret, receiver.received[2]!.headers, receiver.received[2]!.text)
})

test('an endpoint that says it is gone gets nothing more', async () => {
  receiver.answer = () => 410
  await startWorker()
  await hook('/in')
  await commit(1)
  expect(await settled(1)).toMatchObject([{ state: 'failed', statusCode: 410, attempts: 1 }])
  expect(await store.webhooks.list(1)).toMatchObject([{ active: false }])
})
