import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startWaiters } from '../../src/engine/read/waitReceipt.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import { createObserve } from '../../src/observe/observe.ts'
import type { Store } from '../../src/stores/store.ts'
import { createPostWebhook } from '../../src/webhooks/postWebhook.ts'
import { createWebhookWorker } from '../../src/webhooks/webhookWorker.ts'
import { runCli } from '../cli/runCli.ts'
import { operatorSecret, serveWithAdmin } from '../server/adminSetup.ts'
import { serve, streamsOf } from '../server/serve.ts'
import { hashOf, sampleQuote } from '../stores/sampleQuote.ts'
import { startReceiver, verifyStandardWebhook } from './receiver.ts'

const local = { webhooks: { allowPrivate: true } }

async function startWorker(store: Store): Promise<void> {
  const settings = {
    perEndpoint: 2,
    atOnce: 8,
    leaseMs: 30_000,
    attemptsMax: 2,
    firstRetryMs: 10,
    retryMsMax: 10,
    logKeptMs: 60_000,
  }
  const worker = createWebhookWorker({
    world: {
      store,
      clock: systemClock,
      random: createSystemRandom(),
      observe: createObserve(pino({ level: 'silent' })),
    },
    name: 'w',
    post: createPostWebhook({ allowPrivate: true, timeoutMs: 60_000 }),
    settings,
  })
  await worker.start()
  onTestFinished(worker.stop)
}

test('a project looks after its endpoints, and every act is in the audit', async () => {
  const { operator, accountOf, store } = await serveWithAdmin({ config: local })
  const receiver = await startReceiver()
  await startWorker(store)
  const { project } = await operator.createProject({ name: 'shop' })
  const projectId = project.id
  await operator.addMember({ projectId, account: 'mia' })
  const mia = await accountOf('mia')
  const { secret, webhook } = await mia.createWebhook({ projectId, name: 'in', url: `${receiver.url}/in` })
  expect(secret).toMatch(/^whsec_/)
  expect(JSON.stringify(await mia.listWebhooks({ projectId }))).not.toContain(secret)

  const { delivery } = await mia.testWebhook({ projectId, webhookId: webhook.id })
  await receiver.until(1)
  verifyStandardWebhook(secret, receiver.received[0]!.headers, receiver.received[0]!.text)
  expect(receiver.received[0]!.body.type).toBe('webhook.test')

  const rotated = await mia.rotateWebhookSecret({ projectId, webhookId: webhook.id })
  await mia.resendDelivery({ projectId, deliveryId: delivery.id })
  await receiver.until(2)
  for (const one of [secret, rotated.secret])
    verifyStandardWebhook(one, receiver.received[1]!.headers, receiver.received[1]!.text)

  const off = await mia.updateWebhook({ projectId, webhookId: webhook.id, active: false, kinds: ['intent.failed'] })
  expect(off.webhook).toMatchObject({ active: false, kinds: ['intent.failed'], name: 'in' })
  await mia.deleteWebhook({ projectId, webhookId: webhook.id })
  expect(await mia.listDeliveries({ projectId })).toEqual({ deliveries: [] })
  const { entries } = await operator.listAudit({ projectId })
  const acts = entries.map(({ act }) => act).filter((act) => /^(webhook|delivery)\./.test(act))
  expect(acts.toReversed()).toEqual([
    'webhook.create',
    'webhook.test',
    'webhook.rotateSecret',
    'delivery.resend',
    'webhook.update',
    'webhook.delete',
  ])
  expect(JSON.stringify(entries)).not.toContain('whsec_')
})

test('strangers and bad addresses are refused', async () => {
  const { operator, accountOf } = await serveWithAdmin({ config: { webhooks: { perProjectMax: 1 } } })
  const stranger = await accountOf('eve')
  await expect(stranger.listWebhooks({ projectId: 1 })).rejects.toMatchObject({ error: 'UnauthorizedUser' })
  const make = (url: string) => operator.createWebhook({ projectId: 1, name: 'in', url })
  for (const url of ['http://example.org', 'https://127.0.0.1/in', 'nonsense'])
    await expect(make(url)).rejects.toMatchObject({ error: 'InvalidArgument' })
  await make('https://example.org/in')
  await expect(make('https://example.org/more')).rejects.toMatchObject({ error: 'Unavailable' })
  await expect(operator.testWebhook({ projectId: 1, webhookId: 99 })).rejects.toMatchObject({ error: 'NotFound' })
  await expect(operator.resendDelivery({ projectId: 1, deliveryId: 99 })).rejects.toMatchObject({ error: 'NotFound' })
})

test('the same from the command line', async () => {
  const { url, store } = await serveWithAdmin({ config: local })
  const receiver = await startReceiver()
  await startWorker(store)
  const env = { CAUSEWAY_URL: url, CAUSEWAY_OPERATOR_SECRET: operatorSecret }
  const made = await runCli(['webhooks', 'create', `${receiver.url}/in`, '--json'], { env })
  expect(made.code, made.err).toBe(0)
  const { secret, webhook } = made.json<{ secret: string; webhook: { id: number } }>()
  const fired = await runCli(['webhooks', 'test', String(webhook.id)], { env })
  expect([fired.code, fired.out]).toEqual([0, expect.stringMatching(/webhook\.test +delivered +1 +answered 200/)])
  verifyStandardWebhook(secret, receiver.received[0]!.headers, receiver.received[0]!.text)
  receiver.answer = () => 500
  const failed = await runCli(['webhooks', 'test', String(webhook.id), '--json'], { env })
  expect([failed.code, failed.json<object>()]).toMatchObject([1, { delivery: { state: 'FAILED', statusCode: 500 } }])
  const shown = await runCli(['webhooks', 'deliveries', '--state', 'failed'], { env })
  expect([shown.code, shown.out]).toEqual([0, expect.stringContaining('answered 500')])
})

test("a key opens its own project's streams, from the header or the address, and no other's", async () => {
  const { operator, store } = await serveWithAdmin()
  const keys: string[] = []
  const ids: number[] = []
  for (const name of ['one', 'two']) {
    const { project } = await operator.createProject({ name })
    ids.push(project.id)
    keys.push((await operator.createAccessKey({ projectId: project.id, name: 'web' })).accessKey)
  }
  const { intentId } = await store.intents.insertQuote(sampleQuote({ intentId: hashOf(1), projectId: ids[0] }))
  await store.intents.transition({ intentId, step: 'quoted' }, { step: 'committed', dueAtMs: 9, nowMs: 1 })
  await store.intents.transition({ intentId, step: 'committed' }, { step: 'lapsed', nowMs: 2 })
  const waiters = await startWaiters({ store })
  onTestFinished(waiters.stop)
  const served = await serve({ auth: { required: true } }, { ...streamsOf(store, waiters), ports: { store } })
  const path = `${served.url}/intents/${intentId}/events`
  const errorOf = async (reply: Response) => ((await reply.json()) as { error: string }).error
  expect(await (await fetch(path, { headers: { 'x-access-key': keys[0]! } })).text()).toContain('event: end')
  expect(await (await fetch(`${path}?accessKey=${keys[0]}`)).text()).toContain('event: end')
  expect(await errorOf(await fetch(path, { headers: { 'x-access-key': keys[1]! } }))).toBe('NotFound')
  expect(await errorOf(await fetch(path))).toBe('Unauthorized')
  expect(JSON.stringify(served.lines)).not.toContain(keys[0])
})
