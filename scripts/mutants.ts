/**
 * Breaks the service in small ways and prints the breaks that no test notices: `npm run mutants -- engine --sample 30`.
 * Operators draw them, or `--set scripts/mutantSets/careless.ts` names a hand-written table. Each meets, for a bounded
 * time each: lint and types; the engine tests that call its function; for SQL the store tests; random worlds; with
 * `--fast` the fast tier. They come in the order drawn, so a stopped run (Ctrl-C prints its results) is a fair sample.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../bench/routing/randomPools.ts'
import { measureCover, openJudge, type Verdict } from './judgeMutants.ts'
import { readMutantSet } from './mutantSets.ts'
import { readFlags } from './readFlags.ts'
import { mutantsOf, type SourceMutant } from './sourceMutants.ts'

const areas = {
  engine: ['src/engine', 'src/chains/send', 'src/stores/postgres'],
  steps: ['src/engine/steps'],
  books: ['src/engine/books'],
  send: ['src/chains/send'],
  stores: ['src/stores/postgres'],
} as const
const { values, named } = readFlags(
  'mutants',
  {
    sample: { type: 'string', default: '30', about: 'so many of them' },
    seed: { type: 'string', about: 'which, and which worlds; a fresh one unless said' },
    set: { type: 'string', about: 'those of a table file instead, all of them' },
    skip: { type: 'string', default: '0', about: 'the first so many, which an earlier run judged' },
    tests: {
      type: 'string',
      default: '600',
      about: 'seconds of engine tests for each, as long as they took without it',
    },
    seeds: { type: 'string', default: '300', about: 'random worlds for each' },
    minutes: { type: 'string', default: '3', about: 'for these worlds at most' },
    parallel: { type: 'string', default: '1', about: 'judged at once' },
    fast: { type: 'boolean', default: false, about: 'survivors meet the fast tier too' },
    list: { type: 'boolean', default: false, about: 'names them and runs nothing' },
  },
  Object.keys(areas) as (keyof typeof areas)[],
)
const root = new URL('..', import.meta.url).pathname
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const say = (text: string) => void process.stdout.write(`${text}\n`)
const short = (text: string) => text.replace(/\s+/g, ' ')
/** The line with the change marked: `if (balance [>= → >] amount) {`. */
function nameOf({ file, line, start, from, to, source }: SourceMutant): string {
  const before = source.slice(source.lastIndexOf('\n', start - 1) + 1, start)
  const [after = ''] = source.slice(start + to.length).split('\n')
  return `${file}:${line}  ${short(before).trimStart().slice(-60)}[${short(from).slice(0, 90)} → ${short(to).slice(0, 90)}]${short(after).slice(0, 60)}`
}

const mutants = values.set ? await readMutantSet(values.set, root) : draw()
if (values.list) for (const mutant of mutants) say(nameOf(mutant))
else await judgeAll()

function draw(): SourceMutant[] {
  const folders = new Set((named.length > 0 ? named : (['engine'] as const)).flatMap((name) => [...areas[name]]))
  const files = [...folders].flatMap((folder) => {
    const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).toSorted()
    return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name))
  })
  const all = files.flatMap((file) => mutantsOf(file, readFileSync(join(root, file), 'utf8')))
  const random = seededRandom(seed)
  const drawn = all.map((mutant) => ({ mutant, at: random() })).toSorted((a, b) => a.at - b.at)
  say(`${all.length} mutants, ${values.sample} of them: repeat with --seed ${seed}`)
  return drawn.slice(0, Number(values.sample)).map(({ mutant }) => mutant)
}

async function judgeAll(): Promise<void> {
  const over = new AbortController()
  process.once('SIGINT', () => over.abort())
  process.once('SIGTERM', () => over.abort())
  const limits = {
    seed,
    testsS: Number(values.tests),
    seeds: Number(values.seeds),
    minutes: Number(values.minutes),
    fast: values.fast,
    over: over.signal,
  }
  const judged: { mutant: SourceMutant; verdict: Verdict }[] = []
  const cover = await measureCover(over.signal)
  const waiting = mutants.slice(Number(values.skip)).values()
  const lane = async (): Promise<void> => {
    const judge = openJudge(cover, limits)
    try {
      for (const mutant of waiting) {
        const verdict = await judge.judge(mutant)
        if (over.signal.aborted) return
        judged.push({ mutant, verdict })
        say(
          `${verdict.by ? `killed by ${verdict.by}` : 'SURVIVED'} | ${nameOf(mutant)}${verdict.how ? ` | ${verdict.how}` : ''}`,
        )
      }
    } finally {
      judge.close()
    }
  }
  await Promise.all(Array.from({ length: Number(values.parallel) }, lane))
  printVerdicts(judged)
  if (over.signal.aborted) process.exitCode = 130
}

/** The killed mutants of each room by judge, then the survivors again. */
function printVerdicts(judged: readonly { mutant: SourceMutant; verdict: Verdict }[]): void {
  const judges = ['types', 'engine tests', 'store tests', 'random worlds', 'fast tier', undefined] as const
  const roomOf = ({ file }: SourceMutant) => file.split('/').slice(1, 3).join('/')
  const counts = (of: typeof judged) => judges.map((by) => of.filter(({ verdict }) => verdict.by === by).length)
  say(
    `\n| room | mutants | ${judges.map((by) => by ?? 'survived').join(' | ')} |\n|---|${'---:|'.repeat(judges.length + 1)}`,
  )
  for (const room of new Set(judged.map(({ mutant }) => roomOf(mutant)).toSorted())) {
    const own = judged.filter(({ mutant }) => roomOf(mutant) === room)
    say(`| ${room} | ${own.length} | ${counts(own).join(' | ')} |`)
  }
  say(`| all | ${judged.length} | ${counts(judged).join(' | ')} |`)
  for (const { mutant, verdict } of judged) if (!verdict.by) say(`survived: ${nameOf(mutant)}`)
}
