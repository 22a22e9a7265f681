import { describe, expect, test } from 'vitest'
import type { Response } from '../../src/interface/operations.ts'
import { sampleReceipt } from '../wire/samples.ts'
import { post, serve } from './serve.ts'

test('a browser may ask first, and is told what it may send and read', async () => {
  const { url } = await serve()
  const answer = await fetch(`${url}/rpc/Svc/Ping`, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  })
  expect(answer.status).toBe(204)
  expect(await answer.text()).toBe('')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-methods')).toBe('POST')
  expect(answer.headers.get('access-control-allow-headers')).toBe(
    'Content-Type, X-Access-Key, Authorization, Webrpc, Idempotency-Key, X-Client-Version',
  )
  const { headers } = await post(url, 'Ping', {}, { origin: 'https://shop.example' })
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(headers['access-control-expose-headers']).toMatch(/X-Request-Id, RateLimit-Limit, .*Retry-After/)
})

test('a sane request id of the caller is kept, any other replaced', async () => {
  const { url } = await serve()
  expect((await post(url, 'Ping', {}, { 'x-request-id': 'trace-1.a:b_c' })).headers['x-request-id']).toBe(
    'trace-1.a:b_c',
  )
  for (const bad of ['a b', '"><script>', 'x'.repeat(65), '-']) {
    expect((await post(url, 'Ping', {}, { 'x-request-id': bad })).headers['x-request-id']).toMatch(/^[0-9a-f]{24}$/)
  }
})

test('a deprecated operation says what replaces it', async () => {
  const { url } = await serve({ brands: [{ service: 'Svc', field: 'svc', wallet: 'svcWallet' }] })
  const { headers } = await post(url, 'GetEarnPools')
  expect(headers.deprecation).toBe('true')
  expect(headers.link).toBe('</rpc/Svc/YieldGetMarkets>; rel="successor-version"')
  expect((await post(url, 'Ping')).headers).not.toHaveProperty('deprecation')
})

describe('numbers larger than a double', () => {
  const digits = '12345678901234567890123'
  const handlers = { GetIntentReceipt: async () => ({ intentReceipt: receiptWith(BigInt(digits)) }) }
  const rows: [string, Record<string, string>, string][] = [
    ['all digits by default', {}, digits],
    ['strings for a generated client', { webrpc: 'webrpc@v0.31.2;gen-typescript@v0.23.1;shop@v1.0.0' }, `"${digits}"`],
    ['strings for who asks', { accept: 'text/html, application/json; bigint=string' }, `"${digits}"`],
    ['all digits for plain JSON', { accept: 'application/json, */*;bigint=string' }, digits],
  ]
  test.each(rows)('%s', async (_name, headers, printed) => {
    const { url } = await serve({}, { handlers })
    const { text } = await post(url, 'GetIntentReceipt', { intentId: `0x${'ab'.repeat(32)}` }, headers)
    expect(text).toContain(`"originTokenAmount":${printed},`)
    expect(text).toContain('"originChainId":31337,')
  })
})

function receiptWith(originTokenAmount: bigint): Response<'GetIntentReceipt'>['intentReceipt'] {
  const { summary, ...receipt } = sampleReceipt
  return { ...receipt, originChainId: 31337, summary: { ...summary, originTokenAmount } }
}

test('a client may be called anything', async () => {
  const { url } = await serve()
  for (const name of ['constructor', '__proto__', 'toString']) {
    expect((await post(url, 'Ping', {}, { webrpc: `webrpc@v0;gen-ts@v0;${name}@1.0.0` })).status, name).toBe(200)
  }
})
