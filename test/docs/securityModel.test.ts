import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/guides/security-model.md'), 'utf8')

const solidity = readdirSync(join(root, 'contracts/test'))
  .filter((name) => name.endsWith('.t.sol'))
  .map((name) => readFileSync(join(root, 'contracts/test', name), 'utf8'))
  .join('\n')

/** Rows of the tables whose last column names tests; headings and rules left out. */
const promises = page
  .split(/\n\n+/)
  .filter((block) => /^\|.*\| (tried by|the test that tries to break it) \|$/m.test(block.split('\n')[0] ?? ''))
  .flatMap((block) => block.split('\n').slice(2))
  .filter((line) => line.startsWith('|'))

const lastCell = (row: string): string => row.split(' | ').at(-1) ?? ''

test('every promise names a test', () => {
  expect(promises.length).toBeGreaterThan(30)
  const silent = promises.filter((row) => !/`test|the same/.test(lastCell(row)))
  expect(silent).toEqual([])
})

test('every check before signing, and every sentence between the tables, names a test', () => {
  const section = page.slice(page.indexOf('## Check before you sign'), page.indexOf('Here on a local chain'))
  const checks = section.split(/\n(?=\d\. )/).slice(1)
  expect(checks).toHaveLength(6)
  expect(checks.filter((check) => !check.includes('`test/'))).toEqual([])
  for (const sentence of ['Nothing is upgradable', 'It cannot know whether a rate'])
    expect(page.slice(page.indexOf(sentence)).split('\n\n')[0]).toMatch(/`test/)
})

test('every Solidity test that is named exists', () => {
  const named = [...page.matchAll(/`((?:test|testFuzz|invariant)_\w+)`/g)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !solidity.includes(`function ${name}(`))).toEqual([])
})

test('every file that is named exists, and has the test whose words stand behind it', () => {
  const named = [...page.matchAll(/`(test\/[\w/.]+)`(?: "([^"]+)")?/g)]
  expect(named.length).toBeGreaterThan(25)
  const missing = named.filter(([, file = '', words]) => {
    const path = join(root, file)
    return !existsSync(path) || (words !== undefined && !readFileSync(path, 'utf8').includes(words))
  })
  expect(missing.map(([text]) => text)).toEqual([])
})

test('every source file that is named exists', () => {
  const named = [...page.matchAll(/`(src\/[\w/.]+)`/g)].map(([, file]) => file!)
  expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
})
