import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readMutantSet } from '../scripts/mutantSets.ts'

const root = join(import.meta.dirname, '..')
const linesMax = 400

/** Made by scripts and checked elsewhere: nobody edits them by hand. */
const generated = [/^src\/chains\/contracts\/abi\//, /^src\/devnet\/artifacts\//, /^docs\/reference\//]

const all = filesBelow(root).filter((file) => !generated.some((one) => one.test(file)))
const code = all.filter((file) => /^(src|test|scripts|bench)\/.*\.(ts|tsx|mjs)$/.test(file))
const source = code.filter((file) => file.startsWith('src/'))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** Ports: what one room may know of another without its implementation. */
const ports = [
  'chains/chain.ts',
  'chains/chainEvents.ts',
  'chains/chainDefinition.ts',
  'providers/provider.ts',
  'stores/accessStore.ts',
  'stores/boardStore.ts',
  'stores/eventStore.ts',
  'stores/retentionStore.ts',
  'stores/sponsorStore.ts',
  'stores/store.ts',
  'stores/storeError.ts',
  'tokens/priceSource.ts',
  'tokens/tokenLists.ts',
  'yields/yieldProtocol.ts',
]

const pure = ['interface', 'evm', 'intents', 'routing']
const base = [...pure, 'host']
const portRoom = [...base, 'ports']
const inside = [...portRoom, 'observe']

/** Allowed imports, from the bottom up. `ports` stands for the files above. */
const mayImport: Record<string, readonly string[]> = {
  interface: [],
  evm: ['interface'],
  host: [],
  intents: ['interface', 'evm'],
  routing: ['interface', 'evm'],
  config: ['interface'],
  chains: portRoom,
  tokens: portRoom,
  providers: portRoom,
  yields: portRoom,
  stores: portRoom,
  observe: [...pure, 'ports'],
  engine: inside,
  webhooks: [...inside, 'engine'],
  server: [...inside, 'engine', 'webhooks', 'config'],
  app: [...inside, 'engine', 'webhooks', 'config', 'server', 'chains', 'tokens', 'providers', 'yields', 'stores'],
  devnet: [...base, 'ports', 'chains', 'app', 'config', 'observe'],
  // An operator's contracts follow from their code, which only this file of the room needs.
  sdk: ['interface', 'evm', 'intents', 'src/chains/contracts/operator.ts'],
  console: ['interface', 'evm', 'intents', 'sdk'],
  cli: [...inside, 'engine', 'config', 'server', 'app', 'devnet', 'sdk', 'chains', 'tokens', 'stores', 'webhooks'],
}

type Import = { from: string; to: string }

const imports: Import[] = source.flatMap((from) =>
  [...textOf(from).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) => ({
    from,
    to: normalize(join(dirname(from), path!)),
  })),
)

function roomOf(file: string): string {
  const [, first = '', ...rest] = file.split('/')
  return rest.length > 0 ? first : ''
}

describe('rooms', () => {
  test('every file lives in a room', () => {
    const homeless = source.filter((file) => mayImport[roomOf(file)] === undefined)
    expect(homeless, 'put it in a folder of src/ that the table knows').toEqual([])
  })

  test('no file imports itself over others, types included', () => {
    expect(importCircles(), 'move what both need into a file of its own').toEqual([])
  })

  test('imports follow the drawing in the table', () => {
    const wrong = imports.filter(({ from, to }) => {
      const [fromRoom, toRoom] = [roomOf(from), roomOf(to)]
      if (fromRoom === toRoom || !to.startsWith('src/')) return false
      const allowed = mayImport[fromRoom] ?? []
      return (
        !allowed.includes(toRoom) &&
        !allowed.includes(to) &&
        !(allowed.includes('ports') && ports.includes(to.slice('src/'.length)))
      )
    })
    const remedy = 'pass it in through the world, move it to the room it belongs to, or speak to a port'
    expect(
      wrong.map(({ from, to }) => `${from} imports ${to}`),
      remedy,
    ).toEqual([])
  })

  test('imports stay inside src/ and name the file with its extension', () => {
    const outside = imports.filter(({ to }) => !to.startsWith('src/') || !/\.(ts|tsx|json|css(\?inline)?)$/.test(to))
    expect(outside.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  test('there is no barrel and no default export', () => {
    expect(
      source.filter((file) => /(^|\/)index\.tsx?$/.test(file)),
      'import from the file itself',
    ).toEqual([])
    const withDefault = source.filter((file) => /^export default /m.test(textOf(file)))
    expect(withDefault, 'export it by its name').toEqual([])
  })
})

describe('names', () => {
  test('a file that exports one main thing is named after it', () => {
    const wrong = source.filter((file) => {
      const names = (kinds: string) =>
        [...textOf(file).matchAll(new RegExp(`^export (?:async )?(?:${kinds}) (\\w+)`, 'gm'))].map(([, name]) => name!)
      const values = names('function\\*?|const|class')
      if (values.length > 1 || /^export (\{|\* from)/m.test(textOf(file))) return false
      // A type and its constructor share a file named after the type: `Clock` and `createClock` are in `clock.ts`.
      const main = [
        ...values,
        ...values.map((name) => name.replace(/^(create|start|open)(?=[A-Z])/, '')),
        ...names('type'),
      ]
      return (
        main.length > 0 &&
        !main.some((name) =>
          file
            .toLowerCase()
            .replace(/\.tsx$/, '.ts')
            .endsWith(`/${name}.ts`.toLowerCase()),
        )
      )
    })
    expect(wrong, 'name the file after what it exports, or the export after the file').toEqual([])
  })

  test('an exported name has one home', () => {
    const homes = new Map<string, number>()
    for (const file of source)
      for (const name of new Set(
        [...textOf(file).matchAll(/^export (?:async )?(?:function\*?|const|type) (\w+)/gm)].map(([, one]) => one!),
      ))
        homes.set(name, (homes.get(name) ?? 0) + 1)
    const twice = [...homes].filter(([, count]) => count > 1).map(([name]) => name)
    expect(twice.toSorted(), 'rename one of them').toEqual([])
  })
})

describe('the way of a quote', () => {
  test('a reader follows it through few files (`npx tsx scripts/countHops.ts --list` names all that a quote runs)', () => {
    const way = source.filter((file) => /^src\/(engine\/quote|routing)\//.test(file))
    expect(way.length, 'merge what has one purpose').toBeLessThanOrEqual(28)
    const lines = way.reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0)
    expect(lines, 'pay for what you add by what it supersedes').toBeLessThanOrEqual(6_514)
  })
})

/** Banned patterns, what to write instead, and where they are allowed. */
const banned: [pattern: RegExp, remedy: string, allowed: RegExp][] = [
  [
    /\bDate\.now\(|new Date\(\)/,
    'clock.nowMs(): time is an argument, so that a simulation can turn it',
    /^src\/(host\/clock\.ts|cli\/|devnet\/|sdk\/|console\/)/,
  ],
  [/\bMath\.random\(/, 'random.next(): chance is an argument, so that a seed can replay it', /^src\/host\/random\.ts/],
  [
    /\bprocess\.env\b/,
    'config: the environment is read once',
    // The code card shows it in a sample that readers copy.
    /^src\/(cli\/|devnet\/|console\/intent\/codeCard\.tsx)/,
  ],
  [
    /\bconsole\.(log|info|warn|error)\(/,
    'observe: an event has a name, a line and a number',
    // A page has no log but its browser's.
    /^src\/(cli\/|devnet\/|console\/view\/mishap\.tsx)/,
  ],
  [/@ts-ignore|@ts-nocheck/, 'types that are right', /^$/],
  [/^\s*(export )?(const )?enum /m, 'a list `as const` and a union', /^$/],
]

describe('what is not written in src/', () => {
  test.each(banned)('%s', (pattern, remedy, allowed) => {
    const found = source.filter((file) => !allowed.test(file) && pattern.test(textOf(file)))
    expect(found, `instead: ${remedy}`).toEqual([])
  })
})

describe('files', () => {
  test(`have at most ${linesMax} lines`, () => {
    const long = code
      .map((file) => ({ file, lines: textOf(file).split('\n').length - 1 }))
      .filter(({ lines }) => lines > linesMax)
    expect(long, 'look for the second room in it').toEqual([])
  })

  test('leave nothing for later', () => {
    const marks = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].join('|')})\\b`)
    const authored = all.filter((file) => /\.(ts|tsx|mjs|sol|md|sh|css)$/.test(file))
    expect(
      authored.filter((file) => marks.test(textOf(file))),
      'do it now, or write an issue',
    ).toEqual([])
  })

  test('tests are not skipped, focused or repeated until they pass', () => {
    const pattern = /\b(?:test|it|describe)\.(?:skip|only|todo|fails)\b|\bretry:\s*[1-9]/
    const tests = code.filter((file) => file.startsWith('test/') && file !== 'test/tidy.test.ts')
    expect(tests.filter((file) => pattern.test(textOf(file)))).toEqual([])
  })

  test('documents speak about the product, not about one machine', () => {
    const machine = /(^|[\s`'"(])\/(?:work|root|tmp|home|Users)\/[\w.-]/m
    const documents = all.filter((file) => /\.md$/.test(file) || file === 'causeway.config.example.ts')
    expect(
      documents.filter((file) => machine.test(textOf(file))),
      'a path relative to the clone',
    ).toEqual([])
  })
})

test('packages are named with exact versions', () => {
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'] as const
  for (const file of all.filter((one) => /(^|\/)package\.json$/.test(one))) {
    const manifest = JSON.parse(textOf(file)) as Partial<Record<(typeof kinds)[number], Record<string, unknown>>>
    const loose = kinds
      .flatMap((kind) => Object.entries(manifest[kind] ?? {}))
      .flatMap(([name, version]) =>
        Object.entries(typeof version === 'string' ? { [name]: version } : (version as Record<string, string>)),
      )
      .filter(
        ([, version]) => !/^((npm:[@/\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?|file:\.\.\/\.\.\/packages\/\w+)$/.test(version),
      )
    expect(loose, `${file}: a fresh clone must get what was tested`).toEqual([])
  }
})

test.each(['hasty', 'careless'])('every mutant of scripts/mutantSets/%s.ts fits the source', async (name) => {
  expect((await readMutantSet(`scripts/mutantSets/${name}.ts`, root)).length).toBeGreaterThan(30)
})

/** Groups of files that import each other in a circle: Tarjan's strongly connected components. */
function importCircles(): string[][] {
  const next = new Map(source.map((file) => [file, imports.filter(({ from }) => from === file).map(({ to }) => to)]))
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (file: string): void => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    open.push(file)
    for (const to of next.get(file) ?? []) {
      if (!next.has(to)) continue
      if (!index.has(to)) visit(to)
      if (open.includes(to)) low.set(file, Math.min(low.get(file)!, low.get(to)!))
    }
    if (low.get(file) !== index.get(file)) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1) circles.push(circle.toSorted())
  }
  for (const file of source) if (!index.has(file)) visit(file)
  return circles
}

function filesBelow(folder: string): string[] {
  const skipped = new Set(['node_modules', '.git', '.causeway', 'dist', 'out', 'cache', 'coverage'])
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !skipped.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [relative(root, path)]
    })
}
