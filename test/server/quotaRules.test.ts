import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSystemRandom } from '../../src/host/random.ts'
import { createQuota, type QuotaRequest } from '../../src/server/access/quota.ts'
import type { AccessStore } from '../../src/stores/accessStore.ts'
import { forAllAwaited } from '../forAll.ts'
import { createMemory } from '../stores/memory/memory.ts'
import { createMemoryStore } from '../stores/memory/memoryStore.ts'

const seed = 20261116
const request: QuotaRequest = { projectId: 1, anchorDay: 1, units: 1, unitsMax: 1_000_000, movesValue: false }

/** Processes on one store, with a manual clock; `statements` counts the store's calls. */
function createProcesses(count: number, alter: (access: AccessStore) => Partial<AccessStore> = () => ({})) {
  let nowMs = 1_000
  let sleeping: { atMs: number; wake(): void }[] = []
  const clock = {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((wake) => {
        signal?.addEventListener('abort', () => wake())
        sleeping.push({ atMs: nowMs + ms, wake })
      }),
  }
  const memory = createMemory()
  let statements = 0
  const createAccess = (): AccessStore => {
    const { access } = createMemoryStore(memory)
    return {
      ...access,
      spend: (charge) => {
        statements += 1
        return access.spend(charge)
      },
      ...alter(access),
    }
  }
  const quotas = Array.from({ length: count }, () =>
    createQuota({ access: createAccess(), clock, random: createSystemRandom() }),
  )
  return {
    quotas,
    advance: (ms: number) => {
      nowMs += ms
      const due = sleeping.filter(({ atMs }) => atMs <= nowMs)
      sleeping = sleeping.filter(({ atMs }) => atMs > nowMs)
      for (const { wake } of due) wake()
    },
    used: async () => (await createMemoryStore(memory).access.usage(1, 0))[0]?.units ?? 0,
    statements: () => statements,
  }
}

/** Runs all pending promise work to its end. */
const turn = () => new Promise((resolve) => void setImmediate(resolve))

test('a process stands still while it is told that a lost statement is not there yet: it asks again, and the units go back', async () => {
  let carryOut: () => Promise<unknown> = () => Promise.reject(new Error('nothing was spent'))
  let answerFirst: () => void = () => {}
  let looks = 0
  const { quotas, advance, used } = createProcesses(1, ({ spend, takeBack }) => ({
    spend: (charge) => {
      carryOut = () => spend(charge)
      return new Promise(() => {})
    },
    takeBack: async (charge) => {
      const isBack = await takeBack(charge)
      if (++looks === 1) await new Promise<void>((resolve) => (answerFirst = resolve))
      return isBack
    },
  }))
  const answer = Promise.resolve(quotas[0]!.spend({ ...request, movesValue: true }))
  answer.catch(() => {})
  await turn()
  for (let passedMs = 0; passedMs < 2_000; passedMs += 100) {
    advance(100)
    await turn()
    await turn() // the check of the store lets the event loop turn after each step
  }
  await expect(answer).rejects.toThrow(/did not answer within 2 seconds/)
  advance(1_000)
  await turn()
  expect(looks).toBe(1)
  await carryOut()
  expect(await used()).toBe(1)
  advance(60_000)
  answerFirst()
  await turn()
  advance(10_000)
  await turn()
  expect({ looks, used: await used() }).toEqual({ looks: 2, used: 0 })
})

test('of many calls at a time few wait for the store, and all are counted', async () => {
  const { quotas, used, statements } = createProcesses(1)
  const [quota] = quotas
  let waited = 0
  for (let round = 0; round < 20; round++) {
    const answers = Array.from({ length: 50 }, () => quota!.spend(request))
    waited += answers.filter((answer) => answer instanceof Promise).length
    const spent = await Promise.all(answers)
    expect(spent.every((answer) => answer.spent)).toBe(true)
  }
  expect(waited).toBeLessThan(200)
  expect(statements()).toBeLessThan(20)
  await quota!.flush()
  expect(await used()).toBe(1_000)
  expect(quota!.lastUsed(request)).toBe(1_000)
})

test('a caller that waits for each answer, and every call that moves value, is counted before it is admitted', async () => {
  const { quotas, used } = createProcesses(1)
  for (let call = 1; call <= 5; call++) {
    await quotas[0]!.spend(request)
    expect(await used()).toBe(call)
  }
  const answers = Array.from({ length: 20 }, () => quotas[0]!.spend({ ...request, movesValue: true }))
  expect(answers.every((answer) => answer instanceof Promise)).toBe(true)
})

test('units of a call that is refused after all go back, counted or not', async () => {
  const { quotas, used } = createProcesses(1)
  const [quota] = quotas
  const answers = await Promise.all(Array.from({ length: 30 }, () => quota!.spend(request)))
  const more = await Promise.all(Array.from({ length: 30 }, () => quota!.spend(request)))
  for (const { charge } of [...answers, ...more]) await quota!.giveBack(charge)
  await quota!.flush()
  expect(await used()).toBe(0)
})

test('processes together never admit more than the quota, whatever its size, and count every unit they admit', async () => {
  const steps = fc.array(
    fc.record({ process: fc.nat(2), waitMs: fc.nat(60), calls: fc.integer({ min: 1, max: 60 }) }),
    { minLength: 5, maxLength: 30 },
  )
  const sizes = fc.constantFrom(50, 1_000, 5_000, 100_000, 120_000)
  const shares = fc.constantFrom(0, 0.4, 0.499, 0.9, 0.99)
  // 30 · 60 · 20 units are less than half of 100,000: that much is never spent while a store answer is cached.
  const prices = fc.integer({ min: 1, max: 20 })
  await forAllAwaited({ seed, numRuns: 60 }, sizes, shares, prices, steps, async (unitsMax, share, units, plan) => {
    const { quotas, advance, used } = createProcesses(3)
    let admitted = Math.floor(unitsMax * share)
    await quotas[0]!.spend({ ...request, units: admitted, unitsMax, movesValue: true })
    for (const { process, waitMs, calls } of plan) {
      advance(waitMs)
      const spending = Array.from({ length: calls }, () => quotas[process]!.spend({ ...request, units, unitsMax }))
      const answers = await Promise.all(spending)
      admitted += answers.filter(({ spent }) => spent).length * units
      expect(admitted).toBeLessThanOrEqual(unitsMax)
    }
    for (const quota of quotas) await quota.flush()
    expect(await used()).toBe(admitted)
  })
})
