import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultInjections } from '../chaos/faultInjections.ts'
import { budget, tier } from '../tier.ts'
import { mutants } from './mutants.ts'
import { openSeedRunner, seedsFrom } from './runSeeds.ts'
import { commandOf, shrink } from './shrink.ts'
import { simulate } from './simulate.ts'
import { type FaultKind, faultKinds } from './weather.ts'

const root = join(import.meta.dirname, '..', '..')
/** Other seeds in every run; a failure prints the one that replays it. */
const freshSeed = Math.floor(performance.timeOrigin / 1_000) * 1_000
const freshSeeds = budget({ fast: 60, full: 500, deep: 20_000 })
/** Two free cores take less than a minute; busy ones run fewer, and the output says how many. */
const budgetMs = budget({ fast: 15_000, full: 100_000, deep: 2 * 3_600_000 })

test('one intent settles, and the same seed is the same run in another process', async () => {
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

test('fresh seeds break no rule', { timeout: Math.max(600_000, 2 * budgetMs) }, async () => {
  const ends: Record<string, number> = {}
  const broken: string[] = []
  let seeds = 0
  const wide = tier === 'deep'
  const runner = await openSeedRunner()
  const endMs = performance.now() + budgetMs
  const known = await runner.one({ seed: 7 })
  await runner.run(seedsFrom(freshSeed, freshSeeds, { wide }), ({ seed, failure, ends: ended }) => {
    seeds++
    for (const [step, count] of Object.entries(ended)) ends[step] = (ends[step] ?? 0) + count
    if (failure) broken.push(`${commandOf({ seed, wide })}: ${failure.detail}`)
    return broken.length < 3 && performance.now() < endMs
  })
  await runner.close()
  process.stdout.write(`simulated seeds ${freshSeed} to ${freshSeed + seeds - 1}: ${JSON.stringify(ends)}\n`)
  expect(broken).toEqual([])
  expect(seeds).toBeGreaterThan(0)
  expect(known.hash).toBe((await simulate({ seed: 7 })).hash)
})

test('every planted defect still fits its file, once', () => {
  const loose = mutants.filter(({ file, find }) => readFileSync(join(root, file), 'utf8').split(find).length !== 2)
  expect(loose.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
})

/** Faults that only the simulation has: others' acts, a market, and an inventing node. */
const simulatedOnly: readonly FaultKind[] = ['nodeInvents', 'filler', 'stranger', 'webhook', 'slip']

test('every fault that is simulated meets real processes too, or is named as simulated only', () => {
  const played = new Set(faultInjections.map(({ fault }) => fault))
  expect(faultKinds.filter((kind) => !played.has(kind))).toEqual(simulatedOnly)
})

/** Found within the first seeds; `npm run sim -- --mutants` looks for all of them. */
const quickMutants = ['broadcast before the attempt row', 'lease without fence', 'one unit created by rounding']

test.each(quickMutants.slice(0, budget({ fast: 1, full: 3, deep: 3 })))(
  'a planted defect is found, and shrunk: %s',
  async (name) => {
    const runner = await openSeedRunner({ mutant: mutants.find((mutant) => mutant.name === name)! })
    let found: { seed: number; rule: string } | undefined
    await runner.run(seedsFrom(1, 40), ({ seed, failure }) => {
      if (failure) found ??= { seed, rule: failure.rule }
      return !failure
    })
    expect(found).toBeDefined()
    const smallest = await shrink({ seed: found!.seed }, runner.one)
    const { failure, weather } = await runner.one(smallest)
    await runner.close()
    expect(failure?.rule).toBe(found!.rule)
    expect(weather.kinds.length).toBeLessThanOrEqual(2)
  },
)
