import { expect, test } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import { ServiceError } from '../../src/interface/errors.ts'
import { limits } from '../../src/interface/limits.ts'
import { mintKey } from '../../src/server/access/accessKey.ts'
import { fromTo } from '../e2e/fromTo.ts'
import { hashOf } from '../stores/sampleQuote.ts'
import { act, openAccessFixture, withKey } from './accessSetup.ts'
import { type Answer, post, serve } from './serve.ts'

const errorsOf = (answers: Answer[]) => {
  const counts: Record<string, number> = {}
  for (const { body } of answers) counts[String(body.error ?? 'ok')] = (counts[String(body.error ?? 'ok')] ?? 0) + 1
  return counts
}
const intent = { intentId: hashOf(1) }
const executes = { ExecuteIntent: () => ({ intentId: hashOf(1), intentStatus: 'EXECUTING' as const }) }

test('a project saves up a burst and no more, counted over two servers', async () => {
  const fixture = await openAccessFixture()
  const { text } = await fixture.key(await fixture.project({ requestsPerS: 0.01, burst: 20 }))
  const servers = [await fixture.server(), await fixture.server()]
  const calls = Array.from({ length: 60 }, (_, n) => post(servers[n % 2]!.url, 'Clock', {}, withKey(text)))
  const answers = await Promise.all(calls)
  expect(errorsOf(answers)).toEqual({ ok: 20, QuotaRateLimit: 40 })
  for (const { headers, status } of answers) {
    expect(headers['ratelimit-limit']).toBe('20')
    expect(Number(headers['ratelimit-remaining'])).toBeLessThan(20)
    expect(Number(headers['ratelimit-reset'])).toBeGreaterThan(0)
    expect(headers['quota-limit']).toBe('10000000')
    expect(status === 429).toBe(headers['retry-after'] !== undefined)
  }
})

test('Retry-After is true: until then a call is refused, after it one is let in', async () => {
  const fixture = await openAccessFixture()
  const { text } = await fixture.key(await fixture.project({ requestsPerS: 0.5, burst: 1 }))
  const { url } = await fixture.server()
  const call = () => post(url, 'Clock', {}, withKey(text))
  expect((await call()).status).toBe(200)
  let refused = await call()
  // A call that comes two seconds after the one before finds a token again.
  while (refused.status === 200) refused = await call()
  const waitS = Number(refused.headers['retry-after'])
  expect([1, 2]).toContain(waitS)
  await new Promise((done) => setTimeout(done, waitS * 1_000))
  expect((await call()).status).toBe(200)
})

test('an operation has a limit of its own, which a project may have changed', async () => {
  const fixture = await openAccessFixture()
  const projectId = await fixture.project({ quotesPerMinute: 2 })
  const { text } = await fixture.key(projectId)
  const never = () => {
    throw new ServiceError('Unavailable', 'nothing is quoted here')
  }
  const { url } = await fixture.server({}, { QuoteIntent: never })
  const token = `0x${'11'.repeat(20)}`
  const ask = { ownerAddress: token, ...fromTo([1, token, 1], [2, token]) }
  const answers = []
  for (let n = 0; n < 3; n++) answers.push(await post(url, 'QuoteIntent', ask, withKey(text)))
  expect(answers.map(({ body }) => body.error)).toEqual(['Unavailable', 'Unavailable', 'QuotaRateLimit'])
  expect(answers[2]?.headers['ratelimit-limit']).toBe('2')
  expect((await post(url, 'Clock', {}, withKey(text))).status).toBe(200)
})

test('without a key calls of an address are limited; IPv6 by networks of 64 bits, behind trusted proxies only', async () => {
  const fixture = await openAccessFixture()
  const limits = { publicPerMinute: 2 }
  const { url } = await fixture.server({ limits, callers: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } })
  const from = (forwarded: string) => post(url, 'Clock', {}, { 'x-forwarded-for': forwarded })
  const twice = async (a: string, b: string) => errorsOf([await from(a), await from(b), await from(a), await from(b)])
  expect(await twice('203.0.113.1', '198.51.100.9, 203.0.113.1, 10.1.1.1')).toEqual({ ok: 2, RateLimited: 2 })
  expect(await twice('2001:db8:0:1::1', '2001:db8:0:1:ffff::2')).toEqual({ ok: 2, RateLimited: 2 })
  expect(await twice('2001:db8:0:2::1', '2001:db8:0:3::1')).toEqual({ ok: 4 })

  const direct = await fixture.server({ limits })
  const spoofed = [1, 2, 3].map((n) => post(direct.url, 'Clock', {}, { 'x-forwarded-for': `203.0.113.${n}` }))
  expect(errorsOf(await Promise.all(spoofed))).toEqual({ ok: 2, RateLimited: 1 })
})

test('keys that open nothing are refused: a typo at once, guesses at the pace of the public limit', async () => {
  const fixture = await openAccessFixture()
  const { url, store } = await fixture.server({ limits: { publicPerMinute: 3 } })
  const typo = await post(url, 'Clock', {}, withKey('cw_1_1_00000000000000000000000000000000_000000'))
  expect(typo.body.error).toBe('AccessKeyNotFound')
  const guesses = []
  for (let n = 0; n < 4; n++) guesses.push(await post(url, 'Clock', {}, withKey(mintKey(createSystemRandom(), 1))))
  expect(errorsOf(guesses)).toEqual({ AccessKeyNotFound: 2, RateLimited: 2 })
  // A good key of the same address still opens the door.
  const { text } = await fixture.key(1)
  expect((await post(url, 'Clock', {}, withKey(text))).status).toBe(200)
  expect(await store.access.keyByHash(hashOf(1))).toBeUndefined()
})

test('a key that is disabled, or whose project is deleted, opens nothing anywhere soon', async () => {
  const fixture = await openAccessFixture()
  const servers = [await fixture.server(), await fixture.server()]
  const [shop, site] = [await fixture.project(), await fixture.project()]
  const [spare, gone] = [await fixture.key(shop), await fixture.key(shop)]
  const lost = await fixture.key(site)
  const ask = (text: string) => Promise.all(servers.map(({ url }) => post(url, 'Clock', {}, withKey(text))))
  for (const { text } of [spare, gone, lost]) expect(errorsOf(await ask(text))).toEqual({ ok: 2 })
  await fixture.store.access.disableKey(shop, gone.record.id, act())
  await fixture.store.access.deleteProject(site, act())
  await expect.poll(async () => errorsOf(await ask(gone.text))).toEqual({ AccessKeyNotFound: 2 })
  await expect.poll(async () => errorsOf(await ask(lost.text))).toEqual({ ProjectNotFound: 2 })
  expect(errorsOf(await ask(spare.text))).toEqual({ ok: 2 })
})

test('a refused call costs nothing, whoever refused it; one that was answered costs its units', async () => {
  const fixture = await openAccessFixture()
  const projectId = await fixture.project({ unitsPerCycle: 7 })
  const { text } = await fixture.key(projectId)
  const used = async () => (await fixture.store.access.usage(projectId, 0))[0]?.units ?? 0
  const { url } = await fixture.server(
    {},
    {
      ...executes,
      GetIntent: () => {
        throw new ServiceError('NotFound')
      },
    },
  )
  await post(url, 'ExecuteIntent', { intentId: 'no' }, withKey(text))
  expect(await used()).toBe(0)
  expect((await post(url, 'GetIntent', intent, withKey(text))).body.error).toBe('NotFound')
  await expect.poll(used).toBe(0)
  const answered = await post(url, 'ExecuteIntent', intent, withKey(text))
  expect(answered.headers).toMatchObject({ 'quota-limit': '7', 'quota-remaining': '2' })
  const refused = await post(url, 'ExecuteIntent', intent, withKey(text))
  expect(refused.body).toMatchObject({ error: 'QuotaExceeded', status: 429 })
  expect(refused.headers['quota-remaining']).toBe('2')
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(await used()).toBe(5)
  const off = await fixture.server({ switches: { intents: false } }, executes)
  await post(off.url, 'ExecuteIntent', intent, withKey(text))
  expect(await used()).toBe(5)
})

test('while the store of limits fails, reads go on under the public limit and nothing of value moves', async () => {
  const fixture = await openAccessFixture()
  const { text } = await fixture.key(await fixture.project())
  const fails = () => Promise.reject(new Error('the store of limits is away'))
  const store = { ...fixture.store, access: { ...fixture.store.access, take: fails, spend: fails } }
  const { url } = await serve({ limits: { publicPerMinute: 3 } }, { ports: { store }, handlers: executes })
  const reads = []
  for (let n = 0; n < 4; n++) reads.push(await post(url, 'GetChains', {}, withKey(text)))
  expect(errorsOf(reads)).toEqual({ ok: 3, RateLimited: 1 })
  expect((await post(url, 'ExecuteIntent', intent, withKey(text))).body.error).toBe('WebrpcInternalError')
})

test('a database that is away: told apart before and inside the handler, and public reads go on', async () => {
  const fixture = await openAccessFixture()
  const { text } = await fixture.key(1)
  const { url, store } = await fixture.server(
    {},
    {
      ...executes,
      GetIntent: async () => {
        await store.intents.find(hashOf(1))
        throw new Error('found something')
      },
    },
  )
  await store.close()
  expect((await post(url, 'ExecuteIntent', intent, withKey(text))).body.error).toBe('WebrpcInternalError')
  expect((await post(url, 'GetChains', {}, withKey(text))).status).toBe(200)
  expect((await post(url, 'GetChains')).status).toBe(200)

  const inside = await fixture.server({}, { GetIntent: () => store.intents.find(hashOf(1)) as never })
  const failed = await post(inside.url, 'GetIntent', intent)
  expect(failed.body).toMatchObject({ error: 'Unexpected', status: 500 })
  expect(failed.text).not.toMatch(/pool|select|postgres/i)
})

/** No limit fills up while a test runs. */
const standing = { ...systemClock, monotonicMs: () => 1 }

test('without a key an address has the public limit for every operation, and fewer quotes', async () => {
  const callers = { trustedProxies: ['127.0.0.1'] }
  const { url } = await serve({ callers, limits: { publicPerMinute: 60 } }, { ports: { clock: standing } })
  const from = (address: string, operation: string, times: number) =>
    Promise.all(Array.from({ length: times }, () => post(url, operation, intent, { 'x-forwarded-for': address }))).then(
      errorsOf,
    )
  expect(await from('192.0.2.1', 'GetIntent', 70)).toEqual({ RateLimited: 10, MethodNotFound: 60 })
  expect(await from('192.0.2.2', 'QuoteIntent', 30)).toMatchObject({ RateLimited: 10 })
  // Another address, and the machine itself, are served.
  expect(await from('192.0.2.3', 'QuoteIntent', 1)).not.toHaveProperty('RateLimited')
  expect(await from('127.0.0.1', 'GetIntent', 100)).not.toHaveProperty('RateLimited')
})

test('an address loads so many pages a minute; probes, other addresses and this machine are not bounded by it', async () => {
  const callers = { trustedProxies: ['127.0.0.1'] }
  const { url } = await serve({ callers, limits: { publicPerMinute: 60 } }, { ports: { clock: standing } })
  const load = async (path: string, address: string) =>
    (await fetch(`${url}${path}`, { headers: { 'x-forwarded-for': address } })).status
  for (let at = 0; at < limits.pagesPerMinute; at++) expect(await load('/', '192.0.2.1')).toBe(200)
  for (const path of ['/', '/openapi.json', '/metrics']) expect(await load(path, '192.0.2.1')).toBe(429)
  for (const path of ['/health', '/ready']) expect(await load(path, '192.0.2.1')).toBe(200)
  expect(await load('/', '192.0.2.2')).toBe(200)
  for (let at = 0; at <= limits.pagesPerMinute; at++) expect(await load('/', '127.0.0.1')).toBe(200)
})

test('programs on the machine itself have a limit of their own', async () => {
  const { url } = await serve({ limits: { publicPerMinute: 1, localPerMinute: 30 } }, { ports: { clock: standing } })
  const answers = await Promise.all(Array.from({ length: 31 }, () => post(url, 'GetIntent', intent)))
  expect(errorsOf(answers)).toEqual({ MethodNotFound: 30, RateLimited: 1 })
})
