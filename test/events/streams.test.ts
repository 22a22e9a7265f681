import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ConfigInput } from '../../src/config/config.ts'
import type { FollowIntent } from '../../src/engine/read/followIntent.ts'
import { startWaiters } from '../../src/engine/read/waitReceipt.ts'
import type { IntentEvent } from '../../src/interface/eventShapes.ts'
import type { Hex } from '../../src/interface/fields.ts'
import { followIntent } from '../../src/sdk/followIntent.ts'
import { openPostgresStore, type PostgresStore } from '../../src/stores/postgres/postgresStore.ts'
import { type Served, serve, streamsOf } from '../server/serve.ts'
import { freshDatabase } from '../stores/freshDatabase.ts'
import { move } from '../stores/move.ts'
import { hashOf, sampleQuote } from '../stores/sampleQuote.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let store: PostgresStore
let undo: (() => unknown)[] = []

beforeEach(async () => {
  database = await freshDatabase()
  store = await openPostgresStore({ url: database.url })
  undo = [database.close, store.close]
})
afterEach(async () => {
  for (const step of undo.toReversed()) await step()
})

async function start(config: ConfigInput = {}, follow?: FollowIntent): Promise<Served> {
  const waiters = await startWaiters({ store })
  const served = await serve(config, { ...streamsOf(store, waiters), ...(follow && { follow }) })
  undo.push(waiters.stop, served.drain)
  return served
}

const quote = (n: number) => store.intents.insertQuote(sampleQuote({ intentId: hashOf(n) }))

const commit = (intentId: Hex) =>
  store.intents.transition({ intentId, step: 'quoted' }, { step: 'committed', dueAtMs: 99_000, nowMs: 2_000 })

const depositSeen = (intentId: Hex) =>
  move(store, intentId, 'committed', {
    legs: [{ leg: 'deposit', chainId: 10, status: 'PENDING', txnHash: hashOf(5) }],
    nowMs: 3_000,
  })

const lapse = (intentId: Hex) =>
  store.intents.transition({ intentId, step: 'committed' }, { step: 'lapsed', nowMs: 4_000 })

const streamOf = ({ url }: Served, intentId: string, headers: Record<string, string> = {}, query = '') =>
  fetch(`${url}/intents/${intentId}/events${query}`, { headers })

/** Lets everything else have a turn. */
const turn = () => new Promise(setImmediate)

const line = ({ url }: Served) => ({ url, headers: {}, fetch })

/** Reads until the stream ends, or until the text holds something. */
async function read(reply: Response, until?: string): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of reply.body!) {
    text += decoder.decode(chunk as Uint8Array, { stream: true })
    if (until !== undefined && text.includes(until)) break
  }
  return text
}

const kindsOf = (text: string) => [...text.matchAll(/^event: (.*)$/gm)].map(([, kind]) => kind)
const idsOf = (text: string) => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => Number(id))

describe('GET /intents/<id>/events', () => {
  test('shows what happened and what happens, and ends after the final event', async () => {
    const served = await start()
    const { intentId } = await quote(1)
    await commit(intentId)
    const reply = await streamOf(served, intentId)
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reply.headers.get('access-control-allow-origin')).toBe('*')
    const reading = read(reply)
    await depositSeen(intentId)
    await lapse(intentId)
    const text = await reading
    expect(text).toMatch(/^retry: \d+\n\n/)
    expect(kindsOf(text)).toEqual(['intent.committed', 'intent.updated', 'intent.failed', 'end'])
    const ids = idsOf(text)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const last = text.trim().split('\n\n').at(-1)!
    expect(last).toBe(`id: ${ids.at(-1)}\nevent: end\ndata: {"intentId":"${intentId}","status":"FAILED"}`)
  })

  test('goes on from Last-Event-ID, and tells who has seen the end not to come again', async () => {
    const served = await start()
    const { intentId } = await quote(1)
    await commit(intentId)
    await depositSeen(intentId)
    const first = await read(await streamOf(served, intentId), 'intent.updated')
    const [committed] = idsOf(first)
    await lapse(intentId)
    const header = await read(await streamOf(served, intentId, { 'last-event-id': String(committed) }))
    expect(kindsOf(header)).toEqual(['intent.updated', 'intent.failed', 'end'])
    const query = await read(await streamOf(served, intentId, {}, `?lastEventId=${committed}`))
    expect(query).toBe(header)
    const over = await streamOf(served, intentId, { 'last-event-id': String(idsOf(header).at(-1)) })
    expect(over.status).toBe(204)
    const requestId = over.headers.get('x-request-id')
    await expect.poll(() => served.lines.find((line) => line.requestId === requestId)).toMatchObject({ status: 204 })
  })

  test.each([
    ['not an id', '0x12', {}, 400, 'InvalidArgument'],
    ['an id nobody has', hashOf(99), {}, 400, 'NotFound'],
    ['a bad place', hashOf(1), { 'last-event-id': 'x' }, 400, 'InvalidArgument'],
    ['a wrong key', hashOf(1), { 'x-access-key': 'wrong' }, 401, 'AccessKeyNotFound'],
  ] as const)('%s is refused in the usual envelope', async (_, intentId, headers, status, error) => {
    const served = await start()
    await quote(1)
    const reply = await streamOf(served, intentId, headers)
    expect(reply.status).toBe(status)
    expect(await reply.json()).toMatchObject({ error, status })
  })

  test('a silent stream gives a sign of life', async () => {
    const served = await start({ events: { heartbeatMs: 20 } })
    const { intentId } = await quote(1)
    expect(await read(await streamOf(served, intentId), ':\n\n:\n\n')).toContain(':\n\n:\n\n')
  })

  test('only so many are open at once, and one that is hung up makes room', async () => {
    const served = await start({ events: { streamsPerCallerMax: 1 } })
    const { intentId } = await quote(1)
    const first = await streamOf(served, intentId)
    const second = await streamOf(served, intentId)
    expect([second.status, second.headers.get('retry-after')]).toEqual([429, '2'])
    expect(await second.json()).toMatchObject({ error: 'RateLimited' })
    await first.body!.cancel()
    while ((await metric(served, 'causeway_event_streams')) > 0) await turn()
    expect((await streamOf(served, intentId)).status).toBe(200)
  })

  test('has a longest life', async () => {
    const served = await start({ events: { streamMs: 50 } })
    const { intentId } = await quote(1)
    expect(kindsOf(await read(await streamOf(served, intentId)))).toEqual([])
    expect(served.lines.find(({ msg }) => msg === 'stream closed')).toMatchObject({ end: 'life' })
  })

  test('a server that drains ends its streams at once, with when to come back', async () => {
    const retryMs = 123
    const served = await start({ events: { retryMs } })
    const { intentId } = await quote(1)
    const reading = read(await streamOf(served, intentId))
    await served.drain()
    expect(await reading).toBe(`retry: ${retryMs}\n\n`)
    expect(served.lines.find(({ msg }) => msg === 'drain done')).toMatchObject({ abandoned: 0 })
  })

  test('a reader that takes nothing is dropped', async () => {
    const event = { id: 1, status: 'EXECUTING', kind: 'intent.updated', about: 'x'.repeat(100_000) }
    async function* endless(): AsyncGenerator<IntentEvent> {
      for (;;) yield event as unknown as IntentEvent
    }
    const served = await start({ events: { slowReaderMs: 50 } }, async () => ({ ended: false, events: endless() }))
    const socket = connect(served.port, '127.0.0.1').pause()
    socket.write(`GET /intents/${hashOf(1)}/events HTTP/1.1\r\nHost: x\r\n\r\n`)
    while (!served.lines.some(({ msg }) => msg === 'stream closed')) await turn()
    expect(served.lines.find(({ msg }) => msg === 'stream closed')).toMatchObject({ end: 'slow' })
    socket.on('error', () => {}).resume()
    if (!socket.destroyed) await once(socket, 'close')
  })

  test('answers the question that browsers ask first', async () => {
    const served = await start()
    const reply = await fetch(`${served.url}/intents/${hashOf(1)}/events`, { method: 'OPTIONS' })
    expect(reply.status).toBe(204)
    expect(reply.headers.get('access-control-allow-methods')).toBe('GET')
    expect(reply.headers.get('access-control-allow-headers')).toContain('Last-Event-ID')
  })
})

async function metric({ ports }: Served, name: string): Promise<number> {
  const found = new RegExp(`^${name} (\\d+)$`, 'm').exec(await ports.observe.metrics())
  return Number(found?.[1])
}

describe('followIntent of the client', () => {
  test('gives every event once, across connections that end, until the intent is final', async () => {
    const served = await start({ events: { streamMs: 500, retryMs: 1 } })
    const { intentId } = await quote(1)
    const seen: IntentEvent[] = []
    const acts = [commit, depositSeen, lapse]
    const following = (async () => {
      for await (const event of followIntent(line(served), intentId)) {
        seen.push(event)
        await acts[seen.length]?.(intentId)
      }
    })()
    while (served.lines.filter(({ msg }) => msg === 'stream closed').length < 2) await turn()
    await commit(intentId)
    await following
    expect(seen.map(({ kind }) => kind)).toEqual(['intent.committed', 'intent.updated', 'intent.failed'])
    expect(seen[1]).toMatchObject({ transactions: [{ type: 'DEPOSIT', status: 'PENDING', pendingTxnHash: hashOf(5) }] })
  })

  test('goes on after the connection was cut in the middle of an event', async () => {
    const served = await start({ events: { retryMs: 1 } })
    const { intentId } = await quote(1)
    await commit(intentId)
    await depositSeen(intentId)
    await lapse(intentId)
    let cuts = 0
    const cutting: typeof fetch = async (input, init) => {
      const reply = await fetch(input, init)
      if (cuts++ > 0) return reply
      const text = await reply.text()
      const half = text.slice(0, text.indexOf('intent.updated') + 40)
      const broken = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(half)),
        pull: (controller) => controller.error(new Error('cut')),
      })
      return new Response(broken, { headers: reply.headers })
    }
    const kinds: string[] = []
    for await (const { kind } of followIntent({ ...line(served), fetch: cutting }, intentId)) kinds.push(kind)
    expect(kinds).toEqual(['intent.committed', 'intent.updated', 'intent.failed'])
    expect(cuts).toBe(2)
  })

  test('says what the server said, and stops when it is told to', async () => {
    const served = await start()
    const unknown = followIntent(line(served), hashOf(9))
    await expect(unknown.next()).rejects.toMatchObject({ error: 'NotFound' })
    const { intentId } = await quote(1)
    const stop = new AbortController()
    const waiting = followIntent(line(served), intentId, { signal: stop.signal }).next()
    stop.abort()
    await expect(waiting).rejects.toMatchObject({ error: 'WebrpcClientAborted' })
  })
})
