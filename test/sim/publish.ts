import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FoundMutant } from './findMutants.ts'
import { mutants } from './mutants.ts'
import { realBugs } from './realBugs.ts'
import { addTally, coverageTable, createTally, type Tally } from './tally.ts'
import { faultKinds } from './weather.ts'

const root = join(import.meta.dirname, '..', '..')
const sumsFile = join(root, 'test', 'sim', 'published.jsonl')
const documentFile = join(root, 'RELIABILITY.md')
const [begin, end] = ['<!-- sim -->', '<!-- /sim -->']

export type Batch = {
  first: number
  count: number
  cpuMs: number
  events: number
  failures: readonly { seed: number; rule: string; detail: string }[]
  tally: Tally
}

/** Everything published so far, added up: a long run may be many short ones. */
type Sums = {
  batches: { first: number; count: number; failed: number; commit?: string }[]
  cpuMs: number
  events: number
  tally: Tally
  mutants: Record<string, { seeds?: number; rule?: string; within?: number }>
}

const commitNow = (): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()

/** A commit that was made anew, or never landed, cannot be looked at. */
function isThere(commit: string | undefined): boolean {
  if (commit === undefined) return false
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' }).status === 0
}

const nothing = (): Sums => ({ batches: [], cpuMs: 0, events: 0, tally: createTally(), mutants: {} })

/** Adds a batch of seeds, or what became of planted defects, and writes the section of RELIABILITY.md anew. */
export async function publish(news: Batch | { mutants: readonly FoundMutant[] }): Promise<void> {
  const sums: Sums = await readFile(sumsFile, 'utf8').then((text) => JSON.parse(text) as Sums, nothing)
  if ('mutants' in news) for (const { name, ...found } of news.mutants) sums.mutants[name] = found
  else {
    const { first, count, failures } = news
    if (sums.batches.some((batch) => first < batch.first + batch.count && batch.first < first + count))
      throw new Error(`seeds from ${first} on are published already`)
    sums.batches.push({ first, count, failed: failures.length, commit: commitNow() })
    sums.cpuMs += news.cpuMs
    sums.events += news.events
    addTally(sums.tally, news.tally)
  }
  await writeFile(sumsFile, `${JSON.stringify(sums)}\n`)
  const document = await readFile(documentFile, 'utf8')
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`RELIABILITY.md has no section between ${begin} and ${end}`)
  await writeFile(documentFile, `${document.slice(0, from + begin.length)}\n${sectionOf(sums)}${document.slice(to)}`)
}

/** Batches that follow each other, as one. */
function rangesOf(batches: Sums['batches']): { first: number; count: number }[] {
  const ranges: { first: number; count: number }[] = []
  for (const { first, count } of batches.toSorted((a, b) => a.first - b.first)) {
    const last = ranges.at(-1)
    if (last && last.first + last.count === first) last.count += count
    else ranges.push({ first, count })
  }
  return ranges
}

/** What the holes above mean. */
const whyHoles = [
  'Why holes are left:',
  '',
  '- `sendOrigin`, `sendDestination`: the step before hands the batch over in its last write, so an intent rests here only to send a batch again.',
  '- `sendDeposit` lasts a few milliseconds; only faults that come with each call meet it often.',
  '- `filler`, `webhook` and `broadcastLost` strike a fill, a delivery or a send, seldom while another intent is between two writes.',
  '- crash points: some calls, such as the poll after a late payment, are made once in hundreds of runs. More seeds meet them.',
]

function sectionOf({ batches, cpuMs, events, tally, mutants: found }: Sums): string {
  const seeds = batches.reduce((sum, { count }) => sum + count, 0)
  const failed = batches.reduce((sum, batch) => sum + batch.failed, 0)
  const commits = [...new Set(batches.map(({ commit }) => commit))].filter(isThere)
  const gone = batches.filter(({ commit }) => !isThere(commit)).reduce((sum, { count }) => sum + count, 0)
  const ranges = rangesOf(batches).map(({ first, count }) => `${first}–${first + count - 1}`)
  const faults = Object.values(tally.faults).reduce((sum, times) => sum + times, 0)
  const number = (value: number) => Math.round(value).toLocaleString('en-US')
  const summary = `${number(seeds)} seeds (${ranges.join(', ')}) of commit ${commits.join(' and ')}${gone > 0 ? ` and, ${number(gone)} of them, of states without a commit` : ''}, ${number(events)} events, ${number(faults)} faults of ${faultKinds.length} kinds; ${failed} broke a rule${failed > 0 ? ', listed in the last table' : ''}. ${((1_000 * seeds) / cpuMs).toFixed(1)} seeds a second of one core, on a machine that did other work too.`
  return [
    seeds === 0 ? 'No batch of seeds has been published yet.' : summary,
    '',
    '### Faults that met an intent at a step',
    '',
    coverageTable(tally),
    ...whyHoles,
    '',
    '### Planted defects',
    '',
    'Each replaces code in one file of the service while the simulation is built. `npm run sim -- --mutants` searches from seed 1 on; the number of seeds holds for the order of draws at the last search.',
    '',
    '| planted | found after seeds | rule that was broken |',
    '|---|---:|---|',
    ...mutants.map(({ name }) => {
      const entry = found[name]
      return `| ${name} | ${entry ? (entry.seeds ?? `not within ${entry.within}`) : 'not run'} | ${entry?.rule ?? ''} |`
    }),
    '',
    '### Real defects',
    '',
    'The draws have changed since these seeds failed, so a test beside the fix replaces each.',
    '',
    '| seed | rule | what was wrong | fix and test |',
    '|---:|---|---|---|',
    ...realBugs.map(({ seed, rule, wrong, fixed }) => `| ${seed} | ${rule} | ${wrong} | ${fixed} |`),
    '',
  ].join('\n')
}
