import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { nodeFetch } from '../../src/cli/kit/nodeFetch.ts'
import { freePort } from '../../src/host/ports.ts'
import { serveHttp } from '../listen.ts'

/** What the commands ask with against what the platform has: the same server, the same request, the same outcome. */
async function listen(answer: RequestListener): Promise<string> {
  const { url, stop } = await serveHttp(answer)
  onTestFinished(stop)
  return url
}

const ask = {
  method: 'POST',
  body: '{"a":"ü"}',
  headers: { 'Content-Type': 'application/json', 'X-Key': 'k' },
} as const

async function outcomeOf(how: typeof fetch, url: string, init: RequestInit = ask) {
  try {
    const reply = await how(url, { redirect: 'error', ...init })
    const { ok, status } = reply
    const head = { ok, status, id: reply.headers.get('X-Request-Id'), none: reply.headers.get('nothing') }
    return { ...head, text: await reply.text().catch((error: Error) => `broke: ${error.name}`) }
  } catch (error) {
    const { name, message, cause } = error as Error & { cause?: { code?: string } }
    return { name, message, code: cause?.code }
  }
}

const answers: Record<string, RequestListener> = {
  'what was sent': async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const { 'content-type': type, 'x-key': key, 'content-length': length } = request.headers
    reply.setHeader('x-request-id', 'r1')
    reply.end(JSON.stringify([request.method, type, key, length, Buffer.concat(parts).toString()]))
  },
  'an error with a body': (_, reply) =>
    void reply.writeHead(429, { 'Retry-After': '3' }).end('{"error":"LimitExceeded"}'),
  'a redirect': (_, reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'a reply that breaks off': (_, reply) => {
    reply.writeHead(200, { 'content-length': '100' }).write('half', () => reply.destroy())
  },
  'letters over two parts': (_, reply) => {
    const bytes = Buffer.from('"aüb"')
    reply.write(bytes.subarray(0, 3), () => setImmediate(() => reply.end(bytes.subarray(3))))
  },
  gzip: (_, reply) => void reply.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('"packed"')),
  'no reply': (_, reply) => void reply.destroy(),
}

test.each(Object.entries(answers))('%s', async (_, answer) => {
  const url = await listen(answer)
  expect(await outcomeOf(nodeFetch, url)).toEqual(await outcomeOf(fetch, url).then(withoutPlatformCodes))
})

/** undici names what Node calls ECONNRESET in a way of its own. */
const withoutPlatformCodes = <T extends object>(outcome: T): T =>
  'code' in outcome && outcome.code === 'UND_ERR_SOCKET' ? { ...outcome, code: 'ECONNRESET' } : outcome

test('gzip that breaks off is no reply, which the platform takes for an empty one', async () => {
  const part = gzipSync('x'.repeat(10_000)).subarray(0, 20)
  const url = await listen((_, reply) => void reply.writeHead(200, { 'content-encoding': 'gzip' }).end(part))
  expect(await outcomeOf(nodeFetch, url)).toMatchObject({ text: 'broke: TypeError' })
})

test('nobody listens: the code of the refusal is told', async () => {
  const url = `http://127.0.0.1:${await freePort()}`
  expect(await outcomeOf(nodeFetch, url)).toEqual(await outcomeOf(fetch, url))
  expect(await outcomeOf(nodeFetch, url)).toMatchObject({ code: 'ECONNREFUSED' })
})

test('whoever gives up, before or while the reply comes, gets the reason back', async () => {
  const url = await listen((_, reply) => void reply.writeHead(200).write('begun'))
  for (const how of [fetch, nodeFetch]) {
    const reason = new Error('enough')
    await expect(how(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    const stop = new AbortController()
    const reply = await how(url, { signal: stop.signal })
    const text = reply.text()
    stop.abort(reason)
    await expect(text).rejects.toBe(reason)
  }
})

test('a reply is read as a stream while it comes', async () => {
  const url = await listen((_, reply) => void reply.writeHead(200).write('one'))
  for (const how of [fetch, nodeFetch]) {
    const { body } = await how(url)
    const reader = body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('one')
    await reader.cancel()
  }
})
