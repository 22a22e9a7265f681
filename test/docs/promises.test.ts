import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readLinks } from './readMarkdown.ts'

const root = join(import.meta.dirname, '..', '..')
const page = readFileSync(join(root, 'docs/reference/contracts.md'), 'utf8')
const textOf = (target: string) => readFileSync(join(root, 'docs/reference', target), 'utf8')
const isTest = (target: string) => /^\.\.\/\.\.\/(contracts\/test|test)\//.test(target)

/** Rows of the tables whose second column says what tries to break the promise. */
function promiseRows(): string[] {
  const rows: string[] = []
  let isInside = false
  for (const line of page.split('\n')) {
    if (/^\| promise \| tried by \|$/.test(line)) isInside = true
    else if (!line.startsWith('|')) isInside = false
    else if (isInside && !/^\|-/.test(line)) rows.push(line)
  }
  return rows
}

describe('docs/reference/contracts.md', () => {
  test('every promise is linked to a test', () => {
    const rows = promiseRows()
    expect(rows.length).toBeGreaterThan(40)
    expect(rows.filter((row) => !readLinks(row).some(({ target }) => isTest(target)))).toEqual([])
  })

  test('every linked Solidity test is a function of the linked file', () => {
    const linked = [...page.matchAll(/\[`(\w+)`\]\((\S+\.t\.sol)\)/g)]
    expect(linked.length).toBeGreaterThan(40)
    const missing = linked.filter(([, name, target]) => !textOf(target!).includes(`function ${name}(`))
    expect(missing.map(([, name]) => name)).toEqual([])
  })

  test('every linked test file of the service has tests', () => {
    const files = readLinks(page).filter(({ target }) => /^\.\.\/\.\.\/test\/.*\.test\.ts$/.test(target))
    expect(files.length).toBeGreaterThan(8)
    for (const { target } of files) expect(textOf(target), target).toMatch(/^\s*test(\.each|\(|<)/m)
  })

  test('no Solidity test is named without a link', () => {
    expect(page.match(/(?<!\[)`(test|testFuzz|invariant)_\w+`/g)).toBeNull()
  })

  test('there are as many Solidity tests and fuzzed properties as it says', () => {
    const [, tests, fuzzed] =
      /Solidity tests \| over (\d+) \|[\s\S]*?fuzzed properties \| over (\d+) \|/.exec(page) ?? []
    const folder = join(root, 'contracts/test')
    const sources = readdirSync(folder).filter((name) => name.endsWith('.t.sol'))
    const text = sources.map((name) => readFileSync(join(folder, name), 'utf8')).join()
    expect(text.match(/function (test|invariant)\w*\(/g)?.length).toBeGreaterThan(Number(tests))
    expect(text.match(/function testFuzz_\w*\(/g)?.length).toBeGreaterThan(Number(fuzzed))
  })
})
