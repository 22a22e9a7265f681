import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { budget, tier } from '../tier.ts'
import { chaosSection, readRuns, replaceSection } from './report.ts'
import { runChaos } from './runChaos.ts'

/** The chaos run on one Postgres: half a minute of the faults that found most, or CHAOS_MINUTES of all of them. */
const minutes = Number(process.env.CHAOS_MINUTES ?? budget({ fast: 0.2, full: 0.5, deep: 20 }))
const isShort = process.env.CHAOS_MINUTES === undefined && tier !== 'deep'
const short = {
  rate: budget({ fast: 40, full: 24, deep: 24 }),
  only: ['crashed Postgres', 'cut connections', 'worker', 'reorganisation', 'lost mempool', 'lie about nonces'],
  // Underpaid deposits come back after three minutes.
  without: ['paid too little'],
  // In the full tier each of them once.
  actsMin: budget({ fast: 2, full: 6, deep: 6 }),
}
const long = { rate: 12 }
const settleMs = 25 * 60_000

test(`${minutes} minutes of faults on one Postgres: every promise is kept`, {
  timeout: minutes * 60_000 + settleMs,
}, async () => {
  const lines: string[] = []
  const { verdicts, events, orders } = await runChaos({
    minutes,
    seed: Number(process.env.CHAOS_SEED ?? 5),
    isSingle: true,
    say: (line) => lines.push(line),
    ...(isShort ? short : long),
  })
  // Other test files share the two cores, so a process may take 30 s to start: require only that it came back.
  const broken = verdicts.filter(({ promise, broken: found }) => found.length > 0 && !promise.includes('back within'))
  expect(broken, lines.join('\n')).toEqual([])
  expect(events.filter(({ backMs }) => backMs === undefined)).toEqual([])
  expect(orders.length).toBeGreaterThan(5)
  expect(events.length).toBeGreaterThan(1)
})

test('RELIABILITY.md says what the kept runs say, and a generator leaves the sections of others alone', () => {
  const page = readFileSync(new URL('../../RELIABILITY.md', import.meta.url), 'utf8')
  expect(replaceSection(page, 'chaos', chaosSection(readRuns()))).toBe(page)
  const both = 'a\n<!-- chaos -->\nold\n<!-- /chaos -->\nb\n<!-- sim -->\nkept\n<!-- /sim -->\n'
  const anew = replaceSection(both, 'chaos', 'new')
  expect(anew).toBe(both.replace('old', 'new'))
  expect(() => replaceSection('no marks', 'chaos', 'new')).toThrow('<!-- chaos -->')
})
