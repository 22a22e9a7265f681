import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { findAnvil } from '../../src/devnet/anvil.ts'
import { ensureBuiltStates } from '../../src/devnet/builtStates.ts'
import { testCacheDir } from './setup.ts'

let scratch: string
let built: string
const states = (options: { cacheDir?: string } = {}) => {
  const say = (line: string) => expect(line).not.toMatch(/building/)
  const place = { binary: findAnvil(process.env.PATH ?? ''), homeDir: scratch, dataDir: join(scratch, 'data') }
  return ensureBuiltStates({ ...place, say, ...options })
}

beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'causeway-states-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(scratch, { recursive: true, force: true })
})
beforeAll(async () => {
  const place = { binary: findAnvil(process.env.PATH ?? ''), homeDir: tmpdir(), dataDir: tmpdir() }
  built = await ensureBuiltStates({ ...place, say: () => {}, cacheDir: testCacheDir })
})

/** A cache that has the states of this source, in little, and the note that leads to them. */
function lay(folder: string): void {
  mkdirSync(join(folder, basename(built)), { recursive: true })
  for (const note of readdirSync(testCacheDir).filter((name) => name.startsWith('from-')))
    if (readFileSync(join(testCacheDir, note), 'utf8') === basename(built))
      cpSync(join(testCacheDir, note), join(folder, note))
}

test('states of this user are found by what they are built from, and the four used last stay', async () => {
  vi.stubEnv('XDG_CACHE_HOME', scratch)
  const cache = join(scratch, 'causeway/devnet')
  lay(cache)
  const older = ['1', '2', '3', '4', '5'].map((digit) => digit.repeat(16))
  for (const [age, name] of [...older, `${'6'.repeat(16)}.77.building`].entries()) {
    mkdirSync(join(cache, name))
    writeFileSync(join(cache, `from-${name.slice(0, 16)}`), name)
    utimesSync(join(cache, name), 0, Date.now() / 1000 - (age + 2) * 3_600)
  }
  expect(await states()).toBe(join(cache, basename(built)))
  const left = readdirSync(cache).filter((name) => !name.startsWith('from-'))
  expect(left.toSorted()).toEqual([basename(built), ...older.slice(0, 3)].toSorted())
  const named = readdirSync(cache).filter((name) => name.startsWith('from-'))
  for (const note of named) expect(left).toContain(readFileSync(join(cache, note), 'utf8'))
})

test('where this user has no cache folder, states are kept beside the data', async () => {
  writeFileSync(join(scratch, 'file'), '')
  vi.stubEnv('XDG_CACHE_HOME', join(scratch, 'file'))
  lay(join(scratch, 'data/devnet'))
  expect(await states()).toBe(join(scratch, 'data/devnet', basename(built)))
})
