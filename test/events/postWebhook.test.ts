import type { RequestListener } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { isPublicAddress } from '../../src/webhooks/isPublicAddress.ts'
import { createPostWebhook, reasonToRefuseUrl } from '../../src/webhooks/postWebhook.ts'
import { serveHttp } from '../listen.ts'

async function receiver(listener: RequestListener): Promise<number> {
  const { url, stop } = await serveHttp(listener)
  onTestFinished(stop)
  return Number(new URL(url).port)
}

const message = (url: string) => ({
  url,
  headers: { 'webhook-id': 'm' },
  body: '{"a":1}',
  signal: new AbortController().signal,
})
const local = createPostWebhook({ allowPrivate: true, timeoutMs: 60_000 })

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['127.8.8.8', false],
  ['10.1.2.3', false],
  ['172.20.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['ff02::1', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

test('addresses that cannot be right are refused by their text alone', () => {
  expect(reasonToRefuseUrl('https://example.org/in', false)).toBeUndefined()
  expect(reasonToRefuseUrl('http://127.0.0.1:9/in', true)).toBeUndefined()
  for (const url of [
    'nonsense',
    'ftp://example.org',
    'http://example.org',
    'https://user:pass@example.org',
    'https://127.0.0.1/in',
    'https://2130706433/in',
    'https://0x7f.1/in',
    'https://[::1]/in',
    'https://[::ffff:10.0.0.1]/in',
  ]) {
    expect(reasonToRefuseUrl(url, false), url).toBeTypeOf('string')
  }
})

test('a name that leads into a private network is not connected to, whatever else it leads to', async () => {
  let hits = 0
  const port = await receiver((_request, response) => {
    hits++
    response.end()
  })
  const lookup = async () => [
    { address: '8.8.8.8', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  const post = createPostWebhook({ allowPrivate: false, timeoutMs: 60_000, lookup })
  expect(await post(message(`https://example.org:${port}/`))).toEqual({ error: 'the name leads to a private network' })
  expect(hits).toBe(0)
})

test('the name is looked up once and the connection goes to what was found', async () => {
  const seen: (string | undefined)[] = []
  const port = await receiver((request, response) => {
    seen.push(request.headers.host)
    response.end()
  })
  let lookups = 0
  const lookup = async () => {
    lookups++
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const post = createPostWebhook({ allowPrivate: true, timeoutMs: 60_000, lookup })
  expect(await post(message(`http://hooks.example.org:${port}/in`))).toEqual({ statusCode: 200 })
  expect(seen).toEqual([`hooks.example.org:${port}`])
  expect(lookups).toBe(1)
})

test('a redirect is an answer like any other that is no success', async () => {
  let hits = 0
  const port = await receiver((_request, response) => {
    hits++
    response.writeHead(302, { location: `http://127.0.0.1:${port}/elsewhere` }).end()
  })
  expect(await local(message(`http://127.0.0.1:${port}/`))).toEqual({ statusCode: 302, error: 'answered 302' })
  expect(hits).toBe(1)
})

test('an endless answer is read only so far, and one that never comes is not waited for', async () => {
  const endless = await receiver((_request, response) => {
    const pour = (): void => {
      while (!response.destroyed && response.write('x'.repeat(8_192)));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
  })
  expect(await local(message(`http://127.0.0.1:${endless}/`))).toEqual({ statusCode: 200 })
  const silent = await receiver(() => {})
  const impatient = createPostWebhook({ allowPrivate: true, timeoutMs: 100 })
  expect(await impatient(message(`http://127.0.0.1:${silent}/`))).toEqual({
    error: 'no answer within 100 milliseconds',
  })
})

test('nobody listening is told plainly, without the address', async () => {
  expect(await local(message('http://127.0.0.1:1/secret-path'))).toEqual({ error: 'ECONNREFUSED' })
})
