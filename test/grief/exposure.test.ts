import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startWaiters } from '../../src/engine/read/waitReceipt.ts'
import { ServiceError } from '../../src/interface/errors.ts'
import { createAdminClient } from '../../src/sdk/adminClient.ts'
import { act, openAccessFixture, withKey } from '../server/accessSetup.ts'
import { operatorSecret, postAdmin, serveWithAdmin } from '../server/adminSetup.ts'
import { post, serve, streamsOf } from '../server/serve.ts'
import { hashOf, sampleQuote } from '../stores/sampleQuote.ts'

test('a service that other machines can reach starts without keys only if that is asked for by name', async () => {
  for (const host of ['0.0.0.0', '::'])
    await expect(serve({ http: { host } })).rejects.toThrow('auth.keylessOnNetwork=true')
  for (const auth of [{ required: true }, { keylessOnNetwork: true }]) {
    const { url } = await serve({ http: { host: '0.0.0.0' }, auth })
    expect((await post(url, 'Ping')).status).toBe(200)
  }
})

test('quotes that fail for what they ask cost their units; those that fail by our fault cost nothing', async () => {
  const fixture = await openAccessFixture()
  const { text } = await fixture.key(await fixture.project({ unitsPerCycle: 35 }))
  let failure = new ServiceError('Unavailable', 'no route: too small')
  const handlers = {
    QuoteIntent: () => {
      throw failure
    },
  }
  const { url } = await fixture.server({}, handlers)
  const quote = () => post(url, 'QuoteIntent', quoteRequest, withKey(text))
  const first = await quote()
  expect([first.body.error, first.headers['quota-remaining']]).toEqual(['Unavailable', '25'])
  failure = new ServiceError('ChainNodeHealth')
  await quote()
  failure = new ServiceError('HighPriceImpact')
  const outcomes = [await quote(), await quote(), await quote()].map(({ body }) => body.error)
  expect(outcomes).toEqual(['HighPriceImpact', 'HighPriceImpact', 'QuotaExceeded'])
})

const quoteRequest = {
  ownerAddress: `0x${'11'.repeat(20)}`,
  originChainId: 31337,
  originTokenAddress: `0x${'22'.repeat(20)}`,
  originTokenAmount: 1,
  destinationChainId: 31338,
  destinationTokenAddress: `0x${'22'.repeat(20)}`,
}

test('an address that has used up its public calls still gets an operator token', async () => {
  const { url } = await serveWithAdmin({ config: { admin: { operatorSecret }, limits: { publicPerMinute: 3 } } })
  const calls = await Promise.all(Array.from({ length: 20 }, () => post(url, 'Ping')))
  expect(calls.filter(({ body }) => body.error === 'RateLimited')).toHaveLength(17)
  const { status, body } = await postAdmin(url, 'CreateOperatorToken', { secret: operatorSecret })
  expect([status, typeof body.token]).toEqual([200, 'string'])
})

test('with a port of its own the admin interface is nowhere else, and a full public port does not close it', async () => {
  const served = await serveWithAdmin({
    config: { admin: { operatorSecret }, http: { port: 0, adminPort: 0, connectionsMax: 4 } },
  })
  const adminUrl = served.adminUrl!
  for (const path of ['/metrics', '/rpc/SvcAdmin/GetSession'])
    expect(await (await fetch(`${served.url}${path}`)).json()).toMatchObject({ error: 'WebrpcBadRoute' })
  expect((await post(adminUrl, 'Ping')).body.error).toBe('WebrpcBadRoute')

  const flood = await Promise.all(Array.from({ length: 200 }, () => open(served.port)))
  onTestFinished(() => flood.forEach((socket) => void socket.destroy()))
  expect((await fetch(`${adminUrl}/ready`)).status).toBe(200)
  expect(await (await fetch(`${adminUrl}/metrics`)).text()).toContain('causeway_')
  const operator = createAdminClient({ url: adminUrl, secret: operatorSecret })
  expect(await operator.getSession({})).toMatchObject({ role: 'operator' })
})

/** A connection that says nothing. */
function open(port: number): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.on('error', () => resolve(socket))
  })
}

test('slow bodies and idle connections end, and a neighbour is answered meanwhile', async () => {
  const { port, url } = await serve({ http: { bodyTimeoutMs: 1_500, headersTimeoutMs: 1_500 } })
  const head =
    'POST /rpc/Svc/QuoteIntent HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{'
  let answered = 0
  const closed = Array.from({ length: 300 }, async (_, at) => {
    const socket = await open(port)
    // A third sends a body byte by byte, a third headers, and a third says nothing.
    if (at % 3 < 2) socket.write(at % 3 === 0 ? head : 'POST / HTTP/1.1\r\n')
    const drip = setInterval(() => at % 3 < 2 && socket.writable && socket.write(at % 3 === 0 ? ' ' : 'x: y\r\n'), 100)
    socket.on('data', (bytes) => {
      if (String(bytes).startsWith('HTTP/1.1 408')) answered++
    })
    await new Promise((resolve) => socket.on('close', resolve))
    clearInterval(drip)
  })
  const over = Promise.all(closed).then(() => 'over')
  let pings = 0
  for (let state = ''; state !== 'over'; pings++) {
    expect((await post(url, 'Ping')).status).toBe(200)
    state = await Promise.race([over, new Promise<string>((resolve) => setImmediate(() => resolve('')))])
  }
  expect(pings).toBeGreaterThan(10)
  expect(answered).toBeGreaterThanOrEqual(200)
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/requests_in_flight 0/)
})

test('a token that was stolen is void everywhere once the operator rotates the key', async () => {
  const first = await serveWithAdmin()
  const second = await serveWithAdmin({ databaseUrl: first.databaseUrl })
  const { body } = await postAdmin(first.url, 'CreateOperatorToken', { secret: operatorSecret })
  const stolen = { authorization: `Bearer ${body.token}` }
  expect((await postAdmin(second.url, 'GetSession', {}, stolen)).status).toBe(200)
  const told = new Promise<void>((resolve) => {
    void second.store.listen(({ kind }) => kind === 'switched' && resolve())
  })
  await first.operator.rotateTokenKey({})
  await told
  expect((await postAdmin(first.url, 'GetSession', {}, stolen)).body.error).toBe('Unauthorized')
  await expect.poll(async () => (await postAdmin(second.url, 'GetSession', {}, stolen)).body.error).toBe('Unauthorized')
  expect(await second.store.access.audit({ limit: 5 })).toContainEqual(
    expect.objectContaining({ act: 'tokens.rotate', actor: 'operator:ada' }),
  )
})

test('a long poll of a key ends when the key is disabled, with the error that the next call would get', async () => {
  const fixture = await openAccessFixture()
  const projectId = await fixture.project()
  const [kept, stolen] = [await fixture.key(projectId), await fixture.key(projectId)]
  await fixture.key(projectId) // the last one of a project cannot be disabled
  let waiting = 0
  const { url } = await fixture.server(
    {},
    {
      WaitIntentReceipt: (_request, { signal }) => {
        waiting++
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new ServiceError('Timeout')))
        })
      },
    },
  )
  const wait = (text: string) => post(url, 'WaitIntentReceipt', { intentId: hashOf(1) }, withKey(text))
  const [mine, theirs] = [wait(kept.text), wait(stolen.text)]
  await expect.poll(() => waiting).toBe(2)
  await fixture.store.access.disableKey(projectId, stolen.record.id, act())
  expect((await theirs).body).toMatchObject({ error: 'AccessKeyNotFound', status: 401 })
  expect(await Promise.race([mine.then(() => 'ended'), Promise.resolve('waiting')])).toBe('waiting')
  await fixture.store.access.disableKey(projectId, kept.record.id, act())
  expect((await mine).body.error).toBe('AccessKeyNotFound')
})

test('the stream of a key ends when the key is disabled, and the other streams go on', async () => {
  const fixture = await openAccessFixture()
  const { store } = fixture
  const projectId = await fixture.project()
  const [kept, stolen] = [await fixture.key(projectId), await fixture.key(projectId)]
  const { intentId } = await store.intents.insertQuote(sampleQuote({ intentId: hashOf(1), projectId }))
  const waiters = await startWaiters({ store })
  onTestFinished(waiters.stop)
  const served = await serve({ events: { heartbeatMs: 20 } }, { ...streamsOf(store, waiters), ports: { store } })
  const stream = async (text: string) =>
    (await fetch(`${served.url}/intents/${intentId}/events`, { headers: withKey(text) })).body!.getReader()
  const [mine, theirs] = [await stream(kept.text), await stream(stolen.text)]
  await theirs.read()
  await store.access.disableKey(projectId, stolen.record.id, act())
  let ended = false
  while (!ended) ended = (await theirs.read()).done // ends the test by its timeout if the stream goes on
  expect(served.lines).toContainEqual(expect.objectContaining({ end: 'revoked' }))
  expect((await mine.read()).done).toBe(false)
  await mine.cancel()
})
