import { expect, test } from 'vitest'
import { type ChainLimits, chainLimits } from '../../src/chains/chainLimits.ts'
import { classifyLimitError, retryAfterMs } from '../../src/chains/read/classifyLimitError.ts'
import { createRateLimiter } from '../../src/chains/read/rateLimiter.ts'
import { createSizeLimit } from '../../src/chains/read/sizeLimit.ts'
import type { Clock } from '../../src/host/clock.ts'
import { createSeededRandom } from '../../src/host/random.ts'

function createTurnedClock() {
  let ms = 1_000_000
  const clock: Clock = { nowMs: () => ms, monotonicMs: () => ms, sleep: async () => {} }
  const pass = (by: number) => {
    ms += by
  }
  return { clock, pass }
}

function openPace(limits: Partial<ChainLimits> = {}) {
  const { clock, pass } = createTurnedClock()
  const pace = createRateLimiter({ limits: { ...chainLimits, ...limits }, clock, random: createSeededRandom(1) })
  /** Sends whatever may be sent for so long, in steps of ten milliseconds. */
  const sendFor = (ms: number): number => {
    let sent = 0
    for (let passed = 0; passed < ms; passed += 10) {
      while (pace.restMs() === 0 && sent < 100_000) {
        const calls = Math.min(100, pace.room())
        pace.sent(calls)
        sent += calls
      }
      pass(10)
    }
    return sent
  }
  return { pace, pass, sendFor }
}

test('a configured rate is kept, and a first second is not two', () => {
  const { sendFor } = openPace({ callsPerS: 25 })
  expect(sendFor(1_000)).toBeLessThanOrEqual(32)
  const later = sendFor(10_000)
  expect(later).toBeGreaterThanOrEqual(245)
  expect(later).toBeLessThanOrEqual(255)
})

test('the time that a node names is kept, and a little more', () => {
  const { pace, pass } = openPace()
  pace.sent(1)
  pace.refused(3_000)
  const restMs = pace.restMs()
  expect(restMs).toBeGreaterThanOrEqual(3_000)
  expect(restMs).toBeLessThanOrEqual(3_750)
  pass(restMs)
  expect(pace.restMs()).toBeLessThanOrEqual(1_000)
})

test('refusals in a row rest longer and longer, up to a bound; a success begins anew', () => {
  const { pace, pass } = openPace()
  const rests = Array.from({ length: 9 }, () => {
    pace.sent(1)
    pace.refused(undefined)
    const restMs = pace.restMs()
    pass(restMs + 1_000)
    return restMs
  })
  expect(rests[0]).toBeGreaterThanOrEqual(500)
  expect(rests[0]).toBeLessThanOrEqual(625)
  for (const [index, restMs] of rests.slice(1, 6).entries()) expect(restMs).toBeGreaterThan(rests[index]! * 1.5)
  expect(rests.at(-1)).toBeLessThanOrEqual(chainLimits.restMsMax * 1.25)
  expect(new Set(rests.slice(-2)).size).toBe(2) // no two clients come back together
  pace.accepted()
  pace.sent(1)
  pace.refused(undefined)
  expect(pace.restMs()).toBeLessThanOrEqual(625)
})

test('after a refusal half as many calls go out, and slowly more again', () => {
  const { pace, pass, sendFor } = openPace()
  for (let n = 0; n < 10; n++) pace.sent(10)
  pace.refused(1_000)
  pass(pace.restMs())
  const first = sendFor(1_000)
  expect(first).toBeGreaterThanOrEqual(45)
  expect(first).toBeLessThanOrEqual(65)
  sendFor(2 * chainLimits.rateGrowMs)
  expect(sendFor(1_000)).toBeGreaterThan(first)
})

test('refusals of requests that were on the way together count as one', () => {
  const { pace } = openPace()
  pace.sent(100)
  for (let n = 0; n < 8; n++) pace.refused(undefined)
  expect(pace.restMs()).toBeLessThanOrEqual(625)
})

test('a refused size is halved, remembered, and grows by a quarter once it has stood for a while', () => {
  const { clock, pass } = createTurnedClock()
  const size = createSizeLimit({ max: 100, growMs: 60_000, clock })
  size.refused(100)
  size.refused(100) // the other one that was on the way
  expect(size.value()).toBe(50)
  size.refused(50)
  expect(size.value()).toBe(25)
  size.taken(25)
  expect(size.value()).toBe(25)
  pass(60_000)
  size.taken(3)
  expect(size.value()).toBe(25)
  size.taken(25)
  expect(size.value()).toBe(32)
  for (let n = 0; n < 20; n++) {
    pass(60_000)
    size.taken(size.value())
  }
  expect(size.value()).toBe(100)
  for (let n = 0; n < 20; n++) size.refused(size.value())
  expect(size.value()).toBe(1)
})

test.each([
  [{ code: -32_005, message: 'limit exceeded' }, 'eth_call', 'rate'],
  [{ code: -32_016, message: 'over the limit' }, 'eth_call', 'rate'],
  [{ code: 429, message: 'Your app has exceeded its compute units per second capacity' }, 'eth_call', 'rate'],
  [{ code: -32_000, message: 'Too Many Requests' }, 'eth_call', 'rate'],
  [{ code: -32_000, message: 'daily request count exceeded, request rate limited' }, 'eth_call', 'rate'],
  [{ code: -32_007, message: '50/second request limit reached - calls per second' }, 'eth_call', 'rate'],
  [{ code: -32_005, message: 'query returned more than 10000 results' }, 'eth_getLogs', 'range'],
  [{ code: -32_602, message: 'query exceeds max block range 500' }, 'eth_getLogs', 'range'],
  [{ code: -32_000, message: 'block range is too wide' }, 'eth_getLogs', 'range'],
  [{ code: -32_000, message: 'Log response size exceeded.' }, 'eth_getLogs', 'range'],
  [{ code: -32_000, message: 'eth_getLogs is limited to a 10,000 blocks range' }, 'eth_getLogs', 'range'],
  [{ code: -32_600, message: 'batch of 6 is too large: at most 5' }, undefined, 'batch'],
  [{ code: -32_005, message: 'batch limit exceeded' }, undefined, 'batch'],
  [{ code: 3, message: 'execution reverted: rate limit exceeded', data: '0x08c379a0' }, 'eth_call', undefined],
  [{ code: -32_000, message: 'execution reverted: limit exceeded' }, 'eth_call', undefined],
  [{ code: -32_000, message: 'exceeds block gas limit' }, 'eth_sendRawTransaction', undefined],
  [{ code: -32_000, message: 'block gas limit exceeded' }, 'eth_sendRawTransaction', undefined],
  [{ code: -32_000, message: 'nonce too low' }, 'eth_sendRawTransaction', undefined],
  [{ code: -32_000, message: 'header not found' }, 'eth_call', undefined],
] as const)('%j of %s is refused for its %s', (fault, method, refusal) => {
  expect(classifyLimitError(fault, method)).toBe(refusal)
})

test('how long to wait is read from seconds, from a date, or from the error', () => {
  const nowMs = Date.parse('2026-11-16T12:00:00Z')
  expect(retryAfterMs('7', undefined, nowMs)).toBe(7_000)
  expect(retryAfterMs('Mon, 16 Nov 2026 12:00:30 GMT', undefined, nowMs)).toBe(30_000)
  expect(retryAfterMs('Mon, 16 Nov 2026 11:00:00 GMT', undefined, nowMs)).toBe(0)
  expect(retryAfterMs(undefined, { rate: { backoff_seconds: 24 } }, nowMs)).toBe(24_000)
  expect(retryAfterMs('soon', undefined, nowMs)).toBeUndefined()
})
