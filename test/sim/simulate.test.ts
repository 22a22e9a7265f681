import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPlanted } from './loadPlanted.ts'
import { plants } from './plants.ts'
import { simulate } from './simulate.ts'

const root = join(import.meta.dirname, '..', '..')
/** Other seeds in every run of the suite; a failure prints the one that replays it. */
const freshSeed = Math.floor(performance.timeOrigin / 1_000) * 1_000
const budgetMs = 45_000

test('one intent settles, and the same seed is the same run', { timeout: 120_000 }, async () => {
  const calm = await simulate({ seed: 1, intents: 1, calm: true })
  expect(calm.failure).toBeUndefined()
  expect(calm.ends).toEqual({ succeeded: 1 })
  const [first, second] = [await simulate({ seed: 7 }), await simulate({ seed: 7 })]
  expect(second.hash).toBe(first.hash)
  const elsewhere = execFileSync(process.execPath, ['--import', 'tsx', 'test/sim/main.ts', '--seed', '7'], {
    cwd: root,
  })
  expect(elsewhere.toString()).toContain(first.hash)
})

test('fresh seeds break no rule', { timeout: 120_000 }, async () => {
  let seeds = 0
  const ends: Record<string, number> = {}
  for (const endMs = performance.now() + budgetMs; performance.now() < endMs && seeds < 500; seeds++) {
    const seed = freshSeed + seeds
    const result = await simulate({ seed })
    expect(result.failure, `npm run sim -- --seed ${seed}`).toBeUndefined()
    for (const [step, count] of Object.entries(result.ends)) ends[step] = (ends[step] ?? 0) + count
  }
  process.stdout.write(`simulated seeds ${freshSeed} to ${freshSeed + seeds - 1}: ${JSON.stringify(ends)}\n`)
  expect(seeds).toBeGreaterThan(0)
})

test('every planted defect still fits its file, once', () => {
  const loose = plants.filter(({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2)
  expect(loose.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
})

/** Found within the first seeds; `test/sim/plantMain.ts` looks for all of them. */
const quickPlants = [
  'broadcast before the attempt row',
  'lease without fence',
  'acting on evidence that is not final',
  'one unit created by rounding',
]
const opened: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const close of opened) await close()
})

test.each(quickPlants)('a planted defect is found: %s', { timeout: 120_000 }, async (name) => {
  const { simulate: simulatePlanted, close } = await openPlanted(plants.find((plant) => plant.name === name)!)
  opened.push(close)
  let found: string | undefined
  for (let seed = 1; seed <= 20 && !found; seed++) found = (await simulatePlanted({ seed })).failure?.rule
  expect(found).toBeDefined()
})
