import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultInjections } from './faultInjections.ts'
import { backMsMax, type ChaosResult } from './runChaos.ts'

/** What is kept of a run: one line of `runs.jsonl`. */
export type RunRecord = {
  date: string
  commit: string
  minutes: number
  rate: number
  seed: number
  isSingle: boolean
  intents: number
  succeeded: number
  refunded: number
  repeats: number
  promises: { promise: string; how: string; looked: number; broken: number }[]
  /** By fault: how often it struck, how often the recovery was late, and the longest recovery in milliseconds. */
  acts: Record<string, { times: number; late: number; worstMs: number }>
}

const root = new URL('../../', import.meta.url).pathname
const runsFile = join(root, 'test/chaos/runs.jsonl')
const reportFile = join(root, 'RELIABILITY.md')
const runsShown = 12

export function recordOf({ options, events, orders, repeats, verdicts }: ChaosResult): RunRecord {
  const ends = (status: string) => orders.filter(({ receipt }) => receipt?.status === status).length
  const acts: RunRecord['acts'] = {}
  for (const { injection, backMs } of events) {
    acts[injection] ??= { times: 0, late: 0, worstMs: 0 }
    const act = acts[injection]
    act.times++
    act.late += backMs === undefined || backMs > backMsMax ? 1 : 0
    act.worstMs = Math.max(act.worstMs, backMs ?? 0)
  }
  return {
    date: new Date().toISOString().slice(0, 10),
    commit:
      git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', 'src', 'test') ? ' and changes' : ''),
    ...options,
    intents: orders.length,
    succeeded: ends('SUCCEEDED'),
    refunded: ends('FAILED'),
    repeats,
    promises: verdicts.map(({ promise, how, looked, broken }) => ({ promise, how, looked, broken: broken.length })),
    acts,
  }
}

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

/** Adds the run to the record and rewrites the section of RELIABILITY.md from all runs. */
export function publish(record: RunRecord): void {
  appendFileSync(runsFile, `${JSON.stringify(record)}\n`)
  writeFileSync(reportFile, replaceSection(readFileSync(reportFile, 'utf8'), 'chaos', chaosSection(readRuns())))
}

export function readRuns(): RunRecord[] {
  if (!existsSync(runsFile)) return []
  const lines = readFileSync(runsFile, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as RunRecord)
}

/** Each generator owns what is between its two marks, and nothing else of the page. */
export function replaceSection(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const [from, to] = [page.indexOf(start), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no ${start} … ${end}`)
  return `${page.slice(0, from + start.length)}\n${text.trim()}\n${page.slice(to)}`
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
const heading = (cells: readonly string[]): string[] => [row(cells), `|${cells.map(() => '---').join('|')}|`]
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

export function chaosSection(runs: readonly RunRecord[]): string {
  const total = (of: (run: RunRecord) => number) => runs.reduce((sum, run) => sum + of(run), 0)
  const acts = total((run) => Object.values(run.acts).reduce((sum, { times }) => sum + times, 0))
  const minutes = Math.round(total((run) => run.minutes))
  return [
    `${runs.length} runs, ${minutes} minutes of faults: ${total((run) => run.intents)} intents (${total((run) => run.succeeded)} delivered, ` +
      `${total((run) => run.refunded)} given back), ${acts} faults injected, ${total((run) => run.repeats)} calls repeated.`,
    '',
    ...heading(['promise', 'how it is checked', 'checked', 'broken']),
    ...promisesOf(runs).map(({ promise, how, looked, broken }) => row([promise, how, looked, broken])),
    '',
    ...heading(['fault', 'what it does', 'repair', 'acts', 'longest return']),
    ...faultInjections.map(({ name, does, healed, isSurvived }) => {
      const own = runs.flatMap(({ acts: all }) => all[name] ?? [])
      const times = own.reduce((sum, act) => sum + act.times, 0)
      const late = own.reduce((sum, act) => sum + act.late, 0)
      const worst = seconds(Math.max(0, ...own.map(({ worstMs }) => worstMs)))
      const after = isSurvived ? 'from the fault' : 'from the repair'
      const lateText = late > 0 ? `, ${late} too late` : ''
      return row([name, does, healed, times, times > 0 ? `${worst} ${after}${lateText}` : 'has not acted yet'])
    }),
    '',
    `The last ${Math.min(runs.length, runsShown)} runs; each is repeated by its command. On two shared cores.`,
    '',
    ...heading(['date', 'commit', 'command', 'intents', 'delivered', 'given back', 'acts', 'promises broken']),
    ...runs.slice(-runsShown).map((run) => {
      const command = `npm run chaos -- --minutes ${run.minutes} --rate ${run.rate} --seed ${run.seed}${run.isSingle ? ' --single' : ''}`
      const broken = run.promises.filter((one) => one.broken > 0).map(({ promise }) => promise)
      const times = Object.values(run.acts).reduce((sum, act) => sum + act.times, 0)
      const counts = [run.intents, run.succeeded, run.refunded, times]
      return row([run.date, run.commit, `\`${command}\``, ...counts, broken.join('; ') || 'none'])
    }),
  ].join('\n')
}

function promisesOf(runs: readonly RunRecord[]): RunRecord['promises'] {
  const found = new Map<string, RunRecord['promises'][number]>()
  for (const { promises } of runs) {
    for (const one of promises) {
      const sum = found.get(one.promise)
      found.set(one.promise, sum ? { ...one, looked: sum.looked + one.looked, broken: sum.broken + one.broken } : one)
    }
  }
  return [...found.values()]
}
