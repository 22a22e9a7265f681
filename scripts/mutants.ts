/**
 * Breaks the service in small ways and prints which breaks nobody notices: `npm run mutants -- engine --sample 30`. Each meets, within a bound of time,
 * the tests of the engine, random worlds and the types; with `--fast` a survivor also meets the whole fast tier. In the order drawn, so that a run
 * that is stopped is a fair sample too.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../bench/routing/randomPools.ts'
import { openSeedRunner, seedsFrom } from '../test/sim/runSeeds.ts'
import { readFlags } from './readFlags.ts'
import { mutantsOf, type SourceMutant } from './sourceMutants.ts'

const areas = { engine: 'src/engine', send: 'src/chains/send', stores: 'src/stores/postgres' } as const
const { values, named } = readFlags(
  'mutants',
  {
    sample: { type: 'string', default: '30', about: 'so many of them' },
    seed: { type: 'string', about: 'which; a fresh one unless said' },
    seeds: { type: 'string', default: '2000', about: 'random worlds for each' },
    minutes: { type: 'string', default: '3', about: 'for these worlds at most' },
    fast: { type: 'boolean', default: false, about: 'survivors meet the fast tier too' },
    list: { type: 'boolean', default: false, about: 'names them and runs nothing' },
  },
  Object.keys(areas) as (keyof typeof areas)[],
)
const root = new URL('..', import.meta.url).pathname
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const folders = (named.length > 0 ? named : (Object.keys(areas) as (keyof typeof areas)[])).map((name) => areas[name])
const all = folders
  .flatMap((folder) => filesBelow(folder))
  .flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')))
function filesBelow(folder: string): string[] {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted()
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name))
}
const random = seededRandom(seed)
const drawn = all
  .map((mutant) => ({ mutant, at: random() }))
  .toSorted((a, b) => a.at - b.at)
  .slice(0, Number(values.sample))
  .map(({ mutant }) => mutant)
const say = (text: string) => void process.stdout.write(`${text}\n`)
const nameOf = ({ file, line, from, to }: SourceMutant) =>
  `${file}:${line} ${[from, to].map((text) => text.replace(/\s+/g, ' ').slice(0, 60)).join(' → ')}`

say(`${all.length} mutants, ${drawn.length} of them by seed ${seed}`)
if (values.list) for (const mutant of drawn) say(nameOf(mutant))
else await judgeAll()

async function judgeAll(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'causeway-mutants-'))
  chmodSync(copy, 0o755) // the database server has an account of its own
  for (const name of [
    'src',
    'test',
    'scripts',
    'bench',
    'docs',
    'contracts',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ])
    cpSync(join(root, name), join(copy, name), { recursive: true })
  // Its caches are written to: only the packages are shared.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  const killed = new Map<string, number>()
  try {
    if (!engineTests(copy))
      throw new Error('the tests of the engine fail without a mutant: run npx vitest run --project engine')
    for (const mutant of drawn) {
      const by = await killerOf(mutant, copy)
      const kind = by?.split(':')[0] ?? 'nobody'
      killed.set(kind, (killed.get(kind) ?? 0) + 1)
      say(`${by ? `killed by ${by}` : 'SURVIVED'} | ${nameOf(mutant)}`)
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
  say(`of ${drawn.length}: ${[...killed].map(([kind, count]) => `${kind} ${count}`).join(', ')}`)
}

/** Whether a program of Node ended well within this time. */
function run(copy: string, minutes: number, ...[program, ...args]: [string, ...string[]]): boolean {
  const options = { cwd: copy, stdio: 'ignore', timeout: minutes * 60_000 } as const
  return spawnSync(process.execPath, [join(copy, program), ...args], options).status === 0
}

function engineTests(copy: string): boolean {
  return run(copy, 5, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'engine', '--bail', '1')
}

/** Who notices it first, from the quickest to the slowest. */
async function killerOf(mutant: SourceMutant, copy: string): Promise<string | undefined> {
  const place = join(copy, mutant.file)
  writeFileSync(place, mutant.source)
  try {
    if (!engineTests(copy)) return 'the engine tests'
    const rule = await brokenRule(mutant)
    if (rule) return `random worlds: ${rule}`
    if (!run(copy, 5, 'node_modules/typescript-native/bin/tsc', '-p', '.')) return 'types'
    if (values.fast && !run(copy, 30, 'scripts/test.mjs', 'fast', '--bail', '1')) return 'the fast tier'
    return undefined
  } finally {
    cpSync(join(root, mutant.file), place)
  }
}

/** The rule that a random world sees broken. A file that worlds do not load breaks none. */
async function brokenRule({ file, source }: SourceMutant): Promise<string | undefined> {
  const plant = { name: 'mutant', file, find: readFileSync(join(root, file), 'utf8'), replace: source }
  const runner = await openSeedRunner({ plant }).catch((error: Error) => {
    if (/fits .* 0 times/.test(error.message)) return undefined
    throw error
  })
  if (!runner) return undefined
  const endMs = Date.now() + Number(values.minutes) * 60_000
  let rule: string | undefined
  try {
    await runner.run(seedsFrom(seed, Number(values.seeds)), (result) => {
      if (result.failure) rule = `${result.failure.rule} (seed ${result.seed})`
      return rule === undefined && Date.now() < endMs
    })
  } catch (error) {
    rule = (error as Error).message
  } finally {
    await runner.close()
  }
  return rule
}
