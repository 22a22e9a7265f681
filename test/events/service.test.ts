import { expect, onTestFinished, test } from 'vitest'
import { createSystemRandom } from '../../src/host/random.ts'
import type { IntentEvent } from '../../src/interface/eventShapes.ts'
import { createWebhookSecret } from '../../src/webhooks/signWebhook.ts'
import { execute, fromTo, harbor, island, startService, tokens } from '../e2e/setup.ts'
import { startReceiver, verifyStandardWebhook } from './receiver.ts'

test('an intent from chain to chain is followed to its end by a stream and by a webhook, and both say the same', async () => {
  const service = await startService()
  onTestFinished(() => service.stop())
  const { client, devnet, app } = service
  const receiver = await startReceiver()
  const secret = createWebhookSecret(createSystemRandom())
  const act = () => ({ actor: 'test', nowMs: Date.now() })
  const { webhooks } = app.world.store
  const hook = await webhooks.create({ projectId: 1, name: 'in', url: receiver.url, secret, kinds: [] }, 10, act())
  if (typeof hook === 'string') throw new Error(hook)
  const user = devnet.accounts[0]!
  const { intent } = await client.quoteIntent({
    ownerAddress: user.address,
    ...fromTo([harbor, tokens.usdc, 100_000_000n], [island, tokens.usdc]),
  })
  const { intentId } = intent
  const seen: IntentEvent[] = []
  const following = (async () => {
    for await (const event of client.followIntent(intentId)) seen.push(event)
  })()
  await client.commitIntent({ intent })
  await execute({ client, devnet }, user, intent)
  await following
  const last = seen.at(-1)!
  expect(seen[0]).toMatchObject({ kind: 'intent.committed', status: 'COMMITTED' })
  expect(last).toMatchObject({ kind: 'intent.succeeded', status: 'SUCCEEDED' })
  const { intentReceipt, receiptStates } = await client.waitIntentReceipt({ intentId })
  expect(last.receiptStates).toEqual(receiptStates)
  const hashes = seen.flatMap(({ transactions }) => transactions.map(({ txnHash }) => txnHash))
  expect(hashes).toContain(intentReceipt.depositTransaction.txnHash)
  expect(hashes).toContain(intentReceipt.destinationTransaction?.txnHash)

  await receiver.until(seen.length)
  for (const { headers, text } of receiver.received) verifyStandardWebhook(secret, headers, text)
  const told = receiver.received.map(({ body }) => body.data).filter(({ id }) => id <= last.id)
  expect(told).toEqual(seen)
  await webhooks.update(1, hook.id, { active: false }, act())
})
