import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertedBehind, readBlocks } from './readMarkdown.ts'
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
      'src/interface/serviceOperations.ts',
      'src/server/operations/countTokens.ts',
      'src/server/operations/createHandlers.ts',
      'test/server/countTokens.test.ts',
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
  '$what: the steps of $document touch the files that it names and no others',
  ({ document, touches }) => {
    for (const { mark, text } of readBlocks(textOf(document))) {
      if (mark?.kind === 'file') write(mark.value, text)
      if (mark?.kind === 'after') write(mark.file!, insertedBehind(textOf(mark.file!), mark, text))
    }
    const changed = git('status', '--porcelain', '--untracked-files=all')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.slice(3))
    const inSource = changed.filter((file) => /^(src|test|scripts|packages|contracts)\//.test(file))
    expect(inSource.toSorted()).toEqual([...touches].toSorted())
    for (const file of inSource) expect(textOf(document), `${document} does not name ${file}`).toContain(file)
    git('checkout', '-q', '.')
    git('clean', '-fdq', 'src', 'test')
  },
)

function write(file: string, text: string): void {
  mkdirSync(dirname(join(clone.folder, file)), { recursive: true })
  writeFileSync(join(clone.folder, file), `${text}\n`)
}
