import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPackages } from '../../scripts/startPackages.mjs'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
const [manifest, devnet, lock] = [read('package.json'), read('packages/devnet/package.json'), read('package-lock.json')]

test('a start installs the service, its pages and the contracts alone, in the versions of the lock', () => {
  const made = startPackages({ manifest, devnet, lock, parts: ['service', 'contracts'] })
  const places = Object.keys(made.lock.packages)
  expect(places).toEqual(
    expect.arrayContaining(['fastify', 'vite', '@aave/core-v3'].map((one) => `node_modules/${one}`)),
  )
  for (const name of ['vitest', 'vitepress', '@biomejs/biome', 'ethers', '@solana/kit'])
    expect(places).not.toContain(`node_modules/${name}`)
  for (const place of places.filter((one) => one !== ''))
    expect(made.lock.packages[place]!.version, place).toBe(lock.packages[place].version)
  expect(places.length).toBeLessThan(200)
})

let clone: string
beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), 'causeway-prepare-'))
  for (const file of ['scripts', 'package.json', 'package-lock.json', 'packages/devnet/package.json'])
    cpSync(join(root, file), join(clone, file), { recursive: true })
  mkdirSync(join(clone, 'bin'))
  const program = (name: string, text: string) => writeFileSync(join(clone, 'bin', name), text, { mode: 0o755 })
  program('npm', `#!${process.execPath}\n${pretendedNpm}`)
  // Where npm has no node for this processor, the one of the PATH is taken.
  for (const name of ['anvil', 'forge']) program(name, '#!/bin/sh\necho anvil Version: 1.7.1\n')
})
afterEach(() => rmSync(clone, { recursive: true, force: true }))

/** Notes what it was asked for, and makes folders instead of packages. */
const pretendedNpm = `import fs from 'node:fs'
const [command, ...flags] = process.argv.slice(2)
if (command === 'pack') process.exit(1)
const { dependencies } = JSON.parse(fs.readFileSync('package.json', 'utf8'))
fs.appendFileSync(process.env.ASKED, JSON.stringify({ command, flags, names: Object.keys(dependencies) }) + '\\n')
for (const name of Object.keys(dependencies)) fs.mkdirSync('node_modules/' + name, { recursive: true })
if (command === 'install') fs.rmSync('node_modules/@foundry-rs', { recursive: true, force: true })
fs.writeFileSync('node_modules/.package-lock.json', command === 'ci' ? '{"packages":{}}' : fs.readFileSync('package-lock.json'))`

/** Prepares for a command, and returns what npm was asked for. */
function prepare(set: string): { command: string; flags: string[]; names: string[] }[] {
  const asked = join(clone, 'asked')
  writeFileSync(asked, '')
  const PATH = [join(clone, 'bin'), process.env.PATH].join(delimiter)
  const env = { PATH, ASKED: asked, HOME: clone }
  execFileSync(process.execPath, ['scripts/prepare.mjs', set], { cwd: clone, env, stdio: 'pipe' })
  return readFileSync(asked, 'utf8')
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}
const stamped = () => readFileSync(join(clone, 'node_modules/.causeway-installed'), 'utf8').trim().split(' ')[1]
const there = (name: string) => readdirSync(join(clone, 'node_modules', name))

test('the second step adds to the first, and keeps the node', () => {
  const [first, ...more] = prepare('start')
  expect(more).toEqual([])
  expect(first).toMatchObject({ command: 'ci', names: expect.arrayContaining(['vite', 'pg', '@aave/core-v3']) })
  expect(stamped()).toBe('contracts')
  expect(there('@aave')).toEqual(['core-v3'])
  const nodes = process.platform === 'linux' && process.arch === 'x64' ? [] : there('@foundry-rs')
  expect(prepare('start')).toEqual([])
  expect(prepare('all')).toMatchObject([{ command: 'install', flags: expect.arrayContaining(['--no-save']) }])
  expect(stamped()).toBe('all')
  if (nodes.length > 0) expect(there('@foundry-rs')).toEqual(nodes)
  for (const set of ['all', 'contracts', 'start']) expect(prepare(set)).toEqual([])
})

test('contracts wait until a chain is built, where this user has built some', () => {
  mkdirSync(join(clone, '.cache/causeway/devnet/0123456789abcdef'), { recursive: true })
  expect(prepare('start')[0]!.names).not.toContain('@aave/core-v3')
  expect(stamped()).toBe('start')
  expect(prepare('contracts')).toMatchObject([{ command: 'ci', names: Object.keys(devnet.devDependencies) }])
  expect(stamped()).toBe('contracts')
  expect(there('pg')).toEqual([])
})

test('a changed lock installs again as much as there was', () => {
  prepare('all')
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify(lock))
  expect(prepare('start').map(({ command }) => command)).toEqual(['ci', 'install'])
  expect(stamped()).toBe('all')
})

test('npm ci by hand is recognised', () => {
  mkdirSync(join(clone, 'node_modules'))
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), JSON.stringify(lock))
  expect(prepare('start')).toEqual([])
  expect(stamped()).toBe('all')
})
