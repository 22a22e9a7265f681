import { expect, test } from 'vitest'
import type { Clock } from '../../src/host/clock.ts'
import { ServiceError } from '../../src/interface/errors.ts'
import { createCircuitBreaker } from '../../src/providers/circuitBreaker.ts'
import {
  type BridgeLeg,
  type BridgeProvider,
  type BridgeQuote,
  type Deadline,
  ProviderRefusal,
  type ProviderRest,
} from '../../src/providers/provider.ts'

const usdc = '0x00000000000000000000000000000000000000C1'
const leg: BridgeLeg = {
  kind: 'bridge',
  chainId: 1,
  destinationChainId: 2,
  tokenIn: usdc,
  tokenOut: '0x00000000000000000000000000000000000000c2',
  amount: 1n,
  exact: 'in',
}
const settings = { failuresMax: 3, restMs: 1_000, restMsMax: 4_000 }
const forever = (): Deadline => ({ atMs: 0, signal: new AbortController().signal })

/** A provider that answers as it is told, and a clock that stands until it is turned. */
function scene(sick?: string) {
  let nowMs = 0
  let asked = 0
  let answer: () => Promise<BridgeQuote> = works
  const rests: ProviderRest[] = []
  const provider: BridgeProvider = {
    name: 'TOLD',
    kind: 'bridge',
    trustless: true,
    pairs: () => [],
    supports: () => true,
    quote: () => {
      asked++
      return answer()
    },
  }
  const clock: Clock = { nowMs: () => nowMs, monotonicMs: () => nowMs, sleep: async () => {} }
  const chain = (name: string) =>
    [{ definition: { name }, health: async () => ({ healthy: name !== sick, detail: '' }) }] as never[]
  const chains = new Map([
    [1, chain('Harbor')[0]!],
    [2, chain('Island')[0]!],
  ])
  const guarded = createCircuitBreaker(provider, { clock, settings, chains, onRest: (event) => rests.push(event) })
  const ask = (of: Partial<BridgeLeg> = {}, deadline = forever()): Promise<ProviderRefusal | 'ok'> =>
    guarded.quote({ ...leg, ...of }, deadline).then(
      () => 'ok',
      (error: unknown) => error as ProviderRefusal,
    )
  const reason = async (of?: Partial<BridgeLeg>, deadline?: Deadline) => {
    const got = await ask(of, deadline)
    return got === 'ok' ? got : got.reason
  }
  return {
    guarded,
    ask,
    reason,
    rests,
    asked: () => asked,
    turn: (ms: number) => {
      nowMs += ms
    },
    tell: (next: () => Promise<BridgeQuote>) => {
      answer = next
    },
  }
}

const works = async () => ({ amountOut: 1n }) as BridgeQuote
const fails = () => Promise.reject(new ProviderRefusal('failed', 'its service answered with 500'))
const breaks = () => Promise.reject(new Error('a stack that stays inside'))

/** An answer that is given by hand. */
function held() {
  const waiting: { answer(): void; fail(): void }[] = []
  const quote = () =>
    new Promise<BridgeQuote>((resolve, reject) => {
      waiting.push({ answer: () => void works().then(resolve), fail: () => void fails().catch(reject) })
    })
  return { waiting, quote }
}

test('failures in a row make a corridor rest: it is not asked, and the refusal says since when, until when and why', async () => {
  const { reason, ask, tell, asked, guarded } = scene()
  tell(fails)
  expect([await reason(), await reason(), await reason()]).toEqual(['failed', 'failed', 'failed'])
  expect(guarded.health().inService).toBe(false)
  expect(await ask()).toMatchObject({
    reason: 'outOfService',
    message:
      'it failed 3 times in a row from Harbor to Island (its service answered with 500); it rests since 00:00:00 until 00:00:01 UTC, and then one quote tries it',
  })
  expect(asked()).toBe(3)
})

test('other corridors, other directions and other tokens are asked all the same', async () => {
  const { reason, tell, guarded } = scene()
  tell(fails)
  for (let times = 0; times < 3; times++) await reason()
  tell(works)
  const others = [
    { destinationChainId: 3 },
    { chainId: 2, destinationChainId: 1 },
    { tokenIn: leg.tokenOut },
  ] satisfies Partial<BridgeLeg>[]
  for (const other of others) expect(await reason(other)).toBe('ok')
  expect(await reason({ tokenIn: '0x00000000000000000000000000000000000000c1' })).toBe('outOfService')
  expect(guarded.health({ chainId: 1, destinationChainId: 3, token: usdc }).inService).toBe(true)
  expect(guarded.health({ chainId: 1, destinationChainId: 2, token: usdc }).inService).toBe(false)
})

test('a quote that asks for many ways at once counts as one failure', async () => {
  const { reason, guarded, tell, asked } = scene()
  tell(breaks)
  const ways = (times: number) => {
    const deadline = forever()
    return Promise.all(Array.from({ length: times }, () => reason({}, deadline)))
  }
  for (let quotes = 0; quotes < 2; quotes++) await ways(5)
  expect(guarded.health().inService).toBe(true)
  await ways(5)
  expect(guarded.health().inService).toBe(false)
  expect(asked()).toBe(15)
})

test('after the rest one question goes through, and an answer lets the provider back in', async () => {
  const { reason, tell, turn, asked, guarded, rests } = scene()
  tell(fails)
  for (let times = 0; times < 3; times++) await reason()
  turn(1_000)
  const { waiting, quote } = held()
  tell(quote)
  const probe = reason()
  expect(await reason()).toBe('outOfService')
  expect(asked()).toBe(4)
  waiting[0]!.answer()
  expect(await probe).toBe('ok')
  tell(works)
  expect(await reason()).toBe('ok')
  expect(guarded.health()).toEqual({ inService: true, detail: 'ok' })
  expect(rests.map(({ state }) => state)).toEqual(['resting', 'served'])
})

test('a probe that fails makes the rest longer, up to its bound', async () => {
  const { reason, tell, turn, asked, rests } = scene()
  tell(fails)
  for (let times = 0; times < 3; times++) await reason()
  const restsMs = [1_000, 2_000, 4_000, 4_000]
  for (const [index, restMs] of restsMs.entries()) {
    turn(restMs - 1)
    expect(await reason()).toBe('outOfService')
    turn(1)
    expect(await reason()).toBe('failed')
    expect(asked()).toBe(4 + index)
  }
  expect(rests.map(({ state }) => state)).toEqual(['resting', 'restsOn', 'restsOn', 'restsOn', 'restsOn'])
})

test('what was on its way when the rest began neither doubles it nor ends it', async () => {
  const { reason, tell, turn, rests, guarded } = scene()
  const { waiting, quote } = held()
  tell(quote)
  const under = Array.from({ length: 40 }, () => reason())
  for (const one of waiting.slice(0, 39)) one.fail()
  await Promise.all(under.slice(0, 39))
  waiting[39]!.answer()
  expect(await under[39]).toBe('ok')
  expect(guarded.health().inService).toBe(false)
  expect(rests).toMatchObject([{ state: 'resting', failures: 3, sinceMs: 0, untilMs: 1_000 }])
  turn(1_000)
  tell(works)
  expect(await reason()).toBe('ok')
})

test('a refusal is an answer: it never takes a provider out', async () => {
  const { reason, tell } = scene()
  tell(() => Promise.reject(new ProviderRefusal('tooSmall', 'take more', 5n)))
  for (let times = 0; times < 10; times++) expect(await reason()).toBe('tooSmall')
  tell(fails)
  expect([await reason(), await reason()]).toEqual(['failed', 'failed'])
  tell(() => Promise.reject(new ProviderRefusal('noLiquidity', 'none')))
  expect(await reason()).toBe('noLiquidity')
  tell(fails)
  expect([await reason(), await reason()]).toEqual(['failed', 'failed'])
})

test('our own nodes, oracle and lateness open nothing, and a probe that met them decides nothing', async () => {
  const { ask, reason, tell, turn, guarded, asked } = scene('Island')
  const ours = [
    () => Promise.reject(new ServiceError('ChainNodeHealth', 'no node of Island answered')),
    () => Promise.reject(Object.assign(new Error('header not found'), { name: 'NodeError' })),
    () => Promise.reject(new ProviderRefusal('timedOut', 'the oracle has no fresh price')),
  ]
  for (const own of ours) {
    tell(own)
    for (let times = 0; times < 10; times++) expect(await reason()).toBe('timedOut')
  }
  tell(ours[0]!)
  expect(await ask()).toMatchObject({ message: 'no node of Island answered' })
  tell(() => new Promise(() => {}))
  const deadline = new AbortController()
  const waiting = Array.from({ length: 10 }, () => ask({}, { atMs: 0, signal: deadline.signal }))
  deadline.abort()
  for (const one of waiting)
    expect(await one).toMatchObject({ reason: 'timedOut', message: 'the nodes of Island did not answer in time' })
  expect(guarded.health().inService).toBe(true)
  tell(fails)
  for (let times = 0; times < 3; times++) await reason()
  turn(1_000)
  tell(ours[0]!)
  const before = asked()
  expect([await reason(), await reason()]).toEqual(['timedOut', 'timedOut'])
  expect(asked()).toBe(before + 2)
})

test('what a provider throws stays inside', async () => {
  const { guarded, tell } = scene()
  tell(breaks)
  await expect(guarded.quote(leg, forever())).rejects.not.toThrow(/stack/)
})
