import { expect, test } from 'vitest'
import { createSystemRandom } from '../../src/host/random.ts'
import { retryDelayMs } from '../../src/webhooks/retryDelayMs.ts'
import { createWebhookSecret, signWebhook } from '../../src/webhooks/signWebhook.ts'

test('the published example of Standard Webhooks is signed as published', () => {
  const headers = signWebhook(
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestampS: 1_614_265_330, body: '{"test": 2432232314}' },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  )
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('while a secret is being replaced, both sign', () => {
  const [a, b] = [createWebhookSecret(createSystemRandom()), createWebhookSecret(createSystemRandom())]
  expect(a).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const message = { id: 'm', timestampS: 1, body: '{}' }
  const both = signWebhook(message, [a, b])['webhook-signature'].split(' ')
  expect(both).toEqual([a, b].map((secret) => signWebhook(message, [secret])['webhook-signature']))
})

test('pauses grow fourfold up to a bound, and chance spreads them by a fifth', () => {
  const settings = { firstRetryMs: 5_000, retryMsMax: 60_000 }
  const pauses = [1, 2, 3, 4].map((failures) => retryDelayMs(failures, settings, 0.5))
  expect(pauses).toEqual([5_000, 20_000, 60_000, 60_000])
  expect([0, 1].map((chance) => retryDelayMs(1, settings, chance))).toEqual([4_000, 6_000])
})
