import { expect, test } from 'vitest'
import { openCost } from '../../src/host/callCost.ts'
import { systemClock } from '../../src/host/clock.ts'
import { createTtlCache } from '../../src/server/access/ttlCache.ts'
import { createPriceBook } from '../../src/tokens/priceBook.ts'

/** What one caller leaves behind in a process changes nothing for another. */

const native = `0x${'00'.repeat(20)}` as const
const tokenOf = (at: number) => `0x${at.toString(16).padStart(40, '0')}` as const

test('names that are not there, however many, push out none that is', async () => {
  const asked: string[] = []
  const cache = createTtlCache(async (name) => {
    asked.push(name)
    return name === 'good' ? { name } : undefined
  }, systemClock)
  await cache.find('good')
  for (let at = 0; at < 12_000; at++) await cache.find(`bad ${at}`)
  expect(cache.known('good')).toEqual({ name: 'good' })
  expect(asked.filter((name) => name === 'good')).toHaveLength(1)
})

test('prices that a caller asks for are read on its account, and change no price of another token', async () => {
  let reads = 0
  const source = {
    price: async (_: number, token: string, cost?: ReturnType<typeof openCost>) => {
      reads++
      cost?.add('chainReads', 1)
      return { usd: token === native ? 3_000 : 1, observedAtMs: 0, source: 'oracle' as const }
    },
    prices: async () => [],
  }
  const clock = { ...systemClock, nowMs: () => 0 }
  const book = createPriceBook({ sources: [source], clock, pricesMax: 100 })
  const [greedy, honest] = [1, 2].map(() => openCost({ chainReads: 1_000, statements: 1, threadMs: 1_000 }))
  expect(await book.price(1, native, honest)).toMatchObject({ usd: 3_000 })
  await book.prices(
    Array.from({ length: 500 }, (_, at) => ({ chainId: 1, token: tokenOf(at + 1) })),
    greedy,
  )
  expect([greedy!.spent.chainReads, honest!.spent.chainReads]).toEqual([500, 1])
  expect(await book.price(1, native, honest)).toMatchObject({ usd: 3_000 })
  // What is kept is bounded, so it was read again.
  expect([reads, honest!.spent.chainReads]).toEqual([502, 2])
})
