import { expect, test } from 'vitest'
import type { Response } from '../../src/interface/operations.ts'
import { openBench } from '../engine/setup.ts'
import { hashOf } from '../stores/sampleQuote.ts'
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

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
