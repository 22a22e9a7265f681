import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openSeedRunner, seedsFrom } from '../test/sim/runSeeds.ts'
import type { Cover } from './mutantCover.ts'
import { functionAt, type SourceMutant } from './sourceMutants.ts'
import { createTypeJudge } from './typeJudge.ts'

const root = new URL('..', import.meta.url).pathname
const vitest = 'node_modules/vitest/vitest.mjs'
/** The tests of every store: the contract, Postgres' own rules, locks, and random histories. */
const storeTests = ['postgresStore', 'postgresRules', 'retention', 'lockOrder', 'randomHistories'].map(
  (name) => `test/stores/${name}.test.ts`,
)
const copied = [
  'src',
  'test',
  'scripts',
  'bench',
  'docs',
  'contracts',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'biome.json',
]
/** The copy is no repository. */
const linter = ['node_modules/@biomejs/biome/bin/biome', 'lint', '--vcs-enabled=false'] as const
const minutesMax = { types: 2, tests: 5, stores: 10, fast: 30 } as const

export type Limits = { seed: number; testsS: number; seeds: number; minutes: number; fast: boolean; over: AbortSignal }
/** `by`: the judge that noticed it; undefined if none did. */
export type Verdict = { by?: 'types' | 'engine tests' | 'store tests' | 'random worlds' | 'fast tier'; how?: string }
export type Judge = { judge(mutant: SourceMutant): Promise<Verdict>; close(): void }

/** Judges in a copy of the sources: nothing started here ever writes to the tree. */
export function openJudge(cover: readonly Cover[], limits: Limits): Judge {
  const copy = makeCopy()
  const types = createTypeJudge(root)
  const run = (minutes: number, env: Record<string, string>, ...args: string[]) =>
    runNode(copy, minutes, env, args, limits.over)
  const test = (minutes: number, files: readonly string[]) =>
    run(minutes, { JUDGES: files.join(), TIER: 'fast' }, vitest, 'run', '--config', 'scripts/mutantTests.config.ts')

  async function judge(mutant: SourceMutant): Promise<Verdict> {
    const lint = await run(minutesMax.types, {}, ...linter, mutant.file)
    if (!lint.ok) return { by: 'types', how: `lint ${/lint\/\S+/.exec(lint.output)?.[0] ?? lint.output.slice(0, 200)}` }
    const error = types.errorOf(mutant)
    if (error) return { by: 'types', how: error }
    const covering = coveringTests(mutant, cover, limits.testsS * 1_000)
    if (covering.length > 0) {
      const tested = await test(minutesMax.tests, covering)
      if (!tested.ok) return { by: 'engine tests', how: failureIn(tested.output) }
    }
    if (mutant.file.startsWith('src/stores/')) {
      const tested = await test(minutesMax.stores, storeTests)
      if (!tested.ok) return { by: 'store tests', how: failureIn(tested.output) }
    }
    const rule = await brokenRule(mutant, limits)
    if (rule) return { by: 'random worlds', how: rule }
    if (!limits.fast) return {}
    const tier = await run(minutesMax.fast, {}, 'scripts/test.mjs', 'fast', '--bail', '1')
    return tier.ok ? {} : { by: 'fast tier', how: failureIn(tier.output) }
  }

  return {
    async judge(mutant) {
      const place = join(copy, mutant.file)
      writeFileSync(place, mutant.source)
      try {
        return await judge(mutant)
      } finally {
        cpSync(join(root, mutant.file), place)
      }
    },
    close: () => rmSync(copy, { recursive: true, force: true }),
  }
}

/** Runs the engine's tests once without a mutant and records each file's calls. Cached by the sources' hash. */
export async function measureCover(over: AbortSignal): Promise<Cover[]> {
  const known = join(root, 'node_modules/.cache/mutants', `${sourcesHash()}.json`)
  if (existsSync(known)) return JSON.parse(readFileSync(known, 'utf8'))
  const cover = await runForCover(over)
  mkdirSync(dirname(known), { recursive: true })
  writeFileSync(known, JSON.stringify(cover))
  return cover
}

function sourcesHash(): string {
  const hash = createHash('sha256')
  for (const folder of ['src/engine', 'src/chains', 'test/engine'])
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted())
      if (name.endsWith('.ts')) hash.update(name).update(readFileSync(join(root, folder, name)))
  return hash.digest('hex')
}

async function runForCover(over: AbortSignal): Promise<Cover[]> {
  const copy = makeCopy()
  const into = join(copy, 'cover')
  mkdirSync(into)
  const files = readdirSync(join(root, 'test/engine')).filter((name) => name.endsWith('.test.ts'))
  const env = { COVER_INTO: into, JUDGES: files.map((name) => `test/engine/${name}`).join() }
  try {
    const { ok, output } = await runNode(
      copy,
      15,
      env,
      [vitest, 'run', '--config', 'scripts/mutantTests.config.ts'],
      over,
    )
    if (over.aborted) return []
    if (!ok) throw new Error(`the tests of the engine fail without a mutant: ${failureIn(output)}`)
    return readdirSync(into).map((name): Cover => JSON.parse(readFileSync(join(into, name), 'utf8')))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/**
 * The test files that call the mutant's function, its own first and then the shortest, up to a total time. If the
 * function has no name, those that call anything in its file.
 */
function coveringTests({ file, start }: SourceMutant, cover: readonly Cover[], msMax: number): string[] {
  const name = functionAt(readFileSync(join(root, file), 'utf8'), start)
  const calls = (wanted: (call: string) => boolean) => cover.filter((one) => one.calls.some(wanted))
  const exact = calls((call) => call === `${file} ${name}`)
  const found = exact.length > 0 ? exact : calls((call) => call.startsWith(`${file} `))
  const own = `/${file.split('/').at(-1)!.replace('.ts', '.test.ts')}`
  const rank = ({ test, ms }: Cover) => (test.endsWith(own) ? 0 : ms)
  let ms = 0
  return found
    .toSorted((a, b) => rank(a) - rank(b))
    .filter((one, at) => {
      ms += one.ms
      return ms <= msMax || at === 0
    })
    .map(({ test }) => test)
}

function makeCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'causeway-mutants-'))
  chmodSync(copy, 0o755) // the database server has an account of its own
  for (const name of copied) cpSync(join(root, name), join(copy, name), { recursive: true })
  // Its caches are written to, so only the packages are shared.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.cache') && !name.startsWith('.experimental'))
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  return copy
}

/** Whether a Node program succeeded in time. It has its own process group, which ends with it. */
async function runNode(
  copy: string,
  minutes: number,
  env: Record<string, string>,
  [program, ...args]: string[],
  over: AbortSignal,
) {
  if (over.aborted) return { ok: false, output: '' }
  const child = spawn(process.execPath, [join(copy, program!), ...args], {
    cwd: copy,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...env },
    detached: true,
  })
  const stop = () => endGroup(child, 'SIGTERM')
  const timer = setTimeout(stop, minutes * 60_000)
  over.addEventListener('abort', stop)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => (output = (output + part).slice(-100_000)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearTimeout(timer)
  over.removeEventListener('abort', stop)
  endGroup(child, 'SIGKILL')
  return { ok: code === 0, output }
}

function endGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal)
  } catch {
    // All of it has ended.
  }
}

/** The first test that failed, as vitest names it. */
const failureIn = (output: string): string => /FAIL\s+(.*)/.exec(output)?.[1] ?? 'ended early, or took too long'

/** The rule that a random world breaks. A file that no world loads breaks none. */
async function brokenRule(
  { file, source }: SourceMutant,
  { seed, seeds, minutes, over }: Limits,
): Promise<string | undefined> {
  if (seeds === 0 || over.aborted) return undefined
  const mutant = { name: 'mutant', file, find: readFileSync(join(root, file), 'utf8'), replace: source }
  const runner = await openSeedRunner({ mutant, processes: 1 }).catch((error: Error) => {
    if (/fits .* 0 times/.test(error.message)) return undefined
    throw error
  })
  if (!runner) return undefined
  const endMs = Date.now() + minutes * 60_000
  let rule: string | undefined
  try {
    await runner.run(seedsFrom(seed, seeds), (result) => {
      if (result.failure) rule = `${result.failure.rule} (seed ${result.seed})`
      return rule === undefined && Date.now() < endMs && !over.aborted
    })
  } catch (error) {
    rule = (error as Error).message
  } finally {
    await runner.close()
  }
  return rule
}
