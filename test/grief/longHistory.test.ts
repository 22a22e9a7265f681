import { expect, test } from 'vitest'
import { useKeccak } from '../../src/evm/keccak.ts'
import { wasmKeccak } from '../../src/evm/wasmKeccak.ts'
import { openCost } from '../../src/host/callCost.ts'
import { budgetOf } from '../../src/interface/budgetOf.ts'
import { printJson } from '../../src/interface/json.ts'
import { limits } from '../../src/interface/limits.ts'
import type { Response } from '../../src/interface/operations.ts'
import { openBench } from '../engine/setup.ts'
import { hashOf } from '../stores/sampleQuote.ts'
import { leastCpuMs } from './cpuTime.ts'
import { largestIntent, ordinaryIntent, quoteOf } from './storedIntents.ts'

test('a page of intents with long call data ends early, and the next ones tell the rest, both ways', async () => {
  const bench = await openBench({ sender: false, worker: false })
  const long = largestIntent({ ...(await ordinaryIntent()), projectId: bench.caller.projectId })
  const count = 60
  for (let n = 1; n <= count; n++) await bench.store.intents.insertQuote(quoteOf(long, hashOf(n)))
  for (const order of ['ASC', 'DESC'] as const) {
    const seen: string[] = []
    let page: Response<'GetIntentHistory'>['nextPage'] = { pageSize: 100, sort: [{ column: 'id', order }] }
    let pages = 0
    while (page) {
      const answer = await bench.engine.GetIntentHistory({ page }, bench.caller)
      const chars = answer.intents.reduce((sum, { receipt }) => sum + JSON.stringify(receipt, bigints).length, 0)
      expect(chars).toBeLessThan(12 * 1_024 * 1_024)
      seen.push(...answer.intents.map(({ intentId }) => intentId))
      page = answer.nextPage
      pages++
    }
    const ids = Array.from({ length: count }, (_, at) => hashOf(at + 1))
    expect(seen).toEqual(order === 'ASC' ? ids : ids.toReversed())
    expect(pages).toBeGreaterThan(1)
  }
  await bench.close()
})

test('the longest list and the longest page cost at most a third of their budgets', async () => {
  const bench = await openBench({ sender: false, worker: false })
  const one = await ordinaryIntent()
  const rows = (_: unknown, { limit, beyondId = 0 }: { limit: number; beyondId?: number }) =>
    Array.from({ length: limit }, (_, at) => ({ ...one, id: beyondId + at + 1 }))
  const { intents } = bench.store
  intents.search = async (filter, page) => rows(filter, page)
  intents.list = async (filter, page) => rows(filter, page)
  const spentBy = async (name: 'SearchIntents' | 'GetIntentHistory', request: object) => {
    const cost = openCost(budgetOf(name))
    const { intents } = await bench.engine[name](request as never, { ...bench.caller, cost })
    // Where call data is long a page ends early.
    expect(intents.length).toBeGreaterThan(90)
    return cost.spent.statements
  }
  const { searchIntentsMax, historyPageMax: pageSize } = limits
  const spent = await spentBy('SearchIntents', { byOwnerAddress: one.intent.ownerAddress })
  expect(spent).toBeGreaterThanOrEqual(searchIntentsMax / 50)
  expect(3 * spent).toBeLessThanOrEqual(budgetOf('SearchIntents').statements)
  expect(3 * (await spentBy('GetIntentHistory', { page: { pageSize } }))).toBeLessThanOrEqual(
    budgetOf('GetIntentHistory').statements,
  )
  await bench.close()
})

test('a key of idempotency on the longest body that is read holds the event loop for 25 ms at most', async () => {
  useKeccak(await wasmKeccak())
  const bench = await openBench({ sender: false, worker: false })
  const { intent } = largestIntent(await ordinaryIntent())
  expect(printJson(intent).length).toBeGreaterThan(700_000)
  const request = { intent }
  const caller = { ...bench.caller, idempotencyKey: 'one' }
  const commit = () => expect(bench.engine.CommitIntent(request, caller)).rejects.toMatchObject({ error: 'NotFound' })
  expect(await leastCpuMs(commit, cpuMsMax, 20)).toBeLessThan(cpuMsMax)
  await bench.close()
})
const cpuMsMax = 25

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
