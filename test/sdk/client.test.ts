import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { expect, expectTypeOf, onTestFinished, test } from 'vitest'
import { freePort } from '../../src/host/ports.ts'
import { type ErrorName, errors, ServiceError } from '../../src/interface/errors.ts'
import { exampleOf } from '../../src/interface/example.ts'
import { inspectObject } from '../../src/interface/inspect.ts'
import { intent as intentShape } from '../../src/interface/intentShapes.ts'
import { printJson } from '../../src/interface/json.ts'
import { operations } from '../../src/interface/operations.ts'
import {
  type CausewayError,
  type ClientOptions,
  createClient,
  type Intent,
  intentFromJson,
  intentToJson,
  isError,
} from '../../src/sdk/client.ts'
import { fromTo } from '../e2e/fromTo.ts'
import { serveHttp } from '../listen.ts'

async function listen(listener: RequestListener): Promise<string> {
  const { url, stop } = await serveHttp(listener)
  onTestFinished(stop)
  return url
}

async function clientOf(listener: RequestListener, options: Partial<ClientOptions> = {}) {
  return createClient({ url: await listen(listener), retries: 0, ...options })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

function answer(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body)
}

async function failureOf(call: Promise<unknown>): Promise<CausewayError> {
  const outcome = await call.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  )
  if (!isError(outcome)) throw outcome
  return outcome
}

const intentId = `0x${'ab'.repeat(32)}`

test('an intent survives a file with every digit, and another text is refused', () => {
  const intent: Intent = intentShape.parse(exampleOf(inspectObject(intentShape)))
  const huge = { ...intent, depositTransaction: { ...intent.depositTransaction, amount: 2n ** 256n - 1n } }
  expect(intentFromJson(intentToJson(huge))).toEqual(intentShape.parse(huge))
  expect(intentFromJson(intentToJson(huge)).depositTransaction.amount).toBe(2n ** 256n - 1n)
  expect(() => intentFromJson('{"intentId":"0x"}')).toThrow()
})

test('cause is what the server said for people, unless another error caused it', async () => {
  const envelope = { error: 'QuoteExpired', code: 2007, msg: 'x', status: 400, cause: 'ask again' }
  const client = await clientOf((_request, response) => answer(response, 400, JSON.stringify(envelope)))
  expect(await failureOf(client.ping({}))).toMatchObject({
    error: 'QuoteExpired',
    cause: 'ask again',
    detail: 'ask again',
  })
  const nobody = createClient({ url: 'http://127.0.0.1:1', retries: 0 })
  expect((await failureOf(nobody.ping({}))).cause).toBeInstanceOf(Error)
})
const huge = 2n ** 256n - 1n

test('requests go out exactly, with the headers of the interface and without asking for strings', async () => {
  const seen: { url?: string; body?: string; headers?: IncomingMessage['headers'] } = {}
  const client = await clientOf(
    async (request, response) => {
      Object.assign(seen, { url: request.url, headers: request.headers, body: await bodyOf(request) })
      answer(response, 400, printJson(new ServiceError('IntentsSkipped').toEnvelope()))
    },
    { accessKey: 'key', clientVersion: '1.2.3' },
  )
  await failureOf(
    client.quoteIntent(
      {
        ownerAddress: '0x00000000000000000000000000000000000000aa',
        ...fromTo(
          [1, '0x00000000000000000000000000000000000000bb'],
          [10, '0x00000000000000000000000000000000000000cc'],
        ),
        originTokenAmount: huge,
      },
      { idempotencyKey: 'once' },
    ),
  )
  expect(seen.url).toBe('/rpc/Svc/QuoteIntent')
  expect(seen.body).toContain(`"originTokenAmount":${huge}`)
  expect(seen.headers).toMatchObject({
    'content-type': 'application/json',
    'x-access-key': 'key',
    'x-client-version': '1.2.3',
    'idempotency-key': 'once',
  })
  expect(seen.headers).not.toHaveProperty('webrpc')
  expect(seen.headers?.accept).toBe('application/json')
})

test.each(['number', 'string'])('amounts in a reply are bigint to the last digit, sent as %s', async (form) => {
  const client = await clientOf((_, response) => {
    const intent = exampleOf(inspectObject(operations.GetIntent.response)) as { intent: object }
    const body = { intent: { ...intent.intent, salt: huge } }
    answer(response, 200, printJson(body, { bigAsString: form === 'string' }))
  })
  const { intent } = await client.getIntent({ intentId })
  expect(intent.salt).toBe(huge)
  expect(intent.quote.fromAmount).toBe(1_000_000n)
  expectTypeOf(intent.salt).toEqualTypeOf<bigint>()
})

test.each(Object.keys(errors) as ErrorName[])('%s arrives by name', async (name) => {
  const { code, status } = errors[name]
  const client = await clientOf((_, response) =>
    answer(response, status, printJson(new ServiceError(name, 'because').toEnvelope()), { 'X-Request-Id': 'r1' }),
  )
  const failure = await failureOf(client.ping())
  expect(failure).toMatchObject({ error: name, code, status, detail: 'because', requestId: 'r1' })
  expect(isError(failure, name)).toBe(true)
  expect(isError(failure, name === 'NotFound' ? 'Timeout' : 'NotFound')).toBe(false)
})

test.each<[string, RequestListener, string]>([
  ['HTML with 502', (_, response) => answer(response, 502, '<html>'), 'status 502, not JSON'],
  ['HTML with 200', (_, response) => answer(response, 200, '<html>'), 'status 200, not JSON'],
  ['nothing', (_, response) => answer(response, 200, ''), 'status 200, not JSON'],
  ['JSON of another service', (_, response) => answer(response, 500, '{"message":"no"}'), 'status 500'],
  ['an error that does not exist', (_, response) => answer(response, 400, '{"error":"__proto__"}'), 'status 400'],
  ['null', (_, response) => answer(response, 503, 'null'), 'status 503'],
  ['a result of another shape', (_, response) => answer(response, 200, '{"version":7}'), 'version: must be a string'],
  ['a bomb', (_, response) => answer(response, 200, '['.repeat(100_000)), 'status 200, not JSON'],
])('a reply that cannot be understood is WebrpcBadResponse: %s', async (_, listener, detail) => {
  const client = await clientOf(listener)
  expect(await failureOf(client.ping())).toMatchObject({ error: 'WebrpcBadResponse', detail })
})

test('no server: WebrpcRequestFailed', async () => {
  const client = createClient({ url: `http://127.0.0.1:${await freePort()}`, retries: 0 })
  expect(await failureOf(client.ping())).toMatchObject({
    error: 'WebrpcRequestFailed',
    detail: 'no reply from the server',
  })
  expect(await failureOf(client.waitIntentReceipt({ intentId }))).toMatchObject({ error: 'WebrpcRequestFailed' })
})

test('a server that hangs up before it replies: WebrpcRequestFailed, or WebrpcStreamLost of a held reply', async () => {
  const client = await clientOf((request) => void request.socket.destroy())
  expect(await failureOf(client.ping())).toMatchObject({ error: 'WebrpcRequestFailed' })
  expect(await failureOf(client.waitIntentReceipt({ intentId }))).toMatchObject({ error: 'WebrpcStreamLost' })
})

test('a server that dies in the middle of its reply: WebrpcStreamLost', async () => {
  const client = await clientOf((request, response) => {
    response.writeHead(200, { 'Content-Length': '1000' })
    response.write('{"version":', () => request.socket.destroy())
  })
  expect(await failureOf(client.ping())).toMatchObject({ error: 'WebrpcStreamLost' })
})

test('a slow server: WebrpcRequestFailed, and it is not asked again', async () => {
  let calls = 0
  const client = await clientOf(() => void calls++, { timeoutMs: 3_000, retries: 3 })
  const failure = await failureOf(client.ping())
  expect(failure).toMatchObject({ error: 'WebrpcRequestFailed', detail: 'no reply within 3 seconds' })
  expect(calls).toBe(1)
})

test('a server that stops in the middle of its reply is timed out as well', async () => {
  const client = await clientOf((_, response) => void response.writeHead(200).write('{'))
  expect(await failureOf(client.ping({}, { timeoutMs: 100 }))).toMatchObject({
    detail: 'no reply within 100 milliseconds',
  })
})

test('a caller that aborts: WebrpcClientAborted, before, during and between attempts', async () => {
  const gone = AbortSignal.abort()
  const silent = await clientOf(() => {})
  expect(await failureOf(silent.ping({}, { signal: gone }))).toMatchObject({ error: 'WebrpcClientAborted' })

  const during = new AbortController()
  const held = await clientOf(() => during.abort())
  expect(await failureOf(held.ping({}, { signal: during.signal }))).toMatchObject({ error: 'WebrpcClientAborted' })

  const between = new AbortController()
  const busy = await clientOf(
    (_, response) => {
      answer(response, 429, printJson(new ServiceError('RateLimited').toEnvelope()), { 'Retry-After': '9' })
      response.on('close', () => between.abort())
    },
    { retries: 1 },
  )
  expect(await failureOf(busy.ping({}, { signal: between.signal }))).toMatchObject({ error: 'WebrpcClientAborted' })
})

test('a read is repeated when the trouble passes, and Retry-After is honoured', async () => {
  const times: number[] = []
  const client = await clientOf(
    (_, response) => {
      times.push(performance.now())
      if (times.length > 1) answer(response, 200, '{"version":"0.0.1"}')
      else answer(response, 429, printJson(new ServiceError('RateLimited').toEnvelope()), { 'Retry-After': '1' })
    },
    { retries: 2 },
  )
  expect(await client.ping()).toEqual({ version: '0.0.1' })
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(990)
})

test.each<[string, ErrorName, Record<string, string>]>([
  ['what does not pass', 'QuotaExceeded', {}],
  ['a wait that is too long', 'RateLimited', { 'Retry-After': '3600' }],
  ['our own mistake', 'InvalidArgument', {}],
])('a read is not repeated: %s', async (_, name, headers) => {
  let calls = 0
  const client = await clientOf(
    (_request, response) => {
      calls++
      answer(response, errors[name].status, printJson(new ServiceError(name).toEnvelope()), headers)
    },
    { retries: 3 },
  )
  expect(await failureOf(client.ping())).toMatchObject({ error: name })
  expect(calls).toBe(1)
})

test('what moves value is sent once, whatever happens', async () => {
  let calls = 0
  const client = await clientOf(
    (request) => {
      calls++
      request.socket.destroy()
    },
    { retries: 3 },
  )
  await failureOf(client.executeIntent({ intentId }))
  expect(calls).toBe(1)
})

test('a redirect is not followed: the key and the body stay with the server that was named', async () => {
  const strangers: string[] = []
  const stranger = await listen((request, response) => {
    strangers.push(request.url ?? '')
    answer(response, 200, '{}')
  })
  for (const status of [301, 302, 303, 307, 308]) {
    const client = await clientOf(
      (_request, response) => response.writeHead(status, { Location: `${stranger}/rpc/Svc/Ping` }).end(),
      { accessKey: 'secret' },
    )
    expect((await failureOf(client.ping())).error).toBe('WebrpcRequestFailed')
  }
  const client = await clientOf((_request, response) => response.writeHead(307, { Location: stranger }).end())
  const events = client.followIntent(intentId, { failuresMax: 1 })
  await expect(events.next()).rejects.toMatchObject({ error: 'WebrpcRequestFailed' })
  expect(strangers).toEqual([])
})

test('a page instead of a stream of events is refused, and not asked for again', async () => {
  let calls = 0
  const asked = new AbortController()
  const client = await clientOf((_request, response) => {
    if (++calls > 1) asked.abort()
    answer(response, 200, '<html></html>', { 'Content-Type': 'text/html' })
  })
  const events = client.followIntent(intentId, { signal: asked.signal })
  await expect(events.next()).rejects.toMatchObject({ error: 'WebrpcBadResponse', detail: 'status 200, text/html' })
})

test('a failover is waited out where a repeat is safe, and what is waited for is said', async () => {
  const keys: (string | undefined)[] = []
  let calls = 0
  const waits: string[] = []
  const away = printJson(new ServiceError('WebrpcInternalError').toEnvelope())
  const client = await clientOf(
    (request, response) => {
      calls++
      keys.push(request.headers['idempotency-key'] as string | undefined)
      if (calls % 5 === 0) answer(response, 200, '{"version":"0.0.1"}')
      else answer(response, 500, away, { 'Retry-After': '0' })
    },
    { retries: 1, onWait: ({ error }) => waits.push(error) },
  )
  expect(await client.ping()).toEqual({ version: '0.0.1' })
  expect(waits).toEqual(Array.from({ length: 4 }, () => 'WebrpcInternalError'))
  calls = 0
  await failureOf(client.commitIntent({ intent: {} as never }))
  expect(calls).toBeLessThan(2)
  keys.length = 0
  await failureOf(client.executeIntent({ intentId }, { idempotencyKey: 'one' }))
  expect(keys.length).toBeGreaterThan(3)
  expect(new Set(keys)).toEqual(new Set(['one']))
})

test('it is waited out no longer than is said, and not at all by who wants no retries', async () => {
  const away = printJson(new ServiceError('WebrpcInternalError').toEnvelope())
  let calls = 0
  const handler = (_: unknown, response: Parameters<typeof answer>[0]) => {
    calls++
    answer(response, 500, away, { 'Retry-After': '3' })
  }
  const patient = await clientOf(handler, { retries: 1, outageMs: 5_900 })
  expect(await failureOf(patient.ping())).toMatchObject({ error: 'WebrpcInternalError' })
  expect(calls).toBe(2)
  const none = await clientOf(handler, { retries: 0 })
  await failureOf(none.ping())
  expect(calls).toBe(3)
})

test('an address at which nothing ever answered is not waited for', async () => {
  let waits = 0
  const client = createClient({ url: 'http://127.0.0.1:9', retries: 1, onWait: () => waits++ })
  expect(await failureOf(client.ping())).toMatchObject({ error: 'WebrpcRequestFailed' })
  expect(waits).toBe(1)
})
