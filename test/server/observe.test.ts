import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createObserve, type RequestOutcome } from '../../src/observe/observe.ts'
import { asStoreFailure, StoreError } from '../../src/stores/storeError.ts'
import { keptLog } from '../keptLog.ts'
import { post, sendRaw, serve } from './serve.ts'

test('a request leaves one line that says how it ended, and nothing that was sent', async () => {
  const { url, lines } = await serve()
  await post(url, 'GetTokenList', { chainIds: [31337], searchQuery: 'very-private' }, { 'x-request-id': 'one' })
  await post(url, 'Ping', {}, { 'x-request-id': 'two', 'x-access-key': 'secret-key-value' })
  await post(url, 'Nope', {}, { 'x-request-id': 'three' })
  const logged = () => lines.filter(({ msg }) => msg === 'request')
  // A caller may have its answer before the line is written.
  await expect.poll(logged).toHaveLength(3)
  const requests = logged()
  expect(requests[0]).toMatchObject({ requestId: 'one', operation: 'GetTokenList', projectId: 1, status: 200 })
  expect(requests[1]).toMatchObject({ requestId: 'two', operation: 'Ping', status: 401, error: 'AccessKeyNotFound' })
  expect(requests[2]).toMatchObject({ requestId: 'three', status: 404, error: 'WebrpcBadRoute' })
  for (const line of requests) {
    expect(line.tookMs).toEqual(expect.any(Number))
    expect(line.bytesOut).toBeGreaterThan(0)
  }
  expect(JSON.stringify(lines)).not.toMatch(/very-private|secret-key-value/)
})

describe('the line of a request is what the logger itself would print', () => {
  const timestamp = () => ',"time":"2026-01-02T03:04:05.678Z"'
  const loggers: [string, LoggerOptions][] = [
    ['plain', { base: undefined, timestamp }],
    ['with bindings and a named level', { base: { pid: 7, hostname: 'a"b' }, timestamp, formatters: { level } }],
    ['with fields hidden', { timestamp, redact: ['requestId'] }],
    ['with fields mixed in', { timestamp, mixin: () => ({ region: 'north' }) }],
    ['with fields nested', { timestamp, nestedKey: 'payload' }],
    ['with another name for the message', { timestamp, messageKey: 'message' }],
    ['quieter than requests', { timestamp, level: 'warn' }],
  ]
  const outcomes: RequestOutcome[] = [
    { requestId: 'a-1', operation: 'Ping', projectId: 1, status: 200, tookMs: 0.125, bytesIn: 2, bytesOut: 19 },
    {
      requestId: 'a-2',
      status: 404,
      error: 'WebrpcBadRoute',
      cause: 'a "quoted"\n cause \u2028 \ud800',
      tookMs: 3,
      bytesIn: 0,
      bytesOut: 90,
    },
  ]
  test.each(loggers)('%s', async (_name, options) => {
    const [ours, theirs] = [written(), written()]
    const observe = createObserve(pino(options, ours))
    const log = pino(options, theirs)
    for (const outcome of outcomes) {
      observe.requestDone(outcome)
      log.info(outcome, 'request')
    }
    await new Promise(setImmediate)
    expect(ours.text).toBe(theirs.text)
  })

  test('and comes before the line that the drain is done', () => {
    const got = written()
    const observe = createObserve(pino({}, got))
    observe.requestDone(outcomes[0]!)
    observe.drainDone({ tookMs: 1, abandoned: 0 })
    expect(got.text).toMatch(/"msg":"request"}\n.*"msg":"drain done"}\n$/)
  })

  function level(label: string) {
    return { level: label }
  }

  function written(): DestinationStream & { text: string } {
    return {
      text: '',
      write(line) {
        this.text += line
      },
    }
  }
})

test('metrics count by operation and error, and a caller cannot make new series', async () => {
  const { url, port } = await serve()
  await post(url, 'Ping')
  await post(url, 'Ping', 'nonsense')
  for (let i = 0; i < 5; i++) await post(url, `Unknown${i}`, {}, { 'x-request-id': `r${i}` })
  await sendRaw(port, 'nonsense\r\n\r\n')
  const text = await (await fetch(`${url}/metrics`)).text()
  expect(text).toContain('causeway_requests_total{operation="Ping",error="none"} 1\n')
  expect(text).toContain('causeway_requests_total{operation="Ping",error="WebrpcBadRequest"} 1\n')
  expect(text).toContain('causeway_requests_total{operation="none",error="WebrpcBadRoute"} 5\n')
  expect(text).toContain('causeway_requests_total{operation="none",error="WebrpcBadRequest"} 1\n')
  expect(text).toContain('causeway_request_duration_seconds_count{operation="Ping",error="none"} 1\n')
  expect(text).toContain('causeway_request_duration_seconds_bucket{le="30",operation="Ping",error="none"} 1\n')
  expect(text).toContain('causeway_request_duration_seconds_bucket{le="+Inf",operation="Ping",error="none"} 1\n')
  expect(text).toContain('causeway_requests_in_flight 0\n')
  expect(text).toContain('causeway_long_polls 0\n')
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toContain('Unknown0')
})

describe('pages', () => {
  test('the root says where things are', async () => {
    const { url } = await serve()
    const root = await fetch(url)
    expect(root.status).toBe(200)
    expect(await root.json()).toMatchObject({ openapi: '/openapi.json', operations: 'POST /rpc/Svc/<operation>' })
  })

  test('ready says which one is not', async () => {
    const well = { kind: 'store' as const, name: 'postgres', probe: async () => ({ healthy: true }) }
    const ill = { kind: 'chain' as const, name: 'island', probe: async () => ({ healthy: false, detail: 'behind' }) }
    const other = { kind: 'chain' as const, name: 'harbor', probe: async () => ({ healthy: true }) }
    const late = { kind: 'worker' as const, name: 'steps', probe: async () => ({ healthy: false }) }
    const hangs = await fetch(`${(await serve({}, { ports: { health: [well, late] } })).url}/ready`)
    expect(hangs.status).toBe(503)
    const ready = await fetch(`${(await serve({}, { ports: { health: [well, ill, other] } })).url}/ready`)
    expect(ready.status).toBe(200)
    expect(await ready.json()).toMatchObject({ status: 'ready', failing: [{ name: 'island', detail: 'behind' }] })
    const failing = await fetch(`${(await serve({}, { ports: { health: [well, ill] } })).url}/ready`)
    expect(failing.status).toBe(503)
    expect(await failing.json()).toEqual({
      status: 'not ready',
      failing: [{ kind: 'chain', name: 'island', healthy: false, detail: 'behind' }],
    })
  })
})

test('what an alert waits for is counted from zero, before it first happens', async () => {
  const observe = createObserve(pino({ level: 'silent' }))
  observe.chainsKnown({ chainIds: [10] })
  const text = await observe.metrics()
  for (const series of [
    'causeway_steps_total{from="refund",to="held"} 0',
    'causeway_finality_broken_total{chain="10"} 0',
    'causeway_step_failures_total{step="lease"} 0',
    'causeway_orphans_total 0',
    'causeway_nonce_gaps_total{chain="10"} 0',
    'causeway_fees_held{chain="10"} 0',
    'causeway_panics_total 0',
    'causeway_database_away_total 0',
    'causeway_requests_total{operation="QuoteIntent",error="none"} 0',
    'causeway_requests_total{operation="QuoteIntent",error="Unexpected"} 0',
    'causeway_requests_total{operation="none",error="WebrpcBadRoute"} 0',
    'causeway_event_streams_ended_total{end="slow"} 0',
    'causeway_forgotten_total{what="lapsed"} 0',
    'causeway_webhook_attempts_total{state="failed"} 0',
    'causeway_webhook_faults_total{doing="lease"} 0',
    'causeway_oldest_open_seconds{what="event"} 0',
  ])
    expect(text).toContain(series)
})

test('a database that is away is no panic; a statement of ours that it refuses is one', async () => {
  const lines: { msg: string }[] = []
  const observe = createObserve(keptLog((line: (typeof lines)[number]) => void lines.push(line)))
  const failures = [
    { code: 'ECONNREFUSED' },
    { code: 'EPIPE' },
    {},
    { code: '57P01' },
    { code: '53300' },
    { code: '25006' },
    { code: '23505' },
    { code: '42P01' },
  ]
  for (const failure of failures) {
    const error = asStoreFailure(Object.assign(new Error('it failed'), failure))
    observe.panic({ requestId: 'one', operation: 'Ping', error })
  }
  observe.panic({ requestId: 'two', operation: 'Ping', error: new StoreError('notAllowed', 'a step') })
  observe.panic({ requestId: 'three', operation: 'Ping', error: new TypeError('a defect') })
  const text = await observe.metrics()
  expect(text).toContain('causeway_database_away_total 6')
  expect(text).toContain('causeway_panics_total 4')
  expect(lines.filter(({ msg }) => msg === 'panic')).toHaveLength(4)
})

test('the age of open work is by the clock of the database, and its distance from ours is told', async () => {
  const observe = createObserve(pino({ level: 'silent' }))
  observe.openWorkMeasured({ nowMs: 100_000, ownMs: 93_000, executingMs: 40_000, damaged: 2, damagedIntents: ['0x12'] })
  const text = await observe.metrics()
  expect(text).toContain('causeway_oldest_open_seconds{what="executing"} 60')
  expect(text).toContain('causeway_database_clock_ahead_seconds 7')
  expect(text).toContain('causeway_intents_damaged 2')
  expect(text).toContain('causeway_intent_damaged{intent="0x12"} 1')
})

test('an outage leaves a line when it begins, when its cause changes and when it is over, and every failure counts', async () => {
  const lines: { msg: string; failures?: number; err?: { stack?: string; message: string } }[] = []
  const observe = createObserve(keptLog((line: (typeof lines)[number]) => void lines.push(line)))
  const lease = { intentId: undefined, step: 'lease' } as const
  const away = (at: number) => asStoreFailure(new Error(`connect ECONNREFUSED, try ${at}`))
  for (let at = 0; at < 150; at++) observe.stepFailed({ ...lease, error: away(at) })
  expect(lines.map(({ failures }) => failures)).toEqual([undefined, 10, 100])
  expect(lines[0]?.err).toMatchObject({ message: 'connect ECONNREFUSED, try 0' })
  expect(lines[0]?.err?.stack ?? '').toBe('')
  observe.stepFailed({ ...lease, error: new TypeError('a defect') })
  expect(lines.at(-1)?.err?.stack).toContain('observe.test.ts')
  observe.stepWorks(lease)
  observe.stepWorks(lease)
  expect(lines.map(({ msg }) => msg).slice(3)).toEqual(['step failed', 'step works again'])
  expect(await observe.metrics()).toContain('causeway_step_failures_total{step="lease"} 151')
  const grant = {
    chainId: 10,
    doing: 'submitting a grant',
    signer: '0x1111111111111111111111111111111111111111',
  } as const
  for (let turn = 0; turn < 9; turn++)
    observe.senderFault({ ...grant, error: new Error('the guest refuses the grant') })
  observe.deliveryFault({ doing: 'lease', error: away(1) })
  observe.deliveryFault({ doing: 'lease', error: away(2) })
  observe.senderWorks(grant)
  observe.deliveryWorks({ doing: 'lease' })
  expect(lines.map(({ msg }) => msg).slice(5)).toEqual([
    'sender fault',
    'webhook fault',
    'sender works again',
    'webhooks work again',
  ])
})

test('a lane that another process took is no longer told of by this one', async () => {
  const observe = createObserve(pino({ level: 'silent' }))
  const lane = { chainId: 10, signer: '0x1111111111111111111111111111111111111111' } as const
  observe.gasBalance({ ...lane, balance: 10n ** 16n, low: true })
  observe.laneMeasured({ ...lane, stalledMs: 7_000 })
  expect(await observe.metrics()).toContain('causeway_lane_stalled_seconds{chain="10",signer="0x11')
  observe.laneLost({ ...lane, why: 'another process has it' })
  expect(await observe.metrics()).not.toContain('signer="0x11')
})
