import { expect, test } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import type { CallContext } from '../../src/server/http/handler.ts'
import { deferred } from '../deferred.ts'
import { sampleRequests, sampleResponses } from '../wire/samples.ts'
import { inFlight, keep, parseRaw, post, serve } from './serve.ts'

const ask = (operation: string) =>
  `POST /rpc/Svc/${operation} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`

test('a drain refuses new calls, answers held ones, lets running ones finish, then closes', async () => {
  let finish = () => {}
  const started: string[] = []
  const handlers = {
    Clock: async () => {
      started.push('running')
      await new Promise<void>((resolve) => (finish = resolve))
      return { serverTime: 'done' }
    },
    RuntimeStatus: async (_request: unknown, { drain }: CallContext) => {
      started.push('held')
      await new Promise((resolve) => drain.addEventListener('abort', resolve))
      return { status: { ...sampleResponses.RuntimeStatus.status, version: 'held' } }
    },
  }
  const { port, url, drain, lines } = await serve({}, { handlers })
  const [running, held, idle] = [keep(port), keep(port), keep(port)]
  idle.socket.write(ask('Ping'))
  await idle.answer()
  running.socket.write(ask('Clock'))
  held.socket.write(ask('RuntimeStatus'))
  await expect.poll(() => started.toSorted()).toEqual(['held', 'running'])

  const drained = drain()
  expect(parseRaw(await held.answer()).text).toContain('"version":"held"')
  idle.socket.write(ask('Ping'))
  const refused = parseRaw(await idle.answer())
  expect(refused.body).toMatchObject({ error: 'Aborted', code: 1005, status: 400 })
  expect(refused.headers.connection).toBe('close')
  await idle.closed
  await expect(fetch(`${url}/health`)).rejects.toThrow()

  finish()
  expect(parseRaw(await running.answer()).text).toBe('{"serverTime":"done"}')
  await drained
  await Promise.all([running.closed, held.closed])
  expect(lines.at(-1)).toMatchObject({ msg: 'drain done', abandoned: 0 })
})

test('calls that wait for their turn when the patience is over are told to ask another process', async () => {
  let begun = 0
  const handlers = {
    QuoteIntent: () => {
      begun++
      return new Promise<never>(() => {})
    },
  }
  const { url, drain } = await serve({ http: { drainMs: 300 } }, { handlers })
  const calls = Array.from({ length: 40 }, () =>
    post(url, 'QuoteIntent', sampleRequests.QuoteIntent).then(
      ({ body }) => body.error,
      () => 'cut off',
    ),
  )
  await expect.poll(() => inFlight(url)).toBe(40)
  await drain()
  const answers = await Promise.all(calls)
  expect(answers.filter((answer) => answer === 'Aborted')).toHaveLength(40 - begun)
  expect(begun).toBeLessThan(40)
})

test('a call that does not end is abandoned when the patience is over', async () => {
  const { promise: begins, resolve: begun } = deferred()
  const handlers = {
    Clock: () => {
      begun()
      return new Promise<never>(() => {})
    },
  }
  const { port, drain, lines } = await serve({ http: { drainMs: 50 } }, { handlers })
  const stuck = keep(port)
  stuck.socket.write(ask('Clock'))
  await begins
  await drain()
  await stuck.closed
  expect(lines.at(-1)).toMatchObject({ msg: 'drain done', abandoned: 1 })
})

test('after a drain, nothing measures the event loop any more', async () => {
  let looks = 0
  const monotonicMs = () => {
    looks++
    return systemClock.monotonicMs()
  }
  const { drain } = await serve({}, { ports: { clock: { ...systemClock, monotonicMs } } })
  await drain()
  const before = looks
  await systemClock.sleep(200) // a look is due every 50 ms
  expect(looks).toBe(before)
})

test('while draining, a load balancer sees that the service is not ready', async () => {
  let finish = () => {}
  const { promise: begins, resolve: begun } = deferred()
  const handlers = {
    Clock: async () => {
      begun()
      await new Promise<void>((resolve) => (finish = resolve))
      return { serverTime: 'x' }
    },
  }
  const { port, drain } = await serve({}, { handlers })
  const [busy, prober] = [keep(port), keep(port)]
  prober.socket.write(ask('Ping'))
  await prober.answer()
  busy.socket.write(ask('Clock'))
  await begins
  const drained = drain()
  prober.socket.write('GET /ready HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(parseRaw(await prober.answer()).status).toBe(503)
  finish()
  await drained
})
