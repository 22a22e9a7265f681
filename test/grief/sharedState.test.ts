import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openCost } from '../../src/host/callCost.ts'
import { systemClock } from '../../src/host/clock.ts'
import { checksumOf } from '../../src/interface/fields.ts'
import { sqrtRatioAtTick } from '../../src/routing/swapV3.ts'
import { createTtlCache } from '../../src/server/access/ttlCache.ts'
import { createPriceBook } from '../../src/tokens/priceBook.ts'
import { serve } from '../server/serve.ts'

/** One caller's traces in a process change nothing for another. */

/** Nothing expires, however slow the machine is. */
const stillClock = { ...systemClock, nowMs: () => 0, monotonicMs: () => 0 }

const native = `0x${'00'.repeat(20)}` as const
const tokenOf = (at: number) => `0x${at.toString(16).padStart(40, '0')}` as const

test('names that are not there, however many, push out none that is', async () => {
  const asked: string[] = []
  const cache = createTtlCache(async (name) => {
    asked.push(name)
    return name === 'good' ? { name } : undefined
  }, stillClock)
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
  const book = createPriceBook({ sources: [source], clock: stillClock, pricesMax: 100 })
  const [greedy, honest] = [1, 2].map(() => openCost({ chainReads: 1_000, statements: 1, threadMs: 1_000 }))
  expect(await book.price(1, native, honest)).toMatchObject({ usd: 3_000 })
  await book.prices(
    Array.from({ length: 500 }, (_, at) => ({ chainId: 1, token: tokenOf(at + 1) })),
    greedy,
  )
  expect([greedy!.spent.chainReads, honest!.spent.chainReads]).toEqual([500, 1])
  expect(await book.price(1, native, honest)).toMatchObject({ usd: 3_000 })
  // The cache is bounded, so it was read again.
  expect([reads, honest!.spent.chainReads]).toEqual([502, 2])
})

/** A map that outlives a call: at the top of a file, or in a function that makes a part. Weak maps hold nothing. */
const keeps = /new LRUCache\b|createTtlCache[<(]|shareAnswer\(|[=:>] new (Map|Set)(<.*>)?\(\)/
const makesParts = /^(create|start|open|follow|watch|share|add)[A-Z]/
const otherPrograms = /^src\/(console|sdk|cli|devnet|config)\//

function keepersOf(file: string): string[] {
  let around = ''
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => {
      const named = /^(?:export )?(?:async )?(?:function\*?|const) (\w+)/.exec(line)?.[1]
      if (named) around = named
      const depth = line.search(/\S/)
      return (
        keeps.test(line) && !/^\s*(\*|\/[/*])/.test(line) && (depth === 0 || (depth <= 4 && makesParts.test(around)))
      )
    })
}

test('everything of a process that outlives a call is in the table of the security model', () => {
  const files = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' }).split('\n')
  const keepers = files.filter((file) => /\.ts$/.test(file) && !otherPrograms.test(file) && keepersOf(file).length > 0)
  expect(keepers.length).toBeGreaterThan(40)
  const [, told = ''] = readFileSync('docs/guides/security-model.md', 'utf8').split('## What calls leave behind')
  expect(keepers.filter((file) => !told.includes(`\`${file}\``))).toEqual([])
})

test('what follows from a value alone is the same after any number of others', () => {
  const before = [checksumOf(tokenOf(0xabcdef)), sqrtRatioAtTick(-12_345)]
  for (let at = 0; at < 70_000; at++) sqrtRatioAtTick(at)
  for (let at = 0; at < 11_000; at++) checksumOf(tokenOf(at))
  expect([checksumOf(tokenOf(0xabcdef)), sqrtRatioAtTick(-12_345)]).toEqual(before)
})

test('however many ask for the map of routes at once, it is made once', async () => {
  let made = 0
  const routeGraph = async () => {
    made++
    await systemClock.sleep(50)
    return { atMs: 0, chains: [], bridges: [] }
  }
  const { url } = await serve({}, { ports: { routeGraph } })
  const answers = await Promise.all(Array.from({ length: 40 }, () => fetch(`${url}/console/routes.json`)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(made).toBeLessThan(3)
})
