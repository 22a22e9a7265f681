import { expect, test } from 'vitest'
import type { Clock } from '../../src/host/clock.ts'
import { createCircuitBreaker } from '../../src/providers/circuitBreaker.ts'
import {
  ProviderRefusal,
  type RefusalReason,
  type SwapLeg,
  type SwapProvider,
  type SwapQuote,
} from '../../src/providers/provider.ts'

const leg: SwapLeg = {
  kind: 'swap',
  chainId: 1,
  tokenIn: '0x0000000000000000000000000000000000000001',
  tokenOut: '0x0000000000000000000000000000000000000002',
  amount: 1n,
  exact: 'in',
}
const settings = { failuresMax: 3, restMs: 1_000, restMsMax: 4_000 }
const forever = { atMs: 0, signal: new AbortController().signal }

/** A provider that answers as it is told, and a clock that stands until it is turned. */
function scene() {
  let nowMs = 0
  let asked = 0
  let answer: () => Promise<SwapQuote> = async () => ({ amountOut: 1n }) as SwapQuote
  const provider: SwapProvider = {
    name: 'TOLD',
    kind: 'swap',
    trustless: true,
    supports: () => true,
    quote: () => {
      asked++
      return answer()
    },
  }
  const clock: Clock = { nowMs: () => nowMs, monotonicMs: () => nowMs, sleep: async () => {} }
  const guarded = createCircuitBreaker(provider, clock, settings)
  const reason = async (signal = forever.signal): Promise<RefusalReason | 'none'> => {
    try {
      await guarded.quote(leg, { atMs: 0, signal })
      return 'none'
    } catch (error) {
      return (error as ProviderRefusal).reason
    }
  }
  return {
    guarded,
    reason,
    asked: () => asked,
    turn: (ms: number) => {
      nowMs += ms
    },
    tell: (next: () => Promise<SwapQuote>) => {
      answer = next
    },
  }
}

const works = async () => ({ amountOut: 1n }) as SwapQuote
const breaks = () => Promise.reject(new Error('a stack that stays inside'))

test('failures in a row take a provider out, and it is not asked while it rests', async () => {
  const { reason, tell, asked, guarded } = scene()
  tell(breaks)
  expect([await reason(), await reason(), await reason()]).toEqual(['failed', 'failed', 'failed'])
  expect(guarded.health().inService).toBe(false)
  expect(await reason()).toBe('outOfService')
  expect(asked()).toBe(3)
})

test('a quote that asks for many ways at once counts as one failure', async () => {
  const { guarded, tell, asked } = scene()
  tell(breaks)
  const ways = (times: number) => {
    const deadline = { ...forever }
    return Promise.allSettled(Array.from({ length: times }, () => guarded.quote(leg, deadline)))
  }
  for (let quotes = 0; quotes < 2; quotes++) await ways(5)
  expect(guarded.health().inService).toBe(true)
  await ways(5)
  expect(guarded.health().inService).toBe(false)
  expect(asked()).toBe(15)
})

test('after the rest one question goes through, and an answer lets the provider back in', async () => {
  const { reason, tell, turn, asked, guarded } = scene()
  tell(breaks)
  for (let times = 0; times < 3; times++) await reason()
  turn(1_000)
  let answerProbe = (_: SwapQuote): void => {}
  tell(() => new Promise((resolve) => (answerProbe = resolve)))
  const probe = reason()
  expect(await reason()).toBe('outOfService')
  expect(asked()).toBe(4)
  answerProbe({ amountOut: 1n } as SwapQuote)
  expect(await probe).toBe('none')
  tell(works)
  expect(await reason()).toBe('none')
  expect(guarded.health()).toEqual({ inService: true, detail: 'ok' })
})

test('a probe that fails makes the rest longer, up to its bound', async () => {
  const { reason, tell, turn, asked } = scene()
  tell(breaks)
  for (let times = 0; times < 3; times++) await reason()
  const restsMs = [1_000, 2_000, 4_000, 4_000]
  for (const [index, restMs] of restsMs.entries()) {
    turn(restMs - 1)
    expect(await reason()).toBe('outOfService')
    turn(1)
    expect(await reason()).toBe('failed')
    expect(asked()).toBe(4 + index)
  }
})

test('a refusal is an answer: it never takes a provider out', async () => {
  const { reason, tell } = scene()
  tell(() => Promise.reject(new ProviderRefusal('tooSmall', 'take more', 5n)))
  for (let times = 0; times < 10; times++) expect(await reason()).toBe('tooSmall')
  tell(breaks)
  expect([await reason(), await reason()]).toEqual(['failed', 'failed'])
  tell(() => Promise.reject(new ProviderRefusal('noLiquidity', 'none')))
  expect(await reason()).toBe('noLiquidity')
  tell(breaks)
  expect([await reason(), await reason()]).toEqual(['failed', 'failed'])
})

test('whoever waits longer than the deadline is told so', async () => {
  const { reason, tell } = scene()
  tell(() => new Promise(() => {}))
  const deadline = new AbortController()
  const waiting = reason(deadline.signal)
  deadline.abort()
  expect(await waiting).toBe('timedOut')
})

test('what a provider throws stays inside', async () => {
  const { guarded, tell } = scene()
  tell(breaks)
  await expect(guarded.quote(leg, forever)).rejects.not.toThrow(/stack/)
})
