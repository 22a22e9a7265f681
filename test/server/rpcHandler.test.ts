import { describe, expect, test } from 'vitest'
import { ServiceError } from '../../src/interface/errors.ts'
import { checkOrder } from '../../src/server/http/checks.ts'
import { deferred } from '../deferred.ts'
import { postJson } from '../postJson.ts'
import { post, serve } from './serve.ts'

const hash = `0x${'ab'.repeat(32)}`
const never = () => new Promise<never>(() => {})

test('the order of checks is the one that is promised', () => {
  expect(checkOrder.join(' ')).toBe(
    'method draining geoblock addressLimit token key mismatch project origin service membership enabled ' +
      'clientVersion projectLimit body schema quota intentsSwitch',
  )
})

test('without a key a call belongs to project 1', async () => {
  const seen: unknown[] = []
  const handlers = {
    GetIntent: (_request: unknown, call: { project: { id: number }; idempotencyKey?: string }) => {
      seen.push(call.project.id, call.idempotencyKey)
      throw new ServiceError('NotFound')
    },
  }
  const { url } = await serve({}, { handlers })
  const { status, body } = await post(url, 'GetIntent', { intentId: hash }, { 'idempotency-key': 'once' })
  expect(seen).toEqual([1, 'once'])
  expect([status, body]).toEqual([400, { error: 'NotFound', code: 8000, msg: 'Resource not found', status: 400 }])
})

describe('client versions', () => {
  const config = { switches: { clientVersionMin: { shop: '1.4', '*': '0.2.0' } } }
  const rows: [string, Record<string, string>, number][] = [
    ['none declared', {}, 200],
    ['new enough', { webrpc: 'webrpc@v0.31.2;gen-typescript@v0.23.1;shop@v1.4.0' }, 200],
    ['too old', { webrpc: 'webrpc@v0.31.2;gen-typescript@v0.23.1;shop@v1.3.9' }, 422],
    ['another client by the common minimum', { webrpc: 'webrpc@v0.31.2;gen-typescript@v0.23.1;other@v0.2.0' }, 200],
    ['too old by the common minimum', { 'x-client-version': '0.1.99' }, 422],
    ['1.10 is newer than 1.4', { webrpc: 'a;b;shop@1.10.0-beta.1' }, 200],
    ['nonsense counts as none', { webrpc: 'a;b;shop@latest', 'x-client-version': '??' }, 200],
  ]
  test.each(rows)('%s', async (_name, headers, status) => {
    const { url } = await serve(config)
    expect((await post(url, 'Ping', {}, headers)).status).toBe(status)
  })
})

describe('what a handler does wrong', () => {
  test('an unexpected throw is a panic, its stack stays inside, the process lives', async () => {
    const handlers = {
      GetChains: () => {
        throw new Error('select * from keys at /home/x')
      },
      Clock: async () => {
        throw new TypeError('boom')
      },
    }
    const { url, lines } = await serve({}, { handlers })
    for (const operation of ['GetChains', 'Clock']) {
      const { status, body, text } = await post(url, operation)
      expect([status, body.error]).toEqual([500, 'WebrpcServerPanic'])
      expect(text).not.toMatch(/select|boom|\/home/)
    }
    expect(lines.filter(({ msg }) => msg === 'panic')).toHaveLength(2)
    expect((await post(url, 'Ping')).status).toBe(200)
  })

  test('one that takes too long meets its deadline and hears of it', async () => {
    let heard: Promise<unknown> = Promise.resolve()
    const handlers = {
      Clock: (_request: unknown, { signal }: { signal: AbortSignal }) => {
        heard = new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)))
        return never()
      },
    }
    const { url } = await serve({ http: { operationTimeoutMs: 50 } }, { handlers })
    const { status, body } = await post(url, 'Clock')
    expect([status, body.error]).toEqual([408, 'Timeout'])
    expect(await heard).toBeInstanceOf(ServiceError)
  })

  test('a caller that hangs up frees the handler', async () => {
    const started = deferred()
    let heard: Promise<unknown> = Promise.resolve()
    const handlers = {
      Clock: (_request: unknown, { signal }: { signal: AbortSignal }) => {
        heard = new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)))
        started.resolve(undefined)
        return never()
      },
    }
    const { url, lines } = await serve({}, { handlers })
    const caller = new AbortController()
    const call = postJson(`${url}/rpc/Svc/Clock`, {}, { signal: caller.signal })
    await started.promise
    caller.abort()
    await expect(call).rejects.toThrow()
    expect(await heard).toMatchObject({ error: 'WebrpcClientAborted' })
    await expect.poll(() => lines.at(-1)).toMatchObject({ operation: 'Clock', error: 'WebrpcClientAborted' })
  })
})
