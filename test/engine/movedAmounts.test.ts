import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { createEventDescriber } from '../../src/cli/createEventDescriber.ts'
import { createObserve } from '../../src/observe/observe.ts'
import { harborId, islandId, usdc, useBench } from './setup.ts'

const labels = new Map([
  [harborId, { name: 'Harbor', symbol: 'ETH' }],
  [islandId, { name: 'Island', symbol: 'ETH' }],
])

const bench = useBench()
/** What somebody at a terminal reads of the worker, without the time. */
let lines: string[]
beforeEach(() => {
  lines = []
  const describe = createEventDescriber({ level: 'info', chains: labels })
  const write = (text: string) => void lines.push(describe(JSON.parse(text))?.slice('00:00:00  '.length) ?? '')
  const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, { write })
  bench.world.observe.stepTaken = createObserve(log).stepTaken
})

test('an intent that succeeds: what was paid in and what arrived, in whole units with symbol and chain', async () => {
  const intent = await bench.startUntil('succeeded')
  const amount = Number(intent.depositTransaction.amount) / 1e6
  const about = `intent ${intent.intentId} (Harbor → Island)`
  expect(lines).toContainEqual(expect.stringMatching(`; ${amount} USDC sent on Harbor$`))
  const entries = (await bench.ledger(intent)).filter(({ why }) => why === 'delivery')
  const arrived = Number(entries.reduce((sum, entry) => sum + entry.amount, 0n)) / 1e6
  expect(arrived).toBeGreaterThan(0)
  expect(lines.at(-1)).toMatch(
    `${about} SUCCEEDED: the recipient has what was promised; ${arrived} USDC arrived on Island`,
  )
  expect(lines.every((line) => line.startsWith(about))).toBe(true)
})

test('an intent that fails: what went back', async () => {
  const intent = await bench.commit()
  bench.deposit(intent, usdc(50))
  await bench.execute(intent)
  await bench.until(intent, 'refunded')
  expect(lines.at(-1)).toMatch(/FAILED: the deposit is back with the owner; 50 USDC refunded on Harbor$/)
})
