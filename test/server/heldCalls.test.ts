import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type Clock, systemClock } from '../../src/host/clock.ts'
import { ServiceError } from '../../src/interface/errors.ts'
import { limits } from '../../src/interface/limits.ts'
import { createConnectionBound } from '../../src/server/http/connectionBound.ts'
import type { Handlers } from '../../src/server/http/handler.ts'
import { createPlaces } from '../../src/server/http/places.ts'
import { createWorkQueue } from '../../src/server/http/workQueue.ts'
import type { KeyRecord } from '../../src/stores/accessStore.ts'
import { sampleRequests } from '../wire/samples.ts'
import { openAccessFixture, withKey } from './accessSetup.ts'
import { inFlight, serve } from './serve.ts'

/** Calls that are held or wait for their turn: nobody takes all places, and who sends many waits for itself. */

const callers = { trustedProxies: ['127.0.0.1'] }
const [greedy, neighbour] = ['192.0.2.1', '192.0.2.2']
/** Turns of the event loop seem to come late, so that there is room for the fewest. */
const lateClock = (): Clock => {
  let nowMs = 0
  return { ...systemClock, monotonicMs: () => (nowMs += 100) }
}
const places = limits.costlyAtOnceMin
const keyless = places / 2

/** Calls that go on until they are let go, in the order in which they began. */
function holding(operation: 'QuoteIntent' | 'WaitIntentReceipt') {
  const running: { from: string; letGo(): void }[] = []
  const began: string[] = []
  const waiting: (() => void)[] = []
  let atOnceMax = 0
  const handlers: Handlers = {
    [operation]: (_: never, { requestId }: { requestId: string }) =>
      new Promise((_, reject) => {
        const from = requestId.split('-')[0]!
        const one = {
          from,
          letGo: () => {
            running.splice(running.indexOf(one), 1)
            reject(new ServiceError('Unavailable', 'let go'))
          },
        }
        running.push(one)
        began.push(from)
        atOnceMax = Math.max(atOnceMax, running.length)
        for (const wake of waiting.splice(0)) wake()
      }),
  }
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise<void>((wake) => waiting.push(wake))
  }
  return { handlers, running, began, until, atOnceMax: () => atOnceMax }
}

function caller(url: string, operation: 'QuoteIntent' | 'WaitIntentReceipt') {
  let count = 0
  return async (address: string, signal?: AbortSignal, headers: Record<string, string> = {}) => {
    const reply = await fetch(`${url}/rpc/Svc/${operation}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        'x-request-id': `${address === greedy ? 'greedy' : 'neighbour'}-${count++}`,
        ...headers,
      },
      body: sampleRequests[operation],
      signal,
    })
    return { status: reply.status, retryAfter: reply.headers.get('retry-after'), body: (await reply.json()) as object }
  }
}

test('a few quotes run at once, callers take turns, and everybody is served', async () => {
  const held = holding('QuoteIntent')
  const { url } = await serve({ callers }, { ...held, ports: { clock: lateClock() } })
  const call = caller(url, 'QuoteIntent')
  const many = Array.from({ length: 60 }, () => call(greedy))
  await held.until(() => held.running.length === keyless)
  const one = call(neighbour)
  const all = Promise.all([...many, one])
  await expect.poll(() => inFlight(url)).toBe(61)
  // A call that ends makes room for the next.
  void (async () => {
    for (let ended = 0; ended < 61; ended++) {
      await held.until(() => held.running.length > 0)
      held.running[0]!.letGo()
    }
  })()
  for (const { body } of await all) expect(body).toMatchObject({ cause: 'let go' })
  expect(held.atOnceMax()).toBe(keyless)
  expect(held.began.indexOf('neighbour')).toBeLessThan(2 * keyless)
})

test('while callers with a key are there, those without have a small part of the places, from however many addresses', async () => {
  const held = holding('QuoteIntent')
  const fixture = await openAccessFixture()
  const { url } = await fixture.server({ callers }, held.handlers, { clock: lateClock() })
  const call = caller(url, 'QuoteIntent')
  const { text } = await fixture.key(await fixture.project({ quotesPerMinute: 1_000 }))
  const crowd = Array.from({ length: 100 }, (_, n) => call(`198.51.100.${n}`, undefined, { 'x-request-id': 'crowd-1' }))
  await held.until(() => held.running.length === keyless)
  const keyed = Array.from({ length: 24 }, () => call(neighbour, undefined, withKey(text)))
  await held.until(() => held.running.length === places)
  await expect.poll(() => inFlight(url)).toBe(124)
  const ofCrowd = () => held.running.filter(({ from }) => from === 'crowd')
  const nextAfterOneOfCrowd = async () => {
    const [begun] = [held.began.length, ofCrowd()[0]!.letGo()]
    await held.until(() => held.began.length > begun)
    return held.began.at(-1)
  }
  while (ofCrowd().length > 1) expect(await nextAfterOneOfCrowd()).toBe('neighbour')
  // The last place is theirs: what they end, they may begin.
  expect(await nextAfterOneOfCrowd()).toBe('crowd')
  void (async () => {
    for (let ended = keyless; ended < 124; ended++) {
      await held.until(() => held.running.length > 0)
      held.running[0]!.letGo()
    }
  })()
  await Promise.all([...crowd, ...keyed])
})

test('past what may wait, the newest call of the greediest caller is refused, with the time to come back', async () => {
  const held = holding('QuoteIntent')
  const { url } = await serve({ callers }, { ...held, ports: { clock: lateClock() } })
  const call = caller(url, 'QuoteIntent')
  const hangUp = new AbortController()
  const filling = Array.from({ length: keyless + limits.costlyWaitingMax - 1 }, () => call(greedy, hangUp.signal))
  for (const one of filling) one.catch(() => {})
  await held.until(() => held.running.length === keyless)
  const patient = call(neighbour, hangUp.signal)
  patient.catch(() => {})
  // Connections are taken in any order, so of the greedy calls any may be the newest.
  const refused = await Promise.race([...filling, call(greedy)])
  expect(refused).toMatchObject({
    status: 429,
    retryAfter: '5',
    body: { error: 'RateLimited', cause: expect.stringContaining('more is asked for than this service can answer') },
  })
  hangUp.abort()
  for (const { letGo } of [...held.running]) letGo()
})

test('of many addresses with one call each the last is refused, not the one whose turn is next', async () => {
  const queue = createWorkQueue({ atOnce: () => 2, waitingMax: 3, waitMs: 60_000, clock: systemClock })
  const enter = (address: string) => queue.enter({ project: undefined, address }, new EventEmitter())
  const leave = (await enter('first'))!
  const waiting = ['patient', 'second', 'third'].map(enter)
  for (let at = 0; at < 5; at++) expect(await enter(`flood ${at}`)).toBeUndefined()
  leave()
  for (const turn of waiting) (await turn)!()
})

test('of many projects each has its turn before a greedy one has its next, and what is held for them goes with them', async () => {
  const queue = createWorkQueue({ atOnce: () => 4, waitingMax: 500, waitMs: 60_000, clock: systemClock })
  const order: number[] = []
  const running: (() => void)[] = []
  const ask = async (project: number) => {
    const leave = (await queue.enter({ project, address: 'same' }, new EventEmitter()))!
    order.push(project)
    running.push(leave)
  }
  const greedy = Array.from({ length: 200 }, () => ask(0))
  const others = Array.from({ length: 60 }, (_, at) => ask(at + 1))
  let over = false
  void Promise.all([...greedy, ...others]).then(() => {
    over = true
  })
  while (!over) {
    running.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const lastOther = order.findLastIndex((project) => project > 0)
  expect(order.slice(0, lastOther).filter((project) => project === 0).length).toBeLessThan(12)
})

test('without a key nobody takes all places that can be held, from however many addresses', () => {
  const one = { what: 'streams', max: 8, perCallerMax: 100, instead: 'poll', retryAfterS: 5 }
  const places = createPlaces(one)
  const headers = {}
  const flood = Array.from({ length: 6 }, (_, at) => places.take({ project: 1, address: `${at}` }, { headers }))
  expect(() => places.take({ project: 1, address: 'another' }, { headers })).toThrow('6 streams without a key are open')
  const withKey = { headers, key: {} as KeyRecord }
  places.take({ project: 2, address: '9' }, withKey)
  flood[0]!()
  places.take({ project: 1, address: 'another' }, { headers })
})

test('an address that opens every connection there is room for keeps no other out', () => {
  const bound = createConnectionBound(50)
  const open = (address?: string) => {
    const socket = Object.assign(new EventEmitter(), { isOpen: true, destroy: () => socket })
    socket.destroy = () => {
      socket.isOpen = false
      socket.emit('close')
      return socket
    }
    bound(socket, address)
    return socket
  }
  const flood = Array.from({ length: 200 }, () => open(greedy))
  expect(flood.filter(({ isOpen }) => isOpen)).toHaveLength(50)
  const others = Array.from({ length: 20 }, (_, at) => open(at < 10 ? `198.51.100.${at}` : undefined))
  expect(others.every(({ isOpen }) => isOpen)).toBe(true)
  expect(flood.map(({ isOpen }) => isOpen).lastIndexOf(true)).toBe(29)
  // Addresses with one each: the newest is closed.
  for (const socket of flood) if (socket.isOpen) socket.destroy()
  const many = Array.from({ length: 40 }, (_, at) => open(`203.0.113.${at}`))
  expect(many.map(({ isOpen }) => isOpen).lastIndexOf(true)).toBe(29)
})

test('a quote whose turn does not come is refused', async () => {
  const held = holding('QuoteIntent')
  let isHurried = false
  const clock = {
    ...lateClock(),
    sleep: (ms: number, signal?: Parameters<typeof systemClock.sleep>[1]) => {
      if (ms !== limits.costlyWaitMs) return systemClock.sleep(ms, signal)
      isHurried = true
      return Promise.resolve()
    },
  }
  const { url } = await serve({ callers }, { ...held, ports: { clock } })
  const call = caller(url, 'QuoteIntent')
  const running = Array.from({ length: keyless }, () => call(greedy))
  await held.until(() => held.running.length === keyless)
  expect(await call(neighbour)).toMatchObject({ status: 429, retryAfter: '5' })
  expect(isHurried).toBe(true)
  for (const { letGo } of [...held.running]) letGo()
  await Promise.all(running)
})

test('one caller holds so many calls of WaitIntentReceipt, and others still find a place', async () => {
  const held = holding('WaitIntentReceipt')
  const { url } = await serve({ callers }, held)
  const call = caller(url, 'WaitIntentReceipt')
  const all = Array.from({ length: limits.longPollsPerCallerMax }, () => call(greedy))
  await held.until(() => held.running.length === limits.longPollsPerCallerMax)
  expect(await call(greedy)).toMatchObject({
    status: 429,
    retryAfter: '28',
    body: {
      error: 'RateLimited',
      cause: `${limits.longPollsPerCallerMax} calls of WaitIntentReceipt of this caller are open, and one may have at most ${limits.longPollsPerCallerMax}; read the event streams, register a webhook or use GetIntentReceipt; try again in 28 s`,
    },
  })
  const other = call(neighbour)
  await held.until(() => held.running.length > limits.longPollsPerCallerMax)
  for (const { letGo } of [...held.running]) letGo()
  await Promise.all([...all, other])
  const again = call(greedy)
  await held.until(() => held.running.length === 1)
  held.running[0]!.letGo()
  expect((await again).status).toBe(400)
})
