import { expect, test } from 'vitest'
import type { ConfigInput } from '../../src/config/config.ts'
import type { Switches } from '../../src/stores/accessStore.ts'
import { fromTo } from '../e2e/fromTo.ts'
import { hashOf } from '../stores/sampleQuote.ts'
import { act, openAccessFixture, withKey } from './accessSetup.ts'
import { post } from './serve.ts'

const token = `0x${'11'.repeat(20)}`
const quote = { ownerAddress: token, ...fromTo([31337, token, 1], [31338, token]) }
const intentId = hashOf(1)
const handlers = {
  QuoteIntent: () => ({ raw: '{}' }),
  ExecuteIntent: () => ({ intentId, intentStatus: 'EXECUTING' as const }),
  GetIntentReceipt: () => ({ raw: '{}' }),
}

/** Two servers on one database, and a switch that is turned on the database alone. */
async function twoServers(config: ConfigInput = {}) {
  const fixture = await openAccessFixture()
  const servers = [await fixture.server(config, handlers), await fixture.server(config, handlers)]
  const ask = async (operation: string, body: object = {}, headers: Record<string, string> = {}) => {
    const answers = await Promise.all(servers.map(({ url }) => post(url, operation, body, headers)))
    return answers.map(({ body }) => body.error ?? 'ok')
  }
  /** Until both servers answer so. How long it may take on a busy machine says nothing, so only the end is bounded. */
  const turn = async (
    patch: { [K in keyof Switches]?: Switches[K] | null },
    asked: () => Promise<unknown[]>,
    want: string,
  ) => {
    await fixture.store.access.setSwitches(patch, act())
    await expect.poll(asked, { interval: 20 }).toEqual([want, want])
  }
  return { ...fixture, ask, turn }
}

test('intents off: new ones are refused everywhere within a second, receipts go on, and back again', async () => {
  const { ask, turn } = await twoServers()
  expect(await ask('QuoteIntent', quote)).toEqual(['ok', 'ok'])
  await turn({ intents: false }, () => ask('QuoteIntent', quote), 'IntentsDisabled')
  expect(await ask('GetIntentReceipt', { intentId })).toEqual(['ok', 'ok'])
  await turn({ intents: null }, () => ask('QuoteIntent', quote), 'ok')
})

test('a paused chain takes no new quotes; an intent that is committed may still be executed', async () => {
  const { ask, turn } = await twoServers()
  await turn({ chainsPaused: [31338] }, () => ask('QuoteIntent', quote), 'Unavailable')
  expect(await ask('QuoteIntent', { ...quote, destinationChainId: 31337 })).toEqual(['ok', 'ok'])
  expect(await ask('ExecuteIntent', { intentId })).toEqual(['ok', 'ok'])
})

test('a key opens only its operations, and only for its pages', async () => {
  const { ask, key } = await twoServers({ auth: { required: true } })
  const { text } = await key(1, { operations: ['GetIntentReceipt'], origins: ['https://*.shop.example'] })
  const page = (origin: string) => withKey(text, { origin })
  expect(await ask('GetIntentReceipt', { intentId }, page('https://www.shop.example'))).toEqual(['ok', 'ok'])
  expect(await ask('ExecuteIntent', { intentId }, page('https://www.shop.example'))).toEqual([
    'MethodNotFound',
    'MethodNotFound',
  ])
  expect(await ask('GetIntentReceipt', { intentId }, page('https://evil.example'))).toEqual([
    'InvalidOrigin',
    'InvalidOrigin',
  ])
  expect(await ask('GetIntentReceipt', { intentId }, withKey(text))).toEqual(['InvalidOrigin', 'InvalidOrigin'])
  expect(await ask('GetIntentReceipt', { intentId })).toEqual(['Unauthorized', 'Unauthorized'])
  expect(await ask('Ping')).toEqual(['ok', 'ok'])
})
