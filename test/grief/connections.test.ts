import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../src/host/clock.ts'
import { createSystemRandom } from '../../src/host/random.ts'
import { limits } from '../../src/interface/limits.ts'
import { createObserve } from '../../src/observe/observe.ts'
import { createUnreadReplies } from '../../src/server/http/reply.ts'
import { parseRaw, sendRaw, serve } from '../server/serve.ts'

/** What one connection can do to a process with few bytes, or by taking none. */

const ping = (id: string) =>
  `POST /rpc/Svc/Ping HTTP/1.1\r\nhost: a\r\nx-request-id: ${id}\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`
const lastly = (request: string) => request.replace('host: a', 'host: a\r\nconnection: close')

test('requests of one packet are answered in their order, and one that holds thousands begins few of them', async () => {
  const { port, lines } = await serve()
  const few = Array.from({ length: 10 }, (_, at) => ping(`few-${at}`))
  const answers = await sendRaw(port, ...few.slice(0, 9), lastly(few[9]!))
  expect([...answers.matchAll(/X-Request-Id: (few-\d)/g)].map(([, id]) => id)).toEqual(
    Array.from({ length: 10 }, (_, at) => `few-${at}`),
  )
  for (const one of [
    ping('many'),
    'GET /health HTTP/1.1\r\nhost: a\r\n\r\n',
    'GET /none HTTP/1.1\r\nhost: a\r\n\r\n',
  ]) {
    // A connection that is cut off with answers on their way may be reset.
    const got = await sendRaw(port, one.repeat(3_000)).catch(() => '')
    expect(got.split('HTTP/1.1 ').length).toBeLessThan(100)
  }
  expect(lines.filter(({ requestId }) => requestId === 'many').length).toBeLessThan(100)
})

test('a body in pieces of a byte each is cut off before it is all here', async () => {
  const { port, lines } = await serve({}, { handlers: { CommitIntent: () => ({}) as never } })
  const head = 'POST /rpc/Svc/CommitIntent HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n'
  const inPieces = (piece: string, count: number) =>
    `${head}connection: close\r\ntransfer-encoding: chunked\r\n\r\n${`${piece.length.toString(16)}\r\n${piece}\r\n`.repeat(count)}`
  expect(await sendRaw(port, inPieces(' ', 20_000), '0\r\n\r\n').catch(() => '')).toBe('')
  const cut = () => lines.filter(({ cause }) => cause === 'the body comes in too many small pieces')
  await expect.poll(cut).toMatchObject([{ error: 'WebrpcBadRequest', bytesIn: expect.any(Number) }])
  expect(cut()[0]!.bytesIn).toBeLessThan(2_000)
  const pieces = inPieces(' '.repeat(2 * limits.bodyPieceBytesMin), 1_500)
  expect(parseRaw(await sendRaw(port, pieces, '2\r\n{}\r\n0\r\n\r\n')).body.cause).not.toContain('pieces')
})

test('an answer that its caller does not take is given up, and one that is read takes its time', async () => {
  let aheadMs = 0
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs }
  const long = `"${'a'.repeat(32 * 1024 * 1024)}"`
  const { port, lines } = await serve({}, { ports: { clock }, handlers: { Ping: () => ({ raw: long }) as never } })
  const ask = (isRead: boolean) => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    let got = 0
    let mayRead = isRead
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
    socket.on('error', () => {})
    const begun = new Promise<void>((resolve) => {
      socket.on('data', (bytes) => {
        got += bytes.length
        if (!mayRead) socket.pause()
        resolve()
      })
    })
    socket.write(lastly(ping('long')))
    return {
      begun,
      closed,
      got: () => got,
      goOn: () => {
        mayRead = true
        socket.resume()
      },
    }
  }
  const [idle, reader] = [ask(false), ask(true)]
  await Promise.all([idle.begun, reader.closed])
  expect(reader.got()).toBeGreaterThan(long.length)
  // As long as a slow reader may need for so much.
  aheadMs = limits.bodyTimeoutMs + (1_000 * long.length) / limits.readerBytesPerSMin
  await expect.poll(() => lines.some(({ cause }) => String(cause).startsWith('the caller reads too slowly'))).toBe(true)
  idle.goOn()
  await idle.closed
  expect(idle.got()).toBeLessThan(long.length)
})

test('past what may lie unread, the longest answer of the caller who has most of it is given up', async () => {
  const unread = createUnreadReplies(systemClock, { graceMs: 60_000, bytesMax: 100 })
  const reply = (caller: string, bytes: number) => {
    const outgoing = Object.assign(new EventEmitter(), {
      socket: { writableLength: bytes },
      isCut: false,
      destroy() {},
    })
    outgoing.destroy = () => {
      outgoing.isCut = true
    }
    unread.watch(outgoing as never, () => caller)
    outgoing.emit('prefinish')
    return outgoing
  }
  const honest = reply('honest', 45)
  const greedy = [20, 30, 25].map((bytes) => reply('greedy', bytes))
  await expect.poll(() => greedy.map(({ isCut }) => isCut)).toEqual([false, true, false])
  expect(honest.isCut).toBe(false)
})

test('of thousands of callers with an answer each few are cut off in one turn of the event loop', async () => {
  const unread = createUnreadReplies(systemClock, { graceMs: 60_000, bytesMax: 100 })
  let [left, inTurn, mostInTurn] = [3_000, 0, 0]
  const destroy = () => {
    if (inTurn++ === 0) setImmediate(() => (inTurn = 0))
    mostInTurn = Math.max(mostInTurn, inTurn)
    left--
  }
  for (let caller = 0; caller < 3_000; caller++) {
    const outgoing = Object.assign(new EventEmitter(), { socket: { writableLength: 1 }, destroy })
    unread.watch(outgoing as never, () => String(caller))
    outgoing.emit('prefinish')
  }
  await expect.poll(() => left).toBe(100)
  expect(mostInTurn).toBeLessThan(100)
})

test('metrics are printed for strangers as often as that costs little, and at once for the operator', async () => {
  const observe = createObserve(pino({ level: 'silent' }))
  let printed = 0
  const slow = {
    ...observe,
    metrics: async () => {
      printed++
      await systemClock.sleep(50)
      return observe.metrics()
    },
  }
  const ports = { observe: slow, random: createSystemRandom() }
  const { url } = await serve({ callers: { trustedProxies: ['127.0.0.1'] } }, { ports })
  const read = async (headers: Record<string, string> = {}) => (await fetch(`${url}/metrics`, { headers })).text()
  for (let at = 0; at < 20; at++) expect(await read({ 'x-forwarded-for': `192.0.2.${at}` })).toContain('causeway_')
  expect(printed).toBeLessThan(10)
  const before = printed
  await read()
  await read()
  expect(printed).toBe(before + 2)
})
