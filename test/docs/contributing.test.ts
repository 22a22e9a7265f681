import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { inserted, readBlocks } from './readMarkdown.ts'
import { type ScratchClone, scratchClone } from './scratchClone.ts'

let clone: ScratchClone
beforeAll(() => {
  clone = scratchClone()
  // Something to compare with: what the steps of a document change is what git then shows.
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...author, 'commit', '-qm', 'before'],
  ])
    git(...args)
})
afterEach(() => {
  git('checkout', '-q', '.')
  git('clean', '-fdq', 'src', 'test')
})
afterAll(() => clone?.remove(), 60_000)

const author = ['-c', 'user.name=reader', '-c', 'user.email=reader@example.org', '-c', 'commit.gpgsign=false']
const git = (...args: string[]): string => execFileSync('git', args, { cwd: clone.folder, encoding: 'utf8' })
const textOf = (file: string): string => readFileSync(join(clone.folder, file), 'utf8')

/** Each addition, the document that shows it, and the files that it may touch. */
const additions = [
  {
    what: 'an operation',
    document: 'CONTRIBUTING.md',
    touches: [
      'src/interface/routeOperations.ts',
      'src/server/operations/countTokens.ts',
      'src/server/operations/createHandlers.ts',
      'test/server/accessIsolation.test.ts',
      'test/server/countTokens.test.ts',
      'test/wire/golden/CountTokens.jsonl',
    ],
  },
  {
    what: 'a provider',
    document: 'docs/guides/add-a-provider.md',
    touches: ['src/providers/ferry.ts', 'src/providers/providers.ts'],
  },
  { what: 'a chain', document: 'docs/guides/add-a-chain.md', touches: [] },
]

test.each(additions)(
  '$what: the steps of $document touch the files that it names and no others, in the format of the rest',
  ({ document, touches }) => {
    follow(document)
    const changed = git('status', '--porcelain', '--untracked-files=all')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.slice(3))
    const inSource = changed.filter((file) => /^(src|test|scripts|packages|contracts)\//.test(file))
    expect(inSource.toSorted()).toEqual([...touches].toSorted())
    for (const file of inSource) expect(textOf(document), `${document} does not name ${file}`).toContain(file)
    const code = inSource.filter((file) => file.endsWith('.ts'))
    if (code.length > 0)
      expect(failureOf('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...code)).toBe('')
  },
)

function follow(document: string): void {
  for (const { mark, text } of readBlocks(textOf(document))) {
    if (mark?.kind === 'file') write(mark.value, text)
    if (mark?.file) write(mark.file, inserted(textOf(mark.file), mark, text))
  }
}

/** What the program says if it fails. */
function failureOf(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: clone.folder, encoding: 'utf8' })
  return status === 0 ? '' : `${args[0]}: ${stdout}${stderr}`
}

function write(file: string, text: string): void {
  mkdirSync(dirname(join(clone.folder, file)), { recursive: true })
  writeFileSync(join(clone.folder, file), `${text}\n`)
}
