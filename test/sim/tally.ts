import { lifecycle } from '../../src/intents/lifecycle.ts'
import { type FaultKind, faultKinds } from './weather.ts'
import { traits } from './worlds.ts'

/**
 * What runs met, counted. Tallies add up, so many short runs are one long one.
 * `faults`: how often a fault struck; `met`: `fault × step`, at an intent's step; `crashes`: `before intents.lease`;
 * `calls`: store calls by hosts, each with two crash points; `pairs`: runs in which both struck; `worlds`: `trait ×
 * step` for an intent's steps in a world with the trait, and `trait + fault` for runs with both.
 */
export type Tally = Record<'faults' | 'met' | 'crashes' | 'calls' | 'pairs' | 'worlds', Record<string, number>>

export const createTally = (): Tally => ({ faults: {}, met: {}, crashes: {}, calls: {}, pairs: {}, worlds: {} })

export const count = (counts: Record<string, number>, key: string, times = 1): void => {
  counts[key] = (counts[key] ?? 0) + times
}

export function addTally(sum: Tally, more: Tally): void {
  for (const kind of Object.keys(sum) as (keyof Tally)[])
    for (const [key, times] of Object.entries(more[kind])) count(sum[kind], key, times)
}

export const pairOf = (a: FaultKind, b: FaultKind): string =>
  faultKinds.indexOf(a) < faultKinds.indexOf(b) ? `${a} + ${b}` : `${b} + ${a}`

/** Steps at which an intent waits; only there can a fault meet it. */
export const openSteps = Object.entries(lifecycle)
  .filter(([, { next }]) => next.length > 0)
  .map(([step]) => step)

const allPairs = faultKinds.flatMap((a, index) => faultKinds.slice(index + 1).map((b) => pairOf(a, b)))

const allSteps = Object.keys(lifecycle).filter((step) => step !== 'quoted')
const allWorlds = traits.flatMap((trait) => [
  ...allSteps.map((step) => `${trait} × ${step}`),
  ...faultKinds.map((kind) => `${trait} + ${kind}`),
])

/** Combinations not met yet. */
export function holesOf({ met, crashes, calls, pairs, worlds }: Tally) {
  return {
    met: faultKinds.flatMap((kind) =>
      openSteps.map((step) => `${kind} × ${step}`).filter((key) => met[key] === undefined),
    ),
    crashes: Object.keys(calls)
      .toSorted()
      .flatMap((call) => [`before ${call}`, `after ${call}`])
      .filter((point) => crashes[point] === undefined),
    pairs: allPairs.filter((pair) => pairs[pair] === undefined),
    worlds: allWorlds.filter((pair) => worlds[pair] === undefined),
  }
}

/** How often each fault met an intent at each step; a dot is a hole. */
export function coverageTable(tally: Tally): string {
  const { met, crashes, calls, pairs, worlds } = tally
  const rows = faultKinds.map(
    (kind) => `| ${kind} | ${openSteps.map((step) => met[`${kind} × ${step}`] ?? '·').join(' | ')} |`,
  )
  const holes = holesOf(tally)
  const list = (all: readonly string[]) => (all.length === 0 ? 'none' : all.join(', '))
  const points = 2 * Object.keys(calls).length
  const absent = faultKinds.filter((kind) => tally.faults[kind] === undefined)
  const others = holes.pairs.filter((pair) => !pair.split(' + ').some((kind) => absent.includes(kind as FaultKind)))
  return [
    `| fault | ${openSteps.join(' | ')} |`,
    `|---|${openSteps.map(() => '---:|').join('')}`,
    ...rows,
    '',
    `| world | ${allSteps.join(' | ')} |`,
    `|---|${allSteps.map(() => '---:|').join('')}`,
    ...traits.map(
      (trait) => `| ${trait} | ${allSteps.map((step) => worlds[`${trait} × ${step}`] ?? '·').join(' | ')} |`,
    ),
    '',
    `- steps × faults met: ${faultKinds.length * openSteps.length - holes.met.length} of ${faultKinds.length * openSteps.length}; a dot is a hole.`,
    `- crash points hit: ${Object.keys(crashes).length} of ${points} (before and after each of ${points / 2} calls of the store). Holes: ${list(holes.crashes)}.`,
    `- worlds × steps and worlds + faults met: ${allWorlds.length - holes.worlds.length} of ${allWorlds.length}. Holes: ${list(holes.worlds)}.`,
    `- pairs of faults in one run: ${Object.keys(pairs).length} of ${allPairs.length}. Not in any run: ${list(absent)}. Other holes: ${list(others)}.`,
    '',
  ].join('\n')
}
